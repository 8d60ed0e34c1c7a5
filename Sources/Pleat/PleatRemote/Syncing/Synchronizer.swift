import OutlineCore
import OutlineDocuments
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem

/// Synchronizes an outline with the document in a git worktree.
///
/// It repeats rounds until nothing is left to do: the outline becomes a commit, the commit is joined with those of the
/// branch and of the remote, the joined document is applied to the outline, and the remote gets the commit. Each step
/// leaves a state from which the next synchronization continues, so it can be killed at any time.
package struct Synchronizer {
  package let worktree: Worktree
  package let outline: Outline
  package let folder: String
  package let user: String
  package let request: Request
  package var outcome = SyncOutcome()
  /// The repository's document at the start, to count the changes to it; nil until it is read.
  private var startDocument: Document?

  /// The most rounds, since others may send something during each of them.
  private static let rounds = 10

  package init(_ worktree: Worktree, _ outline: Outline, folder: String, as user: String, with request: Request) {
    self.worktree = worktree
    self.outline = outline
    self.folder = folder
    self.user = user
    self.request = request
  }

  package enum Step {
    case again
    case done
  }

  /// Synchronizes; the results are in ``outcome``.
  package mutating func run() throws {
    if !request.isTrial { try worktree.recover() }
    try worktree.checkIsClean()
    try worktree.checkIdentity()
    let failure = try worktree.fetch()
    for _ in 0..<Self.rounds {
      try Interruption.check()
      if try round(unreachable: failure) == .done {
        if !request.isTrial { worktree.pack() }
        return
      }
    }
    throw Failure(
      .busy, "The remote or the outline has changed again and again during the synchronization.",
      hint: "Nothing is lost; synchronize again.")
  }

  private mutating func round(unreachable failure: Failure?) throws -> Step {
    let copy = try outline.copy(as: user)
    if startDocument == nil {
      startDocument = try document(in: worktree.upstream ?? worktree.head)?.document ?? Document()
    }
    guard let state = try known(copy) else {
      if let failure { throw failure.notBegun }
      return try begin(copy)
    }
    if try !hasBlock(state, copy) {
      if let failure { throw failure.notBegun }
      return try replaceBlock(state, copy)
    }
    if let step = try renumber(copy, state) { return step }
    return try exchange(copy, state, unreachable: failure)
  }

  /// Returns the file's recorded state for this document; nil if the outline was never synchronized here.
  private func known(_ copy: OutlineCopy) throws -> SyncState? {
    guard let state = copy.sync, state.document == worktree.document, let synced = state.synced,
      try worktree.commit(synced) != nil
    else { return nil }
    let refs = SyncRefs(worktree: worktree, token: state.token)
    if let first = try refs.unconfirmed {
      let commits = [try worktree.upstream, worktree.remote == nil ? try worktree.head : nil].compactMap(\.self)
      guard try commits.contains(where: { try worktree.mergeBase(first, $0) == first }) else { return nil }
      if !request.isTrial { try refs.arrive() }
    }
    return state
  }

  /// Whether the outline's block of ids is its own and has enough ids left.
  private func hasBlock(_ state: SyncState, _ copy: OutlineCopy) throws -> Bool {
    if copy.needsBlock { return false }
    guard try SyncRefs(worktree: worktree, token: state.token).agree(with: state.synced) else { return false }
    guard let joined = try worktree.join(worktree.head, worktree.upstream) else { return false }
    return try BlockList(worktree.content(of: worktree.blocksPath, in: joined.id)).has(state.block, for: state.token)
  }
}

extension Failure {
  /// The failure if a remote cannot be reached before the first synchronization with it.
  fileprivate var notBegun: Failure {
    var failure = self
    failure.hint = "Nothing was changed: a block of ids has to be reserved there first."
    return failure
  }

  /// The failure if a remote cannot be reached after everything else was done.
  func notSent(isTrial: Bool = false) -> Failure {
    var failure = self
    failure.hint =
      isTrial ? "Nothing was changed." : "The edits made here are committed; the next synchronization sends them."
    return failure
  }
}

// MARK: - Exchanging

extension Synchronizer {
  /// Brings the outline and the repository to one state.
  package mutating func exchange(
    _ copy: OutlineCopy, _ old: SyncState, unreachable failure: Failure?
  ) throws -> Step {
    var state = old
    guard let last = state.synced else { return .again }
    let own = try SyncDocument(copy.document)
    let head = try worktree.head
    let commit = try self.commit(own, of: copy, after: last, old.token)
    if commit != last {
      state.synced = commit
      try record(state, from: copy)
    }
    guard var joined = try worktree.join(commit, head) else { return .again }
    outcome.conflicts += joined.conflicts
    let upstream = try worktree.upstream
    if let other = try worktree.join(joined.id, upstream) {
      joined = other
      outcome.conflicts += joined.conflicts
    }
    if !request.isTrial { try worktree.move(from: head, to: joined.id) }
    state.synced = joined.id
    guard let document = try document(in: joined.id) else {
      throw Failure(
        .refused, "'\(worktree.document)' was deleted in the repository.",
        hint: "Bring it back there; git -C \(ShellWords.quoted(folder)) log -- \(worktree.document) says since when.")
    }
    if try takeOver(document, own, copy, state, from: commit) == .again { return .again }
    if let failure { throw failure.notSent(isTrial: request.isTrial) }
    return try send(joined.id, upstream, document)
  }

  /// Returns a commit that adds a document to another one, or the other one if it already has the document.
  private func commit(
    _ document: SyncDocument, of copy: OutlineCopy, after last: String, _ token: String
  ) throws -> String {
    let blob = try worktree.store(document.bytes)
    if try worktree.blob(of: worktree.documentPath, in: last) == blob { return last }
    return try worktree.makeCommit(
      last, replacing: [worktree.documentPath: blob], parents: [last], note: note(of: copy, after: last, token))
  }

  /// Returns the note for a commit's message about all edits since the last commit of the copy with a token.
  func note(of copy: OutlineCopy, after last: String?, _ token: String) throws -> String {
    let known = try last.flatMap { try worktree.lastChange(of: token, in: $0) }
    let authorships = try outline.authorships(since: known, through: copy.lastChange, limit: SyncNote.limit)
    return SyncNote.lines(authorships, of: token, through: copy.lastChange)
  }

  /// Returns the document of a commit; nil if it has none.
  private func document(in commit: String?) throws -> SyncDocument? {
    try worktree.content(of: worktree.documentPath, in: commit).map {
      try SyncDocument(reading: $0, named: worktree.document)
    }
  }

  /// Makes the outline equal to a document, or records that it already is.
  private mutating func takeOver(
    _ document: SyncDocument, _ own: SyncDocument, _ copy: OutlineCopy, _ state: SyncState, from commit: String
  ) throws -> Step {
    if document.bytes == own.bytes {
      if state.synced != commit { try record(state, from: copy) }
      return .done
    }
    let diff = SyncCounts(from: own.document, to: document.document)
    let authors = try state.synced.map { try worktree.authorships(in: $0, without: commit) } ?? []
    guard try edit(document.document, copy, state, by: authors) else { return .again }
    outcome.came.add(diff)
    return try request.isTrial || document.isExact ? .done : .again
  }

  /// Makes the outline equal to a document in one edit; returns false if the outline has changed meanwhile.
  ///
  /// - Parameter authors: The authors of the edits that come from other machines.
  package mutating func edit(
    _ document: Document, _ copy: OutlineCopy, _ state: SyncState, by authors: [Authorship] = []
  ) throws -> Bool {
    guard let synced = state.synced else { return false }
    let refs = SyncRefs(worktree: worktree, token: state.token)
    if !request.isTrial { try refs.prepare(synced) }
    do {
      outcome.add(try outline.takeOver(document, from: copy, state, by: authors, as: user, with: request))
    } catch is OutdatedCopy {
      return false
    }
    if !request.isTrial { try refs.confirm(synced) }
    return true
  }

  /// Records a state in the file and in the repository.
  package func record(_ state: SyncState, from copy: OutlineCopy) throws {
    guard !request.isTrial, let synced = state.synced else { return }
    let refs = SyncRefs(worktree: worktree, token: state.token)
    try refs.prepare(synced)
    try outline.record(state, from: copy)
    try refs.confirm(synced)
  }

  /// Sends the commit to the remote, unless it already has it.
  private mutating func send(_ commit: String, _ upstream: String?, _ document: SyncDocument) throws -> Step {
    let failure = request.isTrial || commit == upstream ? nil : try worktree.push(commit)
    guard let failure else {
      outcome.went = SyncCounts(from: startDocument ?? Document(), to: document.document)
      if request.isTrial { return .done }
      outcome.commit = commit
      outcome.remote = worktree.remote?.name
      return .done
    }
    if let unreachable = try worktree.fetch() { throw unreachable.notSent() }
    if try worktree.upstream == upstream { throw failure.notSent() }
    try worktree.upstream.map { startDocument = try worktree.read($0).document }
    return .again
  }
}
