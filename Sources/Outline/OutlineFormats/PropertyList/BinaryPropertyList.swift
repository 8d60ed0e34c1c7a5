import OutlineCore
import OutlineJSON

/// Reads a binary property list, as Xcode and macOS write it, as the elements of the same list in XML.
///
/// Foundation's reader hangs on some files of a few hundred bytes, so this one limits how deep objects are nested and how
/// many are read, each as often as it is named.
struct BinaryPropertyList {
  private static let deepest = 512
  /// The seconds from 1970 to 2001, from which dates count.
  private static let epoch = 978_307_200

  private let bytes: [UInt8]
  private let offsets: Range<Int>
  private let (offsetSize, referenceSize, count): (Int, Int, Int)
  /// How many objects may still be read: each is named by at least a byte, unless objects in objects are named often.
  private var objectsLeft: Int
  private var bytesLeft = 2 * DocumentLimits.wholeBytes

  /// Returns the outermost value of a file.
  ///
  /// - Throws: ``ImportError`` for a file that is cut off or refers to places that it does not have.
  static func root(of bytes: [UInt8]) throws(ImportError) -> XMLElement {
    guard bytes.count >= 40 else { throw broken }
    let trailer = bytes.count - 32
    var list = try BinaryPropertyList(bytes, trailer)
    return try list.element(try Self.number(in: bytes, at: trailer + 16, size: 8), depth: 0)
  }

  private init(_ bytes: [UInt8], _ trailer: Int) throws(ImportError) {
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    count = try Self.number(in: bytes, at: trailer + 8, size: 8)
    let start = try Self.number(in: bytes, at: trailer + 24, size: 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count <= trailer, start <= trailer,
      count * offsetSize <= trailer - start
    else { throw Self.broken }
    self.bytes = bytes
    objectsLeft = 2 * bytes.count
    offsets = start..<start + count * offsetSize
  }

  private static let broken = ImportError(
    message: "The binary property list is broken", hint: "The file may have been cut off")

  private static func number(in bytes: [UInt8], at start: Int, size: Int) throws(ImportError) -> Int {
    guard start >= 0, size > 0, size <= bytes.count, start <= bytes.count - size else { throw broken }
    let part = bytes[start..<start + size]
    guard part.dropLast(8).allSatisfy({ $0 == 0 }) else { throw broken }
    let number = part.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard number <= UInt64(Int.max >> 1) else { throw broken }
    return Int(number)
  }

  private mutating func element(_ index: Int, depth: Int) throws(ImportError) -> XMLElement {
    objectsLeft -= 1
    guard index < count, depth <= Self.deepest, objectsLeft > 0 else { throw Self.broken }
    let start = try Self.number(in: bytes, at: offsets.lowerBound + index * offsetSize, size: offsetSize)
    guard start < offsets.lowerBound else { throw Self.broken }
    let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 0x0F))
    switch kind {
    case 0x0: return XMLElement(name: low == 9 ? "true" : low == 8 ? "false" : "string", line: 1)
    case 0x1: return text("integer", try integer(at: start + 1, size: 1 << low))
    case 0x2: return text("real", try real(at: start + 1, size: 1 << low))
    case 0x3: return text("date", try date(at: start + 1))
    case 0x8: return text("integer", "\(try Self.number(in: bytes, at: start + 1, size: low + 1))")
    default: break
    }
    let (length, body) = try length(low, at: start + 1)
    switch kind {
    case 0x4: return text("data", String(base64: try part(body, length)))
    case 0x5, 0x7: return text("string", String(decoding: try part(body, length), as: UTF8.self))
    case 0x6:
      let units = Array(try part(body, 2 * length))
      let codes = stride(from: 0, to: units.count, by: 2).map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }
      return text("string", String(decoding: codes, as: UTF16.self))
    case 0xA, 0xC: return try container("array", body, length, depth)
    case 0xD: return try container("dict", body, length, depth)
    default: throw Self.broken
    }
  }

  private func text(_ name: String, _ text: String) -> XMLElement {
    var element = XMLElement(name: name, line: 1)
    element.text = text.contains("\0") ? text.filter { $0 != "\0" } : text
    return element
  }

  private mutating func container(
    _ name: String, _ body: Int, _ length: Int, _ depth: Int
  ) throws(ImportError) -> XMLElement {
    var element = XMLElement(name: name, line: 1)
    guard length <= bytes.count else { throw Self.broken }
    for place in 0..<length {
      if name == "dict" {
        var key = try self.element(try reference(body, place), depth: depth + 1)
        key = text("key", key.text)
        element.children.append(key)
      }
      let index = try reference(body, name == "dict" ? length + place : place)
      element.children.append(try self.element(index, depth: depth + 1))
    }
    return element
  }

  private func reference(_ body: Int, _ place: Int) throws(ImportError) -> Int {
    try Self.number(in: bytes, at: body + place * referenceSize, size: referenceSize)
  }

  /// The length of a value, which is in an integer of its own from 15 on, and where its content begins.
  private func length(_ low: Int, at start: Int) throws(ImportError) -> (Int, Int) {
    if low < 15 { return (low, start) }
    guard start < bytes.count, bytes[start] >> 4 == 1, bytes[start] & 0x0F < 4 else { throw Self.broken }
    let size = 1 << Int(bytes[start] & 0x0F)
    let length = try Self.number(in: bytes, at: start + 1, size: size)
    guard length <= bytes.count else { throw Self.broken }
    return (length, start + 1 + size)
  }

  private mutating func part(_ start: Int, _ length: Int) throws(ImportError) -> ArraySlice<UInt8> {
    bytesLeft -= length
    guard bytesLeft > 0, length <= bytes.count, start <= bytes.count - length else { throw Self.broken }
    return bytes[start..<start + length]
  }

  private func integer(at start: Int, size: Int) throws(ImportError) -> String {
    guard size <= 16, start <= bytes.count - size else { throw Self.broken }
    let part = bytes[start..<start + size].suffix(8)
    let number = part.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return size == 8 ? "\(Int64(bitPattern: number))" : "\(number)"
  }

  private func bits(at start: Int, size: Int) throws(ImportError) -> UInt64 {
    guard start <= bytes.count - size else { throw Self.broken }
    return bytes[start..<start + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
  }

  private func real(at start: Int, size: Int) throws(ImportError) -> String {
    switch size {
    case 4: "\(Float(bitPattern: UInt32(try bits(at: start, size: 4))))"
    case 8: "\(Double(bitPattern: try bits(at: start, size: 8)))"
    default: throw Self.broken
    }
  }

  private func date(at start: Int) throws(ImportError) -> String {
    let seconds = Double(bitPattern: try bits(at: start, size: 8))
    guard seconds.isFinite, abs(seconds) < 1e12 else { throw Self.broken }
    let stamp = LocalClock.stamp(ofSeconds: Int(seconds.rounded(.down)) + Self.epoch)
    let (day, time) = (stamp.prefix(8), stamp.dropFirst(9))
    return
      "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))T\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):"
      + time.dropFirst(4)
  }
}
