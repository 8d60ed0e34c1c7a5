import OutlineCore
import OutlineStore
import PleatSystem
import SQLite

// The lease, and the entries that its holder writes.
extension JournaledOutline {
  /// Takes the lease if it is free, and applies the journal's entries.
  ///
  /// - Returns: The host that leads; nil if it is this one, or if neither the journal nor this host has the outline.
  /// - Throws: A `Failure` for a file that is not the journal's outline of this name.
  func take() throws -> String? {
    try withHeld(taking) {
      if epoch != nil { return nil }
      // An edit that proves to be a repetition is answered after this statement, which waits for the standby.
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
      lead(epoch)
      let hasLed = state.withLock { state in
        defer { state.hasLed = true }
        return state.hasLed
      }
      if !hasLed { log("leads \(outline)") }
      tell(outline)  // in case the host before could not, after its last entry
      return nil
    }
  }

  /// Returns the host that leads; nil if the journal does not have the outline yet.
  private func leader() throws -> String? {
    if let row = try database.run("SELECT holder FROM lease WHERE outline = $1", [.text(outline)]).first {
      state.withLock { $0.hasLed = false }
      return row[0]
    }
    try catchUp()  // the outline may have been deleted
    if FileStamp(of: path) == nil { return nil }
    if try JournaledFile(path).position() == nil { return nil }
    throw refusal(
      "\(path) has another journal than this one, which has no '\(outline)'.",
      hint:
        "Check the address of --journal. If that journal is lost: pleat -f FILE backup NEW.db, which any journal takes."
    )
  }

  /// Saves an entry; returns once the disks of PostgreSQL and its standby have it.
  ///
  /// - Throws: ``StoreError/notWrittenDown(path:message:)`` if it was not saved, and
  ///   ``StoreError/outcomeUnknown(path:message:)``.
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
    let end = MonotonicTime.now + .seconds(8)
    var isUncertain = false
    while true {
      do {
        if try insert(entry, content, of: identity, after: transaction.position, epoch: epoch) { break }
        if try isThere(entry) {
          // Only this server's disk may have it. A statement that waits for the standby also waits for everything
          // before it.
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
        if !error.isLost || MonotonicTime.now > end {
          loseLease()
          throw isUncertain
            ? StoreError.outcomeUnknown(path: path, message: error.message)
            : .notWrittenDown(path: path, message: error.message)
        }
        Platform.sleep(milliseconds: 100)
      }
    }
    state.withLock { ($0.seq, $0.lastEntry) = (entry.position.seq, .now) }
    database.count(\.entries)
    tell(outline)
    if content != nil { _ = Result { try forgetSnapshots() } }  // the next snapshot does it otherwise
  }

  /// Waits until the standby has everything written so far.
  private func awaitStandby() throws(PostgresError) {
    let rows = try database.write(
      "UPDATE lease SET until = until WHERE outline = $1 AND \(database.hasStandby) RETURNING epoch", [.text(outline)])
    if rows.isEmpty { throw .noStandby }
  }

  private func insert(
    _ entry: JournalEntry, _ content: [UInt8]?, of identity: String, after previous: JournalPosition, epoch: Int64
  ) throws(PostgresError) -> Bool {
    let next = entry.position
    // PostgreSQL's clock and tables decide: this host must hold the lease, and the previous entry must be the file's
    // last.
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

extension JournaledOutline: StoreJournal {
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
    // Whether this host leads is checked only at the end, since a trial saves nothing.
    let recorder = try Recorder(transaction.db)
    return { [self] in
      try append(transaction.entry(recorder.changes()), of: transaction)
    }
  }
}
