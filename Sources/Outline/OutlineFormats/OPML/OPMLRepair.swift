import CCmarkGFM
import OutlineJSON

/// Reads OPML whose ampersands are not escaped, as in `?a=1&b=2` and `Q & A`, or begin a reference that only HTML
/// defines, such as `&nbsp;`; and attributes with tags of HTML, such as `<br>` and `<a href="…">`.
///
/// Programs that export feeds write such files. The parser gets another character for each such ampersand, so that
/// lines and columns stay those of the file, and a reference for each `<` and for the quotes of its tag, so that only
/// the lines do. Valid XML is not changed.
final class OPMLRepair {
  /// The most bytes of a reference that are looked at.
  private static let longestReference = 32
  /// The character that replaces an ampersand: XML allows it, it is one byte in every encoding, and texts rarely have it.
  private static let sign = UInt8(0x7F)

  private let bytes: ByteStream
  /// Whether an ampersand was replaced.
  private var isNeeded = false
  /// Whether the document has the sign itself.
  private var hasSign = false
  /// The number of ampersands in the texts asked for.
  private var count = 0
  private var attributes = AttributeEscaping()

  init(_ bytes: ByteStream) { self.bytes = bytes }

  /// Returns the text that the document means, given the text that the parser has read.
  ///
  /// - Throws: ``XMLFault`` if the sign may be the document's own.
  func text(of read: String) throws -> String {
    guard isNeeded, read.utf8.contains(Self.sign) else { return read }
    if hasSign { throw XMLFault("The document has a bare & as well as the control character U+007F") }
    let parts = read.split(separator: "\u{7F}", omittingEmptySubsequences: false)
    count += parts.count - 1
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      guard let end = part.firstIndex(of: ";"), let meant = HTMLEntity.characters(named: part[..<end]) else {
        text += "&" + part
        return
      }
      text += meant + part[part.index(after: end)...]
    }
  }

  /// Whether references were put in, after which the columns of a line are not those of the document.
  var hasMovedColumns: Bool { attributes.count > 0 }

  /// Remarks for the user on the repairs; empty if there were none.
  var remarks: [String] {
    [("&", count), ("<", attributes.count)].filter { $0.1 > 0 }.map { sign, count in
      count == 1
        ? "One \(sign) that XML does not allow was read as in HTML."
        : "\(count) characters \(sign) that XML does not allow were read as in HTML."
    }
  }

  /// The document for the parser.
  func stream() -> ByteStream {
    var held: [UInt8] = []
    let escaped = escapedStream()
    return ByteStream {
      while let chunk = try escaped.next() {
        held += chunk
        // Only the next chunk shows what an ampersand close to the end begins.
        let end = held.suffix(Self.longestReference).firstIndex(of: UInt8(ascii: "&")) ?? held.count
        if end > 0 { return self.takeRepaired(end, of: &held) }
      }
      return held.isEmpty ? nil : self.takeRepaired(held.count, of: &held)
    }
  }

  /// The document with each `<` between the quotes of an attribute escaped.
  private func escapedStream() -> ByteStream {
    var held: [UInt8] = []
    var isLast = false
    return ByteStream {
      while !isLast {
        let chunk = try self.bytes.next()
        held += chunk ?? []
        isLast = chunk == nil
        let escaped = self.attributes.take(&held, isLast: isLast)
        if !escaped.isEmpty { return escaped }
      }
      return nil
    }
  }

  /// Removes and returns the first bytes, after replacing the ampersands that need repair.
  private func takeRepaired(_ count: Int, of bytes: inout [UInt8]) -> [UInt8] {
    hasSign = hasSign || bytes[..<count].contains(Self.sign)
    var repaired = Array(bytes[..<count])
    var index = 0
    while let found = repaired[index...].firstIndex(of: UInt8(ascii: "&")) {
      index = found + 1
      if Self.beginsReference(bytes[index...]) { continue }
      repaired[found] = Self.sign
      isNeeded = true
    }
    bytes.removeFirst(count)
    return repaired
  }

  /// Whether a reference that XML defines follows an ampersand.
  private static func beginsReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = bytes.prefix(longestReference)
    guard let end = word.firstIndex(of: UInt8(ascii: ";")) else { return false }
    let name = word[..<end].text()
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return true }
    guard name.hasPrefix("#") else { return false }
    let isHex = name.hasPrefix("#x")
    let number = name.utf8.dropFirst(isHex ? 2 : 1)
    return !number.isEmpty && number.allSatisfy { isHex ? $0.hexDigit != nil : $0.isDigit }
  }
}

/// Escapes each `<` between the quotes of an attribute, with the quotes of the tag of HTML that it begins.
private struct AttributeEscaping {
  /// The markup around a byte.
  private enum Place {
    case text
    case tag
    /// The value of an attribute in these quotes.
    case value(UInt8)
    /// A comment, a section of characters or an instruction, which ends with `count` of these bytes and `>`.
    case skipped(UInt8, count: Int)
  }

  /// The most bytes of a tag of HTML whose quotes are escaped.
  private static let longestTag = 2_048

  /// How many characters `<` were escaped.
  private(set) var count = 0
  private var place = Place.text
  /// How many bytes just before the next one can belong to the end of a comment or of another skipped part.
  private var run = 0

  /// Removes and returns the bytes whose meaning does not depend on those that follow, escaped.
  mutating func take(_ bytes: inout [UInt8], isLast: Bool) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      var length = 1
      if byte == UInt8(ascii: "<"), isOpen {
        let rest = bytes[index...]
        guard let known = take(rest, isWhole: isLast || rest.count >= Self.longestTag, to: &escaped) else { break }
        length = known
      } else {
        pass(byte)
        escaped.append(byte)
      }
      index += length
    }
    bytes.removeFirst(index)
    return escaped
  }

  /// Whether a `<` begins markup here, or would begin it if it were allowed.
  private var isOpen: Bool {
    switch place {
    case .text, .value: true
    case .tag, .skipped: false
    }
  }

  /// Follows the markup over a byte other than a `<` that begins markup.
  private mutating func pass(_ byte: UInt8) {
    switch place {
    case .tag where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"): place = .value(byte)
    case .tag where byte == UInt8(ascii: ">"): place = .text
    case .value(let quote) where byte == quote: place = .tag
    case .skipped(_, let count) where byte == UInt8(ascii: ">") && run >= count: place = .text
    case .skipped(let end, _): run = byte == end ? run + 1 : 0
    case .text, .tag, .value: break
    }
  }

  /// Appends a `<` that begins markup or, in an attribute, the whole tag of HTML that it begins.
  ///
  /// - Returns: The number of bytes that were taken; nil if more have to be seen first.
  private mutating func take(_ rest: ArraySlice<UInt8>, isWhole: Bool, to escaped: inout [UInt8]) -> Int? {
    guard case .value(let quote) = place else {
      if rest.count < 4, !isWhole { return nil }
      (place, run) = (Self.place(of: rest), 0)
      escaped.append(UInt8(ascii: "<"))
      return 1
    }
    guard let length = Self.tagLength(rest, isWhole: isWhole) else { return nil }
    count += 1
    escaped += "&lt;".utf8
    for byte in rest.prefix(length).dropFirst() {
      if byte == quote { escaped += "&#\(quote);".utf8 } else { escaped.append(byte) }
    }
    return length
  }

  /// The kind of markup that begins with `<`.
  private static func place(of bytes: ArraySlice<UInt8>) -> Place {
    if bytes.starts(with: "<!--".utf8) { return .skipped(UInt8(ascii: "-"), count: 2) }
    if bytes.starts(with: "<![".utf8) { return .skipped(UInt8(ascii: "]"), count: 2) }
    return bytes.starts(with: "<?".utf8) ? .skipped(UInt8(ascii: "?"), count: 1) : .tag
  }

  /// The length of the tag of HTML that begins with `<`, 1 if there is none, or nil if more bytes have to be seen first.
  ///
  /// Each quote in it comes after `=`, and after the value is a space or the end.
  private static func tagLength(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int? {
    var quote: UInt8?
    var before = UInt8(ascii: "<")
    for (offset, byte) in bytes.enumerated().dropFirst() {
      if before == UInt8(ascii: "<"), !isLetter(byte), byte != UInt8(ascii: "/") { return 1 }
      switch byte {
      case _ where byte == quote: quote = nil
      case _ where quote != nil: break
      case UInt8(ascii: "<"): return 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if before != UInt8(ascii: "=") { return 1 }
        quote = byte
      case UInt8(ascii: ">"): return offset + 1
      default:
        let isAfterValue = before == UInt8(ascii: "\"") || before == UInt8(ascii: "'")
        if isAfterValue, !byte.isBlank, !byte.isLineEnd, byte != UInt8(ascii: "/") { return 1 }
      }
      before = byte
    }
    return isWhole ? 1 : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}

/// The named characters of HTML, such as `&nbsp;`, as cmark knows them.
private enum HTMLEntity {
  /// Returns the characters of a named reference; nil for a name that HTML does not define.
  static func characters(named name: Substring) -> String? {
    let isName = name.utf8.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0 | 0x20) }
    guard isName, name.utf8.count < 32 else { return nil }
    let reference = "&\(name);"
    let document = cmark_parse_document(reference, reference.utf8.count, CMARK_OPT_DEFAULT)
    defer { cmark_node_free(document) }
    let text = cmark_node_first_child(cmark_node_first_child(document))
    guard cmark_node_next(text) == nil, let literal = cmark_node_get_literal(text) else { return nil }
    return String(cString: literal)
  }
}
