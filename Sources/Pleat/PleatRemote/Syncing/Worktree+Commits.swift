import PleatOutput
import PleatSystem

extension Worktree {
  /// Returns the content of a file in a commit; nil if the commit has no such file.
  package func content(of path: String, in commit: String?) throws -> [UInt8]? {
    guard let commit, let blob = try blob(of: path, in: commit) else { return nil }
    return try git.output("cat-file", "blob", blob).output
  }

  /// Returns the id of the content of a file in a commit; nil if the commit has no such file.
  package func blob(of path: String, in commit: String) throws -> String? {
    let answer = try git.succeeding(["ls-tree", "-z", "--full-tree", commit, "--", path])
    for line in answer.parts {
      let fields = line.prefix { $0 != "\t" }.split(separator: " ")
      if fields.count == 3, fields[1] == "blob" { return String(fields[2]) }
    }
    return nil
  }

  /// Stores bytes in the repository, and returns their id.
  package func store(_ bytes: [UInt8]) throws -> String {
    try git.output("hash-object", "-w", "--stdin", input: bytes).text
  }

  /// Makes a commit with the files of a tree, some of them replaced, and returns its id.
  ///
  /// No branch is moved.
  ///
  /// - Parameters:
  ///   - tree: The tree or commit with the files; nil for none.
  ///   - files: The ids of the new contents, by the paths of the files.
  ///   - note: The message after its first line.
  func makeCommit(
    _ tree: String?, replacing files: [String: String], parents: [String], note: String = ""
  ) throws -> String {
    let index = "\(gitFolder)/pleat-index"
    // A killed process may have left them.
    for path in [index, "\(index).lock"] { _ = Result { try Platform.remove(path) } }
    defer { _ = Result { try Platform.remove(index) } }
    _ = try git.succeeding(["read-tree", tree ?? "--empty"], index: index)
    let lines = files.sorted { $0.key < $1.key }.map { "100644 \($0.value)\t\($0.key)\0" }.joined()
    _ = try git.output("update-index", "-z", "--index-info", input: Array(lines.utf8), index: index)
    let new = try git.output("write-tree", index: index).text
    return try makeCommit(tree: new, parents: parents, note: note)
  }

  /// Makes a commit with the files of a tree; returns its id.
  private func makeCommit(tree: String, parents: [String], note: String) throws -> String {
    let machine = Platform.hostName.map { " (\($0))" } ?? ""
    let arguments = ["commit-tree", tree] + parents.flatMap { ["-p", $0] }
    let message = "pleat sync: \(document)\(machine)\n" + (note.isEmpty ? "" : "\n\(note)")
    return try git.succeeding(arguments, input: Array(message.utf8)).text
  }

  /// Returns the paths of the files that differ between two commits.
  package func diff(_ old: String, _ new: String) throws -> [String] {
    try git.output("diff-tree", "-r", "-z", "--name-only", "--no-renames", old, new).parts
  }

  /// Returns the merge base of two commits; nil if there is none.
  func mergeBase(_ one: String, _ other: String) throws -> String? {
    let answer = try git.run(["merge-base", one, other])
    if answer.status > 1 { throw Failure(git: answer, "git merge-base failed") }
    return answer.status == 0 ? answer.text : nil
  }
}
