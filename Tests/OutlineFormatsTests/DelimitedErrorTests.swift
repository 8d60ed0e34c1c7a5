import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct DelimitedErrorTests {
  private let own = "kind,level,text,done,detail,collapsible,collapsed,attributes,newRows\n"
  private let former = "kind,level,text,done,detail,collapsible,collapsed,attributes\n"

  @Test(arguments: [
    ("a,text\n1,\"two\n3", "2:3:The quote that begins here is never closed; the file may have been cut off"),
    ("a,text\n1,\"two\"x", "2:8:There is text after the closing quote of a field"),
    ("a,text\n1,\"two\" ,", "2:8:There is text after the closing quote of a field"),
    ("a,text\r\n\"1\n2\",t\"wo\"", "3:5:There is a quote inside a field that does not begin with one"),
    ("a,text\n1\n1,2,3", "3:The record has 3 fields, but the first line names 2"),
    ("a,text\n1,t\0o", "2:4:The file holds a NUL byte, so it is not text"),
  ])
  func `a table that is not right is refused with its place`(text: String, message: String) throws {
    let refused = try refusalMessage(text, as: .csv)
    #expect(refused == message)
  }

  @Test(arguments: [
    ("row,,a,,,,,", "2:A row comes before the first section"),
    ("Section,1,a,,,yes,,", "2:The kind must be 'section' or 'row', not 'Section'"),
    ("section,0,a,,,yes,,", "2:The level must be a whole number from 1 to 100"),
    ("section,101,a,,,yes,,", "2:The level must be a whole number from 1 to 100"),
    ("section,,a,,,yes,,", "2:The level must be a whole number from 1 to 100"),
    ("section,1,a,,,1,,", "2:'collapsible' must be 'yes', 'no' or empty"),
    ("section,1,a,,,yes,YES,", "2:'collapsed' must be 'yes', 'no' or empty"),
    ("section,1,a,,,yes,,,", "2:The record has more than 8 fields"),
    ("section,1,a,,,yes,,[]", "2:The attributes are not a JSON object: The attributes must be an object"),
    ("section,1,a,,,yes,,{}x", "2:The attributes are not a JSON object: Expected the end of the document, found 'x'"),
    ("section,1,a,soon,,yes,,", "2:'done' must be 'yes', 'no' or empty"),
    ("section,1,a,,,,,\nrow,,a,maybe,,,,", "3:'done' must be 'yes', 'no' or empty"),
    ("section,1,a,,,,,\n\"row\",,a,,b", "3:A row cannot have a value for 'detail'"),
    ("section,1,a,,,,,\nrow,,a,,,,,\n\nrow,0,a,,,,,", "5:The level must be a whole number from 1 to 100"),
    ("section,1,a,,,,,\nrow,,a", "3:The record has 3 of 8 fields; the file may have been cut off"),
  ])
  func `a table of before that is not right is refused with its line`(text: String, message: String) throws {
    let refused = try refusalMessage(former + text, as: .csv)
    #expect(refused == message)
  }

  @Test(arguments: [
    ("section,1,a,,,yes,,,tasks", "2:'newRows' must be 'task', 'plain' or empty"),
    ("section,1,a,,,yes,,,,", "2:The record has more than 9 fields"),
    ("section,1,a,,,yes,,", "2:The record has 8 of 9 fields; the file may have been cut off"),
    ("section,1,a,,,,,,\nrow,,a,,,,,,task", "3:A row cannot have a value for 'newRows'"),
  ])
  func `a table of pleat's own that is not right is refused with its line`(text: String, message: String) throws {
    let refused = try refusalMessage(own + text, as: .csv)
    #expect(refused == message)
  }

  @Test(arguments: ["", "\""])
  func `a field of 11 MB is refused`(quote: String) throws {
    let field = quote + String(repeating: "x", count: 11_000_000) + quote
    #expect(try refusalMessage("a,text\n1,\(field)\n", as: .csv) == "2:A field is longer than 1048576 bytes")
  }

  @Test func `a field that never ends is given up`() throws {
    for start in ["a,", "a,\""] {
      var count = 0
      let stream = ByteStream {
        count += 1
        return count == 1 ? Array(start.utf8) : Array(repeating: UInt8(ascii: "x"), count: 65_536)
      }
      #expect(throws: ImportError(line: 1, message: "A field is longer than 1048576 bytes")) {
        _ = try OutlineReader.read(stream, as: .csv, documentName: "Document") { _ in }
      }
      #expect(count < 20)
    }
  }

  @Test func `100,000 columns are read, or refused where their attributes are too long`() throws {
    for name in ["", "a"] {
      let names = "text," + String(repeating: name + ",", count: 99_998) + name + "b"
      let drafts = try drafts(of: Array("\(names)\n1,2\n".utf8), as: .csv)
      #expect(drafts.first?.rows.map(\.text) == ["1"])
      let all = "\(names)\n" + String(repeating: "1,", count: 99_999) + "1\n"
      let refused = try refusalMessage(all, as: .csv)
      #expect(refused.hasPrefix("2:The entry's attributes is "))
    }
  }

  @Test func `a record of more than 4 MiB is refused`() throws {
    let field = String(repeating: "x", count: 1_000_000) + ","
    #expect(
      try refusalMessage(String(repeating: field, count: 11), as: .csv) == "1:A record is longer than 4194304 bytes")
  }

  @Test func `texts may be as long as the file allows`() throws {
    let longest = "=" + String(repeating: "x", count: OutlineLimits.textBytes - 1)
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "a"))), .row(RowPiece(RowDraft(longest))),
    ]
    #expect(try pieces(of: try document(outline, as: .csv), as: .csv) == outline)
    let title = String(repeating: "x", count: OutlineLimits.titleBytes + 1)
    let refused = try refusalMessage("\(own)section,1,\(title)", as: .csv)
    #expect(refused == "2:The title is 65537 bytes long; at most 65536 are allowed")
  }
}
