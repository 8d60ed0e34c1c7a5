import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatOutput
import PleatRemote

/// The outlines of a server: one for all its users, or those of a folder that its directory grants them.
enum ServedOutlines: Sendable {
  case one(ServedOutline)
  /// The outlines of a folder; `most` limits everybody's rights.
  case folder(HostedFolder, most: Right, values: [ConfigurationKey: TOMLValue])

  /// The path of the outline or of the folder.
  var path: String {
    switch self {
    case .one(let outline): outline.path
    case .folder(let folder, _, _): folder.path
    }
  }

  /// Whether the addresses of pages begin with the path of an outline.
  var areInFolder: Bool { if case .folder = self { true } else { false } }

  /// Returns the link from the page at a path to the list of outlines; nil if a single outline is served.
  ///
  /// It is relative, as a proxy may add a prefix to the path.
  func index(from path: String) -> String? {
    areInFolder ? String(repeating: "../", count: max(0, path.count { $0 == "/" } - 1)) : nil
  }

  /// Returns the outline at a path within the folder.
  ///
  /// - Parameter name: The path, percent-encoded as in an address; empty if a single outline is served.
  /// - Throws: The same ``Failure`` for an outline that does not exist and for one that the user may not see.
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

  /// Throws if the outlines cannot be served now, because the directory says nothing valid or the file cannot be used.
  func check() throws {
    switch self {
    case .folder(let folder, _, _): try folder.check()
    case .one(let outline) where outline.sshOptions == nil:
      do { _ = try Outline(outline.path, for: .reading) } catch StoreError.missing {}  // the first edit makes it
    case .one: break
    }
  }

  /// Whether a user may still see an outline.
  func areSeen(_ outline: ServedOutline, by user: String) -> Bool {
    guard case .folder(let folder, _, _) = self, let place = outline.place else { return true }
    return (try? folder.outline(place.name, for: user)) != nil
  }
}
