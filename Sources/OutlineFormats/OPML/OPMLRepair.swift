import CCmarkGFM
import OutlineJSON

/// Reads OPML whose ampersands are not escaped, as in `?a=1&b=2` and `Q & A`, or begin a reference that only HTML
/// defines, such as `&nbsp;`.
///
/// Programs that export feeds write such files. The parser gets another character for each such ampersand, so that
/// lines and columns stay those of the file. Valid XML is not changed.
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

  /// Remarks for the user on the repairs; empty if there were none.
  var remarks: [String] {
    switch count {
    case 0: []
    case 1: ["One & that XML does not allow was read as in HTML."]
    default: ["\(count) characters & that XML does not allow were read as in HTML."]
    }
  }

  /// The document for the parser.
  func stream() -> ByteStream {
    var held: [UInt8] = []
    return ByteStream {
      while let chunk = try self.bytes.next() {
        held += chunk
        // Only the next chunk shows what an ampersand close to the end begins.
        let end = held.suffix(Self.longestReference).firstIndex(of: UInt8(ascii: "&")) ?? held.count
        if end > 0 { return self.takeRepaired(end, of: &held) }
      }
      return held.isEmpty ? nil : self.takeRepaired(held.count, of: &held)
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
