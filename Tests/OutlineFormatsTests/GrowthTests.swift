import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Documents made to take for ever are read or refused in a time in proportion to their length.
struct GrowthTests {
  /// A document of as many parts as wanted.
  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let format: OutlineFormat
    let count: Int
    let make: @Sendable (Int) -> String

    init(_ what: String, _ format: OutlineFormat, _ count: Int, _ make: @escaping @Sendable (Int) -> String) {
      testDescription = "\(format): \(what)"
      self.format = format
      self.count = count
      self.make = make
    }
  }

  private static func opml(_ body: String) -> String { "<opml><body>\(body)</body></opml>" }
  private static let json = #"{"pleat":1,"sections":[{"level":1,"title":"#

  static let documents = [
    Hostile("elements in one another", .opml, 9_000) { count in
      opml(
        String(repeating: "<outline text='a'>\n", count: count) + String(repeating: "</outline>", count: count))
    },
    Hostile("attributes on one element", .opml, 100_000) { count in
      opml("<outline\((0..<count).map { " a\($0)=''" }.joined())/>")
    },
    Hostile("attributes with prefixes", .opml, 50_000) { count in
      opml("<outline\((0..<count).map { " a\($0):b=''" }.joined())/>")
    },
    Hostile("a long attribute", .opml, 11_000_000) { opml("<outline text='\(String(repeating: "x", count: $0))'/>") },
    Hostile("tags in an attribute", .opml, 100_000) { count in
      opml("<outline text='\(String(repeating: "<a b=\"c\"><a b=\"", count: count))'/>")
    },
    Hostile("numbers of folds", .opml, 400_000) { count in
      let numbers = (1...count).map(String.init).joined(separator: ",")
      return "<opml><head><expansionState>\(numbers)</expansionState></head><body/></opml>"
    },
    Hostile("numbers of folds that name rows", .opml, 40_000) { count in
      let numbers = (1...count).map(String.init).joined(separator: ",")
      let rows = String(repeating: "<outline text='r'/>", count: count)
      return "<opml><head><expansionState>\(numbers)</expansionState></head>"
        + "<body><outline text='A'>\(rows)</outline></body></opml>"
    },
    Hostile("containers in one another", .plist, 100_000) { "<plist>" + String(repeating: "<array>", count: $0) },
    Hostile("rows and sections in turn", .plist, 20_000) { count in
      let pair = "<string>r</string><dict><key>name</key><string>s</string><key>items</key><array/></dict>"
      return "<plist><array>\(String(repeating: pair, count: count))</array></plist>"
    },
    Hostile("a long title", .json, 11_000_000) { json + "\"" + String(repeating: "x", count: $0) },
    Hostile("members of attributes", .json, 80_000) { count in
      json + "\"\",\"attributes\":{\((0..<count).map { "\"\($0)\":1" }.joined(separator: ","))},\"rows\":[]}]}"
    },
    Hostile("arrays in one another", .json, 200_000) {
      json + "\"\",\"attributes\":{\"a\":" + String(repeating: "[", count: $0)
    },
    Hostile("flags of many users", .json, 80_000) { count in
      let flags = (0..<count).map { "\"u\($0)\":true" }.joined(separator: ",")
      return json + "\"\",\"collapsed\":{\(flags)},\"rows\":[]}]}"
    },
    Hostile("sections", .json, 80_000) { count in
      let sections = Array(repeating: #"{"level":1,"title":"","rows":[]}"#, count: count).joined(separator: ",")
      return "{\"pleat\":1,\"sections\":[\(sections)]}"
    },
    Hostile("a long field", .csv, 4_000_000) { "a,b\n1," + String(repeating: "x", count: $0) },
    Hostile("columns without names of their own", .csv, 20_000) { String(repeating: "a,", count: $0) + "\n1" },
    Hostile("quotes in a field", .csv, 200_000) { "a\n\"" + String(repeating: "\"\"", count: $0) + "\"\n" },
    Hostile("a long line", .text, 11_000_000) { String(repeating: "x", count: $0) },
    Hostile("lines that each indent further", .text, 3_000) { count in
      (0..<count).map { String(repeating: " ", count: $0) + "a\n" }.joined()
    },
    Hostile("brackets of fields", .markdown, 20_000) { "- [ ] x " + String(repeating: "[due:: ", count: $0) },
    Hostile("signs of rules", .markdown, 20_000) { "- [ ] x " + String(repeating: "\u{1F501} every ", count: $0) },
    Hostile("properties of one name", .ics, 20_000) { count in
      "BEGIN:VCALENDAR\nBEGIN:VTODO\n" + String(repeating: "COMMENT:c\n", count: count) + "END:VTODO\nEND:VCALENDAR\n"
    },
    Hostile("children of one task", .ics, 20_000) { count in
      "BEGIN:VCALENDAR\nBEGIN:VTODO\n" + String(repeating: "RELATED-TO;RELTYPE=CHILD:c\n", count: count)
        + "END:VTODO\nEND:VCALENDAR\n"
    },
    Hostile("lists in one another", .markdown, 9_000) { String(repeating: "- ", count: $0) + "x" },
    Hostile("definitions in front of a text", .markdown, 20_000) { String(repeating: "[a]: /b\n", count: $0) + "text" },
    Hostile("cells that a table lacks", .markdown, 4_000) { count in
      String(repeating: "|a", count: count) + "\n" + String(repeating: "|-", count: count) + "\n"
        + String(repeating: "|a|\n", count: count)
    },
  ]

  @Test(arguments: documents)
  func `a document of eight times as many parts takes about eight times as long`(document: Hostile) {
    expectProportionalTime(as: document.format, upTo: document.count / 2, document.make)
  }

  @Test(arguments: [OutlineFormat.opml, .plist])
  func `a long text that XML cannot carry is written in proportion to its length`(format: OutlineFormat) throws {
    func text(_ count: Int) -> [UInt8] { Array(repeating: 1, count: count) }
    let growth = try Growth.exponent(from: text(12_500), to: text(100_000)) { bytes in
      let row = OutlinePiece.row(RowPiece(RowDraft(String(decoding: bytes, as: UTF8.self))))
      _ = try OutlineFormatsTests.document([.section(SectionPiece(SectionDraft(title: "A"))), row], as: format)
    }
    #expect(growth < Growth.limit)
  }
}

/// Expects that the time that a document takes is in proportion to its length, up to so many parts.
func expectProportionalTime(
  as format: OutlineFormat, upTo count: Int, at location: SourceLocation = #_sourceLocation, _ make: (Int) -> String
) {
  let growth = Growth.exponent(from: Array(make(count / 8).utf8), to: Array(make(count).utf8)) { bytes in
    do {
      _ = try OutlineReader.read(ByteStream(bytes), as: format, documentName: "Document") { _ in }
    } catch {
      let isExpected = error is ImportError
      #expect(isExpected, sourceLocation: location)
    }
  }
  #expect(growth < Growth.limit, "the time grows with the power \(growth) of the length", sourceLocation: location)
}
