import OutlineCore
import OutlineStore
import PleatOutput
import PleatSystem
import SQLite
import Synchronization

/// An outline with its journal, as this host has it.
final class Ledger: Sendable {
  /// The name in the journal: the path below the folder.
  let outline: String
  let path: String
  private let database: Database
  private let holder: String
  /// Tells the other hosts of a new entry.
  private let tell: @Sendable (String) -> Void
  private let log: @Sendable (String) -> Void

  private struct State {
    /// The number of the lease; nil if this host does not lead.
    var epoch: Int64?
    /// The last entry that the file has.
    var seq: Int64 = 0
    /// Why the journal could not be followed the last time, which is written down once.
    var problem: String?
    /// Why nothing more is applied.
    var obstacle: String?
    /// Whether the content of the file is not what its sum says, so that the file has to be made anew.
    var isSpoiled = false
    /// When the sum of the file was last computed anew; nil if it was not yet.
    var lastCheck: ContinuousClock.Instant?
    /// When the file last got an entry.
    var lastEntry = ContinuousClock.now
    /// Whether a thread follows the journal, and whether it has to look again.
    var following = (isOn: false, isAskedAgain: false)
  }

  private let state = Mutex(State())
  /// Held while the lease is taken.
  private let taking = Mutex(())
  /// Held while entries are applied.
  private let applying = Mutex(())

  /// How long a lease holds that is not renewed, in seconds.
  static let lease = 5
  /// After how many entries there is another snapshot.
  private static let snapshotDistance: Int64 = 10_000
  /// The size of the largest file that gets snapshots, in bytes: a value in PostgreSQL has a limit, and memory too.
  private static let largestSnapshot: Int64 = 256 << 20
  /// How many snapshots are kept besides the first.
  private static let keptSnapshots = 2
  /// How many entries are applied in one transaction.
  private static let batch = 100

  /// When the sum of a file is computed anew.
  struct Checks {
    /// For how long nothing has to be written before.
    let calm: Duration
    /// For how long that counts.
    let distance: Duration
  }

  private let checks: Checks

  init(
    _ outline: String, at path: String, _ database: Database, holder: String, _ checks: Checks,
    tell: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void
  ) {
    (self.outline, self.path, self.database, self.holder) = (outline, path, database, holder)
    self.checks = checks
    (self.tell, self.log) = (tell, log)
  }

  /// The number of the lease; nil if this host does not lead.
  var epoch: Int64? { state.withLock(\.epoch) }

  /// The last entry that the file has.
  var seq: Int64 { state.withLock(\.seq) }

  /// Whether the file had an entry and is not there any more.
  var isGone: Bool { seq > 0 && FileStamp(of: path) == nil }

  /// Notes that the lease is another host's, or may be.
  func loseLease() { state.withLock { $0.epoch = nil } }
}

// MARK: - Leading

extension Ledger {
  /// Takes the lease if it is free, and applies what the journal has.
  ///
  /// - Returns: The host that leads; nil if it is this one, or if neither the journal nor this host has the outline.
  /// - Throws: A `Failure` for a file that is not the journal's outline of this name.
  func take() throws -> String? {
    try withHeld(taking) {
      if epoch != nil { return nil }
      // An edit that is found to be made already is answered after this, which waits for the standby.
      let taken = try database.write(
        """
        UPDATE lease SET holder = $2, epoch = epoch + 1, until = clock_timestamp() + interval '\(Self.lease) seconds'
        WHERE outline = $1 AND (holder = $2 OR until < clock_timestamp()) AND \(database.hasStandby) RETURNING epoch
        """, [.text(outline), .text(holder)])
      guard let epoch = try taken.first?.number(0) else { return try leader() }
      do {
        try catchUp()
        if let obstacle = state.withLock(\.obstacle) { throw StoreError.notWrittenDown(path: path, message: obstacle) }
      } catch {
        _ = Result {
          try database.run(
            "UPDATE lease SET until = clock_timestamp() WHERE outline = $1 AND holder = $2",
            [.text(outline), .text(holder)])
        }  // otherwise the lease runs out
        throw error
      }
      state.withLock { $0.epoch = epoch }
      log("leads \(outline)")
      return nil
    }
  }

  /// The host that leads; nil if the journal does not have the outline yet.
  private func leader() throws -> String? {
    if let row = try database.run("SELECT holder FROM lease WHERE outline = $1", [.text(outline)]).first {
      return row[0]
    }
    if FileStamp(of: path) == nil { return nil }
    if try JournaledFile(path).position() == nil { return nil }
    throw refusal(
      "\(path) has another journal than this one, which has no '\(outline)'.",
      hint: "Check the address of --journal. To begin a new journal, export the file, and import that into a new one.")
  }

  /// Saves an entry; returns when it is on the disk of PostgreSQL and its standby.
  ///
  /// - Throws: ``StoreError/notWrittenDown(path:message:)`` if it was not saved, and ``StoreError/outcomeUnknown(path:message:)``.
  private func append(_ entry: JournalEntry, of transaction: JournalTransaction) throws {
    guard let epoch else { throw StoreError.notWrittenDown(path: path, message: "another host leads") }
    let isSmall = try transaction.db.size() <= Self.largestSnapshot
    if entry.changes == nil, !isSmall { throw tooLarge }
    let isSnapshot = entry.changes == nil || isSmall && entry.position.seq.isMultiple(of: Self.snapshotDistance)
    if isSnapshot, try !transaction.hasSum(of: entry) {
      loseLease()
      state.withLock { $0.isSpoiled = true }
      throw StoreError.notWrittenDown(path: path, message: "the content of the file is not what its sum says")
    }
    let content = isSnapshot ? try transaction.db.serialized() : nil
    let identity = try transaction.identity()
    let end = ContinuousClock.now + .seconds(8)
    var isUncertain = false
    while true {
      do {
        if try insert(entry, content, of: identity, after: transaction.position, epoch: epoch) { break }
        if try isThere(entry) {
          // It may only be on the disk of this server. What waits for the standby waits for everything before as well.
          if isUncertain { try awaitStandby() }
          break
        }
        loseLease()
        let message = "another host leads"
        throw isUncertain
          ? StoreError.outcomeUnknown(path: path, message: message) : .notWrittenDown(path: path, message: message)
      } catch let error as PostgresError {
        isUncertain = isUncertain || error.isUncertain
        database.forgetConnections()
        if !error.isLost || ContinuousClock.now > end {
          loseLease()
          throw isUncertain
            ? StoreError.outcomeUnknown(path: path, message: error.message)
            : .notWrittenDown(path: path, message: error.message)
        }
        Platform.sleep(milliseconds: 100)
      }
    }
    state.withLock { ($0.seq, $0.lastEntry) = (entry.position.seq, .now) }
    tell(outline)
    if content != nil { _ = Result { try forgetSnapshots() } }  // the next snapshot does it otherwise
  }

  private var tooLarge: StoreError {
    .refused(
      message:
        "the outline is larger than \(Self.largestSnapshot >> 20) MiB, so that the journal takes no snapshot of it")
  }

  /// Deletes the snapshots between the first, from which everything can be made again, and the last ones.
  private func forgetSnapshots() throws(PostgresError) {
    _ = try database.run(
      """
      DELETE FROM snapshot WHERE outline = $1 AND seq > (SELECT min(seq) FROM snapshot WHERE outline = $1)
        AND seq NOT IN (SELECT seq FROM snapshot WHERE outline = $1 ORDER BY seq DESC LIMIT \(Self.keptSnapshots))
        AND EXISTS (SELECT 1 FROM journal WHERE (outline, seq) = (snapshot.outline, snapshot.seq) AND changes IS NOT NULL)
      """, [.text(outline)])
  }

  /// Returns when the standby has everything that was written so far.
  private func awaitStandby() throws(PostgresError) {
    let rows = try database.write(
      "UPDATE lease SET until = until WHERE outline = $1 AND \(database.hasStandby) RETURNING epoch", [.text(outline)])
    if rows.isEmpty { throw .noStandby }
  }

  private func insert(
    _ entry: JournalEntry, _ content: [UInt8]?, of identity: String, after previous: JournalPosition, epoch: Int64
  ) throws(PostgresError) -> Bool {
    let next = entry.position
    // The lease has to be ours and the entry before has to be the one that the file has, by the clock and the tables of PostgreSQL.
    return try !database.write(
      """
      WITH written AS (
        INSERT INTO journal (outline, seq, epoch, token, version, heading, changes, sum)
        SELECT $1, $2::bigint, $3::bigint, $4::bigint, $5::integer, $6::json, $7::bytea, $8::bigint
        FROM lease JOIN journal AS previous USING (outline)
        WHERE outline = $1 AND holder = $9 AND lease.epoch = $3::bigint AND until > clock_timestamp()
          AND previous.seq = $2::bigint - 1 AND previous.token = $10::bigint AND \(database.hasStandby)
        ON CONFLICT DO NOTHING RETURNING seq),
      kept AS (INSERT INTO snapshot SELECT $1, seq, $11::bytea FROM written WHERE $11::bytea IS NOT NULL),
      named AS (UPDATE lease SET identity = $12 FROM written WHERE outline = $1 AND identity <> $12)
      SELECT seq FROM written
      """,
      [
        .text(outline), .number(next.seq), .number(epoch), .number(next.token), .number(Int64(entry.version)),
        .text(entry.heading), entry.changes.map { .bytes($0) } ?? .null, .number(next.sum), .text(holder),
        .number(previous.token), content.map { .bytes($0) } ?? .null, .text(identity),
      ], within: content == nil ? 10 : 60
    ).isEmpty
  }

  private func isThere(_ entry: JournalEntry) throws(PostgresError) -> Bool {
    try !database.run(
      "SELECT 1 FROM journal WHERE outline = $1 AND seq = $2 AND token = $3",
      [.text(outline), .number(entry.position.seq), .number(entry.position.token)]
    ).isEmpty
  }
}

extension Ledger: StoreJournal {
  func begin(with temporary: String) throws -> Bool {
    try withHeld(applying) {
      try translating {
        if try begin(JournaledFile(temporary)) { return true }
        while try advance() {}
        if FileStamp(of: path) == nil { throw notEntered }
        return false
      }
    }
  }

  func record(_ transaction: JournalTransaction) throws -> () throws -> Void {
    // Whether this host leads counts at the end, as a trial saves nothing.
    let recorder = try Recorder(transaction.db)
    return { [self] in
      try append(transaction.entry(recorder.changes()), of: transaction)
    }
  }
}

// MARK: - Following

extension Ledger {
  /// Applies all entries that the file does not have; makes the file if there is none, and anew if it differs from the journal.
  ///
  /// - Parameter seq: The entry that is needed; if another thread has applied it by now, nothing is read.
  func catchUp(to seq: Int64 = .max) throws {
    try withHeld(applying) {
      if self.seq >= seq { return }
      if state.withLock(\.isSpoiled) {
        if FileStamp(of: path) != nil { try checkIsJournals(JournaledFile(path)) }
        if try rebuild(because: "its content is not what its sum says") { state.withLock { $0.isSpoiled = false } }
      }
      while try advance() {}
    }
  }

  /// Applies some entries; false if there are no more.
  ///
  /// - Throws: A `Failure` for a file that is not the journal's outline of this name.
  private func advance() throws -> Bool {
    guard FileStamp(of: path) != nil else { return try rebuild(because: nil) }
    let file = try JournaledFile(path)
    guard let position = try file.position() else {
      try checkIsJournals(file)
      return try rebuild(because: "it has no journal")
    }
    if position.outline != outline { throw copied(from: position.outline) }
    let rows = try database.run(
      """
      SELECT seq, token, sum, version, heading, changes FROM journal
      WHERE outline = $1 AND seq >= $2 ORDER BY seq LIMIT \(Self.batch + 1)
      """, [.text(outline), .number(position.seq)], within: 60)
    let entries = try rows.map { row in
      JournalEntry(
        position: JournalPosition(
          outline: outline, seq: try row.number(0), token: try row.number(1), sum: try row.number(2)),
        version: Int(try row.number(3)), heading: row[4], changes: row.isNull(5) ? nil : row.bytes(5))
    }
    guard entries.first?.position.token == position.token else {
      try checkIsJournals(file)
      return try rebuild(because: "entry \(position.seq) is another one in the journal")
    }
    let known = entries.dropFirst().prefix { $0.version <= JournaledFile.version }
    if known.count < entries.count - 1 {
      stop("a newer pleat has written it")
    } else {
      state.withLock { $0.obstacle = nil }
    }
    let applied = known.prefix { $0.changes != nil }
    if applied.isEmpty, !known.isEmpty { return try rebuild(because: nil, from: known[known.startIndex].position.seq) }
    if try !file.apply(Array(applied)) { return try rebuild(because: "its content differs") }
    state.withLock { state in
      state.seq = applied.last?.position.seq ?? position.seq
      if !applied.isEmpty { state.lastEntry = .now }
    }
    return applied.count == Self.batch || applied.count < known.count
  }

  private func stop(_ obstacle: String) {
    if isNew(obstacle) { log("stops before an entry of \(outline): \(obstacle)") }
  }

  /// Keeps what is in the way; false if it was in the way before.
  private func isNew(_ obstacle: String) -> Bool {
    state.withLock { state in
      defer { state.obstacle = obstacle }
      return state.obstacle != obstacle
    }
  }

  /// Writes down, once, that the file is not the journal's outline of this name; returns what to throw.
  private func refusal(_ sentence: String, hint: String) -> Failure {
    if isNew(sentence) { log("leaves \(outline) alone: \(sentence)") }
    return Failure(.refused, sentence, hint: "Nothing was changed, and both are kept. \(hint)")
  }

  /// Refuses a file with another outline than the one that the journal has by its name.
  private func checkIsJournals(_ file: JournaledFile) throws {
    let known = try database.run("SELECT identity FROM lease WHERE outline = $1", [.text(outline)]).first?[0]
    guard let known, try file.size() > 0, try file.identity() != known else { return }
    throw refusal(
      "The journal has another outline with the name '\(outline)' than \(path).",
      hint: "Give the file another name in its folder: both are then outlines of the journal.")
  }

  private func copied(from other: String) -> Failure {
    refusal(
      "\(path) is a copy of '\(other)', which has a journal of its own.",
      hint: "To make another outline of it, export it, and import that into a new file.")
  }

  /// Makes the file from a snapshot; the entries after it have to follow.
  ///
  /// - Parameter reason: Why the file that is there is not what it should be, so that it is kept under another name.
  private func rebuild(because reason: String?, from seq: Int64 = 0) throws -> Bool {
    let rows = try database.run(
      """
      SELECT seq, data FROM snapshot JOIN journal USING (outline, seq)
      WHERE outline = $1 AND seq >= $2 AND version <= $3::bigint ORDER BY seq DESC LIMIT 1
      """,
      [.text(outline), .number(seq), .number(Int64(JournaledFile.version))], within: 120)
    guard let row = rows.first else { return false }
    log("makes \(outline) from the snapshot of entry \(row[0])" + (reason.map { ", because \($0)" } ?? ""))
    try JournaledFile.install(row.bytes(1), at: path, keepingOld: reason != nil)
    return true
  }

  /// Makes the outline one that has a journal, unless it has one; a file that is gone is made again if it has.
  ///
  /// - Throws: ``StoreError``, and a `Failure` for a file that is not the journal's outline of this name.
  func enter() throws {
    try withHeld(applying) {
      try translating {
        guard FileStamp(of: path) != nil else {
          while try advance() {}
          return
        }
        let file = try JournaledFile(path)
        if let position = try file.position() {
          if position.outline == outline { return }
          throw copied(from: position.outline)
        }
        if try begin(file) { return }
        try checkIsJournals(file)
        guard try rebuild(because: "it was begun before") else { throw notEntered }
        while try advance() {}
      }
    }
  }

  private var notEntered: StoreError {
    .notWrittenDown(path: path, message: "the outline could not be entered")
  }

  /// Begins the journal with a file; false if the journal has an outline of this name already.
  private func begin(_ file: JournaledFile) throws -> Bool {
    if try file.size() > Self.largestSnapshot { throw tooLarge }
    let isDone = try file.make(outline) { entry, identity, content in
      try !database.write(
        """
        WITH leased AS (
          INSERT INTO lease SELECT $1, $2, $3, 1, clock_timestamp() WHERE \(database.hasStandby)
          ON CONFLICT DO NOTHING RETURNING outline),
        written AS (
          INSERT INTO journal (outline, seq, epoch, token, version, heading, sum)
          SELECT outline, 1, 1, $4::bigint, $5::integer, $6::json, $7::bigint FROM leased)
        INSERT INTO snapshot SELECT outline, 1, $8::bytea FROM leased RETURNING seq
        """,
        [
          .text(outline), .text(identity), .text(holder), .number(entry.position.token), .number(Int64(entry.version)),
          .text(entry.heading), .number(entry.position.sum), .bytes(content),
        ], within: 60
      ).isEmpty
    }
    if isDone {
      state.withLock { $0.seq = 1 }
      log("enters \(outline) into the journal")
    }
    return isDone
  }

  /// Runs `body`, and converts an error of PostgreSQL's.
  private func translating<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as PostgresError {
      database.forgetConnections()
      throw error.isUncertain
        ? StoreError.outcomeUnknown(path: path, message: error.message)
        : .notWrittenDown(path: path, message: error.message)
    }
  }

  /// Whether the sum of the file is to be computed anew: nothing was written for a while, and for long the sum was not computed.
  var isCheckDue: Bool {
    state.withLock { state in
      state.lastEntry.duration(to: .now) > checks.calm
        && (state.lastCheck.map { $0.duration(to: .now) > checks.distance } ?? true)
    }
  }

  /// Computes the sum of the file anew if that is due; a file that differs is made anew.
  private func check() throws {
    guard isCheckDue else { return }
    // Also where there is no file, so that the others have their turn.
    state.withLock { $0.lastCheck = .now }
    guard FileStamp(of: path) != nil else { return }
    if try JournaledFile(path).hasItsSum() { return }
    loseLease()
    state.withLock { $0.isSpoiled = true }
    try catchUp()
  }

  /// Applies in a thread of its own what other hosts have written, and checks the file if that is due.
  func follow() {
    let isFollowed = state.withLock { state in
      defer { state.following = (true, state.following.isOn) }
      return state.following.isOn
    }
    if isFollowed { return }
    let hasThread = Platform.startThread { [self] in
      repeat {
        do {
          if epoch == nil || isGone { try catchUp() }
          try check()
          state.withLock { $0.problem = nil }
        } catch is Failure {
          // It is in the log already.
        } catch {
          let problem = (error as? PostgresError)?.message ?? "\(error)"
          let isNew = state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
          }
          if isNew { log("cannot follow \(outline): \(problem)") }
        }
      } while hasToGoOn()
    }
    if !hasThread { state.withLock { $0.following.isOn = false } }
  }

  private func hasToGoOn() -> Bool {
    state.withLock { state in
      defer { state.following = (state.following.isAskedAgain, false) }
      return state.following.isAskedAgain
    }
  }

  /// Runs `body` while other threads that hold the same lock wait.
  private func withHeld<T>(_ lock: borrowing Mutex<Void>, _ body: () throws -> T) throws -> T {
    var result: Result<T, any Error>?
    lock.withLock { _ in result = Result { try body() } }
    guard let result else { throw StoreError.unexpected(message: "a lock was not held") }
    return try result.get()
  }
}
