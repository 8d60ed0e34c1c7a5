import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OPMLErrorTests {
  @Test(
    arguments: [
      ("\n<html></html>", 2, 1, "The file is not OPML: it begins with <html>, not with <opml>"),
      ("<opml><head/>\n<foot/></opml>", 2, 1, "<foot> is outside of <head> and <body>"),
      ("<opml><body>\n <rss/></body></opml>", 2, 2, "<rss> is not allowed in the body of an OPML file"),
      ("<opml><body><outline>\n <p/></outline></body></opml>", 2, 2, "<p> is not allowed in the body of an OPML file"),
      (
        "<opml><body>\nx</body></opml>", 2, 1,
        "There is text between the elements; OPML keeps its texts in attributes"
      ),
      ("<opml><head/></opml>", nil, nil, "The OPML file has no <body>"),
      ("<opml>\n<body></opml>", 2, 9, "The XML is broken: mismatched tag"),
      ("<opml><body>\n<outline a='' a=''/></body></opml>", 2, 15, "The XML is broken: duplicate attribute"),
      ("<opml><body>\n<outline text='&#0;'/>", 2, 16, "The XML is broken: reference to invalid character number"),
    ] as [(String, Int?, Int?, String)])
  func `a malformed file is refused with its place`(text: String, line: Int?, column: Int?, message: String) throws {
    let error = try refusal(text, as: .opml)
    #expect(
      ImportError(line: error.line, column: error.column, message: error.message)
        == ImportError(line: line, column: column, message: message))
  }

  @Test(arguments: [
    ("level='0'", "pleat:level is not a number from 1 to 100"),
    ("level='x'", "pleat:level is not a number from 1 to 100"),
    ("kind='item'", "pleat:kind must be section or row"), ("collapsed='1'", "pleat:collapsed must be yes or no"),
    ("collapsible=''", "pleat:collapsible must be yes or no"),
    ("x=''", "pleat:x is not an attribute that pleat knows"),
    ("attributes='[]'", "pleat:attributes is not a JSON object"),
    ("detail='&quot;'", "pleat:detail begins with a quote but is not a JSON string"),
  ])
  func `what pleat's own attributes cannot be is refused with its line`(attribute: String, message: String) throws {
    let error = try refusal(
      "<opml xmlns:pleat='urn:pleat:outline'><body>\n<outline pleat:\(attribute)/></body></opml>", as: .opml)
    #expect(error.line == 2)
    #expect(error.message == message)
  }

  @Test func `a file that is cut off anywhere is refused`() throws {
    let whole = Array("<opml><head></head><body><outline text='é'><outline/></outline></body></opml>".utf8)
    for count in 0..<whole.count {
      #expect(try refusal(Array(whole[..<count]), as: .opml).line == 1)
    }
    #expect(try refusal("<opml><body>", as: .opml).hint == "The file may have been cut off")
  }

  @Test func `a bad byte is named with its place wherever it is`() throws {
    let long = String(repeating: "<outline text='é'/>\n", count: 10_000)
    for (bad, message) in [
      ([0xFF], "The file is not valid UTF-8"), ([0], "The file holds a NUL byte, so it is not text"),
    ]
      as [([UInt8], String)]
    {
      let bytes = Array("<opml><body>\n\(long)<outline text='é".utf8) + bad + Array("'/></body></opml>".utf8)
      let error = try refusal(bytes, as: .opml)
      #expect(error == ImportError(line: 10_002, column: 17, message: message))
    }
  }

  @Test func `a document type with declarations is refused`() throws {
    let error = try refusal("<!DOCTYPE opml [\n<!ENTITY a 'aa'>]><opml><body/></opml>", as: .opml)
    #expect(error.line == 1)
    #expect(error.message == "The document type declares entities or elements; pleat refuses such files")
  }
}
