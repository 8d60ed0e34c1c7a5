import Locking
import OutlineCore
import OutlineRepository
import PleatHost
import PleatOutput
import PleatSystem
import SystemPackage

/// The journals of all outlines in a folder, in a PostgreSQL database.
package final class Journal: HostJournal {
  private let folder: String
  let database: Database
  /// This host's name: random, and kept in a file of the folder, which also shows that there is a journal.
  let holder: String
  private let log: @Sendable (String) -> Void

  /// The outlines that this host knows.
  private struct Known {
    var byName: [String: JournaledOutline] = [:]
    /// All of them, in the order in which they became known.
    var all: [JournaledOutline] = []
    /// The index in `all` of the next one to look at.
    var next = 0
  }

  private let outlines = Lock(Known())
  private let leading = Lock<[String: JournaledOutline]>([:])
  private let sender: RequestSender
  private let checks: JournaledOutline.Checks

  /// Connects, and creates the tables unless they exist.
  ///
  /// - Parameters:
  ///   - days: How many days entries are kept; nil for ever.
  ///   - isWithoutStandby: Whether an edit is confirmed once a single server has it.
  ///   - calm: How long a file must be unchanged before its sum is checked.
  ///   - checkDistance: How much time passes between two checks of a file.
  /// - Throws: A `Failure`.
  package init(
    _ url: String, _ folder: String, days: Int? = nil, isWithoutStandby: Bool = false,
    calm: Duration = .seconds(10), checkDistance: Duration = .seconds(3_600),
    log: @escaping @Sendable (String) -> Void
  ) throws {
    (self.folder, self.log) = (folder, log)
    checks = JournaledOutline.Checks(calm: calm, distance: checkDistance, days: days)
    database = Database(url, isWithoutStandby: isWithoutStandby)
    holder = try Self.name(in: folder)
    sender = RequestSender(database, holder: holder, log: log)
    do throws(PostgresError) { try database.prepare() } catch {
      throw Failure(
        .unavailable, "The journal cannot be used: \(error.message).",
        hint:
          "Nothing was changed. docs/host.md says what PostgreSQL needs; --journal-without-standby does without a standby."
      )
    }
  }

  package var figures: [Figure] {
    let (counts, now) = (database.counts, sender.condition)
    func level(_ name: String, _ help: String, _ value: Int) -> Figure {
      Figure("journal_\(name)", help, .level, value)
    }
    func total(_ name: String, _ help: String, _ value: Int) -> Figure {
      Figure("journal_\(name)", help, .total, value)
    }
    return [
      level("reached", "Whether the database is reached: 1 if so.", now.isConnected ? 1 : 0),
      level(
        "without_standby", "Whether edits are answered that only one server of PostgreSQL has: 1 if so.",
        database.isWithoutStandby ? 1 : 0),
      level("outlines", "The outlines of the journal that this host knows.", names.count),
      level("led", "The outlines whose edits this host makes.", led.count),
      level("behind", "The outlines, of those looked at last, whose files lack entries.", now.behind),
      level("waiting", "The callers that wait for the answer of another host.", now.waiting),
      total("entries_total", "The entries that this host has written.", counts.entries),
      total("sums_total", "The files whose sum was compared with that of the journal.", counts.sums),
      total(
        "replaced_files_total", "The files that were not as the journal says, made anew and kept as .replaced-*.",
        counts.replacedFiles),
    ]
  }

  private static func name(in folder: String) throws -> String {
    let path = "\(folder)/\(Self.nameFile)"
    if let name = Platform.text(of: path), !name.isEmpty { return name }
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite])
      try file.closeAfter { _ = try file.writeAll(Array(name.utf8)) }
    } catch {
      throw Failure(.cannotCreate, "\(path) cannot be written: \(error).", hint: "Nothing was changed.")
    }
    return name
  }

  package func start(_ server: HostServer) {
    if database.isWithoutStandby { log("answers edits that only one server has, as --journal-without-standby says") }
    sender.start(self, server)
    let hasThread = Platform.startThread { [self] in _ = enter(server.outlineNames) { server.isClosing } }
    if !hasThread { log("enters an outline only when it is edited, as there can be no thread") }
  }

  package func enter(_ names: [String], until hasToEnd: () -> Bool) -> [(name: String, failure: Failure?)] {
    names.compactMap { name in
      if hasToEnd() { return nil }
      do { return try journaled(of: name).enter() ? (name, nil) : nil } catch {
        let failure = Failure(error)
        // A failure of its own is already in the log.
        if !(error is Failure) { log("does not enter \(name) for now: \(failure.message)") }
        return (name, failure)
      }
    }
  }

  package func end(_ outline: String, by user: String, continuingAt new: String?) throws -> Int64 {
    try journaled(of: outline).end(by: user, continuingAt: new.map(journaled(of:)))
  }

  package func stop() {
    sender.stop()
    // Otherwise the leases run out, and the senders of what has come since then wait for that.
    do throws(PostgresError) {
      _ = try database.run("UPDATE lease SET until = clock_timestamp() WHERE holder = $1", [.text(holder)], within: 3)
      try sender.decline { sql, values throws(PostgresError) in _ = try database.run(sql, values, within: 3) }
    } catch { log("could not hand its leases over: \(error.message)") }
  }

  package func open(_ path: String) throws -> Outline {
    guard let journaled = journaled(path) else { throw StoreError.missing(path: path) }
    try journaled.enter()
    return try Outline(
      path, for: .editing, wait: .seconds(10), allowsNetworkFile: false, signals: TransactionSignals(),
      groupsEdits: FileStamp(of: path) != nil, journal: journaled)
  }

  package func turn(on path: String) -> JournalTurn {
    guard let journaled = journaled(path) else { return .nowhere("the outline is not below the folder") }
    if journaled.mayEdit() { return .here }
    do {
      return try journaled.take().map(JournalTurn.there) ?? .here
    } catch let error as PostgresError {
      database.forgetConnections()
      return .nowhere(error.message)
    } catch StoreError.notWrittenDown(_, let message) {
      return .nowhere(message)
    } catch let failure as Failure {
      return .refused(failure)
    } catch {
      return .nowhere("\(error)")
    }
  }

  package func pass(_ command: PassedCommand, to host: String) -> PassedAnswer {
    let answer = sender.pass(command, to: host)
    // Readers of the file on this machine then see the answered edit.
    if case .answered(_, let seq) = answer, let journaled = journaled("\(folder)/\(command.outline)") {
      _ = Result { try journaled.catchUp(to: seq) }  // it is tried again in a moment
    }
    return answer
  }

  /// Returns the journaled of a file in the folder.
  private func journaled(_ path: String) -> JournaledOutline? {
    path.hasPrefix("\(folder)/") ? journaled(of: String(path.dropFirst(folder.count + 1))) : nil
  }

  func journaled(of outline: String) -> JournaledOutline {
    outlines.withLock { outlines in
      if let journaled = outlines.byName[outline] { return journaled }
      let journaled = JournaledOutline(
        outline, at: "\(folder)/\(outline)", database, holder: holder, checks, tell: sender.tell, log: log,
        leads: { [leading] journaled, leads in
          leading.withLock { $0[journaled.outline] = leads ? journaled : nil }
        })
      outlines.byName[outline] = journaled
      outlines.all.append(journaled)
      return journaled
    }
  }

  /// The names of the outlines that this host knows.
  var names: [String] { outlines.withLock { Array($0.byName.keys) } }

  /// Whether this host knows an outline of a name.
  func knows(_ outline: String) -> Bool { outlines.withLock { $0.byName[outline] != nil } }

  /// Returns the outlines of some names that this host knows, and then others, at most `count` of these: all of them
  /// have their turn after some calls.
  func next(_ count: Int, with names: [String]) -> [JournaledOutline] {
    outlines.withLock { outlines in
      let first = names.compactMap { outlines.byName[$0] }
      let start = outlines.next < outlines.all.count ? outlines.next : 0
      let end = min(start + count, outlines.all.count)
      outlines.next = end
      return first + outlines.all[start..<end]
    }
  }

  var led: [JournaledOutline] { leading.withLock { Array($0.values) } }
}
