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
    name = Self.hash(of: heading)
  }

  /// Returns a short name for a text, the same on every machine, by FNV-1a.
  private static func hash(of text: String) -> String {
    String(text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
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

// The clones that pleat makes by itself, each for one outline.
extension SyncPlace {
  private func cloneFolder(of url: String) -> String {
    let last = url.split(whereSeparator: { $0 == "/" || $0 == ":" }).last ?? ""
    let word = (last.hasSuffix(".git") ? last.dropLast(4) : last).filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
    }
    return "\(folder)/\(word.isEmpty ? "clone" : word.prefix(40))-\(Self.hash(of: heading + url))"
  }

  /// The folder with the clone of a repository; nil if there is none yet.
  func clone(of url: String) -> String? {
    let folder = cloneFolder(of: url)
    return (try? Stat(FilePath(folder))) == nil ? nil : folder
  }

  /// Clones a repository, and returns the folder of the clone, which appears at once as a whole.
  ///
  /// - Throws: A ``Failure`` if the repository cannot be reached; nothing is left then.
  func makeClone(of url: String) throws -> String {
    let clone = cloneFolder(of: url)
    do {
      try Platform.makeFolders(folder)
      try Platform.removeTree(clone + ".new")  // of a clone that was killed
      let answer = try Git(folder: folder).run(["clone", "-q", "--", url, clone + ".new"])
      if answer.status != 0 {
        try Platform.removeTree(clone + ".new")
        try Interruption.check()
        throw Failure(git: answer, "The repository cannot be cloned", hint: "Nothing was changed.")
      }
      try Platform.move(FilePath(clone + ".new"), to: FilePath(clone))
    } catch let error as Errno {
      throw Failure(.inputOutput, "Cannot write \(clone): \(error).", hint: "Nothing was changed.")
    }
    return clone
  }
}
