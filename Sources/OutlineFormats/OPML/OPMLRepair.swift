/// Repairs OPML in which ampersands are not escaped, as in `?a=1&b=2` and `Q & A`, or begin a reference that only HTML
/// defines, such as `&nbsp;`.
///
/// Programs that export feeds write such files. Valid XML is not changed.
final class OPMLRepair {
  /// The most bytes of a reference that are looked at.
  private static let longestReference = 32
  /// The beginnings and ends of the parts in which an ampersand needs no escape.
  private static let verbatim = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map { start, end in
    (start: Array(start.utf8), end: Array(end.utf8))
  }

  private let bytes: ByteStream
  /// The bytes that were read but not passed on yet.
  private var held: [UInt8] = []
  private var isAtEnd = false
  /// What ends the comment or the like around the current place; nil outside of those.
  private var end: [UInt8]?
  /// The number of ampersands that were escaped.
  private(set) var count = 0

  init(_ bytes: ByteStream) { self.bytes = bytes }

  /// The repaired document.
  func stream() -> ByteStream { ByteStream { try self.next() } }

  /// Remarks for the user on the repairs; empty if there were none.
  var remarks: [String] {
    switch count {
    case 0: []
    case 1: ["One & that should have been escaped was read as text."]
    default: ["\(count) characters & that should have been escaped were read as text."]
    }
  }

  private func next() throws -> [UInt8]? {
    while !isAtEnd {
      if let chunk = try bytes.next() { held += chunk } else { isAtEnd = true }
      let repaired = repairHeld()
      if !repaired.isEmpty { return repaired }
    }
    return nil
  }

  /// Removes and returns the repaired bytes at the start of `held`, up to the first position that depends on bytes not yet
  /// read.
  private func repairHeld() -> [UInt8] {
    var repaired: [UInt8] = []
    var index = 0
    held.withUnsafeBufferPointer { bytes in
      while let sign = bytes[index...].firstIndex(where: isSign) {
        repaired += bytes[index..<sign]
        index = sign
        guard isAtEnd || bytes.count - sign > Self.longestReference else { return }
        index += repairSign(bytes[sign...], into: &repaired)
      }
      repaired += bytes[index...]
      index = bytes.count
    }
    held.removeFirst(index)
    return repaired
  }

  /// Whether a byte has a meaning in the current part of the document.
  private func isSign(_ byte: UInt8) -> Bool {
    if let end { return byte == end[0] }
    return byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
  }

  /// Passes on what the sign at the start of the bytes means, and returns the number of bytes that it covers.
  private func repairSign(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, into repaired: inout [UInt8]) -> Int {
    var length = 1
    if let end {
      if bytes.starts(with: end) { (length, self.end) = (end.count, nil) }
    } else if let part = Self.verbatim.first(where: { bytes.starts(with: $0.start) }) {
      (length, end) = (part.start.count, part.end)
    } else if bytes.first == UInt8(ascii: "&"), !Self.beginsReference(bytes) {
      repaired += "&amp;".utf8
      count += 1
      return 1
    }
    repaired += bytes.prefix(length)
    return length
  }

  /// Whether an ampersand begins a reference that XML defines.
  private static func beginsReference(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let word = bytes.dropFirst().prefix(longestReference)
    guard let end = word.firstIndex(of: UInt8(ascii: ";")) else { return false }
    let name = String(decoding: word[..<end], as: UTF8.self)
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return true }
    guard name.hasPrefix("#") else { return false }
    let isHex = name.hasPrefix("#x")
    let number = name.utf8.dropFirst(isHex ? 2 : 1)
    return !number.isEmpty && number.allSatisfy { isHex ? $0.hexDigit != nil : $0.isDigit }
  }
}
