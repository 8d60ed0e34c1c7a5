import OutlineCore
import OutlineFormats
import PleatArguments
import PleatOutput
import PleatSystem
import SystemPackage

/// Several files, or the notes of a folder, to import as one document.
///
/// The notes of a folder are its Markdown files, and the notes of Google Keep and lists of Google Tasks as Takeout has them. A note becomes
/// a section, named for its only heading of the highest level or else for its file, and a folder with notes a section around those. A file that is named itself comes as it would alone.
final class ImportedFiles {
  fileprivate enum Entry {
    case folder(title: String, level: Int)
    case note(path: String, title: String, level: Int)
    case file(path: String)
  }

  /// What a folder has besides notes.
  private struct LeftOut {
    var (hidden, links, others) = (0, 0, 0)

    var remarks: [String] {
      [
        (hidden, "hidden file or folder", "hidden files or folders"), (links, "symbolic link", "symbolic links"),
        (others, "file that is not a note", "files that are not notes"),
      ]
      .filter { $0.0 > 0 }
      .map { count, one, several in "Left out \(count) \(count == 1 ? one : several)." }
    }
  }

  private var entries: [Entry] = []
  private var leftOut = LeftOut()
  /// Remarks for the user, each with the file that it is about.
  private(set) var remarks: [String] = []

  /// Looks for the files.
  ///
  /// - Throws: A ``Failure`` for a path where nothing is, a folder that cannot be read, and folders without a note.
  init(_ sources: [String]) throws {
    for source in sources {
      if Self.isFolder(source) { try add(source, level: 1) } else { entries.append(.file(path: source)) }
    }
    if entries.isEmpty {
      throw Failure(
        .notFound,
        "There is no Markdown file, and no note of Google Keep, in "
          + "'\(sources.joined(separator: "' or '"))'.",
        hint: "Name a folder with files that end in .md, one of Google Takeout, or the files.")
    }
  }

  static func isFolder(_ path: String) -> Bool { (try? FileStatus(of: path))?.kind == .folder }

  /// Whether a file of a folder is a note; what Takeout writes is known by its content.
  private static func isNote(_ path: String, named name: String) throws -> Bool {
    switch OutlineFormat(fileName: name) {
    case .markdown: true
    case .json: try OpenInput(path).stream.next().map(OutlineFormat.isOfTakeout) ?? false
    default: false
    }
  }

  /// Adds the notes of a folder, in the order of their names, and then its folders.
  private func add(_ folder: String, level: Int) throws {
    let names: [String]
    do { names = try Platform.allNames(in: folder) } catch {
      throw Failure(.noPermission, "The folder \(folder) cannot be read: \(error).", hint: "Nothing was imported.")
    }
    var folders: [(name: String, path: String)] = []
    for name in names.filter({ $0 != "." && $0 != ".." }).sorted(by: { ($0.lowercased(), $0) < ($1.lowercased(), $1) })
    {
      let path = FilePath(folder).appending(name).string
      if name.hasPrefix(".") {
        leftOut.hidden += 1
      } else if Platform.target(ofLink: FilePath(path)) != nil {
        leftOut.links += 1
      } else if Self.isFolder(path) {
        folders.append((name, path))
      } else if try Self.isNote(path, named: name) {
        entries.append(.note(path: path, title: DocumentName.of(path, or: name), level: level))
      } else {
        leftOut.others += 1
      }
    }
    for (name, path) in folders {
      let count = entries.count
      entries.append(.folder(title: name, level: level))
      try add(path, level: min(level + 1, OutlineLimits.levels.upperBound))
      if entries.count == count + 1 { entries.removeLast() }  // it has no notes
    }
  }

  /// Reads all files once, so that the digest of an edit with an idempotency key has them.
  func digest(_ arguments: Arguments, in context: Context) throws {
    for case let path? in entries.map(\.path) {
      let bytes = arguments.input(try OpenInput(path).stream, in: context)
      while try bytes.next() != nil {}
    }
  }

  /// Passes the pieces of all files to `take`.
  ///
  /// - Parameter open: Opens the document at a path.
  func read(_ open: (String) throws -> ImportedDocument, _ take: @escaping (OutlinePiece) throws -> Void) throws {
    let joined = JoinedDocuments(into: take)
    for entry in entries {
      guard let path = entry.path else {
        if case .folder(let title, let level) = entry { try joined.add(title, level: level) }
        continue
      }
      let document = try open(path)
      try joined.add(to: entry.place, document.read)
      remarks += document.remarks.map { "\(path): \($0)" }
    }
    remarks += leftOut.remarks + joined.remarks
  }
}

extension ImportedFiles.Entry {
  fileprivate var path: String? {
    switch self {
    case .folder: nil
    case .note(let path, _, _), .file(let path): path
    }
  }

  fileprivate var place: JoinedDocuments.Place {
    // What Google Keep has in the trash is left out.
    if case .note(let path, let title, let level) = self {
      .section(title: title, level: level, isKept: OutlineFormat(fileName: path) == .markdown)
    } else {
      .end
    }
  }
}
