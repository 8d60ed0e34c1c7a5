import OutlineCore
import PleatSystem
import SQLite
import SQLiteSalvage

extension StoreWriter {
  /// Begins to insert the content of a damaged file into a new one.
  ///
  /// ``replaceHistory(with:lastEntry:_:)`` deletes the changes that the inserter logs.
  ///
  /// - Parameters:
  ///   - heading: The heading of the entry.
  ///   - lastIDs: For each table, the greatest id that counts as used; new ids come after it.
  package func repairInserter(_ heading: EntryHeading, lastIDs: [String: Int64]) throws -> OutlineInserter {
    for (table, id) in lastIDs.sorted(by: { $0.key < $1.key }) {
      try db.run("DELETE FROM sqlite_sequence WHERE name = ?", [table])
      try db.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, id])
    }
    log.trimsOldEntries = false
    try begin(heading)
    return try inserter()
  }

  /// Replaces the history by that of a damaged file, as far as it is sound, and begins a new entry.
  ///
  /// - Parameters:
  ///   - file: The damaged file; nil for an empty history.
  ///   - lastEntry: The greatest number of an entry that counts as used.
  ///   - heading: The heading of the new entry.
  /// - Returns: The number of entries of the file that the history has.
  package func replaceHistory(
    with file: DamagedFile?, lastEntry: Int64, _ heading: EntryHeading
  ) throws -> Int {
    log.forget()
    try db.execute(Self.forgetHistory)
    let count = try file.map(copyHistory) ?? 0
    try setSequence("edit", to: max(lastEntry, db.value("SELECT max(edit_id) FROM edit") ?? 0))
    try begin(heading)
    return count
  }

  private static let forgetHistory = "DELETE FROM change; DELETE FROM edit; DELETE FROM author"

  private func copyHistory(from file: DamagedFile) throws -> Int {
    do {
      let start = try file.soundHistoryStart()
      try copyChanges(from: file, start: start)
      // Without changes, the next change gets the number 1 again, which entries would contradict.
      let count = try reader.lastChange() == 0 ? 0 : copyEntries(from: file, start: start)
      try copy("author", ["edit_id", "first_id", "last_id", "at", "action", "user"], from: file)
      // These are the keys of edits, so that none of the edits is made twice.
      try copy("idempotency_key", ["edit_id", "at", "key", "user", "words", "input", "items"], from: file)
      if try reader.lastChange() <= RepairRules.ids.upperBound { return count }
      try db.execute(Self.forgetHistory)  // too few numbers are left after it
      return 0
    } catch let error as DatabaseError where error.isDamage {
      try db.execute(Self.forgetHistory)
      return 0
    }
  }

  /// Copies a table with further data about the entries, as far as it can be read.
  private func copy(_ table: String, _ columns: [String], from file: DamagedFile) throws {
    let list = columns.joined(separator: ", ")
    do {
      let lines = try file.db.cursor("SELECT \(list) FROM \(table) NOT INDEXED")
      let insert = try db.statement(
        "INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(Self.parameters(columns.count)))")
      while let line = try lines.next() {
        try insert.bind(columns.indices.map { try line[$0] as RecordValue })
        try insert.run()
      }
    } catch let error as DatabaseError where error.isDamage { return }
  }

  private func setSequence(_ table: String, to id: Int64) throws {
    try db.run("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", [id, table])
  }

  private func copyChanges(from file: DamagedFile, start: Int64) throws {
    let count = LogLine.columns.split(separator: ",").count
    let lines = try file.db.cursor(
      "SELECT \(LogLine.columns) FROM change NOT INDEXED WHERE change_id - coalesce(run, 1) + 1 >= ? ORDER BY change_id",
      [start])
    let insert = try db.statement("INSERT INTO change (\(LogLine.columns)) VALUES (\(Self.parameters(count)))")
    while let line = try lines.next() {
      try insert.bind((0..<count).map { try line[$0] as RecordValue })
      try insert.run()
    }
  }

  /// Copies the entries, each as the next one, because the file accepts no other.
  private func copyEntries(from file: DamagedFile, start: Int64) throws -> Int {
    let columns = "edit_id, at, user, token, kind, words, undoes, undoes_change, undoes_all, first_change, last_change"
    let lines = try file.db.cursor(
      "SELECT \(columns) FROM edit NOT INDEXED WHERE first_change >= ? ORDER BY edit_id", [start])
    var count = 0
    while let line = try lines.next() {
      try setSequence("edit", to: line.integer(0) - 1)
      try EditLog.open(in: db)
      try db.run(
        "INSERT INTO edit (\(columns)) VALUES (\(Self.parameters(11)))",
        try (0..<11).map { try line[$0] as RecordValue })
      count += 1
    }
    return count
  }

  private static func parameters(_ count: Int) -> String {
    [String](repeating: "?", count: count).joined(separator: ", ")
  }
}

extension DamagedFile {
  /// Returns the number of the change from which on the history is sound, with whole entries only; `Int64.max` if none.
  fileprivate func soundHistoryStart() throws -> Int64 {
    let start = try HistoryCheck(db: db, take: { _ in }).soundStart()
    if start == .max { return start }
    let cut: Int64? = try db.value(
      "SELECT max(last_change) FROM edit NOT INDEXED WHERE first_change < ?1 AND last_change >= ?1", [start])
    return cut.map { $0 + 1 } ?? start
  }

  /// Returns the number of entries in the history; nil if it cannot be read.
  package func entryCount() throws -> Int? {
    if refusal != nil { return nil }
    do { return try db.value("SELECT count(*) FROM edit") } catch let error where error.isDamage {
      return nil
    }
  }

  /// Makes a repaired copy, which `fill` writes, in the place of the file or beside it.
  ///
  /// - Returns: The path of the copy, and the path at which the file is kept if the copy took its place.
  /// - Throws: ``StoreError``, and what `fill` throws; no copy is left then.
  package func makeCopy(
    _ target: RepairTarget, _ signals: TransactionSignals, _ fill: (Store) throws -> Void
  ) throws -> (path: String, oldPath: String?) {
    var oldPath: String?
    let newPath = target == .inPlace ? path : path + ".repaired"
    if target == .beside(mayReplace: false), FileStamp(of: newPath) != nil { throw StoreError.exists(path: newPath) }
    // Nobody else uses a copy beside the file, so it may be made anywhere.
    let copy = try Store.create(newPath, network: target == .inPlace ? network : .allowed, signals) { store in
      (try fill(store), true)
    } install: { file in
      switch target {
      case .inPlace: oldPath = try FileReplacement(path: path, stamp: stamp).install(file.temporary)
      case .beside(let mayReplace):
        Platform.copyOwner(from: path, to: file.temporary)
        return try FileSystem.install(file.temporary, at: newPath, mayReplace: mayReplace)
      }
      return true
    }
    if !copy.isInstalled { throw StoreError.exists(path: newPath) }
    return (newPath, oldPath)
  }
}

extension FileSystem {
  /// Moves a finished file to its place, durably; returns false if a file is there that must not be replaced.
  fileprivate static func install(_ temporary: String, at path: String, mayReplace: Bool) throws(StoreError) -> Bool {
    try synchronize(temporary, path: path)
    if mayReplace {
      try move(temporary, to: path)
    } else if try !moveToNewName(temporary, path) {
      return false
    }
    try synchronizeFolder(of: path, path: path)
    return true
  }
}
