import OutlineDocuments
import PleatArguments
import PleatOutput
import PleatSystem
import SystemPackage

/// The git worktree that holds the document of an outline.
package struct Worktree {
  package let git: Git
  /// The folder of the repository that belongs to this worktree alone.
  let gitFolder: String
  /// The folder of the repository that belongs to all its worktrees.
  let commonFolder: String
  /// The folder of the worktree.
  package let top: String
  /// The inode numbers of the folder and of its git folder, which a copy of both does not share.
  package let location: String
  /// The name of the document, as the user gave it.
  package let document: String
  /// The path of the document in the repository.
  let documentPath: String
  /// The path of the file with the blocks of ids.
  let blocksPath: String
  /// The titles that an inbox or an archive has, here or on another machine.
  package var sharedTitles = ThreeWayMerge.sharedTitles
  /// The branch, as `refs/heads/main`.
  let branch: String
  /// The remote to synchronize with; nil for none.
  package let remote: Remote?

  /// A remote, and the branch there.
  package struct Remote {
    package let name: String
    /// The branch there, as `refs/heads/main`.
    let branch: String
    /// The ref in which git keeps the last known state of the branch.
    let tracking: String
  }

  /// Inspects a folder.
  ///
  /// - Throws: A ``Failure`` if it is not in a git worktree on a branch.
  package init(_ folder: String, document: String) throws {
    let git = Git(folder: folder)
    let answer = try git.run([
      "rev-parse", "--path-format=absolute", "--git-dir", "--is-inside-work-tree", "--git-common-dir", "--show-prefix",
    ])
    let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard answer.status == 0, lines.count >= 3, lines[1] == "true" else {
      throw Failure(
        git: answer, "'\(folder)' is not a folder of a git repository", .refused,
        hint: "Make it one with 'git init' there, or get it with 'git clone'.")
    }
    self.git = git
    gitFolder = lines[0]
    commonFolder = lines[2]
    let prefix = lines.count > 3 ? lines[3] : ""
    top = String((Platform.absolutePath(of: folder) ?? folder).dropLast(prefix.count))
    location = try [folder, lines[0]].map(Self.number).joined(separator: "-")
    self.document = document
    documentPath = prefix + document
    blocksPath = String(documentPath.prefix { _ in true }.dropLast(".json".count)) + ".blocks"
    guard let branch = try git.ifPresent("symbolic-ref", "-q", "HEAD") else {
      throw Failure(
        .refused, "The repository of '\(folder)' is not on a branch: its HEAD is detached.",
        hint: "Go to a branch first: git -C \(ShellWords.quoted(folder)) switch BRANCH")
    }
    self.branch = branch
    remote = try Remote(of: branch, git)
  }

  /// Whether a folder is a bare repository, without a worktree.
  package static func isMissing(in folder: String) throws -> Bool {
    guard (try? FileStatus(of: "\(folder)/objects").kind) == .folder else { return false }
    return try Git(folder: folder).ifPresent("rev-parse", "--is-bare-repository") == "true"
  }

  /// Returns the inode number of a folder.
  private static func number(of folder: String) throws -> String {
    do { return "\(try Stat(FilePath(folder)).inode.rawValue)" } catch {
      throw Failure(.inputOutput, "Cannot look at '\(folder)': \(error).")
    }
  }

  /// Returns the commit that a name refers to; nil if there is none.
  package func commit(_ name: String) throws -> String? {
    try git.ifPresent("rev-parse", "-q", "--verify", name + "^{commit}")
  }

  /// The current commit of the branch; nil before the first one.
  package var head: String? { get throws { try commit(branch) } }

  /// The last known state of the remote; nil if it has none.
  var upstream: String? { get throws { try remote.flatMap { try commit($0.tracking) } } }

  /// Refuses a repository with an unfinished merge or rebase, or with an uncommitted change of the document.
  func checkIsClean() throws {
    let begun = [
      ("MERGE_HEAD", "merge"), ("rebase-merge", "rebase"), ("rebase-apply", "rebase"),
      ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert"),
    ]
    for (file, what) in begun where (try? Stat(FilePath("\(gitFolder)/\(file)"))) != nil {
      throw Failure(
        .refused, "A \(what) is under way in '\(git.folder)'.",
        hint: "Finish it with 'git \(what) --continue', or end it with 'git \(what) --abort'.")
    }
    let files = [documentPath, blocksPath].map { ":(top,literal)\($0)" }
    let status = try git.succeeding(["status", "--porcelain", "-z", "--untracked-files=all", "--"] + files)
    if status.output.isEmpty { return }
    throw Failure(
      .refused, "'\(document)' was changed in '\(git.folder)', and the change is not committed.",
      hint:
        "Commit it, or take it back: git -C \(ShellWords.quoted(git.folder)) restore --staged --worktree \(document)")
  }

  /// Refuses to continue if git has no identity for commits.
  func checkIdentity() throws {
    for name in ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"] {
      let answer = try git.run(["var", name])
      if answer.status == 0 { continue }
      throw Failure(
        git: answer, "git does not know who you are", .configuration,
        hint: "git config --global user.name 'Your Name'; git config --global user.email you@example.org")
    }
  }

  /// Fetches the state of the remote; returns the failure if it cannot be reached.
  func fetch() throws -> Failure? {
    guard let remote else { return nil }
    let answer = try git.runWatchfully("fetch", "-q", "--no-auto-gc", remote.name)
    if answer.status == 0 { return nil }
    return Failure(git: answer, "The remote '\(remote.name)' cannot be reached")
  }

  /// Packs the repository's loose objects once there are some hundred, unless its owner has set git's own limit.
  ///
  /// A failure is ignored, because nothing depends on it.
  func pack() {
    // Like git, this counts the objects in one of 256 folders, since the others have about as many.
    let isDue = Platform.names(in: "\(commonFolder)/objects/17").count > 2
    guard isDue, (try? git.ifPresent("config", "gc.auto")) == nil else { return }
    _ = Result { try git.run(["-c", "gc.auto=512", "-c", "gc.autoDetach=false", "gc", "--auto", "-q"]) }
  }

  /// Sends a commit to the remote; returns the failure, or nil.
  func push(_ commit: String) throws -> Failure? {
    guard let remote else { return nil }
    let answer = try git.runWatchfully("push", "-q", "--porcelain", remote.name, "\(commit):\(remote.branch)")
    if answer.status != 0 { return Failure(git: answer, "The remote '\(remote.name)' does not take the commit") }
    let short = branch.dropFirst("refs/heads/".count)
    if try git.ifPresent("config", "branch.\(short).remote") == nil {
      _ = try git.output("config", "branch.\(short).remote", remote.name)
      _ = try git.output("config", "branch.\(short).merge", remote.branch)
    }
    return nil
  }
}

extension Worktree.Remote {
  /// Finds the remote of a branch, or else the only remote; nil if there is neither.
  fileprivate init?(of branch: String, _ git: Git) throws {
    let short = branch.dropFirst("refs/heads/".count)
    let all = try git.output("remote").text.split(separator: "\n").map(String.init)
    let own = try git.ifPresent("config", "branch.\(short).remote")
    guard let name = own ?? (all.count == 1 ? all[0] : nil), all.contains(name) else { return nil }
    self.name = name
    self.branch = try git.ifPresent("config", "branch.\(short).merge") ?? branch
    tracking = "refs/remotes/\(name)/\(self.branch.dropFirst("refs/heads/".count))"
  }
}
