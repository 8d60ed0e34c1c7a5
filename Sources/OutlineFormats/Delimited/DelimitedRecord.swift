/// The fields of one record, without quotes, in one array of bytes.
struct DelimitedRecord {
  /// The line of the document where it begins.
  private(set) var line = 0
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// How many fields it has.
  var count: Int { ends.count }
  /// How many bytes its fields have.
  var byteCount: Int { bytes.count }
  /// How many bytes the field has that is being read.
  var fieldCount: Int { bytes.count - (ends.last ?? 0) }
  /// Whether all fields are empty.
  var isEmpty: Bool { bytes.isEmpty }

  /// Forgets the fields.
  mutating func begin(at line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds to the field that is being read.
  mutating func append(_ part: ArraySlice<UInt8>) { bytes += part }

  /// Ends the field that is being read.
  mutating func endField() { ends.append(bytes.count) }

  /// The bytes of a field; empty behind the last one.
  func bytes(of index: Int) -> ArraySlice<UInt8> {
    guard index < ends.count else { return [] }
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// A field as it stands; empty behind the last one.
  subscript(index: Int) -> String { bytes(of: index).text() }
}

extension ArraySlice<UInt8> {
  /// The text that UTF-8 stands for.
  func text() -> String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
