import Locking
import PleatSystem

/// The database with the journals of all outlines.
final class Database: Sendable {
  private let url: String
  /// Whether an edit is confirmed once a single server has it.
  let isWithoutStandby: Bool
  // It is used only while the lock is held.
  private struct Pool: @unchecked Sendable {
    var idle: [Postgres] = []
    var used = 0
    /// Threads that wait for a connection, in order.
    var waiting: [Latch] = []
  }
  private let pool = Lock(Pool())

  /// What this host has done with the journal since its start.
  struct Counts {
    var entries = 0
    var sums = 0
    var replacedFiles = 0
  }
  private let counters = Lock(Counts())
  var counts: Counts { counters.withLock { $0 } }
  func count(_ event: WritableKeyPath<Counts, Int> & Sendable) { counters.withLock { $0[keyPath: event] += 1 } }

  /// The most connections, besides those that a thread keeps.
  private static let most = 32

  init(_ url: String, isWithoutStandby: Bool) { (self.url, self.isWithoutStandby) = (url, isWithoutStandby) }

  /// Opens a new connection, for a thread that keeps it.
  ///
  /// No time limit of the server may end a statement: a COMMIT whose wait for the standby is canceled counts as done.
  ///
  /// - Parameter isDurable: Whether a COMMIT waits for the disk and the standby.
  func connect(isDurable: Bool) throws(PostgresError) -> Postgres {
    let connection = try Postgres(
      url,
      setup: "SET search_path = pleat; SET statement_timeout = 0; SET synchronous_commit = \(isDurable ? "on" : "off")")
    if isDurable, !isWithoutStandby { try Self.checkStandby(of: connection) }
    return connection
  }

  /// Refuses a server without a synchronous standby.
  private static func checkStandby(of connection: Postgres) throws(PostgresError) {
    let row = try connection.run(
      """
      SELECT btrim(current_setting('synchronous_standby_names')) <> '', pg_has_role('pg_read_all_stats', 'USAGE'),
        EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')), current_user
      """
    ).first
    guard let row, row[0] == "t" else { throw .noStandby }
    if row[2] == "t" { return }
    let message =
      row[1] == "t"
      ? "no synchronous standby is connected to PostgreSQL"
      : "the account may not see whether PostgreSQL has a standby: GRANT pg_monitor TO \"\(row[3])\""
    throw PostgresError(message: message, isLost: true)
  }

  /// The SQL condition that a COMMIT waits for a standby, part of every statement that an answer depends on.
  var hasStandby: String {
    isWithoutStandby
      ? "true"
      : "btrim(current_setting('synchronous_standby_names')) <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply')"
  }

  /// Runs a statement, over a connection whose COMMIT waits for the disk and the standby.
  func run(_ sql: String, _ values: [Postgres.Value] = [], within seconds: Int = 10) throws(PostgresError) -> [Postgres
    .Row]
  {
    try use { (connection: Postgres) throws(PostgresError) in try connection.run(sql, values, within: seconds) }
  }

  /// Runs a writing statement that an answer depends on, and returns its rows; the statement must include
  /// ``hasStandby``.
  ///
  /// If PostgreSQL is reconfigured to do without a standby, every COMMIT that waits for one succeeds. So the same
  /// session checks the condition again afterwards.
  ///
  /// - Throws: A ``PostgresError``, which is uncertain if the statement has written something that only this server may
  ///   have.
  func write(
    _ sql: String, _ values: [Postgres.Value], within seconds: Int = 10
  ) throws(PostgresError) -> [Postgres.Row] {
    try use { (connection: Postgres) throws(PostgresError) -> [Postgres.Row] in
      let rows = try connection.run(sql, values, within: seconds)
      if try connection.run("SELECT \(hasStandby)").first?[0] == "t" { return rows }
      var error = PostgresError.noStandby
      error.isUncertain = !rows.isEmpty
      throw error
    }
  }

  /// Runs `body` with a connection that no other thread uses.
  private func use<T>(_ body: (Postgres) throws(PostgresError) -> T) throws(PostgresError) -> T {
    var connection = take()
    defer { release(connection) }
    if connection == nil { connection = try connect(isDurable: true) }
    guard let connection else { throw PostgresError(message: "there is no connection", isLost: true) }
    return try body(connection)
  }

  /// Waits for a connection, and returns an unused one; nil if the caller has to open it.
  private func take() -> Postgres? {
    let latch: Latch? = pool.withLock { pool in
      if pool.used < Self.most {
        pool.used += 1
        return nil
      }
      pool.waiting.append(Latch())
      return pool.waiting.last
    }
    latch?.wait()
    return pool.withLock { $0.idle.popLast() }
  }

  private func release(_ connection: Postgres?) {
    // From now on, it is used only while the lock is held.
    nonisolated(unsafe) let connection = connection
    pool.withLock { pool in
      if let connection, !connection.isLost { pool.idle.append(connection) }
      // The thread that has waited longest is next, before any that comes now.
      if pool.waiting.isEmpty { pool.used -= 1 } else { pool.waiting.removeFirst().open() }
    }
  }

  /// Closes the unused connections, because one of them was lost.
  func forgetConnections() { pool.withLock { $0.idle = [] } }

  /// Creates the tables, unless they exist.
  func prepare() throws(PostgresError) {
    let connection = try connect(isDurable: true)
    let isThere = try connection.run("SELECT to_regclass('pleat.request') IS NOT NULL").first?[0] == "t"
    if isThere { return }
    // Hosts that start at the same time create them one after the other.
    try connection.run("BEGIN")
    try connection.run("SELECT pg_advisory_xact_lock(1886152052)")
    for statement in Self.tables { try connection.run(statement) }
    try connection.run("COMMIT")
  }

  private static let tables = [
    "CREATE SCHEMA IF NOT EXISTS pleat",
    """
    CREATE TABLE IF NOT EXISTS pleat.lease (
      outline text PRIMARY KEY, -- the path below the folder
      identity text NOT NULL, -- the random word of the outline
      holder text NOT NULL, -- the host that leads
      epoch bigint NOT NULL, -- how many leaders there were
      until timestamptz NOT NULL)
    """,
    """
    CREATE TABLE IF NOT EXISTS pleat.journal (
      outline text, seq bigint, epoch bigint NOT NULL,
      token bigint NOT NULL, -- random
      version integer NOT NULL, -- of the file
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      heading json NOT NULL, -- who, when, words, and the last numbers of the tables
      changes bytea, -- a changeset of SQLite's session extension; NULL for a snapshot
      sum bigint NOT NULL, -- of the hashes of all values after the entry
      PRIMARY KEY (outline, seq))
    """,
    "ALTER TABLE pleat.journal ALTER changes SET STORAGE EXTERNAL",
    """
    CREATE TABLE IF NOT EXISTS pleat.snapshot (
      outline text, seq bigint, data bytea NOT NULL, PRIMARY KEY (outline, seq))
    """,
    """
    CREATE UNLOGGED TABLE IF NOT EXISTS pleat.request (
      id bigint PRIMARY KEY, outline text NOT NULL, sender text NOT NULL, receiver text NOT NULL,
      user_name text NOT NULL, user_right text NOT NULL, line text NOT NULL, input bytea NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp(), is_taken boolean NOT NULL DEFAULT false,
      answer bytea, seq bigint)
    """,
  ]
}
