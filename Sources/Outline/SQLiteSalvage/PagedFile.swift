/// The pages of an SQLite file that may be damaged.
final class PagedFile {
  /// The length of the longest payload that is read; the longest that pleat writes is about 2.2 MB.
  private static let longestPayload = 8 << 20

  private let source: any PageSource
  let pageSize: Int
  let usable: Int
  let pageCount: Int
  /// The first 100 bytes; nil if they are not the header of an SQLite file, or state a wrong page size.
  let header: ByteReader?
  /// Pages that belong to something already: a b-tree or the end of a payload.
  var owned: PageSet

  /// Determines the page size by the header of the file, or else by its pages of tables; nil if neither tells.
  ///
  /// - Parameter trustsHead: Whether to use the header of the file, if it has one.
  init?(_ source: any PageSource, trustsHead: Bool) {
    guard let bytes = source.read(at: 0, count: 100) else { return nil }
    let reader = ByteReader(bytes: bytes)
    let hasHead = trustsHead && bytes.starts(with: Array("SQLite format 3\0".utf8))
    let stated = hasHead ? reader.number(at: 16, count: 2) : nil
    if let stated, let size = Self.pageSize(stated), let reserved = reader.byte(at: 20), size - Int(reserved) >= 480,
      Self.isCredible(size, of: source)
    {
      (pageSize, usable, header) = (size, size - Int(reserved), reader)
    } else {
      guard let size = Self.likelyPageSize(of: source) else { return nil }
      (pageSize, usable, header) = (size, size, nil)
    }
    self.source = source
    pageCount = (source.size + pageSize - 1) / pageSize
    owned = PageSet(count: pageCount)
  }

  private static func pageSize(_ stated: Int) -> Int? {
    if stated == 1 { return 65_536 }
    return stated >= 512 && stated <= 32_768 && stated.nonzeroBitCount == 1 ? stated : nil
  }

  /// Whether the stated page size is right: all cells of the first page are within it, or no other size fits better.
  private static func isCredible(_ size: Int, of source: any PageSource) -> Bool {
    if let bytes = source.read(at: 0, count: size), bytes.count == size,
      let page = BTreePage(bytes, from: 100, usable: size),
      let count = ByteReader(bytes: bytes).number(at: 103, count: 2), count > 0,
      page.cells.count == count
    {
      return true
    }
    return likelyPageSize(of: source).map { $0 == size } ?? true
  }

  /// Returns the page size with which most of the file's bytes are in leaf pages of tables; nil if there are none.
  private static func likelyPageSize(of source: any PageSource) -> Int? {
    var best: (size: Int, bytes: Int)?
    for shift in 9...16 {
      let size = 1 << shift
      let count = min(source.size / size, (16 << 20) / size)  // a sample of 16 MB
      let pages = (0..<max(count, 0)).filter { isTablePage(source.read(at: $0 * size, count: size), size) }.count
      if pages > 0, pages * size > best?.bytes ?? 0 { best = (size, pages * size) }
    }
    return best?.size
  }

  /// Whether bytes are a leaf page of a table with all of its cells in their places.
  private static func isTablePage(_ bytes: [UInt8]?, _ size: Int) -> Bool {
    guard let bytes, bytes.count == size, let page = BTreePage(bytes, from: 0, usable: size), page.kind == .tableLeaf,
      let count = ByteReader(bytes: bytes).number(at: 3, count: 2), count > 0
    else { return false }
    let cells = page.payloads(atMost: longestPayload)
    // With too short a page size, cells lie beyond the page; with too long a one, they do not reach to its end.
    guard cells.count == count, let first = ByteReader(bytes: bytes).number(at: 5, count: 2) else { return false }
    return first >= 8 + 2 * count && (cells.map(\.local.endIndex).max() ?? 0) > size - 64
  }

  /// Returns a page of a b-tree; nil if there is none with this number, or it is something else.
  func bTreePage(_ number: Int) -> BTreePage? {
    guard let bytes = page(number) else { return nil }
    if number > 1 { return BTreePage(bytes, from: 0, usable: usable) }
    return strayFirstPage ?? BTreePage(bytes, from: 100, usable: usable)
  }

  /// The first page if it is one from the middle of a file, which has no schema; nil otherwise.
  var strayFirstPage: BTreePage? {
    header == nil ? page(1).flatMap { BTreePage($0, from: 0, usable: usable) } : nil
  }

  /// Returns the bytes of a page, counted from 1; bytes beyond the end of the file are zeros.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1, number <= pageCount,
      let bytes = source.read(at: (number - 1) * pageSize, count: pageSize), !bytes.isEmpty
    else { return nil }
    return bytes + [UInt8](repeating: 0, count: max(0, pageSize - bytes.count))
  }

  /// Calls `body` with the rowid and the record of every cell of a page.
  func eachRecord(of page: BTreePage, _ body: (Int64, Record) throws -> Void) rethrows {
    for cell in page.payloads(atMost: Self.longestPayload) {
      if let record = Record(payload(of: cell), length: cell.length) { try body(cell.rowID, record) }
    }
  }

  /// Returns the payload of a cell, as far as it can be found.
  ///
  /// No overflow page is used twice, so all payloads together are not longer than the file.
  private func payload(of cell: BTreePage.Cell) -> [UInt8] {
    var payload = Array(cell.local)
    var next = cell.overflow ?? 0
    while payload.count < cell.length, next > 1, next <= pageCount, !owned.contains(next), let bytes = page(next) {
      owned.insert(next)
      payload += bytes[4..<usable].prefix(cell.length - payload.count)
      next = ByteReader(bytes: bytes).number(at: 0, count: 4) ?? 0
    }
    return payload
  }
}

/// A set of page numbers, counted from 1.
struct PageSet {
  private var bits: [UInt64]
  private let count: Int

  init(count: Int) {
    self.count = count
    bits = [UInt64](repeating: 0, count: count / 64 + 1)
  }

  func contains(_ page: Int) -> Bool {
    page >= 1 && page <= count && bits[page / 64] & 1 << UInt64(page % 64) != 0
  }

  /// Adds a page; returns whether it is a page of the file and was not in the set.
  @discardableResult
  mutating func insert(_ page: Int) -> Bool {
    guard page >= 1, page <= count, !contains(page) else { return false }
    bits[page / 64] |= 1 << UInt64(page % 64)
    return true
  }
}

/// The bytes of a file that is read page by page.
package protocol PageSource {
  /// The number of bytes.
  var size: Int { get }

  /// Returns the bytes at an offset, fewer at the end of the file; nil if they cannot be read.
  func read(at offset: Int, count: Int) -> [UInt8]?
}
