import OutlineCore
import OutlineJSON

/// The block of YAML or TOML at the beginning of a Markdown file, or of lines of keywords in org, which is kept as an attribute of
/// the first section.
enum FrontMatter {
  /// The name of the attribute.
  static let key = "front-matter"
  /// The most bytes of a block; it has to fit into attributes even if every byte is escaped.
  private static let mostBytes = 131_072

  /// Takes a block from the beginning of a document.
  ///
  /// - Returns: The block to the byte, with the empty lines after it, and a stream of the rest; nil and the whole document if
  ///   it begins with none.
  static func take(from bytes: ByteStream) throws -> (block: String?, rest: ByteStream, lines: Int) {
    var (start, all) = try bytes.looking(ahead: 1)
    if let first = start.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"), first != 0xEF {
      return (nil, all, 0)
    }
    (start, all) = try all.looking(ahead: mostBytes)
    let text = start.withoutByteOrderMark
    guard let length = length(of: text), EncodingCheck(of: Array(text.prefix(length))) == .valid else {
      return (nil, all, 0)
    }
    let block = Array(text.prefix(length))
    let rest = Array(text.dropFirst(length))
    _ = try all.next()  // the chunk that was looked at
    var held: [UInt8]? = rest
    let stream = ByteStream {
      defer { held = nil }
      if let held, !held.isEmpty { return held }
      return try all.next()
    }
    return (String(decoding: block, as: UTF8.self), stream, block.lineRanges().count)
  }

  /// Whether a text is a whole block, so that it can be written at the beginning of a document.
  static func isBlock(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count < mostBytes && length(of: bytes[...]) == bytes.count && bytes.last?.isLineEnd == true
  }

  /// The length of the block at the beginning of some bytes, with the empty lines after it; nil if there is none.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.starts(with: "---".utf8) || bytes.starts(with: "+++".utf8) else { return nil }
    let lines = bytes.lineRanges()
    guard let first = lines.first else { return nil }
    let sign = bytes[first].text()
    guard sign == "---" || sign == "+++" else { return nil }
    var end: Int?
    for (index, range) in lines.enumerated().dropFirst() {
      let line = bytes[range].text()
      if line == sign || sign == "---" && line == "..." {
        end = index
        break
      }
      // A rule of Markdown comes before an empty line, or before a text that is no YAML.
      if index == 1 && line.allSatisfy(\.isWhitespace) || !isProperty(line, sign) { return nil }
    }
    guard var end else { return nil }
    while end + 1 < lines.count, bytes[lines[end + 1]].trimmed().isEmpty { end += 1 }
    let next = end + 1 < lines.count ? lines[end + 1].lowerBound : bytes.endIndex
    return next - bytes.startIndex
  }

  /// Whether a line can be in a block: a member, an element, a remark, or a further line of a value.
  private static func isProperty(_ line: String, _ sign: String) -> Bool {
    guard let first = line.first, !first.isWhitespace else { return true }
    if sign == "+++" { return true }
    if "#-{}]\"'".contains(first) { return true }
    guard let colon = line.firstIndex(of: ":") else { return false }
    let rest = line[line.index(after: colon)...]
    return rest.isEmpty || rest.first?.isWhitespace == true
  }

  /// Returns the attributes with a block.
  static func added(_ block: String, to attributes: String?) -> String {
    var text = attributes.map { String($0.dropLast()) } ?? "{"
    if text.utf8.count > 1 { text += "," }
    return text + JSONText.string(key) + ":" + JSONText.string(block) + "}"
  }

  /// Splits attributes into the block and the rest; nil if there is no block that the format can write.
  static func split(_ attributes: String?, as isBlock: (String) -> Bool = isBlock) -> (block: String, rest: String?)? {
    guard let attributes, attributes.contains(utf8: key), var members = JSONTree.object(attributes),
      let index = members.lastIndex(where: { $0.key == key }), let block = members[index].value.string, isBlock(block)
    else { return nil }
    members.remove(at: index)
    return (block, members.isEmpty ? nil : JSONTree.object(members).text)
  }
}
