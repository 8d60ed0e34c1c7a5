import PleatOutput
import PleatSystem
import SystemPackage

/// This machine's record of the folder that an outline was last synchronized with, and of the clones that pleat made.
package struct SyncFolder {
  private let file: StateFile

  /// Finds the record for the outline at a path; nil if there is no folder for such records.
  package init?(of path: String, in context: Context) throws {
    let parts = FilePath(path)
    guard let last = parts.lastComponent?.string else { return nil }
    let around = parts.removingLastComponent().string
    let absolute = Platform.absolutePath(of: around.isEmpty ? "." : around).map { "\($0)/\(last)" } ?? path
    guard let file = try StateFile("sync", about: [Escapes.oneLine(absolute)], context.variable) else { return nil }
    self.file = file
  }

  package func read() -> String? { file.read() }

  package func write(_ path: String) { file.write(path) }

  private func cloneFolder(of url: String) -> String {
    let last = url.split(whereSeparator: { $0 == "/" || $0 == ":" }).last ?? ""
    let word = (last.hasSuffix(".git") ? last.dropLast(4) : last).filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
    }
    return "\(file.folder)/\(word.isEmpty ? "clone" : word.prefix(40))-\(file.name(of: url))"
  }

  /// The folder with the clone of a repository; nil if there is none yet.
  package func clone(of url: String) -> String? {
    let folder = cloneFolder(of: url)
    return (try? Stat(FilePath(folder))) == nil ? nil : folder
  }

  /// Clones a repository, and returns the folder of the clone, which is created only when it is complete.
  ///
  /// - Throws: A ``Failure`` if the repository cannot be reached; no file is left then.
  package func makeClone(of url: String) throws -> String {
    let clone = cloneFolder(of: url)
    do {
      try Platform.makeFolders(file.folder)
      try Platform.removeTree(clone + ".new")  // of a clone that was killed
      let answer = try Git(folder: file.folder).runWatchfully("clone", "-q", "--", url, clone + ".new")
      if answer.status != 0 {
        try Platform.removeTree(clone + ".new")
        try Interruption.check()
        throw Failure(git: answer, "The repository cannot be cloned", hint: "Nothing was changed.")
      }
      try Platform.move(clone + ".new", to: clone)
    } catch let error as Errno {
      throw Failure(.inputOutput, "Cannot write \(clone): \(error).", hint: "Nothing was changed.")
    }
    return clone
  }
}
