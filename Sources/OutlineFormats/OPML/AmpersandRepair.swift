/// Makes a reference of every ampersand in a document that begins none, as in `?a=1&b=2` and `Q & A`.
///
/// Programs that export feeds write such files, which are not XML; a reader that refuses them is of no use. What is in
/// comments, CDATA and processing instructions stays as it is, and so do references that are complete but unknown.
final class AmpersandRepair {
  /// The longest reference that is looked for.
  private static let longestReference = 32
  /// What begins a part where ampersands are text, with what ends it.
  private static let verbatim = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map { start, end in
    (start: Array(start.utf8), end: Array(end.utf8))
  }

  private let bytes: ByteStream
  /// What is read and not given away yet.
  private var held: [UInt8] = []
  private var isAtEnd = false
  /// What ends the part where ampersands are text; nil outside of one.
  private var verbatimEnd: [UInt8]?
  /// Whether ampersands are single bytes, as they are not in UTF-16.
  private var isByteText: Bool?
  /// How many ampersands there were that began no reference.
  private(set) var count = 0

  init(_ bytes: ByteStream) { self.bytes = bytes }

  /// The document with its ampersands repaired.
  func stream() -> ByteStream { ByteStream { try self.next() } }

  /// What to tell the user.
  var remarks: [String] {
    switch count {
    case 0: []
    case 1: ["An ampersand that is not escaped, as XML demands, was read as it stands."]
    default: ["\(count) ampersands that are not escaped, as XML demands, were read as they stand."]
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

  /// Takes off what is held as far as it can be decided without knowing what follows.
  private func repairHeld() -> [UInt8] {
    if isByteText == nil, held.count >= 4 || isAtEnd { isByteText = !held.prefix(4).contains(0) }
    guard let isByteText else { return [] }
    var repaired: [UInt8] = []
    var index = 0
    if isByteText {
      held.withUnsafeBufferPointer { repair($0, into: &repaired, upTo: &index) }
    } else {
      index = held.count
      repaired = held
    }
    held.removeFirst(index)
    return repaired
  }

  private func repair(_ bytes: UnsafeBufferPointer<UInt8>, into repaired: inout [UInt8], upTo index: inout Int) {
    var start = 0
    while index < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[index...])
      if let end = verbatimEnd {
        guard let found = find(end[0], end, in: rest) else { break }
        if found.isWhole { verbatimEnd = nil }
        index += found.isWhole ? found.offset + end.count : found.offset
        if !found.isWhole { break }
      } else {
        index += rest.firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") } ?? rest.count
        guard index < bytes.count else { break }
        guard isAtEnd || bytes.count - index > Self.longestReference else { break }
        let sign = UnsafeBufferPointer(rebasing: bytes[index...])
        if sign[0] == UInt8(ascii: "<") {
          let part = Self.verbatim.first { sign.starts(with: $0.start) }
          verbatimEnd = part?.end
          index += part?.start.count ?? 1
        } else {
          index += 1
          if Self.beginsReference(sign) { continue }
          repaired += bytes[start..<index]
          repaired += "amp;".utf8
          start = index
          count += 1
        }
      }
    }
    repaired += bytes[start..<index]
  }

  /// Where `end` is, or where it could begin when more comes; nil only where nothing is left.
  private func find(
    _ first: UInt8, _ end: [UInt8], in bytes: UnsafeBufferPointer<UInt8>
  ) -> (offset: Int, isWhole: Bool)? {
    var offset = 0
    while let found = bytes[offset...].firstIndex(of: first) {
      if bytes[found...].starts(with: end) { return (found, true) }
      if bytes.count - found < end.count { return (isAtEnd ? bytes.count : found, false) }
      offset = found + 1
    }
    return (bytes.count, false)
  }

  /// Whether an ampersand begins `&name;`, `&#1;` or `&#xA;`.
  private static func beginsReference(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let word = bytes.dropFirst().prefix(longestReference)
    guard let end = word.firstIndex(of: UInt8(ascii: ";")), end > word.startIndex else { return false }
    let name = word[..<end]
    if name.first == UInt8(ascii: "#") {
      let digits = String(decoding: name.dropFirst(), as: UTF8.self)
      let isHex = digits.hasPrefix("x")
      let number = isHex ? digits.dropFirst() : digits[...]
      return !number.isEmpty && number.utf8.allSatisfy { isHex ? $0.isHexDigit : $0.isDigit }
    }
    return name.first?.isDigit == false
      && name.allSatisfy { $0.isDigit || $0.isLetter || $0 >= 0x80 || "_:-.".utf8.contains($0) }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
