import OutlineCore
import PleatSystem
import SystemPackage

/// A file that is created or replaced only once the new content is complete.
///
/// The content goes to a temporary file in the same folder, which then replaces the old file. A device or a named pipe
/// is written directly.
package final class ExportFile {
  private let path: FilePath
  /// The path of the temporary file; nil if the file is written directly.
  private let temporary: FilePath?
  private let file: FileDescriptor
  private let mayReplace: Bool
  private var isFinished = false

  /// Opens the temporary file, or the device or pipe.
  ///
  /// - Parameters:
  ///   - name: The path of the file, or of a link to it.
  ///   - mayReplace: Whether to replace an existing file; otherwise one is an error.
  /// - Throws: A ``Failure`` that names the file.
  package init(_ name: String, mayReplace: Bool) throws {
    self.mayReplace = mayReplace
    path = FilePath(name).followingLinks
    let there = try? Stat(FilePath(name))  // nil if there is none yet
    if there?.type == .directory {
      throw Failure(.cannotCreate, "Cannot write \(name): it is a folder.", hint: "Name a file in it.")
    }
    for ending in ["-journal", "-wal", "-shm"] where path.string.hasSuffix(ending) {
      throw Failure(
        .cannotCreate, "Cannot write \(name): SQLite gives names that end with \(ending) to files of its own.",
        hint: "Nothing was written; name another file.")
    }
    if there?.type == .regular, !mayReplace { throw Failure.fileExists(name) }
    do {
      if let there, there.type != .regular {
        temporary = nil
        file = try FileDescriptor.open(FilePath(name), .writeOnly)
      } else {
        let temporary = FilePath("\(path).new-\(Platform.processID)-\(UInt32.random(in: 0 ... .max))")
        self.temporary = temporary
        file = try FileDescriptor.open(
          temporary, .writeOnly, options: [.create, .exclusiveCreate],
          permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      }
    } catch {
      throw Self.failure(name, error, .cannotCreate)
    }
    if let there {
      // If the permissions of the old file cannot be set, the new one keeps the default permissions.
      _ = Result { try Platform.setPermissions(of: file, to: there.permissions.intersection(.accessOnly)) }
    }
  }

  deinit {
    _ = Result { try file.close() }  // the data was synchronized before
    if !isFinished, let temporary { _ = Result { try Platform.remove(temporary.string) } }
  }

  package func write(_ bytes: [UInt8]) throws {
    try Interruption.check()
    do { try file.writeAll(bytes) } catch { throw Self.failure(path.string, error) }
  }

  /// Moves the complete file to its place.
  package func finish() throws {
    guard let temporary else { return }
    do {
      try Platform.synchronize(file)
      if mayReplace {
        try Platform.move(temporary.string, to: path.string)
      } else if try !Platform.moveToNewName(temporary.string, path.string) {
        throw Failure.fileExists(path.string)
      }
    } catch let refusal as Failure {
      throw refusal
    } catch {
      if FileStatus.isKnown(at: path.string) { throw Self.failure(path.string, error) }
      throw Failure(
        .inputOutput, "Writing \(path) failed: \(error). It is not known whether it was written.",
        hint: "Check the file before you repeat the command.")
    }
    isFinished = true
  }

  private static func failure(_ path: String, _ error: any Error, _ kind: Failure.Kind = .inputOutput) -> Failure {
    Failure(kind, "Cannot write \(path): \(error).", hint: "Nothing was written.")
  }
}

extension FilePath {
  /// The path of the file that opening this path would open or create, with symbolic links resolved.
  fileprivate var followingLinks: FilePath {
    var path = self
    for _ in 0..<40 {  // as many as Linux follows
      guard let target = Platform.target(ofLink: path) else { break }
      path = path.removingLastComponent().pushing(target)
    }
    return path
  }
}

extension FilePermissions {
  /// The permissions to read, write and execute, without the bits that change the user or the group.
  fileprivate static var accessOnly: FilePermissions { FilePermissions(rawValue: 0o777) }
}

/// How many sections and rows a document has.
package struct ExportCounts: Hashable {
  package var sections = 0
  package var rows = 0

  package init(sections: Int = 0, rows: Int = 0) {
    self.sections = sections
    self.rows = rows
  }

  /// Counts a piece if it is a section or a row.
  package mutating func add(_ piece: OutlinePiece) {
    switch piece {
    case .section: sections += 1
    case .row: rows += 1
    case .rowLevels, .setting, .identity, .user, .level, .flag: break
    }
  }
}
