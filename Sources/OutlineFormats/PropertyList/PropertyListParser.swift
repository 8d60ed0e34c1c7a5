import CExpat

/// Runs expat, and is the only place that touches it.
///
/// Nothing outside the file is ever opened, and a document type with declarations of its own is refused, so that no
/// entity can be declared.
enum PropertyListParser {
  /// The value of a property list in XML; throws naming the line and the column of the first fault.
  static func value(of bytes: [UInt8]) throws(ImportError) -> PropertyListValue {
    guard bytes.count <= Int(Int32.max) else { throw ImportError(message: "The file is larger than 2 GB") }
    guard let parser = XML_ParserCreate(nil) else { throw ImportError(message: "There is not enough memory") }
    defer { XML_ParserFree(parser) }
    let context = Context(parser)
    let status = withExtendedLifetime(context) {
      XML_SetUserData(parser, Unmanaged.passUnretained(context).toOpaque())
      setHandlersForContent(of: parser)
      setHandlersForEntities(of: parser)
      return bytes.withUnsafeBytes { buffer in
        XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
      }
    }
    if let failure = context.builder.failure {
      throw ImportError(
        line: context.failureLine, column: context.failureColumn, message: failure.message, hint: failure.hint)
    }
    guard status == XML_STATUS_OK else { throw error(of: parser) }
    guard let root = context.builder.root else { throw ImportError(message: "The property list is empty") }
    return root
  }

  private static func error(of parser: XML_Parser) -> ImportError {
    let code = XML_GetErrorCode(parser)
    let text = string(XML_ErrorString(code))
    let endsEarly = [XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR].contains(code)
    return ImportError(
      line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1,
      message: "The XML is broken: \(text)", hint: endsEarly ? "The file may have been cut off" : nil)
  }

  private static func setHandlersForContent(of parser: XML_Parser) {
    XML_SetElementHandler(
      parser,
      { data, name, _ in
        Context.of(data) { $0.builder.start(string(name), line: $0.line) }
      },
      { data, name in
        Context.of(data) { $0.builder.end(string(name)) }
      })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      Context.of(data) { context in
        text?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
          context.builder.characters(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
      }
    }
  }

  /// Refuses declarations, and entities that nothing declares: expat would leave those out of the text without a word.
  private static func setHandlersForEntities(of parser: XML_Parser) {
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasDeclarations in
      guard hasDeclarations != 0 else { return }
      Context.of(data) {
        $0.builder.fail(
          "The document type declares entities or elements; pleat refuses such files", hint: "Remove the part in [ ]")
      }
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      Context.of(data) { $0.builder.fail("The entity &\(string(name)); is not defined") }
    }
  }

  /// What the callbacks work on.
  private final class Context {
    let builder = PropertyListBuilder()
    private(set) var failureLine: Int?
    private(set) var failureColumn: Int?
    private let parser: XML_Parser

    init(_ parser: XML_Parser) { self.parser = parser }

    var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Runs a callback's work, and stops the parser at the first failure.
    static func of(_ data: UnsafeMutableRawPointer?, _ work: (Context) -> Void) {
      guard let data else { return }
      let context = Unmanaged<Context>.fromOpaque(data).takeUnretainedValue()
      guard context.builder.failure == nil else { return }
      work(context)
      guard context.builder.failure != nil else { return }
      context.failureLine = context.line
      context.failureColumn = Int(XML_GetCurrentColumnNumber(context.parser)) + 1
      XML_StopParser(context.parser, 0)
    }
  }
}

/// A free function, because a C callback may not capture even the type it is written in.
private func string(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
