import PleatOutput
import PleatSystem
import SystemPackage

/// A move of the branch from one commit to another, with the files of the worktree.
///
/// A note in the folder of the repository records the move, in case the process is killed.
extension Worktree {
  private var notePath: String { "\(gitFolder)/pleat-sync" }

  /// Moves the branch, and brings the files of the worktree up to date.
  ///
  /// - Throws: A ``Failure`` if uncommitted changes of files are in the way; nothing is changed then.
  package func move(from old: String?, to new: String) throws {
    if old == new { return }
    try write("\(old ?? "-") \(new)\n", to: notePath)
    let answer = try git.run(["read-tree", "-m", "-u"] + [old, new].compactMap(\.self))
    if answer.status != 0 {
      if !answer.isKilled { try removeNote() }
      throw Failure(
        git: answer, "git cannot bring the files of '\(git.folder)' up to date", .refused,
        hint: "Commit what you have changed there, and synchronize again.")
    }
    try setHead(from: old, to: new)
    try removeNote()
  }

  private func setHead(from old: String?, to new: String) throws {
    _ = try git.output("update-ref", "-m", "pleat sync", "HEAD", new, old ?? "")
  }

  /// Completes a move that was interrupted, or takes it back.
  func recover() throws {
    guard let words = try? OpenInput(notePath).stream.rest() else { return }
    let ids = String(decoding: words, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    if ids.count == 2, try head == (ids[0] == "-" ? nil : ids[0]), try commit(ids[1]) != nil {
      try finish(from: ids[0] == "-" ? nil : ids[0], to: ids[1])
    }
    try removeNote()
  }

  private func finish(from old: String?, to new: String) throws {
    let answer: Git.Answer
    if let old {
      answer = try git.output("diff-tree", "-r", "-z", "--name-status", "--no-renames", old, new)
    } else {
      let names = try git.output("ls-tree", "-r", "-z", "--full-tree", "--name-only", new).parts
      answer = Git.Answer(
        status: 0, output: Array(names.flatMap { ["A", $0] }.joined(separator: "\0").utf8), errors: "")
    }
    let parts = answer.parts
    let changes = stride(from: 0, to: parts.count - 1, by: 2).map { (status: parts[$0], path: parts[$0 + 1]) }
    let files = changes.map { ":(top,literal)\($0.path)" }
    if files.isEmpty { return try setHead(from: old, to: new) }
    // git writes the index only after all files are written.
    let isComplete = try git.run(["diff-index", "--cached", "--quiet", new, "--"] + files).status == 0
    if isComplete { return try setHead(from: old, to: new) }
    let top = try git.output("rev-parse", "--show-toplevel").text
    for change in changes where change.status == "A" {
      _ = Result { try Platform.remove("\(top)/\(change.path)") }
    }
    let kept = changes.filter { $0.status != "A" }.map { $0.path + "\0" }.joined()
    if kept.isEmpty { return }
    _ = try Git(folder: top).output("checkout-index", "-f", "-u", "-z", "--stdin", input: Array(kept.utf8))
  }

  private func removeNote() throws {
    do { try Platform.remove(notePath) } catch {
      throw Failure(.inputOutput, "Cannot remove \(notePath): \(error).")
    }
  }

  /// Writes a small file, which appears only when it is complete.
  private func write(_ text: String, to path: String) throws {
    do {
      let file = try FileDescriptor.open(
        FilePath(path + ".new"), .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
      try file.closeAfter {
        _ = try file.writeAll(text.utf8)
        try Platform.synchronize(file)
      }
      try Platform.move(path + ".new", to: path)
    } catch {
      throw Failure(.inputOutput, "Cannot write \(path): \(error).", hint: "Nothing was changed.")
    }
  }
}
