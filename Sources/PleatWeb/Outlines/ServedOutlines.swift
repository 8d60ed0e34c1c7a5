import OutlineFormats
import PleatOutput
import PleatRemote

/// The outlines of a server: one for all its users, or those of a folder, as its directory allows.
enum ServedOutlines: Sendable {
  case one(ServedOutline)
  /// Of a folder; nobody has a larger right than `most`.
  case folder(HostedFolder, most: Right, values: [ConfigurationKey: TOMLValue])

  /// Whether the addresses of pages begin with the path of an outline.
  var areInFolder: Bool { if case .folder = self { true } else { false } }

  /// Returns the address of the list of outlines as the page at a path links to it; nil where one outline is served.
  ///
  /// It is relative, as a proxy may put a prefix before the path.
  func index(from path: String) -> String? {
    areInFolder ? String(repeating: "../", count: max(0, path.count { $0 == "/" } - 1)) : nil
  }

  /// Returns the outline that a user names by its path from the folder on.
  ///
  /// - Parameter name: The path, with percent signs as in an address; empty where one outline is served.
  /// - Throws: A ``Failure`` for an outline that is not there, and for one that the user may not see.
  func outline(_ name: String, for user: String) throws(Failure) -> ServedOutline {
    switch self {
    case .one(let outline): return outline
    case .folder(let folder, let most, let values):
      let name = try PercentText.decoded(name)
      let (path, right) = try folder.outline(name, for: user)
      var outline = ServedOutline(path: path, right: min(right, most), values: values)
      outline.place = (name, folder.socket)
      return outline
    }
  }

  /// Whether a user may still see an outline.
  func areSeen(_ outline: ServedOutline, by user: String) -> Bool {
    guard case .folder(let folder, _, _) = self, let place = outline.place else { return true }
    return (try? folder.outline(place.name, for: user)) != nil
  }
}
