import CExpat
import OutlineCore
import OutlineJSON

/// Parses XML with expat, which no other code calls.
///
/// No other file is ever opened. A document type with declarations is refused, so a document cannot define entities.
final class XMLParser {
  /// The limit for an attribute in bytes.
  ///
  /// The longest allowed text stays below it even if every character is escaped.
  private static let mostAttributeBytes = 8 * OutlineLimits.textBytes

  /// The number of bytes passed to expat at once, which copies them; more only if a tag is longer.
  private static let slice = 65_536

  private let parser: XML_Parser
  private var tree: XMLTree
  private var fedBytes = 0
  /// The number of empty lines before the document, which the parser does not get.
  private var linesBefore = 0
  /// The error that the format threw.
  private var failure: (any Error)?
  /// Whether the XML declaration names an encoding other than UTF-8.
  private var isForeignlyEncoded = false

  /// Parses a document and passes its elements to `format`.
  ///
  /// - Throws: ``ImportError`` with the line and column of the first error in the document, and every other error
  ///   of the format.
  static func parse(_ bytes: ByteStream, as format: any XMLFormat) throws {
    try XMLParser(format).parse(bytes)
  }

  private init(_ format: any XMLFormat) throws {
    guard let parser = XML_ParserCreate(nil) else { throw ImportError(message: "There is not enough memory") }
    self.parser = parser
    tree = XMLTree(format)
  }

  deinit { XML_ParserFree(parser) }

  private func parse(_ bytes: ByteStream) throws {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    Self.setHandlersForContent(of: parser)
    Self.setHandlersForEntities(of: parser)
    let (start, bytes) = try bytes.looking(ahead: 2)
    try TextBuffer.checkByteOrder(of: start)
    let document = withoutBlankStart(bytes)
    var held: [UInt8] = []
    while let chunk = try document.next() {
      held += chunk
      try feedAll(of: &held)
    }
    try held.withUnsafeBytes { try feed($0, isLast: true) }
  }

  /// Returns a document without the white space before it, which XML forbids before a declaration.
  private func withoutBlankStart(_ bytes: ByteStream) -> ByteStream {
    var isAtStart = true
    return ByteStream { [self] in
      while isAtStart, let chunk = try bytes.next() {
        let rest = chunk.withoutByteOrderMark.drop { $0.isBlank || $0.isLineEnd }
        linesBefore += chunk[..<rest.startIndex].count { $0 == UInt8(ascii: "\n") }
        if rest.isEmpty { continue }
        isAtStart = false
        return Array(rest)
      }
      return try bytes.next()
    }
  }

  /// Passes bytes to expat, or keeps them while they are too few.
  ///
  /// Whenever expat gets more bytes, it parses an unfinished tag again from its start. Waiting for as many bytes as the
  /// unfinished part has keeps the total cost linear for tags of megabytes.
  private func feedAll(of held: inout [UInt8]) throws {
    var start = 0
    while start < held.count {
      let unfinished = fedBytes - max(0, Int(XML_GetCurrentByteIndex(parser)))
      if unfinished > DocumentLimits.pieceBytes {
        throw ImportError(
          line: line, column: column,
          message:
            "The part that begins here does not end within \(DocumentLimits.mebibytes(DocumentLimits.pieceBytes))")
      }
      let size = min(max(Self.slice, unfinished), held.count - start)
      guard size >= unfinished else { break }
      try held.withUnsafeBytes { try feed(UnsafeRawBufferPointer(rebasing: $0[start..<(start + size)])) }
      start += size
    }
    held.removeFirst(start)
  }

  private func feed(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) throws {
    let status = XML_Parse(
      parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
    fedBytes += bytes.count
    if let failure { throw failure }
    guard status == XML_STATUS_OK else { throw encodingError ?? syntaxError }
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) + linesBefore }
  private var column: Int { Int(XML_GetCurrentColumnNumber(parser)) + 1 }

  private var syntaxError: ImportError {
    let code = XML_GetErrorCode(parser)
    if code == XML_ERROR_NO_MEMORY { return ImportError(message: "There is not enough memory to read the XML") }
    let hint: String? =
      switch code {
      case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR: "The file may have been cut off"
      case XML_ERROR_INVALID_TOKEN: "In a text, write &lt; for < and &amp; for &"
      default: nil
      }
    return ImportError(
      line: line, column: column, message: "The XML is broken: \(string(XML_ErrorString(code)))",
      hint: hint)
  }

  /// The error for a byte that is not valid UTF-8, at or after the position where expat stopped; nil if there is none.
  ///
  /// Expat only reports an "invalid token". The check comes after the failure because the XML may declare another
  /// encoding.
  private var encodingError: ImportError? {
    var offset: Int32 = 0
    var size: Int32 = 0
    guard !isForeignlyEncoded, let context = XML_GetInputContext(parser, &offset, &size), offset < size else {
      return nil
    }
    let rest = UnsafeRawBufferPointer(start: context + Int(offset), count: Int(size - offset))
    do {
      try SourceText.checkEncoding(of: Array(rest))
      return nil
    } catch {
      guard let location = (error.line, error.column) as? (Int, Int) else { return error }
      return ImportError(
        line: line + location.0 - 1, column: location.0 == 1 ? column + location.1 - 1 : location.1,
        message: error.message)
    }
  }

  private static func setHandlersForContent(of parser: XML_Parser) {
    XML_SetElementHandler(
      parser,
      { data, name, pairs in
        XMLParser.of(data) {
          try $0.tree.start(
            XMLElement(name: string(name), attributes: XMLParser.attributes(pairs), line: $0.line))
        }
      },
      { data, _ in XMLParser.of(data) { try $0.tree.end() } })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      XMLParser.of(data) { parser in
        try text?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
          try parser.tree.characters(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
      }
    }
  }

  /// Refuses declarations and undefined entities.
  ///
  /// Expat would silently omit such entities from the text.
  private static func setHandlersForEntities(of parser: XML_Parser) {
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasDeclarations in
      guard hasDeclarations != 0 else { return }
      XMLParser.of(data) { _ in
        throw XMLFault(
          "The document type declares entities or elements; pleat refuses such files",
          hint: "Remove the part from [ to ]")
      }
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      XMLParser.of(data) { _ in throw XMLFault("The entity &\(string(name)); is not defined") }
    }
    XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
      XMLParser.of(data) { $0.isForeignlyEncoded = encoding != nil && string(encoding).lowercased() != "utf-8" }
    }
  }

  /// Runs the body of a callback, and stops the parser at the first error.
  private static func of(_ data: UnsafeMutableRawPointer?, _ work: (XMLParser) throws -> Void) {
    guard let data else { return }
    let this = Unmanaged<XMLParser>.fromOpaque(data).takeUnretainedValue()
    guard this.failure == nil else { return }
    do {
      try work(this)
    } catch let fault as XMLFault {
      this.failure = ImportError(line: this.line, column: this.column, message: fault.message, hint: fault.hint)
    } catch {
      this.failure = error
    }
    if this.failure != nil { XML_StopParser(this.parser, 0) }
  }

  /// Converts the attributes from expat: names and values in turn, ended by a null pointer.
  private static func attributes(
    _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) throws -> [XMLAttribute] {
    var attributes: [XMLAttribute] = []
    guard var pair = pairs else { return [] }
    while let name = pair[0], let value = pair[1] {
      let bytes = UnsafeRawBufferPointer(start: value, count: length(of: value))
      guard bytes.count <= mostAttributeBytes else {
        throw XMLFault("An attribute is \(bytes.count) bytes long; at most \(mostAttributeBytes) are allowed")
      }
      attributes.append(XMLAttribute(name: string(name), value: String(decoding: bytes, as: UTF8.self)))
      pair += 2
    }
    return attributes
  }

  private static func length(of text: UnsafePointer<CChar>) -> Int {
    var end = text
    while end.pointee != 0 { end += 1 }
    return end - text
  }
}

/// A free function, because a C callback must not capture anything, not even the enclosing type.
private func string(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
