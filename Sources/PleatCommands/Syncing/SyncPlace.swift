import SystemPackage

/// The file in which the folder is kept that an outline is synchronized with.
///
/// It is a small text in the user's folder for state, not in the outline: the folder is this machine's business, and a file
/// that somebody else has made must not choose the repository in which git runs.
struct SyncPlace {
  private let folder: String
  private let name: String
  /// Which outline it is about, so that two of them with one name of the file are not mistaken.
  private let heading: String

  /// Finds the file; nil where there is no folder for it.
  init?(of path: String, in context: Context) throws {
    let parts = FilePath(path)
    guard let last = parts.lastComponent?.string else { return nil }
    let around = parts.removingLastComponent().string
    let absolute = Platform.absolutePath(of: around.isEmpty ? "." : around).map { "\($0)/\(last)" } ?? path
    if let state = try context.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      folder = "\(state)/pleat/sync"
    } else if let home = try context.variable("HOME"), home.hasPrefix("/") {
      folder = "\(home)/.local/state/pleat/sync"
    } else {
      return nil
    }
    heading = "\(Escapes.oneLine(absolute))\n"
    // FNV-1a: short, and the same on every machine.
    let hash = heading.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    name = String(hash, radix: 16)
  }

  /// The folder that was kept; nil if there is none.
  func read() -> String? {
    guard let stream = try? OpenInput("\(folder)/\(name)").stream, let bytes = try? stream.next() else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(heading), text.hasSuffix("\n") else { return nil }
    let kept = text.dropFirst(heading.count).dropLast()
    return kept.isEmpty ? nil : String(kept)
  }

  /// Keeps a folder; the file is replaced as a whole.
  func write(_ path: String) {
    let new = FilePath("\(folder)/\(name).new")
    _ = Result {
      try Platform.makeFolders(folder)
      let file = try FileDescriptor.open(
        new, .writeOnly, options: [.create, .truncate], permissions: [.ownerRead, .ownerWrite])
      try file.closeAfter { _ = try file.writeAll((heading + path + "\n").utf8) }
      try Platform.move(new, to: FilePath("\(folder)/\(name)"))
    }
  }
}
