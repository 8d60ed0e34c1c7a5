import Locking
import OutlineCore
import PleatHost
import PleatSystem
import SystemPackage

/// Exchanges requests, answers and notifications between hosts, with one thread and one connection.
///
/// A request is a row of a table that is not written to the disk: if it gets lost, the caller that waits for the answer
/// sends it again.
final class RequestSender: Sendable {
  /// A thread that waits for an answer.
  private final class Waiter: Sendable {
    let latch = Latch()
    let answer = Lock(PassedAnswer.unknown)
    /// Whether the request is in the table; sending a large document takes long.
    let isSent = Lock(false)
  }

  /// A request to be sent.
  private struct Request {
    let id: Int64
    let command: PassedCommand
    let receiver: String
  }

  private struct State {
    var requests: [Request] = []
    var waiters: [Int64: Waiter] = [:]
    var answers: [(id: Int64, bytes: [UInt8], seq: Int64)] = []
    var written: Set<String> = []
    /// Whether the thread has a connection to the database.
    var isConnected = false
    /// How many of the outlines that were looked at last had entries that their files lacked.
    var behind = 0
    /// How many requests of other hosts are being carried out.
    var inProgress = 0
    var isClosing = false

    /// Whether the thread may end: everything that was taken is answered.
    var isDone: Bool { isClosing && inProgress == 0 && answers.isEmpty && written.isEmpty }
  }

  private let state = Lock(State())
  private let database: Database
  private let holder: String
  private let log: @Sendable (String) -> Void
  private let bell: (reading: FileDescriptor, writing: FileDescriptor)?
  private let end = Latch()

  /// How long to wait for an event before checking the tables anyway, in milliseconds.
  private static let pause: Int32 = 500
  /// How many outlines that are not open are looked at in one check.
  private static let others = 250
  /// How often the names of all outlines are read, as a host may end before it tells of a new one.
  private static let listing = Duration.seconds(60)
  /// The largest input, in bytes, that is sent quickly.
  private static let shortInput = 1 << 16

  init(_ database: Database, holder: String, log: @escaping @Sendable (String) -> Void) {
    (self.database, self.holder, self.log) = (database, holder, log)
    bell = try? Platform.closingPipe()
  }

  /// Whether the database is reached, how many outlines are late, and how many callers wait for another host.
  var condition: (isConnected: Bool, behind: Int, waiting: Int) {
    state.withLock { ($0.isConnected, $0.behind, $0.waiters.count) }
  }

  /// Wakes the thread.
  private func ring() { _ = Result { try bell?.writing.writeAll([0]) } }  // it looks by itself as well

  /// Passes a command to another host, and waits for the answer while that host leads and has accepted the command.
  func pass(_ command: PassedCommand, to receiver: String) -> PassedAnswer {
    let (id, waiter) = (Int64.random(in: 1 ... .max), Waiter())
    state.withLock { state in
      state.requests.append(Request(id: id, command: command, receiver: receiver))
      state.waiters[id] = waiter
    }
    ring()
    var isTakenBack = false
    /// Waits for a second longer than a lease, or until the other host has let it go and has not accepted the request.
    func wait() -> Bool {
      for _ in 0...2 * JournaledOutline.lease where !isTakenBack {
        if waiter.latch.wait(milliseconds: 500) { return true }
        isTakenBack = takeBack(id, ifHostIsGone: true)
      }
      return false
    }
    var hasCome = wait()
    let isLong = command.input.count > Self.shortInput
    for _ in 0..<4 where !hasCome && isLong && !waiter.isSent.withLock(\.self) { hasCome = wait() }
    let lease = hasCome || isTakenBack ? nil : leaseOfHost(with: id)
    while !hasCome, lease != nil, leaseOfHost(with: id) == lease { hasCome = wait() }
    let isQueued = state.withLock { state in
      state.waiters[id] = nil
      let index = state.requests.firstIndex { $0.id == id }
      if let index { state.requests.remove(at: index) }
      return index != nil
    }
    if hasCome { return waiter.answer.withLock { $0 } }
    return isTakenBack || isQueued || takeBack(id) ? .notTaken : .unknown
  }

  /// Removes a request that no host has accepted; returns false if one has, or if that is unknown.
  ///
  /// - Parameter ifHostIsGone: Whether to leave it to a host that leads.
  private func takeBack(_ request: Int64, ifHostIsGone: Bool = false) -> Bool {
    let leads = "SELECT FROM lease WHERE outline = request.outline AND holder = receiver AND until > clock_timestamp()"
    let rows = try? database.run(
      """
      DELETE FROM request WHERE id = $1 AND NOT is_taken \(ifHostIsGone ? "AND NOT EXISTS (\(leads))" : "") RETURNING id
      """, [.number(request)])
    return rows?.isEmpty == false
  }

  /// Returns the lease of the host that accepted a request, if it still leads.
  private func leaseOfHost(with request: Int64) -> Int64? {
    let rows = try? database.run(
      """
      SELECT epoch FROM request JOIN lease USING (outline)
      WHERE id = $1 AND is_taken AND holder = receiver AND until > clock_timestamp()
      """, [.number(request)])
    return rows?.first.flatMap { try? $0.number(0) }
  }

  /// Notifies the other hosts that an outline has a new entry.
  func tell(of outline: String) {
    let isFirst = state.withLock { state in
      defer { state.written.insert(outline) }
      return state.written.isEmpty
    }
    if isFirst { ring() }
  }

  /// Takes no further requests, and ends the thread once those that were taken are answered.
  func stop() {
    state.withLock { $0.isClosing = true }
    ring()
    _ = end.wait(milliseconds: 10_000)
  }

  /// Asks other hosts to send their requests again, to whichever host leads then.
  ///
  /// - Parameter run: Runs a statement.
  func decline(_ run: (String, [Postgres.Value]) throws(PostgresError) -> Void) throws(PostgresError) {
    try run(
      """
      WITH declined AS (
        UPDATE request SET is_taken = true, answer = decode($2, 'hex'), seq = 0
        WHERE receiver = $1 AND NOT is_taken RETURNING sender)
      SELECT pg_notify('pleat_' || sender, '') FROM (SELECT DISTINCT sender FROM declined) AS senders
      """, [.text(holder), .text(Hex.text(of: HostServer.declination))])
  }

  /// Starts the thread.
  func start(_ journal: Journal, _ server: HostServer) {
    let hasThread = Platform.startThread { [self] in
      run(journal, server)
      end.open()
    }
    if !hasThread { log("cannot follow the journal, as there can be no thread") }
  }

  private func run(_ journal: Journal, _ server: HostServer) {
    var isDown = false
    while !state.withLock(\.isDone) {
      do {
        let connection = try database.connect(isDurable: false)
        try connection.run("LISTEN pleat")
        try connection.run("LISTEN \"pleat_\(holder)\"")
        if isDown { log("reaches the journal again") }
        isDown = false
        state.withLock { $0.isConnected = true }
        try carry(over: connection, journal, server)
      } catch {
        state.withLock { $0.isConnected = false }
        if !isDown { log("does not reach the journal: \((error as? PostgresError)?.message ?? "\(error)")") }
        isDown = true
        Platform.sleep(milliseconds: 200)
      }
    }
  }

  private func carry(over connection: Postgres, _ journal: Journal, _ server: HostServer) throws {
    var (lastRenewal, lastLook) = (MonotonicTime.now - .seconds(60), MonotonicTime.now - .seconds(60))
    var lastListing = MonotonicTime.now
    // What was told while there was no connection is not told again.
    var told = try behind(over: connection, journal.names, others: true, journal)
    while !state.withLock(\.isDone) {
      if lastRenewal.elapsed > .seconds(1) {
        lastRenewal = .now
        try renewLeases(over: connection, journal)
      }
      try send(over: connection)
      var outlines = Set(told)
      try takeAnswers(over: connection)
      if state.withLock(\.isClosing) {
        try decline { sql, values throws(PostgresError) in try connection.run(sql, values) }
      } else {
        try takeRequests(over: connection, journal, server)
      }
      if lastLook.elapsed > .milliseconds(Int64(Self.pause)) {
        lastLook = .now
        let looked = journal.next(Self.others, with: server.openOutlines)
        let late = try behind(over: connection, looked.map(\.outline), journal)
        state.withLock { $0.behind = late.count }
        outlines.formUnion(late)
        outlines.formUnion(looked.filter(\.isGone).map(\.outline))
        looked.first(where: \.isCheckDue)?.follow()
      }
      if lastListing.elapsed > Self.listing {
        lastListing = .now
        let names = try connection.run("SELECT outline FROM lease").map { $0[0] }
        outlines.formUnion(names.filter { HostedName.isOutline($0) && !journal.knows($0) })
      }
      for outline in outlines where !outline.isEmpty {
        let journaled = journal.journaled(of: outline)
        if journaled.epoch == nil || journaled.isGone { journaled.follow() }
      }
      told = try connection.notifications()
      // Notifications that arrived with the answer to a statement do not make the socket readable.
      if !told.isEmpty { continue }
      if let bell, Platform.readable([connection.socket, bell.reading], within: Self.pause)[1] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        _ = try bytes.withUnsafeMutableBytes { try bell.reading.read(into: $0) }
      }
      told = try connection.notifications()
    }
  }

  /// Renews the leases of this host; gives up those that it has lost, and those that nobody needs.
  private func renewLeases(over connection: Postgres, _ journal: Journal) throws(PostgresError) {
    let all = journal.led
    let resting = all.filter { $0.rests() }.map(\.outline)
    if !resting.isEmpty {
      try connection.run(
        "UPDATE lease SET until = clock_timestamp() WHERE outline = ANY($2::text[]) AND holder = $1",
        [.text(holder), .texts(resting)])
    }
    let led = all.filter { $0.epoch != nil }
    if led.isEmpty { return }
    let kept = try connection.run(
      """
      UPDATE lease SET until = clock_timestamp() + interval '\(JournaledOutline.lease) seconds'
      WHERE outline = ANY($2::text[]) AND holder = $1 AND until > clock_timestamp() RETURNING outline, epoch
      """, [.text(holder), .texts(led.map(\.outline))])
    var epochs: [String: Int64] = [:]
    for row in kept { epochs[row[0]] = try row.number(1) }
    for journaled in led where journaled.epoch != epochs[journaled.outline] { journaled.loseLease() }
  }

  /// Returns the outlines with journal entries that are not yet applied here.
  ///
  /// - Parameters:
  ///   - names: The outlines to look at, some of which may have been deleted.
  ///   - others: Whether to look at all others of the journal as well.
  private func behind(
    over connection: Postgres, _ names: [String], others: Bool = false, _ journal: Journal
  ) throws(PostgresError) -> [String] {
    let rows = try connection.run(
      """
      SELECT outline, (SELECT coalesce(max(seq), 0) FROM journal WHERE journal.outline = known.outline)
      FROM (SELECT unnest($1::text[]) AS outline \(others ? "UNION SELECT outline FROM lease" : "")) AS known
      """, [.texts(names)])
    var outlines: [String] = []
    for row in rows where HostedName.isOutline(row[0]) {
      if try row.number(1) > journal.journaled(of: row[0]).seq { outlines.append(row[0]) }
    }
    return outlines
  }

  /// Sends all waiting requests, answers and notifications.
  private func send(over connection: Postgres) throws(PostgresError) {
    let (requests, answers, written) = state.withLock { state in
      defer { (state.requests, state.answers, state.written) = ([], [], []) }
      return (state.requests, state.answers, state.written)
    }
    for outline in written { try connection.run("SELECT pg_notify('pleat', $1)", [.text(outline)]) }
    if !requests.isEmpty {
      let commands = requests.map(\.command)
      try connection.run(
        """
        WITH sent AS (
          INSERT INTO request (id, receiver, sender, outline, user_name, user_right, line, input)
          SELECT a::bigint, b, $8, c, d, e, f, decode(g, 'hex')
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
            AS r (a, b, c, d, e, f, g) RETURNING receiver)
        SELECT pg_notify('pleat_' || receiver, '') FROM (SELECT DISTINCT receiver FROM sent) AS receivers
        """,
        [
          .texts(requests.map { "\($0.id)" }), .texts(requests.map(\.receiver)), .texts(commands.map(\.outline)),
          .texts(commands.map(\.user)), .texts(commands.map(\.right)), .texts(commands.map(\.line)),
          .texts(commands.map { Hex.text(of: $0.input) }), .text(holder),
        ])
      let waiters = state.withLock { state in requests.map { state.waiters[$0.id] } }
      waiters.forEach { $0?.isSent.withLock { $0 = true } }
    }
    if !answers.isEmpty {
      try connection.run(
        """
        WITH answered AS (
          UPDATE request SET answer = decode(b, 'hex'), seq = c::bigint
          FROM unnest($1::text[], $2::text[], $3::text[]) AS r (a, b, c) WHERE id = a::bigint RETURNING sender)
        SELECT pg_notify('pleat_' || sender, '') FROM (SELECT DISTINCT sender FROM answered) AS senders
        """,
        [
          .texts(answers.map { "\($0.id)" }), .texts(answers.map { Hex.text(of: $0.bytes) }),
          .texts(answers.map { "\($0.seq)" }),
        ])
    }
  }

  /// Passes the answers of other hosts to the threads that wait for them.
  private func takeAnswers(over connection: Postgres) throws(PostgresError) {
    if state.withLock({ $0.waiters.isEmpty }) { return }
    let rows = try connection.run(
      """
      DELETE FROM request WHERE sender = $1 AND (answer IS NOT NULL OR at < clock_timestamp() - interval '10 minutes')
        OR at < clock_timestamp() - interval '1 hour' -- of a host that is gone
      RETURNING id, answer, seq
      """, [.text(holder)])
    for row in rows where !row.isNull(1) {
      let id = try row.number(0)
      guard let waiter = state.withLock({ $0.waiters[id] }) else { continue }
      let answer = PassedAnswer.answered(row.bytes(1), seq: try row.number(2))
      waiter.answer.withLock { $0 = answer }
      waiter.latch.open()
    }
  }

  /// Carries out the requests of other hosts, each in a thread of its own.
  private func takeRequests(over connection: Postgres, _ journal: Journal, _ server: HostServer) throws(PostgresError) {
    if journal.led.isEmpty { return }
    let rows = try connection.run(
      """
      UPDATE request SET is_taken = true
      WHERE receiver = $1 AND NOT is_taken AND at > clock_timestamp() - interval '\(JournaledOutline.lease) seconds'
      RETURNING id, outline, user_name, user_right, line, input
      """, [.text(holder)])
    for row in rows {
      let id = try row.number(0)
      let command = PassedCommand(outline: row[1], user: row[2], right: row[3], line: row[4], input: row.bytes(5))
      let journaled = journal.journaled(of: command.outline)
      state.withLock { $0.inProgress += 1 }
      let hasThread = Platform.startThread { [self] in
        let bytes = server.carryOut(command)
        state.withLock { state in
          state.inProgress -= 1
          if let bytes { state.answers.append((id, bytes, journaled.seq)) }
        }
        ring()
      }
      if !hasThread { state.withLock { $0.inProgress -= 1 } }  // the other host asks again
    }
  }
}
