import ListChanges
import OutlineCore
import OutlineStore
import PleatSystem

/// One user's visible list as of one revision of the file, as a data source for a list view.
///
/// Other processes, such as the `sqlite3` shell, may edit the file at any time. The view keeps answering as of its own
/// revision until it is moved, so it never runs ahead of the list view. It reads later changes from the log and
/// reverses them in memory.
///
/// There are two ways to move it. ``nextStep()`` reads what is new without moving, and ``move(to:)`` moves: that is for list
/// views of UIKit and AppKit, which ask for the list before until an update begins. ``advance()`` and ``steps(every:)`` do both.
///
/// No transaction stays open between calls. In memory are the sections and the rows that were edited since, but not the
/// other rows. Only one thread at a time can use a view.
public final class OutlineView {
  /// The user whose list it is.
  public let user: String
  private let path: String
  private let wait: Duration
  private let signals: TransactionSignals
  private var store: Store
  private var revision: ListRevision
  var table: LiveSections { revision.table }
  var overlay: RowOverlay { revision.overlay }
  private var pending: ArraySlice<LoggedChange> = []
  private var lastLoaded: LoggedChange.Position
  /// The version of the file's data when the file was read last.
  var dataVersion: Int64 = 0
  /// The state of the file when there was nothing new; as long as it stays the same, there is no need to read or lock
  /// the file.
  private var quiet: FileStamp?
  /// The step that was read and not moved to yet, with the state after it.
  private var next: (step: ViewStep, state: State)?
  /// Whether steps name the entries that made them; see ``ViewStep/entries``.
  package var namesEntries = false

  /// Opens the file at `path` for one user.
  ///
  /// O(sections).
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - user: The user whose list it is.
  ///   - wait: How long to wait for a locked file before giving up.
  /// - Throws: `StoreError`.
  public convenience init(_ path: String, as user: String, wait: Duration = .seconds(10)) throws {
    try self.init(path, as: user, wait: wait, signals: TransactionSignals())
  }

  /// Opens the list; `signals` acts around its transactions.
  ///
  /// - Parameter awaitsFile: Whether a missing file is an empty list; once there is a file, the next step is a reset.
  package init(
    _ path: String, as user: String, wait: Duration, signals: TransactionSignals, awaitsFile: Bool = false
  ) throws {
    self.signals = signals
    self.path = path
    self.user = user
    self.wait = wait
    do {
      store = try Store(opening: path, for: .reading, wait: wait, signals: signals)
    } catch StoreError.missing where awaitsFile {
      store = try Store()
    }
    // Read first: what is committed in between is then looked for again.
    dataVersion = try store.dataVersion()
    (revision, lastLoaded) = try Self.load(from: store, as: user)
  }

  /// Creates the list of another user from what is known of this one, at the same revision.
  private init(_ other: OutlineView, as folds: UserFolds, _ reader: StoreReader) throws {
    (path, wait, signals, store) = (other.path, other.wait, other.signals, other.store)
    user = folds.user.name
    revision = try other.revision.with(folds, reader)
    (pending, lastLoaded, dataVersion) = (other.pending, other.lastLoaded, other.dataVersion)
    namesEntries = other.namesEntries
  }

  /// Returns the list of a user with these folds at the same revision, which reads the file through the same connection.
  ///
  /// O(n log n) in the number of sections.
  func copy(with folds: UserFolds, _ reader: StoreReader) throws -> OutlineView {
    try OutlineView(self, as: folds, reader)
  }

  /// The number of rows that each visible section shows, which converts positions into lines and back.
  public var shape: ListShape { table.list.shape }

  /// The number of the last change in the log that the revision has; it never decreases in one file.
  package var lastChange: Int64 { pending.first.map { $0.number - 1 } ?? lastLoaded.number }

  var fileStamp: FileStamp? { awaitsFile ? FileStamp(of: path) : store.stamp }

  /// Whether there was no file yet, so that the list is empty.
  package var awaitsFile: Bool { store.path == nil }

  /// Moves on by everything that the file has, by whomever and in however many edits, so that the list after it was committed.
  ///
  /// The log does not say where a transaction of statements by hand ended, so a list between two of its changes may never have
  /// been in the file. If a step was read by ``nextStep()``, this moves on by that one.
  /// - Returns: The step, or nil if nothing is new that changes this user's list.
  /// - Throws: `StoreError`. If the file could not be read, the next step is a reset.
  public func advance() throws -> ViewStep? {
    if let step = next?.step {
      move(to: step)
      return step
    }
    switch try news() {
    case .none: return nil
    case .reset: return try reset()
    case .changes(let version):
      let step = try read { try pending.isEmpty ? nil : advance(over: newChanges, $0) }
      dataVersion = version
      return try step ?? (isCut ? reset() : nil)
    }
  }

  /// What there is to do for the next revision.
  enum News: Equatable {
    case none
    /// Everything has to be read again: another file is at the path, the log lost changes, or a step failed halfway.
    case reset
    /// The file may have changes, or there are some that the revision does not have yet.
    case changes(version: Int64)
  }

  /// Finds out whether there is something new; if not, this costs one look at the file.
  func news() throws -> News {
    guard let stamp = fileStamp else { return .none }
    if awaitsFile { return .reset }
    if isCut || store.isReplaced(stamp) { return .reset }
    if pending.isEmpty, stamp == quiet { return .none }
    quiet = nil
    let version = try store.dataVersion()
    if pending.isEmpty, version == dataVersion {
      if stamp.isSettled { quiet = stamp }
      return .none
    }
    return .changes(version: version)
  }

  /// Whether the file was read and has changes that the revision does not have yet.
  var isBehind: Bool { !pending.isEmpty || isCut }

  /// All changes that the revision does not have yet.
  var newChanges: [LoggedChange] { Array(pending) }

  /// Moves on by changes, which are the first ones that it does not have; returns nil if they do not change the list.
  ///
  /// - Parameter isPersonal: Whether to apply what the changes say about folds and settings of users.
  func advance(over changes: [LoggedChange], isPersonal: Bool = true, _ reader: StoreReader) throws -> ViewStep? {
    do {
      let events = changes.map(\.event)
      var step = try revision.advance(by: isPersonal ? events : events.filter { !$0.isPersonal }, reader)
      pending.removeFirst(changes.count)
      if step.changes.isEmpty { return nil }
      if namesEntries { step.entries = try StepEntry.entries(of: changes, reader) }
      return step
    } catch {
      isCut = true  // moved on in part: only a reset leads back to a whole list
      throw error
    }
  }

  /// Runs `body` in a short read transaction in which all changes since the revision are known.
  func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try store.read { reader in
      try catchUp(reader)
      return try body(reader)
    }
  }

  /// Whether the log no longer has all changes since this revision.
  var isCut = false

  /// Reads the changes that were logged since the file was read last.
  func catchUp(_ reader: StoreReader) throws {
    let last = try reader.lastChange()
    if last == lastLoaded.number { return }
    guard
      try lastLoaded.number == 0
        || last > lastLoaded.number && reader.group(ofChange: lastLoaded.number) == lastLoaded.group
    else {
      isCut = true
      return
    }
    for change in try reader.changes(after: lastLoaded.number) {
      revision.note(change.event)
      pending.append(change)
      lastLoaded = change.position
    }
  }

  private func reset() throws -> ViewStep {
    let before = table.list.shape
    let fresh = try Store(opening: path, for: .reading, wait: wait, signals: signals)
    dataVersion = try fresh.dataVersion()
    (revision, lastLoaded) = try Self.load(from: fresh, as: user)
    store = fresh
    pending = []
    isCut = false
    return ViewStep(changes: ViewChanges(), before: before, after: table.list.shape, isReset: true)
  }

  private static func load(
    from store: Store, as user: String
  ) throws -> (ListRevision, LoggedChange.Position) {
    try store.read { reader in
      let revision = try ListRevision(reader, as: user)
      let last = try reader.lastChange()
      return (revision, LoggedChange.Position(number: last, group: try reader.group(ofChange: last)))
    }
  }
}

// MARK: - Reading first, and moving then

extension OutlineView {
  /// Everything that differs between two revisions.
  private typealias State = (
    store: Store, revision: ListRevision, pending: ArraySlice<LoggedChange>, lastLoaded: LoggedChange.Position,
    dataVersion: Int64, isCut: Bool
  )

  private var state: State {
    get { (store, revision, pending, lastLoaded, dataVersion, isCut) }
    set { (store, revision, pending, lastLoaded, dataVersion, isCut) = newValue }
  }

  /// Reads the step to the newest revision without moving: until ``move(to:)``, the view answers as before.
  ///
  /// The step joins everything that is new, by whomever and in however many edits, so that the list after it was committed. A
  /// reset is known beforehand as well: ``ViewStep/isReset``. If it is called again before the view has moved, it returns the
  /// same step, even if the file has changed meanwhile; the next step then has what came later.
  ///
  /// O(sections) in memory that is copied, and the cost of ``advance()``.
  /// - Returns: The step, or nil if nothing is new that changes this user's list.
  /// - Throws: `StoreError`. The view then is where it was.
  public func nextStep() throws -> ViewStep? {
    if let next { return next.step }
    let now = state
    do {
      guard var step = try advance() else { return nil }
      step.mark = ViewStep.Mark()
      next = (step, state)
      state = now
      return step
    } catch {
      state = now
      throw error
    }
  }

  /// Moves to the revision after a step that ``nextStep()`` has returned; nothing is read, and it cannot fail.
  ///
  /// Call it in the block of `performBatchUpdates`, or before `reloadData` if the step is a reset.
  /// - Returns: Whether the view has moved. It has not if the step is not the last one that this view's ``nextStep()``
  ///   returned, or if the view has moved to it already.
  @discardableResult
  public func move(to step: ViewStep) -> Bool {
    guard let next, next.step.mark === step.mark else { return false }
    state = next.state
    self.next = nil
    return true
  }
}

extension LoggedChange {
  /// The last change that was read, to check that the log is still the same one.
  struct Position: Hashable {
    let number: Int64
    let group: Group?
  }

  var position: Position { Position(number: number, group: group) }
}

// The static program leaves them out, as it would need the runtime of Swift's concurrency for them alone.
#if !NO_CONCURRENCY
  extension OutlineView {
    /// Returns the steps of the view as they happen, for `for try await step in view.steps()`.
    ///
    /// When the loop receives a step, the view has already moved on to the revision after it, which is the newest one: a
    /// step joins everything that is new. While the file is locked or is being replaced, the sequence tries again; any other error ends the sequence. The sequence ends when its task is
    /// cancelled.
    /// - Parameter interval: How long to wait before looking for a new commit. It takes microseconds to look at a file
    ///   that has not changed.
    public func steps(every interval: Duration = .milliseconds(30)) -> Steps { Steps(view: self, interval: interval) }

    /// An asynchronous sequence of the steps of a view.
    public struct Steps: AsyncSequence {
      let view: OutlineView
      let interval: Duration

      /// Creates an iterator; a view can have only one at a time.
      public func makeAsyncIterator() -> Iterator { Iterator(view: view, interval: interval) }

      /// An iterator that waits for the next step of a view.
      public struct Iterator: AsyncIteratorProtocol {
        let view: OutlineView
        let interval: Duration

        /// Waits for the next step and returns it, or nil when the task is cancelled.
        /// - Throws: `StoreError`.
        public mutating func next(
          isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> ViewStep? {
          while !Task.isCancelled {
            if let step = try view.advanceIfPossible() { return step }
            do { try await Task.sleep(for: interval) } catch { return nil }
          }
          return nil
        }

        /// Waits for the next step and returns it, or nil when the task is cancelled.
        /// - Throws: `StoreError`.
        public mutating func next() async throws -> ViewStep? { try await next(isolation: #isolation) }
      }
    }
  }
#endif

extension OutlineView {
  /// Moves on as ``advance()`` does, but also returns nil while the file is locked or is being replaced.
  public func advanceIfPossible() throws -> ViewStep? {
    do { return try advance() } catch StoreError.busy, StoreError.missing, StoreError.replaced { return nil }
  }
}
