import CExpat
import OutlineCore

/// Runs expat, and is the only place that touches it.
///
/// Nothing outside the file is ever opened, and a document type with declarations of its own is refused, so that no
/// entity can be declared.
final class XMLParser {
  /// How much expat gets at a time, at least; it copies what it gets.
  private static let slice = 65_536
  /// The longest attribute; a text of the greatest length whose characters are all escaped stays below it.
  private static let mostAttributeBytes = 8 * OutlineLimits.textBytes

  private let parser: XML_Parser
  private let handler: any XMLHandler
  private var fedBytes = 0
  /// What a handler threw.
  private var failure: (any Error)?
  /// Whether the document says that it is in another encoding than UTF-8.
  private var isForeignlyEncoded = false

  /// Reads a document and gives its elements to `handler`; throws naming the line and the column of the first fault.
  static func parse(_ bytes: ByteStream, with handler: any XMLHandler) throws {
    try XMLParser(handler).parse(bytes)
  }

  private init(_ handler: any XMLHandler) throws {
    guard let parser = XML_ParserCreate(nil) else { throw ImportError(message: "There is not enough memory") }
    self.parser = parser
    self.handler = handler
  }

  deinit { XML_ParserFree(parser) }

  private func parse(_ bytes: ByteStream) throws {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    Self.setHandlersForContent(of: parser)
    Self.setHandlersForEntities(of: parser)
    var held: [UInt8] = []
    while held.count < 2, let chunk = try bytes.next() { held += chunk }
    try SourceText.checkByteOrder(of: held)
    try feedSlices(of: &held)
    while let chunk = try bytes.next() {
      held += chunk
      try feedSlices(of: &held)
    }
    try held.withUnsafeBytes { try feed($0, isLast: true) }
  }

  /// Feeds what is held but for a rest that is too small.
  ///
  /// Expat begins anew with an unfinished tag whenever it gets more; a slice as long as what it has not finished makes
  /// that cheap for a tag of megabytes.
  private func feedSlices(of held: inout [UInt8]) throws {
    var start = 0
    while case let size = max(Self.slice, fedBytes - Int(XML_GetCurrentByteIndex(parser))), held.count - start >= size {
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

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }
  private var column: Int { Int(XML_GetCurrentColumnNumber(parser)) + 1 }

  private var syntaxError: ImportError {
    let code = XML_GetErrorCode(parser)
    let endsEarly = [XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR].contains(code)
    return ImportError(
      line: line, column: column, message: "The XML is broken: \(string(XML_ErrorString(code)))",
      hint: endsEarly ? "The file may have been cut off" : nil)
  }

  /// The error for a bad byte at or after the place where expat stopped: to expat that is only an "invalid token".
  ///
  /// Only looked for after the fact, because the XML may declare another encoding.
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
      guard let place = (error.line, error.column) as? (Int, Int) else { return error }
      return ImportError(
        line: line + place.0 - 1, column: place.0 == 1 ? column + place.1 - 1 : place.1, message: error.message)
    }
  }

  private static func setHandlersForContent(of parser: XML_Parser) {
    XML_SetElementHandler(
      parser,
      { data, name, pairs in
        XMLParser.of(data) { try $0.handler.start(string(name), XMLParser.attributes(pairs), line: $0.line) }
      },
      { data, name in
        XMLParser.of(data) { try $0.handler.end(string(name)) }
      })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      XMLParser.of(data) { parser in
        try text?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
          try parser.handler.characters(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
      }
    }
  }

  /// Refuses declarations, and entities that nothing declares: expat would leave those out of the text without a word.
  private static func setHandlersForEntities(of parser: XML_Parser) {
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasDeclarations in
      guard hasDeclarations != 0 else { return }
      XMLParser.of(data) { _ in
        throw XMLFault(
          "The document type declares entities or elements; pleat refuses such files", hint: "Remove the part in [ ]")
      }
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      XMLParser.of(data) { _ in throw XMLFault("The entity &\(string(name)); is not defined") }
    }
    XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
      XMLParser.of(data) { $0.isForeignlyEncoded = encoding != nil && string(encoding).lowercased() != "utf-8" }
    }
  }

  /// Runs a callback's work, and stops the parser at the first failure.
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

  /// The attributes that expat gives as names and values in turn, up to a null.
  private static func attributes(
    _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) throws -> [XMLAttribute] {
    var attributes: [XMLAttribute] = []
    guard var pair = pairs else { return [] }
    while let name = pair[0], let value = pair[1] {
      let bytes = UnsafeRawBufferPointer(start: value, count: length(of: value))
      guard bytes.count <= mostAttributeBytes else {
        throw XMLFault("An attribute is \(bytes.count) bytes long; at most \(mostAttributeBytes) are possible")
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

/// A free function, because a C callback may not capture even the type it is written in.
private func string(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
