/// The refs of one copy of an outline in the repository, under the copy's token; they are never sent to a remote.
///
/// The file and the repository have to agree about the commit that the copy is based on. Otherwise the file is another
/// copy of the outline: an older one restored from a backup, or one that was taken to another machine. If the
/// repository was taken there too, it finds no refs, since their names begin with the location of the folder.
package struct SyncRefs {
  package let worktree: Worktree
  package let token: String

  private var folder: String { "refs/pleat/\(worktree.location)" }
  private var now: String { "\(folder)/now/\(token)" }
  private var next: String { "\(folder)/next/\(token)" }
  private var first: String { "\(folder)/first/\(token)" }

  /// Whether the copy is based on this commit.
  package func agree(with commit: String?) throws -> Bool {
    guard let commit else { return false }
    return try [now, next].contains { try worktree.commit($0) == commit }
  }

  /// Records that the file is about to be based on a commit.
  package func prepare(_ commit: String) throws { try update("update \(next) \(commit)") }

  /// Records that the file is based on a commit.
  func confirm(_ commit: String) throws {
    try update("update \(now) \(commit)\ndelete \(next)")
  }

  /// The commit that first brings the outline into the repository, if it may not have arrived there; nil if there is
  /// none.
  var unconfirmed: String? { get throws { try worktree.commit(first) } }

  /// Records that a commit is about to bring the outline into the repository.
  package func begin(_ commit: String) throws { try update("update \(first) \(commit)\nupdate \(now) \(commit)") }

  /// Records that the commit has arrived there.
  package func arrive() throws { try update("delete \(first)") }

  private func update(_ commands: String) throws {
    _ = try worktree.git.output("update-ref", "--stdin", input: Array((commands + "\n").utf8))
  }
}
