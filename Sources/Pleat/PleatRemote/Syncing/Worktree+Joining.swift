import OutlineCore
import OutlineDocuments
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput

/// A commit that joins two commits.
package struct JoinedCommit {
  /// The commit, which is one of the two if that one is based on the other.
  package let id: String
  package var conflicts: [MergeConflict] = []
}

extension Worktree {
  /// Returns a commit based on both; no branch is moved.
  ///
  /// pleat merges the document item by item, and git merges all other files. If both commits gave one id to different
  /// items, `theirs` keeps it, since nobody else has seen `ours` yet.
  ///
  /// - Returns: Nil if both commits are nil.
  /// - Throws: A ``Failure`` if other files cannot be merged, or if the two documents have no common origin.
  package func join(_ ours: String?, _ theirs: String?) throws -> JoinedCommit? {
    guard let ours, let theirs else { return (ours ?? theirs).map { JoinedCommit(id: $0) } }
    if ours == theirs { return JoinedCommit(id: ours) }
    let base = try mergeBase(ours, theirs)
    if base == ours { return JoinedCommit(id: theirs) }
    if base == theirs { return JoinedCommit(id: ours) }
    guard let base else {
      throw Failure(
        .refused, "The branch in '\(git.folder)' and the one of the remote have no common history.",
        hint: "Clone the remote into another folder, and synchronize there.")
    }
    var (files, conflicts) = try mergedDocument(base, ours, theirs)
    if let blocks = try mergedBlocks(ours, theirs) { files[blocksPath] = blocks }
    let tree = try mergedTree(base, ours, theirs, files)
    return JoinedCommit(
      id: try makeCommit(tree, replacing: files, parents: [ours, theirs]), conflicts: conflicts)
  }

  private func mergedBlocks(_ ours: String, _ theirs: String) throws -> String? {
    let (own, other) = (try blob(of: blocksPath, in: ours), try blob(of: blocksPath, in: theirs))
    if own == other { return own }
    var list = BlockList(try content(of: blocksPath, in: ours))
    list.add(BlockList(try content(of: blocksPath, in: theirs)))
    return try store(list.bytes)
  }

  private func mergedDocument(
    _ base: String, _ ours: String, _ theirs: String
  ) throws -> (files: [String: String], conflicts: [MergeConflict]) {
    let blobs = try [base, ours, theirs].map { try blob(of: documentPath, in: $0) }
    if blobs[1] == blobs[2] || blobs[0] == blobs[2] { return (blobs[1].map { [documentPath: $0] } ?? [:], []) }
    if blobs[0] == blobs[1] { return (blobs[2].map { [documentPath: $0] } ?? [:], []) }
    guard blobs[0] != nil else {
      throw Failure(
        .refused, "There are two documents '\(document)' without a common origin.",
        hint: "Synchronize with another name (--document NAME), or begin with a new file and import the rest there.")
    }
    guard blobs[1] != nil, blobs[2] != nil else {
      return ((blobs[1] ?? blobs[2]).map { [documentPath: $0] } ?? [:], [])
    }
    let documents = try [base, ours, theirs].map { try read($0) }
    do {
      let merge = try ThreeWayMerge(
        base: documents[0].document, ours: documents[1].document, theirs: documents[2].document, idsStayIn: .theirs,
        sharing: sharedTitles)
      return ([documentPath: try store(SyncDocument(merge.document).bytes)], merge.conflicts)
    } catch let error as ThreeWayMergeError {
      throw Failure(merging: error, self)
    }
  }

  /// Reads the document in a commit.
  package func read(_ commit: String) throws -> SyncDocument {
    try SyncDocument(reading: content(of: documentPath, in: commit) ?? [], named: document)
  }

  /// Returns a tree or a commit with all other files merged.
  private func mergedTree(
    _ base: String, _ ours: String, _ theirs: String, _ files: [String: String]
  ) throws -> String {
    let own: Set = [documentPath, blocksPath]
    if try own.isSuperset(of: diff(base, ours)) { return theirs }
    if try own.isSuperset(of: diff(base, theirs)) { return ours }
    // Both sides get the merged document, so that git has nothing to merge in it.
    let sides = try [ours, theirs].map { try makeCommit($0, replacing: files, parents: [$0]) }
    let answer = try git.run(["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages"] + sides)
    if answer.status == 0, let tree = answer.parts.first { return tree }
    let names = answer.status == 1 ? answer.parts.dropFirst().map { "'\($0)'" }.joined(separator: ", ") : ""
    throw Failure(
      git: answer, names.isEmpty ? "git cannot merge the other files" : "git cannot merge \(names)", .refused,
      hint: "Merge by hand: git -C \(ShellWords.quoted(git.folder)) merge \(remote?.tracking ?? theirs)")
  }
}

extension Failure {
  /// The failure to merge the document of a worktree.
  package init(merging error: ThreeWayMergeError, _ worktree: Worktree) {
    self.init(
      .badData, "'\(worktree.document)' cannot be merged: it has \(error.what) twice.",
      hint: "Correct it in '\(worktree.git.folder)', and commit it there.")
  }
}

extension ThreeWayMergeError {
  /// The item that a document has twice.
  fileprivate var what: String {
    switch self {
    case .duplicateID(let id, _): "\(id)"
    case .duplicateUser(let name, _): "the user '\(name)'"
    }
  }
}
