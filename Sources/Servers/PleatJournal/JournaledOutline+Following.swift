import OutlineStore
import PleatOutput
import PleatSystem

// The entries of other hosts.
extension JournaledOutline {
  /// Applies all entries that the file lacks; restores a file that is missing, or that differs from the journal.
  ///
  /// - Parameter seq: The entry that is needed; if another thread has already applied it, nothing is read.
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

  /// Applies a batch of entries; returns false if there are no more.
  ///
  /// - Throws: A `Failure` for a file that is not the journal's outline of this name.
  func advance() throws -> Bool {
    guard FileStamp(of: path) != nil else {
      if try rebuild(because: nil) { return true }
      try noteEnd()
      return false
    }
    let file = try JournaledFile(path)
    guard let position = try file.position() else {
      try checkIsJournals(file)
      return try rebuild(because: "it has no journal")
    }
    if position.outline != outline { throw copied(from: position.outline) }
    let rows = try database.run(
      """
      SELECT seq, token, sum, version, heading, changes, heading ->> 'ended' FROM journal
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
      let isTrimmed = entries.first.map { $0.position.seq > position.seq } ?? false
      return try rebuild(
        because: "entry \(position.seq) is \(isTrimmed ? "no longer" : "another one") in the journal")
    }
    let known = entries.dropFirst().prefix { $0.version <= JournaledFile.version }
    if known.count < entries.count - 1 {
      stop("a newer pleat has written it")
    } else {
      state.withLock { $0.obstacle = nil }
    }
    let applied = known.prefix { $0.changes != nil }
    if applied.isEmpty, let first = known.first {
      let row = rows[known.startIndex]
      if row.isNull(6) { return try rebuild(because: nil, from: first.position.seq) }
      try leave(at: first.position.seq, for: row[6])
      return true
    }
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

  /// Restores the file from a snapshot; returns false if there is none.
  ///
  /// The later entries must then be applied.
  ///
  /// - Parameter reason: What is wrong with the existing file, which is then kept under another name; nil if there is
  ///   none.
  func rebuild(because reason: String?, from seq: Int64 = 0) throws -> Bool {
    let rows = try database.run(
      """
      SELECT seq, data FROM snapshot JOIN journal USING (outline, seq)
      WHERE outline = $1 AND seq >= $2 AND version <= $3::bigint ORDER BY seq DESC LIMIT 1
      """,
      [.text(outline), .number(seq), .number(Int64(JournaledFile.version))], within: 120)
    guard let row = rows.first else { return false }
    log("makes \(outline) from the snapshot of entry \(row[0])" + (reason.map { ", because \($0)" } ?? ""))
    if reason != nil { database.count(\.replacedFiles) }
    try JournaledFile.install(row.bytes(1), at: path, keepingOld: reason != nil)
    state.withLock { $0.hasEnded = false }
    return true
  }

  /// Whether to check the sum of the file: nothing was written for a while, and the last check was long ago.
  var isCheckDue: Bool {
    state.withLock { state in
      state.lastEntry.elapsed > checks.calm
        && (state.lastCheck.map { $0.elapsed > checks.distance } ?? true)
    }
  }

  /// Checks the sum of the file if that is due; restores a file that differs.
  private func check() throws {
    guard isCheckDue else { return }
    // A missing file counts too, so that other files get their turn.
    state.withLock { $0.lastCheck = .now }
    guard FileStamp(of: path) != nil else { return }
    database.count(\.sums)
    if try JournaledFile(path).hasItsSum() { return try trim() }
    loseLease()
    state.withLock { $0.isSpoiled = true }
    try catchUp()
  }

  /// Applies entries of other hosts in a thread of its own, and checks the file if that is due.
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
          // The failure is already in the log.
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
}
