/// A list stored in blocks; it shares with its copies every block that has not changed since the copy.
///
/// Replacing elements costs O(number of blocks + elements replaced), even while a copy is kept: only the affected
/// blocks are copied. The functions are inlinable for the sake of lists of 100,000 elements.
package struct BlockedList<Element> {
  /// How many elements a block has at most; every block but the last has at least half as many.
  @usableFromInline let blockSize: Int
  /// The blocks; none is empty.
  @usableFromInline var blocks: [[Element]]
  /// The index of the first element of each block, followed by the number of elements.
  @usableFromInline var starts: [Int]

  /// Creates a list.
  ///
  /// O(n).
  @inlinable
  package init(_ elements: [Element], blockSize: Int = 256) {
    self.blockSize = blockSize
    blocks = []
    starts = [0]
    blocks = newBlocks(of: elements)
    startBlocks(from: 0)
  }

  /// Replaces the elements of a range; returns the range of the affected blocks, and how many blocks replace them.
  @discardableResult
  @inlinable
  package mutating func replace(
    _ range: Range<Int>, with elements: [Element]
  ) -> (old: Range<Int>, count: Int) {
    let range = range.clamped(to: 0..<count)
    if blocks.isEmpty {
      self = BlockedList(elements, blockSize: blockSize)
      return (0..<0, blocks.count)
    }
    let first = block(of: Swift.min(range.lowerBound, count - 1))
    var last = range.isEmpty ? first : block(of: range.upperBound - 1)
    var merged = Array(blocks[first].prefix(range.lowerBound - starts[first]))
    merged += elements
    merged += blocks[last].dropFirst(range.upperBound - starts[last])
    if merged.count < blockSize / 2, last + 1 < blocks.count {
      last += 1
      merged += blocks[last]
    }
    let new = newBlocks(of: merged)
    blocks.replaceSubrange(first...last, with: new)
    startBlocks(from: first)
    return (first..<(last + 1), new.count)
  }

  /// Returns the number of the block that has an element, given by its index in the list.
  @inlinable
  func block(of index: Int) -> Int { starts.partitioningIndex { $0 > index } - 1 }

  @inlinable
  mutating func startBlocks(from first: Int) {
    starts.removeSubrange((first + 1)...)
    var next = starts[first]
    for block in blocks[first...] {
      next += block.count
      starts.append(next)
    }
  }

  /// Divides elements evenly into as few blocks as possible.
  @inlinable
  func newBlocks(of elements: [Element]) -> [[Element]] {
    if elements.count <= blockSize { return elements.isEmpty ? [] : [elements] }
    let number = (elements.count + blockSize - 1) / blockSize
    return (0..<number).map { block in
      Array(elements[(block * elements.count / number)..<((block + 1) * elements.count / number)])
    }
  }
}

extension BlockedList: Sendable where Element: Sendable {}

extension BlockedList: RandomAccessCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { starts[blocks.count] }

  /// The element at an index, which must be in the list.
  ///
  /// O(log n).
  @inlinable
  package subscript(index: Int) -> Element {
    let block = block(of: index)
    return blocks[block][index - starts[block]]
  }

  /// Returns the first index whose element satisfies the predicate, or the number of elements.
  ///
  /// All elements that satisfy the predicate must come last. O(log n).
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    let next = blocks.partitioningIndex { isInSecondPart($0[0]) }
    if next == 0 { return 0 }
    return starts[next - 1] + blocks[next - 1].partitioningIndex(where: isInSecondPart)
  }
}

extension BlockedList {
  /// Finds how many elements at the beginning and at the end are the same in two lists, without counting one twice.
  ///
  /// Shared blocks are skipped: O(number of blocks + elements in the other blocks).
  /// - Parameters:
  ///   - limits: How many elements to find at most at the beginning, and at the end.
  ///   - areSame: Whether two elements are the same.
  @inlinable
  package func commonEnds(
    with other: BlockedList, limits: (head: Int, tail: Int) = (.max, .max), by areSame: (Element, Element) -> Bool
  ) -> (head: Int, tail: Int) {
    let headLimit = Swift.min(count, other.count, limits.head)
    var head = Swift.min(starts[sharedBlocksAtStart(with: other)], headLimit)
    while head < headLimit, areSame(self[head], other[head]) { head += 1 }
    let tailLimit = Swift.min(count - head, other.count - head, limits.tail)
    var tail = Swift.min(count - starts[blocks.count - sharedBlocksAtEnd(with: other)], tailLimit)
    while tail < tailLimit, areSame(self[count - 1 - tail], other[other.count - 1 - tail]) { tail += 1 }
    return (head, tail)
  }

  @inlinable
  func sharedBlocksAtStart(with other: BlockedList) -> Int {
    var number = 0
    while number < Swift.min(blocks.count, other.blocks.count), isShared(number, other, number) { number += 1 }
    return number
  }

  @inlinable
  func sharedBlocksAtEnd(with other: BlockedList) -> Int {
    var number = 0
    while number < Swift.min(blocks.count, other.blocks.count),
      isShared(blocks.count - 1 - number, other, other.blocks.count - 1 - number)
    {
      number += 1
    }
    return number
  }

  /// Whether a block of this list and one of another are the same piece of memory.
  @inlinable
  func isShared(_ block: Int, _ other: BlockedList, _ otherBlock: Int) -> Bool {
    blocks[block].withUnsafeBufferPointer { own in
      other.blocks[otherBlock].withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }
}
