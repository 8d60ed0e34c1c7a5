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

  /// Pages as SQLite writes them, filled in order and not, and the same pages with wrong bits in their heads and cells.
  @Test(arguments: [512, 1_024, 4_096])
  func `a page is consistent exactly where each byte of its content has one use`(pageSize: Int) throws {
    let changes = "DELETE FROM item WHERE id % 9 = 0; UPDATE pair SET name = 'new' || number WHERE number % 7 = 0"
    var random = SeededGenerator(seed: UInt64(pageSize))
    var found = [true: 0, false: 0]
    for script in ["", changes] {
      for (number, page) in Self.pages(of: try SalvageTests.made(pageSize: pageSize, then: script), pageSize)
        .enumerated()
      where number > 0 && [2, 5, 10, 13].contains(page[0]) {
        for wrongBits in [0, 1, 1, 1, 2, 2] {
          var page = page
          for _ in 0..<wrongBits {
            let pointers = 8 + 2 * (Int(page[3]) << 8 | Int(page[4]))
            let cell = (Int(page[8]) << 8 | Int(page[9])) + Int.random(in: 0..<8, using: &random)
            let place = random.next() % 3 == 0 ? cell : Int.random(in: 1..<pointers, using: &random)
            page[min(place, pageSize - 1)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
          let isConsistent = Self.isConsistent(page, number)
          found[isConsistent, default: 0] += 1
          #expect(isConsistent == PlainPage(page).isConsistent, "page \(number + 1), \(wrongBits) wrong bits")
        }
      }
    }
    #expect(found.values.allSatisfy { $0 > 100 }, "\(found)")
  }

  @Test func `two cells that change their places are found, whatever the sum of their sizes`() {
    // A cell of 16 bytes and one of 24, for which there are 40 bytes: where they overlap, other bytes have no use.
    for (first, second) in [(496, 472), (472, 488), (472, 496), (488, 472)] {
      var page = [UInt8](repeating: 0, count: 512)
      page.replaceSubrange(0..<8, with: [10, 0, 0, 0, 2, 1, 216, 0])  // a leaf of an index with two cells, from 472 on
      page.replaceSubrange(8..<12, with: [1, UInt8(first - 256), 1, UInt8(second - 256)])
      (page[first], page[second]) = (15, 23)
      let isGood = second == first - 24 || second == first + 16
      #expect(Self.isConsistent(page, 1) == isGood, "\(first) and \(second)")
      #expect(PlainPage(page).isConsistent == isGood)
    }
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

/// A page, looked at byte by byte as the description of the format says.
private struct PlainPage {
  let page: [UInt8]

  init(_ page: [UInt8]) { self.page = page }

  private func byte(_ offset: Int) -> Int { page.indices.contains(offset) ? Int(page[offset]) : 0 }

  private func number(_ offset: Int) -> Int { byte(offset) * 256 + byte(offset + 1) }

  /// Returns a number of variable length, and the offset after it.
  private func variable(_ offset: Int) -> (value: UInt64, end: Int) {
    var value: UInt64 = 0
    for index in 0..<8 {
      value = value << 7 | UInt64(byte(offset + index) & 0x7F)
      if byte(offset + index) < 0x80 { return (value, offset + index + 1) }
    }
    return (value << 8 | UInt64(byte(offset + 8)), offset + 9)
  }

  private func size(_ cell: Int) -> Int {
    let (isLeaf, isTable) = (page[0] > 5, page[0] == 5 || page[0] == 13)
    var (length, end) = (UInt64(0), isLeaf ? cell : cell + 4)
    if page[0] != 5 { (length, end) = variable(end) }
    if isTable { end = variable(end).end }
    let usable = UInt64(page.count)
    let most = isLeaf && isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    if length <= most { return max(end + Int(length) - cell, 4) }
    let least = (usable - 12) * 32 / 255 - 23
    let rest = least + (length - least) % (usable - 4)
    return end + Int(rest <= most ? rest : least) + 4 - cell
  }

  var isConsistent: Bool {
    guard let kind = page.first, [2, 5, 10, 13].contains(kind) else { return true }
    let content = number(5) == 0 ? 65_536 : number(5)
    let pointers = kind > 5 ? 8 : 12
    let pointersEnd = pointers + 2 * number(3)
    guard pointersEnd <= content, content <= page.count else { return false }
    var parts = stride(from: pointers, to: pointersEnd, by: 2).map { (number($0), size(number($0))) }
    var block = number(1)
    while block != 0, parts.count <= page.count {
      parts.append((block, number(block + 2)))
      block = number(block)
    }
    var uses = [Int](repeating: 0, count: page.count)
    for (start, size) in parts {
      guard start >= content, size >= 4, size <= page.count - start else { return false }
      for offset in start..<(start + size) { uses[offset] += 1 }
    }
    let gaps = uses[content...].count { $0 == 0 }
    return block == 0 && uses.allSatisfy { $0 < 2 } && gaps == Int(page[7])
  }
}
