/// The fields of a record without their quotes, stored in one array of bytes.
struct DelimitedRecord {
  /// The line of the document where the record begins, counted from 1.
  private(set) var line = 0
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }
  /// The length of all fields together, in bytes.
  var byteCount: Int { bytes.count }
  /// The length of the field that is being read, in bytes.
  var fieldCount: Int { bytes.count - (ends.last ?? 0) }
  var isEmpty: Bool { bytes.isEmpty }

  /// Removes all fields and begins a record at the given line.
  mutating func begin(at line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func append(_ part: ArraySlice<UInt8>) { bytes += part }

  mutating func endField() { ends.append(bytes.count) }

  /// Returns the bytes of a field, counted from 0; empty after the last one.
  func bytes(of index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

  /// Whether a field, counted from 0, is empty.
  func isEmpty(_ index: Int) -> Bool { range(of: index).isEmpty }

  /// The text of a field, counted from 0; empty after the last one.
  subscript(index: Int) -> String { isEmpty(index) ? "" : bytes(of: index).text() }

  private func range(of index: Int) -> Range<Int> {
    guard index < ends.count else { return 0..<0 }
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}

extension ArraySlice<UInt8> {
  /// Decodes the bytes as UTF-8.
  func text() -> String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
