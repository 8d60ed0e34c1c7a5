import OutlineCore
import OutlineDocuments
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem

// The first synchronization of an outline, and the blocks of ids.
extension Synchronizer {
  /// Begins to synchronize: reserves a block of ids, and brings the outline into the repository, or the repository's
  /// document into the outline.
  package mutating func begin(_ copy: OutlineCopy) throws -> Step {
    let joined = try worktree.join(worktree.head, worktree.upstream)
    let bytes = try worktree.content(of: worktree.documentPath, in: joined?.id)
    let own = try SyncDocument(copy.document)
    let blocks = BlockList(try worktree.content(of: worktree.blocksPath, in: joined?.id))
    if bytes == nil, !blocks.isEmpty {
      throw Failure(
        .refused, "'\(worktree.document)' was deleted in the repository.",
        hint: "Bring it back there, or synchronize with another name (--document NAME).")
    }
    if bytes == nil, copy.isEmpty, outline.isMissing {
      throw Failure(
        .notFound, "There is neither an outline nor a document '\(worktree.document)' in '\(folder)' yet.",
        hint: "Create the outline with a first row: pleat add milk")
    }
    let document = try bytes.map { try SyncDocument(reading: $0, named: worktree.document) }
    if request.isTrial { return try tryToBegin(own, document) }
    guard let reserved = try reserve(after: joined?.id, bytes == nil ? own : nil, copy) else { return .again }
    outcome.block = reserved.state.block
    return try enter(reserved.state, document ?? own, own, copy)
  }

  private mutating func tryToBegin(_ own: SyncDocument, _ document: SyncDocument?) throws -> Step {
    guard let document else {
      outcome.went = SyncCounts(from: Document(), to: own.document)
      return .done
    }
    if document.bytes == own.bytes { return .done }
    let joined = try join(own, document)
    note(joined, from: own)
    outcome.went = SyncCounts(from: document.document, to: joined.document)
    return .done
  }

  /// Joins the outline and a document without a common state: the result has all items of both, and common items once.
  private func join(_ own: SyncDocument, _ document: SyncDocument) throws -> JoinedOutlines {
    do { return try JoinedOutlines(own.document, document.document) } catch {
      throw Failure(merging: error, worktree)
    }
  }

  /// Adds the effects of a join on the outline to the outcome.
  private mutating func note(_ joined: JoinedOutlines, from own: SyncDocument) {
    outcome.came.add(SyncCounts(from: joined.first.known, to: joined.document.known))
    outcome.conflicts += joined.conflicts
    outcome.renumbered += own.document.ids.subtracting(joined.first.ids).count
  }

  /// Applies the document to an outline that was empty, or records that the outline is equal to it.
  private mutating func enter(
    _ state: SyncState, _ document: SyncDocument, _ own: SyncDocument, _ copy: OutlineCopy
  ) throws -> Step {
    if document.bytes == own.bytes, !outline.isMissing {
      try record(state, from: copy)
    } else {
      let joined = try join(own, document)
      let authors = try state.synced.map { try worktree.authorships(in: $0, without: nil) } ?? []
      if try edit(joined.document.inOrder, copy, state, by: authors) { note(joined, from: own) }
    }
    return .again
  }

  /// Reserves a block of ids, in a commit that the remote takes before any id is used.
  ///
  /// - Parameters:
  ///   - last: The commit that the reservation is based on.
  ///   - document: A document to add to the repository with it; nil if the repository has one.
  /// - Returns: Nil if somebody else has changed the remote meanwhile.
  private func reserve(
    after last: String?, _ document: SyncDocument?, _ copy: OutlineCopy
  ) throws -> (state: SyncState, commit: String)? {
    var blocks = BlockList(try worktree.content(of: worktree.blocksPath, in: last))
    guard let block = blocks.free else {
      throw Failure(
        .refused, "All blocks of ids are reserved.", hint: "Synchronize with another name (--document NAME).")
    }
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let machine = Escapes.oneLine(Platform.hostName ?? "unknown").filter { $0 != " " }
    blocks.add(
      block, for: token, date: Platform.date(Platform.now / 1_000, on: .utc, as: "%Y-%m-%d"), machine: machine)
    var files = [worktree.blocksPath: try worktree.store(blocks.bytes)]
    if let document { files[worktree.documentPath] = try worktree.store(document.bytes) }
    let note = try document.map { _ in try self.note(of: copy, after: last, token) } ?? ""
    let commit = try worktree.makeCommit(last, replacing: files, parents: [last].compactMap(\.self), note: note)
    let state = SyncState(
      document: worktree.document, token: token, block: block, first: block.ids.lowerBound,
      last: block.ids.lowerBound, synced: commit)
    return try bring(commit, state, copy, isFirst: document != nil) ? (state, commit) : nil
  }

  /// Brings the commit of a reservation to the remote and to the branch; returns false if the remote has changed and
  /// rejects it.
  private func bring(
    _ commit: String, _ state: SyncState, _ copy: OutlineCopy, isFirst: Bool
  ) throws -> Bool {
    let refs = SyncRefs(worktree: worktree, token: state.token)
    let (head, upstream) = (try worktree.head, try worktree.upstream)
    if isFirst {
      // If the process is killed here, the next synchronization checks whether the commit has arrived.
      try refs.begin(commit)
      try outline.record(state, from: copy)
    }
    if let failure = try worktree.push(commit) {
      if let unreachable = try worktree.fetch() { throw unreachable }
      if try worktree.upstream == upstream { throw failure }
      return false
    }
    try worktree.move(from: head, to: commit)
    if isFirst { try refs.arrive() }
    return true
  }

  /// Reserves another block for a copy whose block belongs to somebody else, or is used up.
  ///
  /// Items of the copy keep their ids of the old block, because the other copy may have the same items. If the other
  /// copy has given an id to a different item, the merge takes it away from the copy that comes second.
  mutating func replaceBlock(_ old: SyncState, _ copy: OutlineCopy) throws -> Step {
    if request.isTrial { return try exchange(copy, old, unreachable: nil) }
    let joined = try worktree.join(worktree.head, worktree.upstream)
    guard let reserved = try reserve(after: joined?.id, nil, copy) else { return .again }
    outcome.block = reserved.state.block
    var state = reserved.state
    state.synced = old.synced
    if try renumber(copy, old, recording: state) == nil { try record(state, from: copy) }
    return .again
  }

  /// Gives ids of the block to sections and rows that were inserted by hand; returns nil if there are none.
  mutating func renumber(
    _ copy: OutlineCopy, _ state: SyncState, recording new: SyncState? = nil
  ) throws -> Step? {
    guard let synced = state.synced else { return nil }
    // Unknown ids are rare; only then is the last document read.
    let candidates = copy.document.ids.filter(state.needsNewID)
    if candidates.isEmpty { return nil }
    let doubtful = candidates.subtracting(try worktree.read(synced).document.ids)
    if doubtful.isEmpty || request.isTrial { return nil }
    var document = copy.document
    document.renumber { item, _ in item.id.map(doubtful.contains) ?? false ? nil : item.number }
    if try edit(document, copy, new ?? state) { outcome.renumbered += doubtful.count }
    return .again
  }
}

extension Document {
  /// The document without the items that have no id.
  fileprivate var known: Document { with(items.filter { $0.number != nil }) }
}
