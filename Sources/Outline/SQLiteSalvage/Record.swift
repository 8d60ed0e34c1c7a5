/// The values of a record, decoded from its payload.
///
/// - Source: https://www.sqlite.org/fileformat2.html#record_format
struct Record {
  /// The most columns that a record may have; no table that is searched for has as many.
  private static let mostColumns = 100

  private(set) var values: [RecordValue] = []
  /// Whether the end of the payload is missing, so that a text or a blob is shorter than it was.
  private(set) var isCut = false

  /// Decodes a payload, whose end may be missing; nil if it cannot be a record.
  ///
  /// - Parameter length: The length of the whole payload.
  init?(_ payload: [UInt8], length: Int) {
    let reader = ByteReader(bytes: payload)
    guard let (headerLength, first) = reader.variableNumber(at: 0), headerLength >= UInt64(first),
      headerLength <= UInt64(payload.count), let types = Self.types(in: reader, from: first, to: Int(headerLength))
    else { return nil }
    var offset = Int(headerLength)
    for type in types {
      guard let size = Self.size(of: type), size <= length - offset else { return nil }
      values.append(value(of: type, size: size, at: offset, in: reader))
      offset += size
    }
    guard offset == length else { return nil }
  }

  private static func types(in reader: ByteReader, from start: Int, to end: Int) -> [UInt64]? {
    var (types, offset): ([UInt64], Int) = ([], start)
    while offset < end {
      guard types.count < mostColumns, let (type, next) = reader.variableNumber(at: offset), next <= end else {
        return nil
      }
      types.append(type)
      offset = next
    }
    return types
  }

  /// Returns the number of bytes that a value takes; nil for a type that no record has.
  private static func size(of type: UInt64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 10, 11: nil
    default: Int(exactly: (type - 12) / 2)
    }
  }

  private mutating func value(of type: UInt64, size: Int, at offset: Int, in reader: ByteReader) -> RecordValue {
    guard let part = reader.slice(at: offset, count: size) else {
      isCut = true
      let rest = Array(reader.bytes.dropFirst(offset))
      return type < 12 ? .null : type % 2 == 0 ? .blob(rest) : .text(rest)
    }
    switch type {
    case 0: return .null
    case 8: return .integer(0)
    case 9: return .integer(1)
    case 7: return .real(Double(bitPattern: Self.bits(part)))
    case 1...6: return .integer(Self.signed(part))
    default: return type % 2 == 0 ? .blob(Array(part)) : .text(Array(part))
    }
  }

  private static func bits(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }

  private static func signed(_ part: ArraySlice<UInt8>) -> Int64 {
    let unused = 64 - 8 * part.count
    return Int64(bitPattern: bits(part) << UInt64(unused)) >> Int64(unused)
  }
}

/// A value in a record of an SQLite file, as it is stored.
package enum RecordValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes of a text, in the encoding of the file.
  case text([UInt8])
  case blob([UInt8])

  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  package var isInteger: Bool { integer != nil }

  package var isText: Bool { if case .text = self { true } else { false } }

  package var isNull: Bool { self == .null }
}

/// Reads numbers from untrusted bytes; reading outside of them returns nil.
struct ByteReader {
  let bytes: [UInt8]

  func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  /// Returns the big-endian number in `count` bytes at an offset; `count` is at most 7.
  func number(at offset: Int, count: Int) -> Int? {
    guard let part = slice(at: offset, count: count) else { return nil }
    return part.reduce(0) { $0 << 8 | Int($1) }
  }

  func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return bytes[offset..<(offset + count)]
  }

  /// Returns the variable-length number at an offset, and the offset after it.
  ///
  /// - Source: https://www.sqlite.org/fileformat2.html#varint
  func variableNumber(at offset: Int) -> (value: UInt64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = byte(at: offset + index) else { return nil }
      if index == 8 { return (value << 8 | UInt64(byte), offset + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (value, offset + index + 1) }
    }
    return nil
  }
}
