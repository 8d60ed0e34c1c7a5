import PleatTerminal
import SystemPackage

/// The file in which a user's place on the screen of an outline is kept until the next start.
///
/// It is a small text in the user's folder for state, not in the outline: the place is this machine's business, and looking at
/// an outline does not change it. A place that cannot be read or written is no reason to show nothing: the screen then begins
/// at the top.
struct PlaceFile {
  private let folder: String
  private let name: String
  /// Which outline and which user it is about, so that two of them with one name of the file are not mistaken.
  private let heading: String

  /// Finds the file; nil where there is no folder for it.
  init?(of path: String, _ user: String, in context: Context) throws {
    guard let path = Platform.absolutePath(of: path) else { return nil }
    if let state = try context.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      folder = "\(state)/pleat/places"
    } else if let home = try context.variable("HOME"), home.hasPrefix("/") {
      folder = "\(home)/.local/state/pleat/places"
    } else {
      return nil
    }
    heading = "\(Escapes.oneLine(path))\n\(Escapes.oneLine(user))\n"
    // FNV-1a: short, and the same on every machine.
    let hash = heading.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    name = String(hash, radix: 16)
  }

  /// The place that was kept; nil if there is none.
  func read() -> ScreenPlace? {
    guard let stream = try? OpenInput("\(folder)/\(name)").stream, let bytes = try? stream.next() else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(heading) else { return nil }
    return ScreenPlace(text: String(text.dropFirst(heading.count).prefix { $0 != "\n" }))
  }

  /// Keeps a place; the file is replaced as a whole.
  func write(_ place: ScreenPlace) {
    let new = FilePath("\(folder)/\(name).new")
    _ = Result {
      try Platform.makeFolders(folder)
      let file = try FileDescriptor.open(
        new, .writeOnly, options: [.create, .truncate], permissions: [.ownerRead, .ownerWrite])
      try file.closeAfter { _ = try file.writeAll((heading + place.text + "\n").utf8) }
      try Platform.move(new, to: FilePath("\(folder)/\(name)"))
    }
  }
}
