/// Checks that the parts of a page of a b-tree do not overlap.
package enum PageUse {
  /// Returns whether cells, free blocks and fragments take each byte of the content exactly once, as SQLite writes it.
  ///
  /// SQLite's `integrity_check` looks for this ("multiple uses", fragmentation), but plain reading does not: a pointer
  /// with a wrong bit leads into another cell, so that a row is missing or a wrong one is returned.
  ///
  /// - Parameters:
  ///   - page: A whole page, all of whose bytes SQLite uses.
  ///   - start: Where its header begins: 100 on the first page of a file, else 0.
  /// - Returns: true also for a page that is not one of a b-tree.
  /// - Complexity: O(n), where n is the number of cells; no memory is allocated for pages of usual sizes.
  /// - Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
  package static func isConsistent(_ page: UnsafeRawBufferPointer, from start: Int) -> Bool {
    guard start + 12 <= page.count, let kind = BTreePage.Kind(rawValue: page[start]) else { return true }
    let bytes = PageBytes(page: page)
    let content = (bytes.number(at: start + 5) + 65_535) % 65_536 + 1  // 0 means 65,536
    let pointers = start + (kind.isLeaf ? 8 : 12)
    let pointersEnd = pointers + 2 * bytes.number(at: start + 3)
    guard pointersEnd <= content, content <= page.count else { return false }
    let hasGaps = bytes.number(at: start + 1) != 0 || page[start + 7] != 0
    if !hasGaps, isFilled(bytes, kind, pointers..<pointersEnd, content) { return true }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: page.count / 64 + 1) { words in
      words.initialize(repeating: 0)
      var taken = TakenBytes(words: words, content: content..<page.count)
      for pointer in stride(from: pointers, to: pointersEnd, by: 2) {
        let cell = bytes.number(at: pointer)
        if !taken.take(cell, bytes.size(ofCell: cell, kind)) { return false }
      }
      var block = bytes.number(at: start + 1)
      while block != 0 {
        if !taken.take(block, bytes.number(at: block + 2)) { return false }
        block = bytes.number(at: block)
      }
      return taken.count + Int(page[start + 7]) == page.count - content
    }
  }

  /// Returns whether the cells of a page fill its content without a gap.
  ///
  /// Cells fill a range if every cell ends where another one begins, except at the ends of the range. Cells in order,
  /// as SQLite writes most of them, are compared with their neighbours. For all others, the sum of the hashes of the
  /// ends is compared with that of the beginnings; different offsets have equal sums once in 2^64 times. This runs for
  /// every row of a list, so it takes few instructions.
  ///
  /// - Returns: false also if a cell begins in the last 8 bytes of the page; the caller then takes a closer look.
  private static func isFilled(
    _ bytes: PageBytes, _ kind: BTreePage.Kind, _ pointers: Range<Int>, _ content: Int
  ) -> Bool {
    let page = bytes.page
    let longest = kind.isLeaf ? min(0x7F, BTreePage.longestLocal(kind, usable: page.count)) : -1
    let (isTable, lastStart) = (kind == .tableLeaf, page.count - 9)
    var (difference, neighbour) = (UInt64(0), page.count)
    var pointer = pointers.lowerBound
    while pointer < pointers.upperBound {
      let cell = Int(UInt16(bigEndian: page.loadUnaligned(fromByteOffset: pointer, as: UInt16.self)))
      guard cell >= content, cell <= lastStart else { return false }
      var size = Int(page[cell]) &+ 1
      if size > longest {
        size = bytes.size(ofCell: cell, kind)
      } else if isTable {  // the rowid ends with the first of its bytes that is below 0x80, or with the ninth
        let number = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: cell &+ 1, as: UInt64.self))
        size &+= (~number & 0x8080_8080_8080_8080).trailingZeroBitCount / 8 &+ 1
      }
      let end = cell &+ max(size, 4)
      if end != neighbour {
        guard end <= page.count else { return false }
        difference &+= mixed(end) &- mixed(neighbour)
      }
      neighbour = cell
      pointer &+= 2
    }
    return difference &+ mixed(content) == mixed(neighbour)
  }

  private static func mixed(_ offset: Int) -> UInt64 {
    let product = (UInt64(truncatingIfNeeded: offset) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    return (product ^ product &>> 32) &* 0xD6E8_FEB8_6659_FD93
  }
}

/// Which bytes of a page are taken.
private struct TakenBytes {
  /// A bit for each byte.
  let words: UnsafeMutableBufferPointer<UInt64>
  let content: Range<Int>
  private(set) var count = 0

  /// Takes `size` bytes from an offset, at least 4; returns false if that is not possible.
  mutating func take(_ offset: Int, _ size: Int) -> Bool {
    guard size >= 4, offset >= content.lowerBound, size <= content.upperBound - offset else { return false }
    let end = offset + size
    var start = offset
    while start < end {
      let next = min(start | 63, end - 1)  // the last byte in the same word
      let bits = (UInt64.max >> UInt64(63 - (next - start))) << UInt64(start & 63)
      if words[start >> 6] & bits != 0 { return false }
      words[start >> 6] |= bits
      start = next + 1
    }
    count += size
    return true
  }
}

/// The bytes of a page; reading beyond its end gives 0.
private struct PageBytes {
  let page: UnsafeRawBufferPointer

  private func byte(at offset: Int) -> UInt8 { offset < page.count ? page[offset] : 0 }

  func number(at offset: Int) -> Int { Int(byte(at: offset)) << 8 | Int(byte(at: offset + 1)) }

  /// Returns how many bytes a cell takes, which is at least 4 and may be more than the page has.
  func size(ofCell cell: Int, _ kind: BTreePage.Kind) -> Int {
    var end = kind.isLeaf ? cell : cell + 4  // the number of the page below
    let length = kind == .tableInterior ? 0 : variableNumber(at: &end)
    if kind.isTable { _ = variableNumber(at: &end) }
    let local = BTreePage.localLength(of: length, kind, usable: page.count)
    return max(end + local + (local < length ? 4 : 0) - cell, 4)
  }

  /// Returns a variable-length number, at most the largest `Int`, and moves the offset to the byte after it.
  private func variableNumber(at offset: inout Int) -> Int {
    var value: UInt64 = 0
    for index in 0..<9 {
      let next = byte(at: offset)
      offset += 1
      if index == 8 { return Int(clamping: value << 8 | UInt64(next)) }
      value = value << 7 | UInt64(next & 0x7F)
      if next < 0x80 { break }
    }
    return Int(clamping: value)
  }
}
