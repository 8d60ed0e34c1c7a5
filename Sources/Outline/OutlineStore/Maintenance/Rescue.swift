import OutlineCore
import SQLite
import SQLiteSalvage

/// The content that could be read from a damaged file, in a temporary database without constraints.
package final class Rescue {
  let db: Connection
  /// The tables that SQLite could not read to their ends.
  package internal(set) var salvagedTables: [String] = []
  /// The number of rows that the file counts in each section; empty if all rows could be read, or no counts.
  package internal(set) var rowCounts: [Int64: Int] = [:]

  init() throws {
    db = try Connection(path: "", for: .creating)  // a temporary file that is deleted with the connection
    try db.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    for table in RescuedTable.all { try db.execute(table.definition) }
  }

  package var isEmpty: Bool {
    get throws {
      let things = "SELECT EXISTS (SELECT 1 FROM section) OR EXISTS (SELECT 1 FROM row) OR EXISTS (SELECT 1 FROM user)"
      return try db.value(things) == Int64(0)
    }
  }
}

struct RescuedTable {
  let name: String
  /// The columns; the first is the id in a table that has one.
  let columns: [String]
  var hasID = true

  static let all = [
    RescuedTable(
      name: "section",
      columns: words("section_id ord level title detail collapsible new_rows done attributes due repeat")),
    RescuedTable(name: "row", columns: words("row_id section_id rank") + RowColumn.allCases.map(\.name)),
    RescuedTable(name: "user", columns: words("user_id name starts_collapsed accordion")),
    RescuedTable(name: "fold", columns: words("user_id section_id collapsed"), hasID: false),
    RescuedTable(name: "setting", columns: words("name value"), hasID: false),
    RescuedTable(name: "sqlite_sequence", columns: words("name seq"), hasID: false),
  ]

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// The table's name in the temporary database.
  var rescueName: String { name == "sqlite_sequence" ? "last_id" : name }

  /// Creates the table without types, with a unique key, and with columns for the place where each line was found.
  var definition: String {
    let unique =
      switch name {
      case "fold": "user_id, section_id"
      default: columns[0]
      }
    let index = name == "row" ? "CREATE INDEX row_by_section ON row (section_id, rank);" : ""
    return """
      CREATE TABLE \(rescueName) (line INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")), place, is_cut,
        UNIQUE (\(unique)));
      \(index)
      """
  }

  /// Inserts a line, unless there is one with the same id.
  var insert: String {
    let parameters = columns.map { _ in "?, " }.joined()
    return
      "INSERT OR IGNORE INTO \(rescueName) (\(columns.joined(separator: ", ")), place, is_cut) VALUES (\(parameters)?, ?)"
  }

  /// Inserts a line without its id, unless there is exactly the same line.
  var insertAgain: String {
    let (others, all) = (columns.dropFirst(), columns.enumerated())
    let same = all.map { "\($0.element) IS ?\($0.offset + 1)" }.joined(separator: " AND ")
    let values = (2...columns.count).map { "?\($0), " }.joined()
    return """
      INSERT INTO \(rescueName) (\(others.joined(separator: ", ")), place, is_cut)
      SELECT \(values)?\(columns.count + 1), ?\(columns.count + 2)
      WHERE NOT EXISTS (SELECT 1 FROM \(rescueName) WHERE \(same))
      """
  }
}

extension DamagedFile {
  /// Reads the content that can be read from the file.
  ///
  /// Tables that SQLite cannot read are searched for page by page.
  package func rescue() throws -> Rescue {
    try StoreError.translating(path: path) {
      let rescue = try Rescue()
      try rescue.db.execute("BEGIN")
      let lost = try RescuedTable.all.filter { try !read($0, into: rescue) }
      if !lost.isEmpty { try salvage(lost, into: rescue) }
      rescue.salvagedTables = lost.map(\.name)
      if rescue.salvagedTables.contains("row") { rescue.rowCounts = try rowCounts() }
      try rescue.db.execute("COMMIT")
      return rescue
    }
  }

  /// Reads a table with SQLite; returns false if that is not possible, or ends early.
  private func read(_ table: RescuedTable, into rescue: Rescue) throws -> Bool {
    if refusal != nil { return false }
    do {
      let type: String? = try db.value("SELECT type FROM sqlite_schema WHERE name = ?", [table.name])
      guard type == "table" else { return false }
      let lines = try db.cursor("SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) NOT INDEXED")
      let insert = try RescueInsertion(table, rescue)
      while let line = try lines.next() {
        try insert.insert(table.columns.indices.map { try line[$0] }, origin: .table, isCut: false)
      }
      return true
    } catch let error as DatabaseError where error.isDamage {
      return false
    }
  }

  /// Returns how many rows the file counts in each section; empty if that cannot be read.
  private func rowCounts() throws -> [Int64: Int] {
    if refusal != nil { return [:] }
    do {
      let sql = "SELECT section_id, sum(rows) FROM row_count GROUP BY section_id"
      let counts: [(Int64, Int)] = try db.rows(sql, []) { line in (try line[0], try line[1]) }
      return Dictionary(counts, uniquingKeysWith: max)
    } catch let error as DatabaseError where error.isDamage { return [:] }
  }

  private func salvage(_ tables: [RescuedTable], into rescue: Rescue) throws {
    var insertions: [String: RescueInsertion] = [:]
    for table in tables { insertions[table.name] = try RescueInsertion(table, rescue) }
    try Salvager.salvage(self, SalvagedTable.all) { row in
      let origin: FoundOrigin =
        switch row.origin {
        case .table: .table
        case .lostPage: .lostPage
        case .freePage: .freePage
        }
      try insertions[row.table]?.insert(row, origin: origin)
    }
  }
}

/// Inserts the lines of one table into the temporary database.
private struct RescueInsertion {
  private let table: RescuedTable
  private let db: Connection
  private let statement: Statement
  private let again: Statement

  init(_ table: RescuedTable, _ rescue: Rescue) throws {
    self.table = table
    db = rescue.db
    statement = try rescue.db.statement(table.insert)
    again = try rescue.db.statement(table.insertAgain)
  }

  func insert(_ values: [RecordValue], origin: FoundOrigin, isCut: Bool) throws {
    let values: [any Bindable] = values + [RecordValue.integer(Int64(origin.rawValue)), .integer(isCut ? 1 : 0)]
    try statement.bind(values)
    try statement.run()
    // Two lines with one id in a table are two things; a copy elsewhere in the file is an older state of the same.
    guard db.changedRows == 0, origin == .table, table.hasID else { return }
    try again.bind(values)
    try again.run()
  }

  /// Inserts a row that was found page by page, whose id is its rowid, and which may lack columns that were added later.
  func insert(_ row: SalvagedRow, origin: FoundOrigin) throws {
    var values = row.values
    if table.hasID, values.first?.isNull ?? true { values = [.integer(row.rowID)] + values.dropFirst() }
    values += [RecordValue](repeating: .null, count: max(0, table.columns.count - values.count))
    try insert(Array(values.prefix(table.columns.count)), origin: origin, isCut: row.isCut)
  }
}

extension SalvagedTable {
  /// The tables that are rescued, and how their rows are recognized.
  static let all = [
    SalvagedTable("section") { values in
      values.count >= 9 && isID(values[0]) && values[1].isInteger && values[2].isInteger && values[3].isText
        && isTextOrNull(values[4]) && values[5].isInteger && isTextOrNull(values[6])
        && (values[7].isInteger || values[7].isNull) && isTextOrNull(values[8])
    },
    SalvagedTable("row") { values in
      values.count >= 6 && values.count < 10 && isID(values[0]) && values[1].isInteger && values[2].isInteger
        && values[3].isText && (values[4].isInteger || values[4].isNull) && isTextOrNull(values[5])
    },
    SalvagedTable("user") { values in
      values.count == 4 && isID(values[0]) && values[1].isText && isFlag(values[2]) && isFlag(values[3])
    },
    SalvagedTable("sqlite_sequence") { values in
      guard values.count == 2, case .text(let name) = values[0], values[1].isInteger else { return false }
      return ["section", "row", "user", "edit"].contains { name.elementsEqual($0.utf8) }
    },
    SalvagedTable("fold", isWithoutRowID: true) { values in
      values.count == 3 && values[0].isInteger && values[1].isInteger && isFlag(values[2])
    },
    SalvagedTable("setting", isWithoutRowID: true) { values in
      guard values.count == 2, case .text(let name) = values[0] else { return false }
      return Setting.allCases.contains { name.elementsEqual($0.rawValue.utf8) }
    },
  ]

  /// Whether a value can be in the column of an id, where SQLite stores NULL because the id is the rowid.
  private static func isID(_ value: RecordValue) -> Bool { value.isNull || value.isInteger }

  private static func isTextOrNull(_ value: RecordValue) -> Bool { value.isText || value.isNull }

  private static func isFlag(_ value: RecordValue) -> Bool { value == .integer(0) || value == .integer(1) }
}
