import Foundation
import SQLiteSalvage
import TestPrograms
import TestSupport
import Testing

/// Rows that are read out of damaged files without SQLite.
struct SalvageTests {
  /// A table with an id, a number and a text, and one that is WITHOUT ROWID.
  static let tables = [
    SalvagedTable("item") { $0.count == 3 && $0[0].isNull && $0[1].isInteger && $0[2].isText },
    SalvagedTable("pair", isWithoutRowID: true) { $0.count == 2 && $0[0].isText && $0[1].isInteger },
  ]

  /// The bytes of a file with 2,500 items, of which some are longer than a page, and 300 pairs.
  static let file = Result { try made(pageSize: 4_096) }

  static func made(pageSize: Int, then script: String = "") throws -> [UInt8] {
    let folder = try ScratchFolder()
    let shell = SQLiteShell(folder.path(of: "file.db"))
    let ending = try shell.run(
      """
      PRAGMA page_size = \(pageSize);
      CREATE TABLE item (id INTEGER PRIMARY KEY, number INTEGER, text TEXT);
      CREATE TABLE pair (name TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID;
      CREATE INDEX by_text ON item (text);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO item SELECT i, i * 1000000000, printf('item %d ', i) || printf('%0*d', iif(i % 50 = 0, 9000, 60), i)
        FROM n;
      INSERT INTO pair SELECT 'pair ' || id, id FROM item WHERE id <= 300;
      \(script)
      """)
    guard ending.errors.isEmpty else { throw SQLiteShell.ShellError(message: ending.errors) }
    return Array(try Data(contentsOf: URL(fileURLWithPath: shell.path)))
  }

  /// The ids of the items that are found as they were, and the names of the pairs.
  static func found(in bytes: [UInt8]) -> (items: Set<Int64>, pairs: Int, wrong: Int) {
    var (items, pairs, wrong): (Set<Int64>, Set<[UInt8]>, Int) = ([], [], 0)
    Salvager.salvage(BytesSource(bytes), tables) { row in
      if row.table == "pair", case .text(let name) = row.values.first, name.starts(with: "pair ".utf8) {
        pairs.insert(name)
      }
      guard row.table == "item" else { return }
      let start = Array("item \(row.rowID) ".utf8)
      if case .text(let text) = row.values[2], text.starts(with: start), !row.isCut {
        items.insert(row.rowID)
      } else {
        wrong += 1
      }
    }
    return (items, pairs.count, wrong)
  }

  @Test(arguments: [512, 1_024, 4_096, 65_536])
  func `all rows of a whole file are found, whatever its pages are like`(pageSize: Int) throws {
    let found = try Self.found(in: Self.made(pageSize: pageSize))
    #expect(found.items.count == 2_500 && found.pairs == 300 && found.wrong == 0)
  }

  @Test func `all rows are found without the first page`() throws {
    var bytes = try Self.file.get()
    bytes.replaceSubrange(0..<4_096, with: [UInt8](repeating: 0, count: 4_096))
    let found = Self.found(in: bytes)
    #expect(found.items.count == 2_500 && found.pairs == 300 && found.wrong == 0)
  }

  @Test func `a wrong page size in the head is not believed`() throws {
    var bytes = try Self.file.get()
    (bytes[16], bytes[17]) = (0x02, 0x00)
    let found = Self.found(in: bytes)
    #expect(found.items.count == 2_500 && found.pairs == 300)
  }

  @Test func `half of a file gives about half of its rows`() throws {
    let bytes = try Self.file.get()
    let found = Self.found(in: Array(bytes.prefix(bytes.count / 2)))
    #expect(found.items.count > 800, "\(found)")
  }

  @Test func `both halves of a file together give all rows that fit on one page`() throws {
    let bytes = try Self.made(pageSize: 4_096, then: "DELETE FROM item WHERE id % 50 = 0; DROP INDEX by_text; VACUUM;")
    let half = bytes.count / 4_096 / 2 * 4_096
    let (first, second) = (Self.found(in: Array(bytes[..<half])), Self.found(in: Array(bytes[half...])))
    #expect(first.items.union(second.items).count == 2_450)
  }

  @Test func `a page in the middle costs its own rows alone`() throws {
    let bytes = try Self.file.get()
    let pages = bytes.count / 4_096
    for page in stride(from: 1, to: pages, by: 7) {
      var damaged = bytes
      damaged.replaceSubrange((page * 4_096)..<((page + 1) * 4_096), with: [UInt8](repeating: 0xFF, count: 4_096))
      #expect(Self.found(in: damaged).items.count > 2_400, "page \(page + 1)")
    }
  }

  @Test func `rows that were deleted do not come back from a whole file`() throws {
    let bytes = try Self.made(pageSize: 4_096, then: "PRAGMA secure_delete = 0; DELETE FROM item WHERE id > 100;")
    #expect(Self.found(in: bytes).items == Set(1...100))
  }

  @Test func `a row in its table comes before a copy on a page that is free`() throws {
    // The table is dropped and made again, so that its old pages are free, and the new ones have other numbers.
    let bytes = try Self.made(
      pageSize: 4_096,
      then: """
        PRAGMA secure_delete = 0;
        CREATE TABLE copy (id INTEGER PRIMARY KEY, number INTEGER, text TEXT);
        INSERT INTO copy SELECT id, -number, text FROM item WHERE id % 10 = 0; DROP TABLE item;
        ALTER TABLE copy RENAME TO item; DROP TABLE pair;
        """)
    var first: [Int64: SalvagedRow] = [:]
    Salvager.salvage(BytesSource(bytes), Self.tables) { row in
      if row.table == "item", first[row.rowID] == nil { first[row.rowID] = row }
    }
    #expect(first.values.filter { $0.origin == .table }.count == 250)
    #expect(first[20]?.values[1] == .integer(-20_000_000_000) && first[20]?.origin == .table)
    #expect(first[21].map { $0.origin == .freePage } ?? true)
  }

  /// With `PLEAT_FUZZ`, more files.
  @Test func `no damage of a file stops the search or lets it run away`() throws {
    let count = ProcessInfo.processInfo.environment["PLEAT_FUZZ"].flatMap { Int($0) } ?? 1_500
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let small = try Self.made(pageSize: 512, then: "DELETE FROM item WHERE id > 40 AND id % 50 > 0; VACUUM;")
    for number in 0..<count {
      let bytes = Self.mutant(of: small, &random)
      var rows = 0
      Salvager.salvage(BytesSource(bytes), Self.tables) { _ in rows += 1 }
      #expect(rows < 10_000, "seed \(seed), number \(number)")
    }
  }

  private static func mutant(of bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...40, using: &random) where !mutant.isEmpty {
      let place = Int.random(in: 0..<mutant.count, using: &random)
      // Heads of pages are where a wrong number does the most.
      let target = Bool.random(using: &random) ? place : place / 512 * 512 + place % 16
      switch Int.random(in: 0..<12, using: &random) {
      case 0: mutant.removeLast(Int.random(in: 0...(mutant.count / 3), using: &random))
      case 1:
        let other = Int.random(in: 0..<mutant.count, using: &random) / 512 * 512
        let page = mutant[other..<min(mutant.count, other + 512)]
        mutant.replaceSubrange((place / 512 * 512)..<min(mutant.count, place / 512 * 512 + page.count), with: page)
      case 2...5:
        mutant[min(target, mutant.count - 1)] = [0, 0xFF, 0x7F, 0x80, 1, 13, 5].randomElement(using: &random) ?? 0
      default: mutant[min(target, mutant.count - 1)] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return mutant
  }
}

/// Bytes in memory as a file.
private struct BytesSource: PageSource {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var size: Int { bytes.count }

  func read(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= bytes.count else { return nil }
    return Array(bytes[offset..<min(bytes.count, offset + min(count, bytes.count))])
  }
}
