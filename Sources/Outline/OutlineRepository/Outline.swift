import Locking
import OutlineCore
import OutlineStore
import PleatSystem

/// An outline in a file, with functions to edit it and to read it.
///
/// Every edit is one transaction: it loads what the rules need, lets the rules make a plan, and writes the plan. When
/// an edit returns, the file has the change; when it throws, the file is unchanged, except where a `StoreError` says
/// otherwise. The library never prints and never reads the environment.
public final class Outline: Sendable {
  private let source: Lock<Source>
  /// Handles signals of the process around transactions.
  private let signals: TransactionSignals
  /// Lets edits of several threads share a transaction; nil if each has one of its own.
  private let groups: WriteGroups?

  /// Where the outline is kept.
  private enum Source {
    case open(Store)
    /// The file exists, and the next call opens it.
    case closed(Location)
    /// The file does not exist yet; the first edit that writes something creates it.
    case missing(Location)
  }

  /// A file, and how to open it.
  fileprivate struct Location {
    let path: String
    let wait: Duration
    let network: NetworkFiles
    let access: StoreAccess
    var journal: (any StoreJournal)?
  }

  /// The purpose for which an outline is opened.
  public enum Purpose: Sendable {
    /// Reading only: the file must exist, and its bytes and times stay unchanged.
    case reading
    /// Reading and editing. If the file does not exist, the first edit that is not refused creates it; until then,
    /// trials run on an empty outline in memory.
    case editing
  }

  /// Opens the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - purpose: Whether the outline is going to be edited.
  ///   - wait: How long each call waits for a locked file before it gives up.
  ///   - allowsNetworkFile: Whether to edit a file on a network file system, such as NFS, SMB or CephFS, or on one in
  ///     user space (FUSE), such as sshfs. Locks or caches there may differ between machines and programs, so that saved
  ///     edits get lost if two of them write; one writer alone is safe. Reading is always possible.
  /// - Throws: `StoreError`, with `StoreError/networkFile(path:fileSystem:)` for a file that may not be edited there;
  ///   the file is then unchanged.
  public convenience init(
    _ path: String, for purpose: Purpose = .editing, wait: Duration = .seconds(10), allowsNetworkFile: Bool = false
  ) throws {
    try self.init(path, for: purpose, wait: wait, allowsNetworkFile: allowsNetworkFile, signals: TransactionSignals())
  }

  /// Opens the file at `path`; `signals` acts around its transactions.
  ///
  /// - Parameter groupsEdits: Whether edits that threads make at the same time share a transaction. Each is an entry of its own,
  ///   and none returns before it is saved.
  /// - Parameter journal: Writes every transaction down elsewhere before it is committed.
  package convenience init(
    _ path: String, for purpose: Purpose, wait: Duration, allowsNetworkFile: Bool,
    signals: TransactionSignals, groupsEdits: Bool = false, journal: (any StoreJournal)? = nil
  ) throws {
    try self.init(
      path, for: purpose, wait: wait, network: NetworkFiles(areAllowed: allowsNetworkFile), signals: signals,
      groupsEdits: groupsEdits, journal: journal)
  }

  init(
    _ path: String, for purpose: Purpose, wait: Duration, network: NetworkFiles,
    signals: TransactionSignals = TransactionSignals(), groupsEdits: Bool = false, journal: (any StoreJournal)? = nil
  ) throws {
    self.signals = signals
    groups = groupsEdits ? WriteGroups() : nil
    let access: StoreAccess = purpose == .reading ? .reading : groupsEdits ? .writingOften : .writing
    do {
      source = Lock(
        .open(try Store(opening: path, for: access, wait: wait, network: network, signals: signals, journal: journal)))
    } catch StoreError.missing where purpose != .reading {
      source = Lock(
        .missing(Location(path: path, wait: wait, network: network, access: access, journal: journal)))
    }
  }

  /// Creates an empty outline in memory.
  public init() throws {
    signals = TransactionSignals()
    groups = nil
    source = Lock(.open(try Store()))
  }

  /// The file's path; nil for an outline in memory.
  public var path: String? {
    source.withLock { source in
      switch source {
      case .open(let store): store.path
      case .missing(let location), .closed(let location): location.path
      }
    }
  }
}

extension Outline {
  /// Whether the file does not exist yet.
  package var isMissing: Bool { source.withLock { if case .missing = $0 { true } else { false } } }
}

// MARK: - Reading

extension Outline {
  func read<T>(as userName: String, _ body: (StoreReader, StoredUser) throws -> T) throws -> T {
    try Self.check(userName: userName)
    return try read { reader in try body(reader, reader.user(named: userName)) }
  }

  func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    let store = try source.withLock { try self.store(of: &$0) }
    return try store.read(body)
  }

  /// Returns the store of an outline that is in a file.
  func storeForBackup() throws -> Store {
    try source.withLock { source in
      if case .missing(let location) = source { throw StoreError.missing(path: location.path) }
      return try store(of: &source)
    }
  }

  /// Runs `body` with the file that is at the path now, even if another one was opened; returns nil if there is none.
  func useFileAtPath<T>(_ body: (Store) throws -> T?) throws -> T? {
    try source.withLock { source in
      switch source {
      case .closed: break
      case .missing(let location):
        if FileStamp(of: location.path) == nil { return nil }
        source = .closed(location)
      case .open(let store):
        guard let path = store.path, let stamp = store.stamp else { return nil }
        if store.isReplaced(stamp) { source = .closed(store.location(path)) }
      }
      return try body(store(of: &source))
    }
  }

  /// Returns the store, or an empty store in memory if the file does not exist yet.
  private func store(of source: inout Source) throws -> Store {
    switch source {
    case .open(let store): return store
    case .missing: return try Store()
    case .closed(let location):
      let store = try Store(
        opening: location.path, for: location.access, wait: location.wait, network: location.network, signals: signals,
        journal: location.journal)
      source = .open(store)
      return store
    }
  }

  static func check(userName name: String) throws(OutlineError) {
    if name.isEmpty { throw .emptyName("user") }
    if name.utf8.contains(0) { throw .containsNUL }
    if name.utf8.count > OutlineLimits.titleBytes { throw .tooLong(name, limit: OutlineLimits.titleBytes) }
  }
}

// MARK: - Writing

extension Outline {
  /// What a write does if the file does not exist.
  enum MissingFile {
    /// It throws an error, because there is nothing to change.
    case refuse
    /// It creates the file. If another process creates the file first, the work is done again on that file.
    case make
    /// It creates the file. If another process creates the file first, it throws an error, because the work cannot be
    /// repeated.
    case makeOnce
  }

  /// Runs `work` in a write transaction on behalf of a user, and rolls it back if nothing was written or for a trial.
  ///
  /// If the file has an edit with the request's idempotency key, the answer is that of the edit, and `work` is not run.
  ///
  /// - Throws: What `work` throws, `OutlineError`, `StoreError`; nothing has changed then, except where a `StoreError`
  ///   says otherwise.
  func write(
    as userName: String, with request: Request, whenMissing missing: MissingFile,
    _ work: (WriteSession) throws -> Answer
  ) throws -> Answer {
    for name in [userName] + request.observers.map(\.text) { try Self.check(userName: name) }
    if let groups { return try write(in: groups, as: userName, with: request, whenMissing: missing, work) }
    func perform(_ store: Store) throws -> Answer { try Self.perform(work, in: store, as: userName, request) }
    return try source.withLock { source in
      if case .missing(let location) = source {
        let (answer, isDone) = try write(toNew: location, with: request, whenMissing: missing, perform)
        // Opening the new file may fail, but the edit is saved by then and must not fail.
        if answer.hasWritten, !request.isTrial { source = .closed(location) }
        if isDone { return answer }
      }
      let store = try self.store(of: &source)
      do { return try perform(store) } catch StoreError.replaced(let path) {
        // The next call finds the new file.
        source = .closed(store.location(path))
        throw StoreError.replaced(path: path)
      }
    }
  }

  /// Runs `work` in a transaction that it may share with the edits of other threads, on the file that is at the path now.
  private func write(
    in groups: WriteGroups, as userName: String, with request: Request, whenMissing missing: MissingFile,
    _ work: (WriteSession) throws -> Answer
  ) throws -> Answer {
    var used: StoreWriter?
    func useStore(_ body: (Store) throws -> Void) throws {
      guard try useFileAtPath(body) != nil else { throw StoreError.missing(path: path ?? "") }
    }
    // Another thread may call the closure, and has released it by the time this thread gets its answer.
    var answer = try withoutActuallyEscaping(work) { work in
      try groups.write(isRepeatable: missing != .makeOnce, with: useStore) { writer, store in
        used = writer
        return try Self.edit(work, writer, in: store, as: userName, request)
      }
    }
    answer.leap = used?.leap
    return answer
  }

  /// Runs `work` in a write transaction of a store.
  private static func perform(
    _ work: (WriteSession) throws -> Answer, in store: Store, as userName: String, _ request: Request
  ) throws -> Answer {
    var used: StoreWriter?
    var answer = try store.write { writer in
      used = writer
      return try edit(work, writer, in: store, as: userName, request)
    }
    answer.leap = used?.leap
    return answer
  }

  /// Runs `work` in a transaction, and says how the transaction, or this part of it, has to end.
  private static func edit(
    _ work: (WriteSession) throws -> Answer, _ writer: StoreWriter, in store: Store, as userName: String,
    _ request: Request
  ) throws -> (result: Answer, end: Store.End) {
    let session = try WriteSession(writer, as: userName, request, store.network)
    if let answer = try session.repeatedAnswer() { return (answer, .rollback) }
    let asks = request.deletions != .free && !request.isTrial
    let last = try asks ? writer.reader.lastChange() : 0
    var answer = try work(session)
    if asks, session.hasWritten, let question = try DeletionQuestion(after: last, writer.reader),
      request.deletions != .agreed(question.number)
    {
      return (Answer(outcome: .asked(question)), .rollback)
    }
    try session.enterUser()
    if let key = request.idempotencyKey, session.hasWritten {
      try writer.keep(idempotencyKey: key, asking: (userName, request.words, request.input), of: answer.items)
    }
    answer.hasWritten = session.hasWritten
    answer.ticked = session.ticked
    answer.backup = session.backup
    return (answer, request.isTrial || !session.hasWritten ? .rollback : .commit)
  }

  /// Makes a file for what `perform` writes, unless it is a trial or writes nothing.
  ///
  /// - Returns: The answer, and whether it is final: false if another process has made the file first, so that the work
  ///   has to be done again there.
  private func write(
    toNew location: Location, with request: Request, whenMissing missing: MissingFile,
    _ perform: (Store) throws -> Answer
  ) throws -> (answer: Answer, isDone: Bool) {
    if missing == .refuse { throw StoreError.missing(path: location.path) }
    try Store.checkFolder(of: location.path, location.network)
    func performInNew(_ store: Store) throws -> Answer {
      do { return try perform(store) } catch let error as OutlineError where error.isAboutNothing {
        throw StoreError.missing(path: location.path)
      }
    }
    if request.isTrial {
      var answer = try performInNew(Store())
      if answer.hasWritten { answer.newFolder = Platform.obstacle(on: location.path)?.folder }
      return (answer, true)
    }
    var (answer, isInstalled, folder) = try Store.create(
      location.path, network: location.network, signals: signals, journal: location.journal
    ) { store in
      let answer = try performInNew(store)
      return (answer, answer.hasWritten)
    }
    answer.newFolder = folder
    if answer.hasWritten, !isInstalled, missing == .makeOnce { throw StoreError.busy(path: location.path, holder: nil) }
    return (answer, isInstalled || !answer.hasWritten)
  }
}

extension OutlineError {
  /// Whether an edit names something that does not exist; without a file, the error to report is the missing file.
  fileprivate var isAboutNothing: Bool {
    switch self {
    case .notFound, .noNumber: true
    default: false
    }
  }
}

extension Store {
  /// Where the store finds its file again.
  fileprivate func location(_ path: String) -> Outline.Location {
    Outline.Location(path: path, wait: wait, network: network, access: access, journal: journal)
  }
}
