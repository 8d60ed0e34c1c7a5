import OutlineCore
import OutlineStore
import PleatSystem
import SQLite

// Adding an outline to the journal.
extension JournaledOutline {
  /// Begins a journal for the outline; if it already exists and the file is missing, restores the file from it.
  ///
  /// - Throws: ``StoreError``, and a `Failure` for a file that is not the journal's outline of this name.
  /// - Returns: Whether the journal did not have the outline before.
  @discardableResult
  func enter() throws -> Bool {
    try withHeld(applying) {
      try translating {
        guard FileStamp(of: path) != nil else {
          while try advance() {}
          return false
        }
        let file = try JournaledFile(path)
        if let position = try file.position() {
          if position.outline == outline { return false }
          throw copied(from: position.outline)
        }
        if try begin(file) { return true }
        try checkIsJournals(file)
        guard try rebuild(because: "it was begun before") else { throw notEntered }
        while try advance() {}
        return false
      }
    }
  }

  var notEntered: StoreError {
    .notWrittenDown(path: path, message: "the outline could not be entered")
  }

  var tooLarge: StoreError {
    .refused(
      message:
        "the outline is larger than \(Self.largestSnapshot >> 20) MiB, so that the journal takes no snapshot of it; export a part of it, import that into an outline of its own, and delete it here"
    )
  }

  /// Begins the journal with a file; returns false if the journal already has an outline of this name.
  func begin(_ file: JournaledFile) throws -> Bool {
    if try file.size() > Self.largestSnapshot { throw tooLarge }
    // After the entries of an outline of this name that was deleted.
    let first = try lastEntry() + 1
    let isDone = try file.make(outline, from: first) { entry, identity, content in
      try !database.write(
        """
        WITH leased AS (
          INSERT INTO lease SELECT $1, $2, $3, 1, clock_timestamp() WHERE \(database.hasStandby)
          ON CONFLICT DO NOTHING RETURNING outline),
        written AS (
          INSERT INTO journal (outline, seq, epoch, token, version, heading, sum)
          SELECT outline, $9::bigint, 1, $4::bigint, $5::integer, $6::json, $7::bigint FROM leased)
        INSERT INTO snapshot SELECT outline, $9::bigint, $8::bytea FROM leased RETURNING seq
        """,
        [
          .text(outline), .text(identity), .text(holder), .number(entry.position.token), .number(Int64(entry.version)),
          .text(entry.heading), .number(entry.position.sum), .bytes(content), .number(first),
        ], within: 60
      ).isEmpty
    }
    if isDone {
      state.withLock { ($0.seq, $0.hasEnded) = (first, false) }
      log("enters \(outline) into the journal")
      tell(outline)
    }
    return isDone
  }
}
