/// Repairs OPML that is not valid XML because some characters are not escaped.
///
/// Escapes an ampersand that begins no reference, as in `?a=1&b=2` and `Q & A`, a reference that only HTML defines,
/// such as `&nbsp;`, and in attributes `<` and HTML tags with all their quotes. Programs that export feeds write such
/// files. Valid XML is not changed.
final class OPMLRepair {
  /// The most bytes of a reference that are looked at.
  private static let longestReference = 32
  /// The most bytes of an HTML tag in an attribute that are looked at.
  private static let longestTag = 4_096
  /// The beginnings and ends of the parts in which an ampersand needs no escape.
  private static let verbatim = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map { start, end in
    (start: Array(start.utf8), end: Array(end.utf8))
  }

  private enum Part {
    case text, tag
    case value(quote: UInt8)
    case verbatim(end: [UInt8])
  }

  private let bytes: ByteStream
  /// The bytes that were read but not passed on yet.
  private var held: [UInt8] = []
  private var isAtEnd = false
  private var part = Part.text
  /// Whether the document has a document type, which might define entities.
  private var hasDocumentType = false
  /// Whether every ASCII character is one byte, unlike in UTF-16; nil before the first bytes are known.
  private var isByteText: Bool?
  /// The number of characters and tags that were escaped.
  private(set) var count = 0

  init(_ bytes: ByteStream) { self.bytes = bytes }

  /// The repaired document.
  func stream() -> ByteStream { ByteStream { try self.next() } }

  /// Remarks for the user on the repairs; empty if there were none.
  var remarks: [String] {
    switch count {
    case 0: []
    case 1: ["One & or < that should have been escaped was read as text."]
    default: ["\(count) characters & or < that should have been escaped were read as text."]
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
    // Deciding about one character may need the bytes after it.
    while let found = bytes[index...].firstIndex(where: isSign) {
      index = found
      guard isAtEnd || bytes.count - index > Self.longestTag else { break }
      let step = step(at: bytes[index...])
      if let escaped = step.escaped {
        repaired += bytes[start..<index]
        repaired += escaped.utf8
        start = index + step.count
        count += 1
      }
      index += step.count
    }
    if bytes[index...].firstIndex(where: isSign) == nil { index = bytes.count }
    repaired += bytes[start..<index]
  }

  /// Whether a byte is markup, or would have to be escaped, in the current part of the document.
  private func isSign(_ byte: UInt8) -> Bool {
    switch part {
    case .text: byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
    case .tag: byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    case .value(let quote): byte == quote || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
    case .verbatim(let end): byte == end[0]
    }
  }

  /// Handles the character at the start of the bytes.
  ///
  /// - Returns: The number of bytes that it covers, and their replacement; nil if they stay unchanged.
  private func step(at bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (count: Int, escaped: String?) {
    let sign = bytes[bytes.startIndex]
    switch part {
    case .verbatim(let end):
      guard bytes.starts(with: end) else { return (1, nil) }
      part = .text
      return (end.count, nil)
    case .tag:
      part = sign == UInt8(ascii: ">") ? .text : .value(quote: sign)
    case .value(sign):
      part = .tag
    case .text, .value:
      if sign == UInt8(ascii: "&") { return (1, beginsReference(bytes) ? nil : "&amp;") }
      guard case .text = part else { return HTMLTag.length(at: bytes).map { escaped(bytes.prefix($0)) } ?? (1, "&lt;") }
      return (start(at: bytes), nil)
    }
    return (1, nil)
  }

  /// Escapes an HTML tag in an attribute.
  private func escaped(_ tag: Slice<UnsafeBufferPointer<UInt8>>) -> (count: Int, escaped: String?) {
    let signs = ["<": "&lt;", "\"": "&quot;", "'": "&apos;", "&": "&amp;"]
    let text = String(decoding: tag, as: UTF8.self)
    return (tag.count, text.unicodeScalars.map { signs[String($0)] ?? String($0) }.joined())
  }

  /// Enters a tag, a comment, or another part that begins with `<`, and returns the length of its beginning in bytes.
  private func start(at bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard let verbatim = Self.verbatim.first(where: { bytes.starts(with: $0.start) }) else {
      if bytes.starts(with: "<!".utf8) { hasDocumentType = true }
      part = .tag
      return 1
    }
    part = .verbatim(end: verbatim.end)
    return verbatim.start.count
  }

  /// Whether an ampersand begins a reference that XML defines or that a document type might define.
  private func beginsReference(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let word = bytes.dropFirst().prefix(Self.longestReference)
    let name = word.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") && !$0.isBlank }
    guard !name.isEmpty, name.endIndex < word.endIndex, word[name.endIndex] == UInt8(ascii: ";") else { return false }
    return isReference(String(decoding: name, as: UTF8.self))
  }

  private func isReference(_ name: String) -> Bool {
    if name.hasPrefix("#") {
      let isHex = name.hasPrefix("#x")
      let number = name.utf8.dropFirst(isHex ? 2 : 1)
      return !number.isEmpty && number.allSatisfy { isHex ? $0.hexDigit != nil : $0.isDigit }
    }
    return hasDocumentType ? XMLName.isValid(name) : ["amp", "lt", "gt", "quot", "apos"].contains(name)
  }
}

/// Recognises HTML tags such as `<a href="x">` and `</a>`.
private enum HTMLTag {
  /// The length in bytes of the tag at the start of the bytes; nil if there is none.
  static func length(at bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var rest = bytes.dropFirst().prefix(4_000)
    if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    guard skipName(&rest) else { return nil }
    while true {
      rest = rest.drop { $0.isBlank || $0.isLineEnd }
      if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
      if rest.first == UInt8(ascii: ">") { return rest.startIndex - bytes.startIndex + 1 }
      guard skipName(&rest) else { return nil }
      if rest.first == UInt8(ascii: "="), !skipValue(&rest) { return nil }
    }
  }

  private static func skipName(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let name = rest.prefix { $0.isNameByte }
    rest = rest[name.endIndex...]
    return !name.isEmpty
  }

  private static func skipValue(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    rest = rest.dropFirst()
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return skipName(&rest)
    }
    rest = rest.dropFirst()
    guard let end = rest.firstIndex(of: quote) else { return false }
    rest = rest[(end + 1)...]
    return true
  }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    isDigit || self == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
