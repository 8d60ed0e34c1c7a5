import SQLite
import TestPrograms
import Testing

/// A connection, its statements and its transactions.
struct ConnectionTests {
  private let db: Connection

  init() throws {
    db = try Connection(path: ":memory:", for: .creating)
    try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, weight REAL) STRICT")
  }

  private func names() throws -> [String?] { try db.rows("SELECT name FROM item ORDER BY id") { try $0[0] } }

  @Test func `values come back as they were bound`() throws {
    for name in ["milk", "", "a\u{0}b", "e\u{301}", nil] as [String?] {
      try db.run("INSERT INTO item (name) VALUES (?)", [name])
    }
    #expect(
      try names().map { $0.map { Array($0.utf8) } } == [
        Array("milk".utf8), [], Array("a\u{0}b".utf8), Array("e\u{301}".utf8), nil,
      ])
    #expect(try db.value("SELECT octet FROM (SELECT length(CAST(name AS BLOB)) AS octet FROM item WHERE id = 3)") == 3)
    #expect(db.lastInsertedRowID == 5)
  }

  @Test func `integers, flags and NULL are bound and read by their types`() throws {
    let row = try db.first("SELECT ?, ?, ?, ?", [Int64.min, 7, true, nil as String?]) { row in
      (try row[0] as Int64, try row[1] as Int, try row[2] as Bool, try row[3] as String?)
    }
    let (least, seven, flag, nothing) = try #require(row)
    #expect(least == .min && seven == 7 && flag && nothing == nil)
  }

  @Test func `a function of a text gets its bytes, is replaced by the next one, and is none for views and triggers`()
    throws
  {
    for name in ["milk", "", "a\u{0}b", nil] as [String?] { try db.run("INSERT INTO item (name) VALUES (?)", [name]) }
    let select = "SELECT id FROM item WHERE is_good(name) ORDER BY id"
    try db.define("is_good") { $0.elementsEqual("a\u{0}b".utf8) }
    #expect(try db.rows(select) { try $0[0] as Int } == [3])
    try db.define("is_good") { $0.isEmpty }
    #expect(try db.rows(select) { try $0[0] as Int } == [2, 4])
    try db.execute("CREATE VIEW good AS SELECT id FROM item WHERE is_good(name)")
    #expect(throws: DatabaseError.self) { try db.rows("SELECT id FROM good") { try $0[0] as Int } }
    try db.execute("CREATE TRIGGER tests AFTER INSERT ON item BEGIN SELECT is_good(NEW.name); END")
    #expect(throws: DatabaseError.self) { try db.run("INSERT INTO item (name) VALUES ('milk')") }
  }

  @Test(arguments: [0, 1, 3]) func `too few and too many values are refused`(count: Int) {
    let error = #expect(throws: DatabaseError.self) {
      try db.run("SELECT ?, ?", Array(repeating: 1, count: count))
    }
    #expect(error?.code == .range)
  }

  @Test func `a column of another type is an error that names the column`() throws {
    try db.run("INSERT INTO item (name, weight) VALUES ('milk', 1.5)")
    for (sql, expected) in [
      ("SELECT name FROM item", "column name holds a text where an integer is expected"),
      ("SELECT weight FROM item", "column weight holds a real number where an integer is expected"),
      ("SELECT NULL AS place", "column place holds NULL where an integer is expected"),
    ] {
      let error = #expect(throws: DatabaseError.self) {
        try db.rows(sql) { row -> Int64 in try row[0] }
      }
      #expect(error?.code == .mismatch && error?.message == expected)
    }
    let flag = #expect(throws: DatabaseError.self) { try db.rows("SELECT 2 AS done") { row -> Bool in try row[0] } }
    #expect(flag?.message == "column done holds 2 where 0 or 1 is expected")
  }

  @Test func `a first value is nil where there is no row, and where it is NULL`() throws {
    let none: Int? = try db.value("SELECT id FROM item")
    let null: Int? = try db.value("SELECT NULL")
    #expect(none == nil && null == nil)
    #expect(try db.value("SELECT 7") == 7)
  }

  @Test func `a row stays readable as long as somebody holds it`() throws {
    try db.run("INSERT INTO item (name) VALUES ('milk')")
    let row = try #require(try db.cursor("SELECT name FROM item").next())
    try db.run("INSERT INTO item (name) VALUES ('bread')")
    #expect(try row[0] == "milk")
  }

  @Test func `the same words can be at work twice`() throws {
    for name in ["a", "b"] { try db.run("INSERT INTO item (name) VALUES (?)", [name]) }
    let sql = "SELECT name FROM item ORDER BY id"
    var pairs: [String] = []
    let outer = try db.cursor(sql)
    while let left = try outer.next() {
      let inner = try db.cursor(sql)
      while let right = try inner.next() { pairs.append(try (left[0] as String) + right[0]) }
    }
    #expect(pairs == ["aa", "ab", "ba", "bb"])
  }

  @Test func `a statement that ended early is ready for the next time`() throws {
    for name in ["a", "b", "c"] { try db.run("INSERT INTO item (name) VALUES (?)", [name]) }
    let sql = "SELECT name FROM item ORDER BY id"
    for _ in 1...2 { #expect(try db.first(sql, [], { row -> String in try row[0] }) == "a") }
    #expect(try names() == ["a", "b", "c"])
  }

  @Test(arguments: ["", "SELECT 1; SELECT 2", "SELEKT"]) func `what is not one statement is refused`(sql: String) {
    #expect(throws: DatabaseError.self) { try db.run(sql) }
  }

  @Test func `an error has SQLite's extended code, its words and the statement`() throws {
    try db.run("INSERT INTO item (id) VALUES (1)")
    let error = #expect(throws: DatabaseError.self) { try db.run("INSERT INTO item (id) VALUES (1)") }
    #expect(error?.code == .constraint && error?.extendedCode == 1555)
    #expect(error?.message == "UNIQUE constraint failed: item.id")
    #expect(error?.sql == "INSERT INTO item (id) VALUES (1)")
  }

  @Test func `opening never makes a file, unless it is asked to`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "a.db")
    let error = #expect(throws: DatabaseError.self) { try Connection(path: path) }
    #expect(error?.code == .cannotOpen)
    #expect(try folder.names() == [])
    let made = try Connection(path: path, for: .creating)
    try made.execute("CREATE TABLE item (name TEXT)")
    #expect(try folder.names() == ["a.db"])
    #expect(try made.header().starts(with: Array("SQLite format 3\0".utf8)))
  }
}

/// Transactions, locks and copies.
struct TransactionTests {
  private struct Refusal: Error {}

  private let folder: ScratchFolder
  private let path: String
  private let db: Connection

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "a.db")
    db = try Connection(path: path, for: .creating)
    try db.execute("CREATE TABLE item (name TEXT NOT NULL, other INTEGER REFERENCES item) STRICT")
  }

  private func count() throws -> Int { try db.value("SELECT count(*) FROM item") ?? -1 }

  @Test func `a transaction ends as its body says`() throws {
    let answer = try db.transaction(.immediate) {
      try db.run("INSERT INTO item (name) VALUES ('a')")
      return ("kept", .commit)
    }
    #expect(answer == "kept")
    try db.transaction(.immediate) { () -> (Void, Connection.TransactionEnd) in
      try db.run("INSERT INTO item (name) VALUES ('b')")
      return ((), .rollback)
    }
    #expect(try count() == 1)
    #expect(!db.isInTransaction)
  }

  @Test func `a body that throws leaves nothing`() throws {
    #expect(throws: Refusal.self) {
      try db.transaction(.immediate) { () -> (Void, Connection.TransactionEnd) in
        try db.run("INSERT INTO item (name) VALUES ('a')")
        throw Refusal()
      }
    }
    #expect(!db.isInTransaction)
    #expect(try count() == 0)
  }

  @Test func `a COMMIT that is refused leaves no transaction open`() throws {
    try db.harden()
    try db.execute("CREATE TABLE part (item INTEGER REFERENCES item (rowid) DEFERRABLE INITIALLY DEFERRED) STRICT")
    #expect(throws: DatabaseError.self) {
      try db.transaction(.immediate) { () -> (Void, Connection.TransactionEnd) in
        try db.run("INSERT INTO part VALUES (99)")
        return ((), .commit)
      }
    }
    #expect(!db.isInTransaction)
  }

  @Test func `a locked file is asked for again as long as the handler says so`() throws {
    let shell = try SQLiteShell(path).hold("BEGIN EXCLUSIVE")
    var asked: [Int] = []
    try db.whenBusy { tries in
      asked.append(tries)
      return tries < 3
    }
    let error = #expect(throws: DatabaseError.self) { try db.run("BEGIN IMMEDIATE") }
    #expect(error?.code == .busy)
    #expect(asked == [0, 1, 2, 3])
    try shell.release()
    try db.run("BEGIN IMMEDIATE")
  }

  @Test func `a hardened connection enforces foreign keys and loads no extension`() throws {
    try db.harden()
    #expect(try db.value("PRAGMA foreign_keys") == 1)
    let error = #expect(throws: DatabaseError.self) { try db.run("SELECT load_extension('x')") }
    #expect(error?.message == "not authorized")
  }

  @Test(arguments: [1, 5, -1]) func `a copy has everything, in any portions`(pages: Int) throws {
    for number in 0..<200 { try db.run("INSERT INTO item (name) VALUES (?)", [String(repeating: "x", count: number)]) }
    let target = try Connection(path: folder.path(of: "b.db"), for: .creating)
    var left: [Int] = []
    try db.backUp(to: target, pages: pages) { _, remaining in left.append(remaining) }
    #expect(try target.value("SELECT count(*) FROM item") == 200)
    #expect(left.last == 0 && left == left.sorted(by: >))
    #expect(throws: Refusal.self) { try db.backUp(to: target, pages: 1) { _, _ in throw Refusal() } }
  }

  @Test func `threads take turns with a shared connection`() async throws {
    let shared = SharedConnection(try Connection(path: path))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<25 {
            try shared.use { db in
              try db.transaction(.immediate) {
                (try db.run("INSERT INTO item (name) VALUES (?)", ["\(number)"]), .commit)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try count() == 200)
  }
}
