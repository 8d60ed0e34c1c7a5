import OutlineCore
import PleatArguments
import PleatOutput
import PleatSystem
import SystemPackage

/// A folder of outlines, with the rights that each user has in them.
package struct HostedFolder: Sendable {
  /// The absolute path, without links.
  package let path: String
  private let file: DirectoryFile

  /// - Parameter tell: Receives the mistake in the directory, once for each change of its file.
  /// - Throws: A ``Failure`` if the folder does not exist, or has no directory.
  package init(_ name: String, tell: @escaping @Sendable (Failure) -> Void = { _ in }) throws(Failure) {
    path = try Self.path(of: name)
    file = DirectoryFile(ofFolder: path, tell: tell)
    try check()
  }

  /// Returns the absolute path of a folder, without links.
  ///
  /// - Throws: A ``Failure`` that names what is missing, is not a folder, or may not be entered.
  package static func path(of name: String) throws(Failure) -> String {
    switch Platform.obstacle(on: name + "/.") {
    case (let folder, .permissionDenied)?:
      throw Failure(
        .noPermission, "This account may not enter the folder \(Escapes.oneLine(folder)).",
        hint: "Check its permissions.")
    case (let file, .notDirectory)?:
      throw Failure(
        .notFound, "\(Escapes.oneLine(file)) is not a folder.", hint: "Name the folder that has the outlines.")
    default:
      if let path = Platform.absolutePath(of: name) { return path }
      throw Failure(
        .notFound, "There is no folder \(Escapes.oneLine(name)).",
        hint: "Check its name, or make it: mkdir -p \(Escapes.oneLine(ShellWords.quoted(name)))")
    }
  }

  private func directory() throws(Failure) -> Directory {
    if let directory = try file.read() { return directory }
    throw .noDirectory(in: path)
  }

  /// Throws a ``Failure`` if nobody has a right now, because the directory is missing or has a mistake.
  package func check() throws(Failure) { _ = try directory() }

  package var socket: String { "\(path)/\(HostProtocol.socketName)" }

  /// Returns an outline and the user's right to it; the name is a path within the folder, with or without `.db`.
  ///
  /// - Throws: The same ``Failure`` for an outline that does not exist and for one that the user may not see.
  package func outline(_ name: String, for user: String) throws(Failure) -> (path: String, right: Right) {
    let directory = try directory()
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).drop { $0.isEmpty || $0 == "~" }
    let relative = parts.joined(separator: "/")
    for candidate in [relative, relative + HostedName.ending] where HostedName.isOutline(candidate) {
      let file = "\(path)/\(candidate)"
      guard let right = directory.right(of: user, on: candidate) else { continue }
      if Platform.absolutePath(of: file) == file, (try? FileStatus(of: file))?.kind == .file { return (file, right) }
    }
    throw Failure.unseen(name)
  }

  /// Returns the paths, within the folder and without `.db`, of the outlines that a user may see, in the order of their
  /// bytes.
  ///
  /// - Parameter limit: The most paths to return.
  /// - Throws: A ``Failure`` if the directory cannot be read.
  package func outlines(for user: String, limit: Int) throws(Failure) -> [String] {
    let directory = try directory()
    let seen = all.lazy.filter { directory.right(of: user, on: $0) != nil }
    return seen.prefix(limit).map { String($0.dropLast(HostedName.ending.count)) }
  }

  private var all: [String] { Self.outlineNames(in: path) }

  /// Returns the paths of all outlines within a folder, in the order of their bytes; looks at every file below the
  /// folder.
  package static func outlineNames(in path: String) -> [String] {
    var found: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for name in Platform.names(in: "\(path)/\(folder)") where !name.hasPrefix(".") {
        let relative = folder + name
        guard let status = try? FileStatus(of: "\(path)/\(relative)", followingLinks: false) else { continue }
        if status.kind == .folder { folders.append(relative + "/") }
        if status.kind == .file, HostedName.isOutline(relative) { found.append(relative) }
      }
    }
    return found.sorted()
  }

  /// The paths, within the folder, of the outlines that other accounts may use as files, whatever the directory grants.
  package var open: [String] {
    all.filter { name in
      let file = "\(path)/\(name)"
      return (try? FileStatus(of: file))?.isUsableByOthers == true || Platform.hasAccessList(file)
    }
  }

  // MARK: - Refusals

  /// The name of the file for refusals that no host has logged.
  package static let refusals = ".pleat-refusals"

  /// Logs that a user was refused something: through the host or, without one, in ``refusals``.
  ///
  /// - Parameter address: The network address of the caller; nil if it is unknown.
  package func note(refusalOf user: String, at address: String? = nil, _ what: String) {
    let who = Escapes.oneLine("refused \(user)")
    let text = "\(who)\(address.map { " at \($0)" } ?? ""): \(what)"
    if HostProtocol.report(text, to: socket) { return }
    let now = Timestamp(milliseconds: Platform.now).iso8601
    // If this process may not write to the folder, the refusal is not logged.
    _ = Result { try write(refusal: "\(now) \(Escapes.oneLine(text))", by: (who, day: now.prefix(10))) }
  }

  /// The largest size of ``refusals``, in bytes; the file is then renamed, and a new one begins.
  static let mostBytesOfRefusals: Int64 = 1 << 20
  /// How many refusals of a user on one day a file has, so that nobody can fill the folder with them.
  static let mostRefusalsADay = 100

  /// The path to which a full file is renamed: that with the first number that is free, so that none is overwritten.
  private var olderRefusals: String {
    let name = "\(path)/\(Self.refusals)"
    return (1...).lazy.map { "\(name).\($0)" }.first { FileStamp(of: $0) == nil } ?? name
  }

  /// Returns the line of a refusal; nil if the file has the most of the user on this day.
  private func limited(_ line: String, by user: (words: String, day: Substring), in name: String) -> String? {
    let lines = Platform.text(of: name)?.split(separator: "\n") ?? []
    let count = lines.filter { known in
      guard known.hasPrefix(user.day), let space = known.firstIndex(of: " ") else { return false }
      let rest = known[known.index(after: space)...]
      return rest.hasPrefix(user.words + ":") || rest.hasPrefix(user.words + " at ")
    }.count
    if count >= Self.mostRefusalsADay { return nil }
    let isLast = count == Self.mostRefusalsADay - 1
    return line + (isLast ? " (the last of this user on this day that is written down)\n" : "\n")
  }

  private func write(refusal line: String, by user: (words: String, day: Substring)) throws {
    let name = "\(path)/\(Self.refusals)"
    let lastAttempt = 1_000
    for attempt in 0...lastAttempt {
      let file = try FileDescriptor.open(
        FilePath(name), .writeOnly, options: [.append, .create, .closeOnExec, .noFollow],
        permissions: [.ownerRead, .ownerWrite])
      defer { _ = Result { try file.close() } }  // the lock goes with it
      let isLast = attempt == lastAttempt
      guard try Platform.lock(file) || isLast else {
        Platform.sleep(milliseconds: 1)
        continue
      }
      let there = FileStamp(of: name)
      // Another process may have renamed the file before this one locked it.
      guard isLast || there == FileStamp(of: file), let size = there?.size else { continue }
      let isFull = size + Int64(line.utf8.count) > Self.mostBytesOfRefusals
      if isFull, !isLast, (try? Platform.move(name, to: olderRefusals)) != nil { continue }
      if let line = limited(line, by: user, in: name) { try file.writeAll(line.utf8) }
      return
    }
  }
}

extension Failure {
  /// The failure of a folder without a directory.
  package static func noDirectory(in path: String) -> Failure {
    Failure(
      .configuration, "The folder \(path) does not say who may do what.",
      hint: "Write a file \(Directory.name) in it that does, as in: own ana *")
  }

  /// The failure for an outline that does not exist, and for one that the user may not see.
  package static func unseen(_ name: String) -> Failure {
    Failure(
      .noPermission, "There is no outline '\(Escapes.oneLine(name))' here, or you may not see it.",
      hint:
        "Nothing was changed. The owner of the folder makes outlines, and decides in \(Directory.name) who may do what."
    )
  }
}
