import Foundation
import SQLite
import TestPrograms
import Testing

/// Damaged pages that SQLite reads without a complaint are found when pages are watched.
struct PageWatchTests {
  /// A file with 20 items on one page, the second of which is the first once more because of a wrong pointer.
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "file.db")
    try Connection(path: path, for: .creating).execute(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) INSERT INTO item SELECT i, 'item' FROM n
      """)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let pointers = 4_096 + 8
    bytes[pointers + 2] = bytes[pointers]
    bytes[pointers + 3] = bytes[pointers + 1]
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  @Test func `a page with two pointers to one cell is damaged`() throws {
    let plain = try Connection(path: path)
    #expect(try plain.rows("SELECT id FROM item") { try $0[0] as Int }.prefix(3) == [1, 1, 3])
    let watched = try Connection(path: path)
    watched.watchPages()
    let error = #expect(throws: DatabaseError.self) { try watched.rows("SELECT id FROM item") { try $0[0] as Int } }
    #expect(error?.code == .corrupt)
  }

  @Test(arguments: ["page_size = 1024", "page_size = 8192", "page_size = 65536", "auto_vacuum = FULL"])
  func `a file that another process gives other pages is read as before`(change: String) throws {
    let good = folder.path(of: "good.db")
    try Connection(path: good, for: .creating).execute(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO item SELECT i, printf('%080d', i) FROM n;
      """)
    let old = try Connection(path: good)
    old.watchPages()
    #expect(try old.value("SELECT count(*) FROM item") == 50_000)
    try SQLiteShell(good).run("PRAGMA \(change); VACUUM;")
    let new = try Connection(path: good)
    new.watchPages()
    for db in [old, new] { #expect(try db.value("SELECT count(*) FROM item WHERE length(name) = 80") == 50_000) }
  }

  @Test func `a file with bytes that SQLite does not use is not looked at`() throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[20] = 8
    try bytes.write(to: URL(fileURLWithPath: path))
    let watched = try Connection(path: path)
    watched.watchPages()
    #expect(try watched.rows("SELECT id FROM item") { try $0[0] as Int }.count == 20)
  }
}
