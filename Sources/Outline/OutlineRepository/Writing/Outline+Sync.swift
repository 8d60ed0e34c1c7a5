import OutlineCore
import OutlineDocuments
import OutlineStore

/// One state of an outline, for a diff with the states of other machines.
package struct OutlineCopy: Sendable {
  /// The outline, with its users by name and without settings.
  package let document: Document
  /// The number of the last change that led to this state.
  package let lastChange: Int64
  /// Where the outline is synchronized; nil if it never was.
  package let sync: SyncState?
  /// Whether the block of ids is nearly used up.
  package let needsBlock: Bool

  package var isEmpty: Bool { document.items.isEmpty }
}

/// The outline has changed since a copy was made of it, so that a document made of the copy does not fit any more.
package struct OutdatedCopy: Error {}

extension Outline {
  /// Returns the present state; that of a file that does not exist yet is empty.
  ///
  /// O(outline) in time and memory.
  package func copy(as userName: String) throws -> OutlineCopy {
    try read(as: userName) { reader, user in
      var document = try Document { take in
        try Self.export(as: user, reader, begin: { _ in }, take: { take($0.forDocument) })
      }
      document.settings = [:]
      let sync = try reader.sync()
      let next = try sync.map { (try reader.nextID(of: $0), $0.block.ids.upperBound - IDBlock.size / 10) }
      return OutlineCopy(
        document: document.inOrder, lastChange: try reader.lastChange(), sync: sync,
        needsBlock: next.map { $0 > $1 } ?? false)
    }
  }

  /// Makes the outline equal to a document that was made from a copy of it, with all ids, flags and settings.
  ///
  /// It is one entry of the history, so one undo reverses it. Items without an id in the document get one of the file's
  /// block. O(outline + document) in time and memory.
  /// - Parameters:
  ///   - document: The document.
  ///   - copy: The copy that it was made from.
  ///   - state: The state of the synchronization to record.
  ///   - authors: The authors of the edits on other machines that the document brings.
  ///   - user: The user who synchronizes; it is not added to the users of the file.
  ///   - request: How to carry it out, and what to report.
  /// - Throws: ``OutdatedCopy`` if the outline has changed since the copy was made, `OutlineError`, `StoreError`;
  ///   nothing has changed then.
  package func takeOver(
    _ document: Document, from copy: OutlineCopy, _ state: SyncState, by authors: [Authorship] = [],
    as user: String, with request: Request = Request()
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .makeOnce) { session in
      try session.carryOutDiffing {
        guard try session.reader.lastChange() == copy.lastChange else { throw OutdatedCopy() }
        session.keepsUserOut = true
        try session.begin(.sync, words: request.words)
        try session.writer.note(authors)
        // The block of the ids that are given now is recorded first, and the state that they lead to afterwards.
        try session.writer.setSync(state, after: state.block.greatestID(in: document))
        let answer = try session.takeOver(document)
        try session.writer.setSync(state)
        return answer
      }
    }
  }

  /// Returns the edits of items by users of this file, the newest first, without those that synchronizations brought.
  ///
  /// - Parameters:
  ///   - change: The number of the change after which to begin; nil for the last one of the last synchronization.
  ///   - last: The number of the last change.
  ///   - limit: The number of values after which older edits are left out.
  package func authorships(since change: Int64?, through last: Int64, limit: Int) throws -> [Authorship] {
    if isMissing { return [] }
    return try read { reader in try reader.authorships(since: change, through: last, limit: limit) }
  }

  /// Records where the outline is synchronized and up to which state, without an entry in the history.
  ///
  /// - Parameter copy: The copy that led to the state. Items inserted since then count as new the next time.
  package func record(_ state: SyncState, from copy: OutlineCopy) throws {
    try storeForBackup().write { writer in
      try writer.setSync(state, coversAll: try writer.reader.lastChange() == copy.lastChange)
      return ((), .commit)
    }
  }
}

extension OutlinePiece {
  /// The piece without the flag of the exporting user, which a document does not have.
  fileprivate var forDocument: OutlinePiece {
    switch self {
    case .section(let section): .section(SectionPiece(section.draft, id: section.id, flags: section.flags))
    case .row(let row): .row(RowPiece(row.draft, id: row.id, flags: row.flags))
    case .rowLevels, .setting, .identity, .user, .level, .flag: self
    }
  }
}

extension IDBlock {
  /// The greatest id of the block in a document; a copy of the file may have given ids that this file has not.
  fileprivate func greatestID(in document: Document) -> Int64 {
    document.items.compactMap(\.number).filter(ids.contains).max() ?? 0
  }
}

extension WriteSession {
  fileprivate func takeOver(_ document: Document) throws -> Answer {
    var ids: Set<Int64> = []
    // The second item with the same id gets a new one.
    var document = document
    document.renumber { item, _ in item.number.flatMap { ids.insert($0).inserted ? $0 : nil } }
    try document.check()
    if let identity = document.identity { try writer.setIdentity(identity) }
    try setUsers(document.users)
    if try reader.lastSection() == nil {
      return try add(Document(document.items).pass, to: Placement(), isSync: true)
    }
    let scope = try OutlinePart(reader)
    var merge = try Merge(self, scope, from: reader.document(in: scope), to: document, keepsNewIDs: true)
    let answer = try merge.run()
    for (index, (id, item)) in zip(merge.ids, document.items).enumerated() {
      guard let id else { continue }
      let flags = item.isSection ? item.flags : document.hasRowBelow(index) ? item.flags.filter(\.value) : [:]
      try setFlags(of: SectionID(id.number), to: flags)
    }
    return answer
  }

  /// Gives the file the users of a document, with their settings.
  private func setUsers(_ users: [User]) throws {
    var wanted: Set<ExactText> = []
    for user in users where wanted.insert(ExactText(user.name)).inserted {
      let known = try reader.user(named: user.name)
      guard let key = known.key else {
        try writer.enter(user)
        continue
      }
      if known.user != user { _ = try write([.restoreUser(key, user)]) }
    }
    for name in try reader.userNames() where !wanted.contains(ExactText(name)) {
      try writer.delete(reader.user(named: name))
    }
  }

  /// Gives all users the flags of a document for an item.
  private func setFlags(of id: SectionID, to wanted: [ExactText: Bool]) throws {
    let found = try reader.flags(of: id)
    if found == wanted { return }
    let names = Set(found.keys).union(wanted.keys).filter { found[$0] != wanted[$0] }.sorted()
    var writes: [Write] = []
    for name in names {
      if try reader.user(named: name.text).key == nil { try writer.enter(User(name: name.text)) }
      guard let key = try reader.user(named: name.text).key else { continue }
      writes.append(.restoreFlag(id, user: key, isCollapsed: wanted[name]))
    }
    _ = try write(writes)
  }
}

extension Outline {
  /// A state of the file, to be compared with another one.
  package struct FileVersion: Hashable, Sendable {
    let file: UInt64
    let version: Int64
  }

  /// Returns a value that changes when somebody else edits the file or puts another one in its place, but not after an
  /// edit through this outline; nil if there is no file.
  ///
  /// Takes microseconds. The next call uses the file that is at the path then.
  package func fileVersion() throws -> FileVersion? {
    try useFileAtPath { store in
      guard let stamp = store.stamp else { return nil }
      return FileVersion(file: stamp.inode, version: try store.dataVersion())
    }
  }

  /// Returns where the outline was synchronized last; nil if it never was.
  package func lastSync() throws -> SyncState? { try read { reader in try reader.sync() } }
}
