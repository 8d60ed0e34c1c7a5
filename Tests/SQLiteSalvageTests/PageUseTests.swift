import Foundation
import SQLiteSalvage
import TestPrograms
import TestSupport
import Testing

/// Pages whose parts overlap are told from those that SQLite writes.
struct PageUseTests {
  /// Files after inserts, deletes and updates of all lengths, so that pages have free blocks and fragments.
  @Test(arguments: [512, 1_024, 4_096, 65_536])
  func `every page that SQLite writes is consistent`(pageSize: Int) throws {
    let changes = """
      DELETE FROM item WHERE id % 3 = 0; UPDATE item SET text = substr(text, 1, id % 70) WHERE id % 7 = 1;
      DELETE FROM pair WHERE number % 2 = 0; INSERT INTO item SELECT id + 5000, 1, 'x' || id FROM item WHERE id % 4 = 1;
      UPDATE item SET number = 0 WHERE id % 11 = 0;
      """
    let bytes = try SalvageTests.made(pageSize: pageSize, then: changes)
    for (number, page) in Self.pages(of: bytes, pageSize).enumerated() {
      #expect(Self.isConsistent(page, number), "page \(number + 1)")
    }
  }

  @Test func `a pointer to a cell with a wrong bit is found`() throws {
    let pages = Self.pages(of: try SalvageTests.file.get(), 4_096)
    var tried = 0
    for (number, page) in pages.enumerated() where number > 0 && [2, 5, 10, 13].contains(page[0]) {
      let head = page[0] > 5 ? 8 : 12
      for offset in head..<(head + 2 * Int(page[4])) {
        for bit in 0..<8 as Range<UInt8> {
          var wrong = page
          wrong[offset] ^= 1 << bit
          tried += 1
          #expect(!Self.isConsistent(wrong, number), "page \(number + 1), byte \(offset), bit \(bit)")
        }
      }
    }
    #expect(tried > 10_000)
  }

  @Test func `pages of any bytes can be looked at`() {
    var random = SeededGenerator(seed: 1)
    for index in 0..<20_000 {
      var page = (0..<512).map { _ in UInt8.random(in: 0...255, using: &random) }
      page[0] = [2, 5, 10, 13][index % 4]
      if index % 3 == 0 { page[3] = 0 }
      if index % 5 == 0 { page[5] = 0 }
      _ = Self.isConsistent(page, index % 2)
    }
  }

  private static func pages(of bytes: [UInt8], _ size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
  }

  private static func isConsistent(_ page: [UInt8], _ number: Int) -> Bool {
    page.withUnsafeBytes { PageUse.isConsistent($0, from: number == 0 ? 100 : 0) }
  }
}
