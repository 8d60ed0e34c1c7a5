import ListChanges
import OutlineCore
import OutlineStore

/// One user's visible list, live: a data source for a list view that answers from one revision until told to move on.
///
/// Other processes may edit the file meanwhile, the `sqlite3` shell included: the answers stay those of the revision
/// that the view was told of, because what happened since is read from the log and taken back in memory. So the model
/// never runs ahead of the view. No transaction stays open between calls. In memory are the sections and what was
/// edited since, never the rows. Not for several threads at once.
public final class OutlineView {
  /// The user whose list it is.
  public let user: String
  private let path: String
  private let wait: Duration
  private var store: Store
  private var revision: ListRevision
  var table: SectionTable { revision.table }
  var overlay: RowOverlay { revision.overlay }
  private var pending: ArraySlice<PendingChange> = []
  private var lastLoaded: LoggedChange.Mark
  private var dataVersion: Int64 = 0
  /// The file's state when there was nothing new; while it is still that, nobody has to look, and no lock is taken.
  private var quiet: FileStamp?

  /// Opens the file at `path` and looks at it as a user.
  ///
  /// O(sections).
  /// - Parameter wait: how long to wait for a locked file before giving up.
  /// - Throws: `StoreError`.
  public init(_ path: String, as user: String, wait: Duration = .seconds(10)) throws {
    self.path = path
    self.user = user
    self.wait = wait
    store = try Store(opening: path, for: .reading, wait: wait)
    (revision, lastLoaded) = try Self.load(from: store, as: user)
    dataVersion = try store.dataVersion()
  }

  /// The rows that each visible section shows; turns places into lines and back.
  public var shape: ListShape { table.shape }

  /// Moves on by one edit: one of pleat's, or one statement run by hand.
  ///
  /// - Returns: what the edit did to the list, or nil when there is no other revision yet. Edits that change nothing
  ///   in this user's list are passed over.
  /// - Throws: `StoreError`; where the file could not be read, the next step is a reset.
  public func advance() throws -> ViewStep? {
    guard let stamp = store.stamp else { return nil }
    if isCut || store.isReplaced(stamp) { return try reset() }
    if pending.isEmpty, stamp == quiet { return nil }
    quiet = nil
    let version = try store.dataVersion()
    if pending.isEmpty, version == dataVersion {
      if stamp.isSettled { quiet = stamp }
      return nil
    }
    let step = try read(advanceByOne)
    dataVersion = version
    return try step ?? (isCut ? reset() : nil)
  }

  /// Moves on by one edit that changes the list; nil when none is left.
  private func advanceByOne(_ reader: StoreReader) throws -> ViewStep? {
    while let commit = pending.first?.commit {
      let events = pending.prefix { $0.commit == commit }.map(\.event)
      do {
        let step = try revision.advance(by: events, reader)
        pending.removeFirst(events.count)
        if !step.changes.isEmpty { return step }
      } catch {
        isCut = true  // half moved on: only a reset leads back to a list that is whole
        throw error
      }
    }
    return nil
  }

  /// One short read transaction, in which everything that the file is ahead is known.
  func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try store.read { reader in
      try catchUp(reader)
      return try body(reader)
    }
  }

  /// Whether the log no longer leads from this revision to the file's.
  private var isCut = false

  /// Reads what is new in the log.
  private func catchUp(_ reader: StoreReader) throws {
    let last = try reader.lastChange()
    if last == lastLoaded.number { return }
    guard
      try lastLoaded.number == 0
        || last > lastLoaded.number && reader.group(ofChange: lastLoaded.number) == lastLoaded.group
    else {
      isCut = true
      return
    }
    let marks = try reader.marks(ofEditsWithChangesAfter: lastLoaded.number)
    for change in try reader.changes(after: lastLoaded.number) {
      revision.note(change.event)
      pending.append(PendingChange(change, marks))
      lastLoaded = change.mark
    }
  }

  private func reset() throws -> ViewStep {
    let before = table.shape
    let fresh = try Store(opening: path, for: .reading, wait: wait)
    (revision, lastLoaded) = try Self.load(from: fresh, as: user)
    store = fresh
    dataVersion = try fresh.dataVersion()
    pending = []
    isCut = false
    return ViewStep(changes: ViewChanges(), before: before, after: table.shape, isReset: true)
  }

  private static func load(
    from store: Store, as user: String
  ) throws -> (ListRevision, LoggedChange.Mark) {
    try store.read { reader in
      let revision = try ListRevision(reader, as: user)
      let last = try reader.lastChange()
      return (revision, LoggedChange.Mark(number: last, group: try reader.group(ofChange: last)))
    }
  }
}

/// What one edit did to a list.
public struct ViewStep: Sendable {
  /// What the list view must do.
  public let changes: ViewChanges
  /// The rows that each visible section showed before.
  public let before: ListShape
  /// The rows that each visible section shows after.
  public let after: ListShape
  /// Whether no changes can be given, because another file stands at the path or the log was cut: load everything.
  public let isReset: Bool
}

/// A change that the file has and the revision has not.
private struct PendingChange {
  /// What was committed together: several edits may be, as by `undo 3`.
  enum Commit: Hashable {
    case edits(mark: Int64)
    case other(LoggedChange.Group)
  }

  let event: LoggedChange.Event
  let commit: Commit

  init(_ change: LoggedChange, _ marks: [Int64: Int64]) {
    event = change.event
    if case .edit(let key) = change.group, let mark = marks[key] {
      commit = .edits(mark: mark)
    } else {
      commit = .other(change.group)
    }
  }
}

extension LoggedChange {
  /// By which a place in a log is known again.
  struct Mark: Hashable {
    let number: Int64
    let group: Group?
  }

  var mark: Mark { Mark(number: number, group: group) }
}
