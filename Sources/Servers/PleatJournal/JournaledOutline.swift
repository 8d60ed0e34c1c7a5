import Locking
import OutlineCore
import OutlineStore
import PleatOutput
import PleatSystem
import SQLite

/// An outline with its journal, as seen by this host.
final class JournaledOutline: Sendable {
  /// The name in the journal: the path within the folder.
  let outline: String
  let path: String
  let database: Database
  let holder: String
  /// Notifies the other hosts of a new entry.
  let tell: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void
  /// Receives whether this host now leads.
  private let leads: @Sendable (JournaledOutline, Bool) -> Void

  struct State {
    /// The number of the lease; nil if this host does not lead.
    fileprivate(set) var epoch: Int64?
    /// When an edit last asked whether this host leads.
    fileprivate var lastTurn = MonotonicTime.now
    /// Whether this host led last, so that nothing is logged when it takes the lease again.
    var hasLed = false
    /// The last entry applied to the file.
    var seq: Int64 = 0
    /// Why the journal could not be followed the last time; it is logged once.
    var problem: String?
    /// Why no further entries are applied.
    var obstacle: String?
    /// Whether the content of the file does not match its sum, so that the file has to be restored.
    var isSpoiled = false
    /// Whether the last entry ended the outline.
    var hasEnded = false
    /// When the sum was last checked; nil if it was not yet.
    var lastCheck: MonotonicTime?
    /// When an entry was last applied to the file.
    var lastEntry = MonotonicTime.now
    /// Whether a thread is following the journal, and whether it has to check again.
    var following = (isOn: false, isAskedAgain: false)
  }

  let state = Lock(State())
  /// Held while the lease is taken.
  let taking = Lock(())
  /// Held while entries are applied.
  let applying = Lock(())

  /// How long a lease is valid unless it is renewed, in seconds.
  static let lease = 5
  /// How long a lease is renewed without an edit; no edit takes that long.
  private static let rest = Duration.seconds(600)
  /// The number of entries between two snapshots.
  static let snapshotDistance: Int64 = 10_000
  /// The largest file that gets snapshots, in bytes; a value in PostgreSQL has a limit, and so has memory.
  static let largestSnapshot: Int64 = 256 << 20
  /// How many snapshots to keep besides the first.
  static let keptSnapshots = 2
  /// The most entries to apply in one transaction.
  static let batch = 100

  /// When to check the sum of a file, and which entries to delete then.
  struct Checks {
    /// How long the file must be unchanged.
    let calm: Duration
    /// How much time passes between two checks.
    let distance: Duration
    /// How many days entries are kept; nil for ever.
    let days: Int?
  }

  let checks: Checks

  init(
    _ outline: String, at path: String, _ database: Database, holder: String, _ checks: Checks,
    tell: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void,
    leads: @escaping @Sendable (JournaledOutline, Bool) -> Void
  ) {
    (self.outline, self.path, self.database, self.holder) = (outline, path, database, holder)
    self.checks = checks
    (self.tell, self.log, self.leads) = (tell, log, leads)
  }

  /// The number of the lease; nil if this host does not lead.
  var epoch: Int64? { state.withLock(\.epoch) }

  /// The last entry applied to the file.
  var seq: Int64 { state.withLock(\.seq) }

  /// Whether the file existed with an entry and is now missing, although the journal has the outline.
  var isGone: Bool { state.withLock { $0.seq > 0 && !$0.hasEnded } && FileStamp(of: path) == nil }

  /// Whether this host leads, and so may make an edit, for which the lease is then kept.
  func mayEdit() -> Bool {
    state.withLock { state in
      if state.epoch != nil { state.lastTurn = .now }
      return state.epoch != nil
    }
  }

  /// Records the lease.
  func lead(_ epoch: Int64) {
    state.withLock { state in
      (state.epoch, state.lastTurn) = (epoch, .now)
      leads(self, true)
    }
  }

  /// Records that another host holds the lease, or may hold it.
  func loseLease() {
    state.withLock { state in
      state.epoch = nil
      leads(self, false)
    }
  }

  /// Records that the lease is given up, and returns true, if nobody has edited the outline for long.
  func rests() -> Bool {
    state.withLock { state in
      let rests = state.epoch != nil && min(state.lastTurn.elapsed, state.lastEntry.elapsed) > Self.rest
      if rests {
        state.epoch = nil
        leads(self, false)
      }
      return rests
    }
  }
}

// MARK: - Refusals

extension JournaledOutline {
  /// Logs, once, that the file is not the journal's outline of this name, and returns the error.
  func refusal(_ sentence: String, hint: String) -> Failure {
    if isNew(sentence) { log("leaves \(outline) alone: \(sentence)") }
    return Failure(.refused, sentence, hint: "Nothing was changed, and both are kept. \(hint)")
  }

  /// Refuses a file whose outline is not the journal's outline of this name.
  func checkIsJournals(_ file: JournaledFile) throws {
    let known = try database.run("SELECT identity FROM lease WHERE outline = $1", [.text(outline)]).first?[0]
    guard let known, try file.size() > 0, try file.identity() != known else { return }
    throw refusal(
      "The journal has another outline with the name '\(outline)' than \(path).",
      hint: "Give the file another name in its folder: both are then outlines of the journal.")
  }

  func copied(from other: String) -> Failure {
    refusal(
      "\(path) is a copy of '\(other)', which has a journal of its own.",
      hint: "To make another outline of it: pleat -f FILE backup NEW.db")
  }

  /// Records why no further entries are applied; returns false if the reason has not changed.
  func isNew(_ obstacle: String) -> Bool {
    state.withLock { state in
      defer { state.obstacle = obstacle }
      return state.obstacle != obstacle
    }
  }

  /// Runs `body`, and converts PostgreSQL's errors.
  func translating<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as PostgresError {
      database.forgetConnections()
      throw error.isUncertain
        ? StoreError.outcomeUnknown(path: path, message: error.message)
        : .notWrittenDown(path: path, message: error.message)
    }
  }

  /// Runs `body` while holding a lock.
  func withHeld<T>(_ lock: Lock<Void>, _ body: () throws -> T) throws -> T {
    var result: Result<T, any Error>?
    lock.withLock { _ in result = Result { try body() } }
    guard let result else { throw StoreError.unexpected(message: "a lock was not held") }
    return try result.get()
  }
}
