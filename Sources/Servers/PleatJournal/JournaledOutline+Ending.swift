import OutlineCore
import OutlineStore
import PleatOutput
import PleatSystem

// The end of an outline in the journal: it was deleted, or has another name.
extension JournaledOutline {
  /// Ends the outline, which this host must lead; its file stays under another name, or becomes that of the new name.
  ///
  /// - Parameter new: The outline with the new name; nil to delete it.
  /// - Returns: The number of the last entry.
  /// - Throws: A `Failure` if there is no such outline, or one with the new name; otherwise as for an edit.
  func end(by user: String, continuingAt new: JournaledOutline?) throws -> Int64 {
    let last = try withHeld(applying) {
      try translating {
        guard FileStamp(of: path) != nil else { throw Self.unknown(outline) }
        guard let epoch else { throw StoreError.notWrittenDown(path: path, message: "another host leads") }
        let file = try JournaledFile(path)
        if new != nil, try file.size() > Self.largestSnapshot { throw tooLarge }
        if let new, try new.isThere { throw new.isInTheWay }
        let next = try new.map { (name: $0.outline, seq: try $0.lastEntry() + 1) }
        let seq = try file.end(by: user, continuingAt: next) { end, last, identity, begin in
          try save(end, after: last, of: identity, epoch: epoch, begin)
        }
        loseLease()
        guard let seq else { throw StoreError.notWrittenDown(path: path, message: "another host leads") }
        tell(outline)
        // What fails now is done when the journal is followed again.
        _ = Result { try leave(at: seq, for: new?.outline ?? "") }
        return seq
      }
    }
    // Only now, as no thread may hold the locks of two outlines.
    if let new {
      tell(new.outline)
      _ = Result { try new.catchUp() }
    }
    return last
  }

  private static func unknown(_ outline: String) -> Failure {
    Failure(
      .notFound, "The journal has no outline '\(Escapes.oneLine(outline))'.",
      hint: "Nothing was changed. Name it by its path in the folder, as in team/plans.db.")
  }

  private var isThere: Bool {
    get throws {
      try FileStamp(of: path) != nil || !database.run("SELECT FROM lease WHERE outline = $1", [.text(outline)]).isEmpty
    }
  }

  private var isInTheWay: Failure {
    Failure(
      .refused, "There is an outline '\(Escapes.oneLine(outline))' already.",
      hint: "Nothing was changed. Choose another name.")
  }

  /// Returns the number of the last entry with this name; 0 for none.
  func lastEntry() throws -> Int64 {
    try database.run("SELECT coalesce(max(seq), 0) FROM journal WHERE outline = $1", [.text(outline)]).first?
      .number(0) ?? 0
  }

  private func save(
    _ end: JournalEntry, after last: JournalPosition, of identity: String, epoch: Int64,
    _ begin: (JournalEntry, content: [UInt8])?
  ) throws -> Bool {
    var values: [Postgres.Value] = [
      .text(outline), .text(holder), .number(epoch), .number(last.seq), .number(last.token),
      .number(end.position.token), .number(Int64(end.version)), .text(end.heading), .number(end.position.sum),
    ]
    if let (entry, content) = begin {
      values += [
        .text(entry.position.outline), .text(identity), .number(entry.position.seq), .number(entry.position.token),
        .text(entry.heading), .bytes(content),
      ]
    }
    // Somebody else may begin an outline with the new name at the same time; the whole statement then fails.
    let beginning = """
      leased AS (INSERT INTO lease SELECT $10, $11, $2, 1, clock_timestamp() FROM ended RETURNING outline),
      begun AS (
        INSERT INTO journal (outline, seq, epoch, token, version, heading, sum)
        SELECT outline, $12::bigint, 1, $13::bigint, $7::integer, $14::json, $9::bigint FROM leased),
      kept AS (INSERT INTO snapshot SELECT outline, $12::bigint, $15::bytea FROM leased),
      """
    return try !database.write(
      """
      WITH ended AS (
        DELETE FROM lease WHERE outline = $1 AND holder = $2 AND epoch = $3::bigint AND until > clock_timestamp()
          AND EXISTS (SELECT FROM journal WHERE outline = $1 AND seq = $4::bigint AND token = $5::bigint)
          AND NOT EXISTS (SELECT FROM journal WHERE outline = $1 AND seq > $4::bigint) AND \(database.hasStandby)
        RETURNING outline),
      \(begin == nil ? "" : beginning)
      forgotten AS (DELETE FROM snapshot WHERE outline = $1 AND EXISTS (SELECT FROM ended))
      INSERT INTO journal (outline, seq, epoch, token, version, heading, sum)
      SELECT outline, $4::bigint + 1, $3::bigint, $6::bigint, $7::integer, $8::json, $9::bigint FROM ended RETURNING seq
      """, values, within: begin == nil ? 10 : 60
    ).isEmpty
  }

  /// Puts the file of an outline that has ended aside, as an outline of its own; one with a new name is made there.
  ///
  /// - Parameters:
  ///   - seq: The last entry.
  ///   - new: The new name; empty for a deleted outline.
  func leave(at seq: Int64, for new: String) throws {
    var ending = ".deleted-\(seq)"
    // A journal that was begun anew gives numbers again.
    if FileStamp(of: path + ending) != nil { ending += "-\(Platform.now)" }
    try JournaledFile.release(path, as: path + ending)
    if new.isEmpty {
      log("deletes \(outline), whose file is now \(outline)\(ending)")
    } else {
      try Platform.remove(path + ending)
      log("renames \(outline) to \(new)")
    }
    state.withLock { ($0.seq, $0.hasEnded) = (seq, true) }
  }

  /// Notes that the last entry has ended the outline, if so.
  func noteEnd() throws {
    let ended = try database.run(
      "SELECT max(seq) FROM journal WHERE outline = $1 AND NOT EXISTS (SELECT FROM lease WHERE outline = $1)",
      [.text(outline)]
    ).first
    guard let ended, !ended.isNull(0) else { return }
    let last = try ended.number(0)
    state.withLock { ($0.seq, $0.hasEnded) = (last, true) }
  }
}
