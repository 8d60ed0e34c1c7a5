import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct JSONRoundTripTests {
  private static let full = #"""
    {"pleat":2,
    "users":[{"name":"ana","startsCollapsed":false,"accordion":false},
    {"name":"ben","startsCollapsed":true,"accordion":true}],
    "sections":[
    {"id":4,"level":1,"title":"Groceries","detail":"for two","collapsible":false,"attributes":{"c":"red"},"collapsed":{"ana":true,"ben":false},"rows":[
    {"id":17,"text":"milk","attributes":{"k":1}},
    {"text":"a \"b\"\n\\\u0001"}]},
    {"level":2,"title":"","rows":[]}]}

    """#

  @Test func `the full form is written and read as docs/formats.md shows it`() throws {
    let outline: [OutlinePiece] = [
      .user(User(name: "ana")), .user(User(name: "ben", startsCollapsed: true, accordion: true)),
      .section(
        SectionPiece(
          SectionDraft(
            level: 1, title: "Groceries", detail: "for two", isCollapsible: false, attributes: #"{"c":"red"}"#),
          id: SectionID(4), flags: ["ben": false, "ana": true])),
      .row(RowPiece(RowDraft("milk", attributes: #"{"k":1}"#), id: RowID(17))),
      .row(RowPiece(RowDraft("a \"b\"\n\\\u{1}"))),
      .section(SectionPiece(SectionDraft(level: 2, title: ""))),
    ]
    #expect(String(decoding: try document(outline, as: .json), as: UTF8.self) == Self.full)
    #expect(try pieces(of: Array(Self.full.utf8), as: .json) == outline)
  }

  @Test func `an empty outline is a document too`() throws {
    let empty = "{\"pleat\":2,\n\"users\":[],\n\"sections\":[]}\n"
    #expect(String(decoding: try document([], as: .json), as: UTF8.self) == empty)
    #expect(try pieces(of: Array(empty.utf8), as: .json) == [])
    #expect(try pieces(of: Array("{\"pleat\":1}".utf8), as: .json) == [])
  }

  @Test func `settings of the outline are in documents of version 3 alone, before the users`() throws {
    let outline: [OutlinePiece] = [
      .setting(.inbox, "In \"box\""), .setting(.archive, "Attic"), .user(User(name: "ana")),
      .section(SectionPiece(SectionDraft(title: "a"), id: SectionID(1))),
    ]
    let written = #"""
      {"pleat":3,
      "settings":{"inbox":"In \"box\"","archive":"Attic"},
      "users":[{"name":"ana","startsCollapsed":false,"accordion":false}],
      "sections":[
      {"id":1,"level":1,"title":"a","rows":[]}]}

      """#
    #expect(String(decoding: try document(outline, as: .json), as: UTF8.self) == written)
    #expect(try pieces(of: Array(written.utf8), as: .json) == outline)
    let empty = "{\"pleat\":3,\n\"settings\":{\"inbox\":\"x\"},\n\"users\":[],\n\"sections\":[]}\n"
    #expect(String(decoding: try document([.setting(.inbox, "x")], as: .json), as: UTF8.self) == empty)
    #expect(try pieces(of: Array(empty.utf8), as: .json) == [.setting(.inbox, "x")])
  }

  @Test func `what was written comes back as it was`() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = random.fullOutline()
      let bytes = try document(outline, as: .json)
      #expect(haveSameBytes(try pieces(of: bytes, as: .json), outline), "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 3, 7])
  func `the chunks that a document comes in make no difference`(size: Int) throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = random.fullOutline()
      let bytes = [0xEF, 0xBB, 0xBF] + (try document(outline, as: .json))
      #expect(haveSameBytes(try pieces(of: bytes, as: .json, chunks: size), outline), "seed \(seed)")
    }
  }

  @Test func `members in any order and white space anywhere are read`() throws {
    let sorted = """
      {
        "pleat" : 1 ,
        "sections" : [
          { "attributes" : { "a" : [ 1 , -2.5e+3 , { } , [ ] , "x y" , null ] , "b" : true } , "id" : 4 , "level" : 1 ,
            "rows" : [ { "attributes" : { } , "id" : 17 , "text" : "milk" } ] ,\r
            \t"title" : "Groceries" } ] }
      """
    let outline: [OutlinePiece] = [
      .section(
        SectionPiece(
          SectionDraft(title: "Groceries", attributes: #"{"a":[1,-2.5e+3,{},[],"x y",null],"b":true}"#),
          id: SectionID(4))),
      .row(RowPiece(RowDraft("milk", attributes: "{}"), id: RowID(17))),
    ]
    #expect(try pieces(of: Array(sorted.utf8), as: .json) == outline)
    #expect(try pieces(of: Array(sorted.utf8), as: .json, chunks: 1) == outline)
  }

  @Test(arguments: 0..<8)
  func `a document of more than a mebibyte is read with its members in any order`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let isSorted = seed == 0
    func object(_ members: [(String, String)]) -> String {
      let order = isSorted ? members.sorted { $0.0 < $1.0 } : members.shuffled(using: &random)
      return "{" + order.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
    let text = String(repeating: "x", count: 1_000)
    let sections = (0..<3).map { section in
      let rows = (0..<1_200).map { row in
        object([("id", "\(10_000 * (section + 1) + row)"), ("text", "\"\(text)\""), ("done", "false"), ("level", "1")])
      }
      return object([
        ("id", "\(section + 1)"), ("level", "1"), ("title", "\"s\(section)\""), ("detail", "\"d\""),
        ("attributes", "{\"k\":1}"), ("collapsed", "{\"ana\":true}"), ("rows", "[\(rows.joined(separator: ","))]"),
      ])
    }
    let document = object([
      ("pleat", "3"), ("identity", "\"\(String(repeating: "3f0c", count: 8))\""), ("lineage", "\"1.2.k3f9a2\""),
      ("settings", object([("archive", "\"Attic\""), ("inbox", "\"In\"")])),
      ("users", "[\(object([("name", "\"ana\""), ("startsCollapsed", "true"), ("accordion", "false")]))]"),
      ("sections", "[\(sections.joined(separator: ","))]"),
    ])
    let read = try pieces(of: Array(document.utf8), as: .json)
    #expect(read.count == 3 * 1_201 + 4)
    let first = read.firstIndex { if case .section = $0 { true } else { false } }
    let user = read.firstIndex { if case .user = $0 { true } else { false } }
    #expect((user ?? .max) < (first ?? 0))
    guard let first, case .section(let section) = read[first] else { return }
    #expect(section.draft.detail == "d" && section.flags.count == 1 && section.draft.attributes == "{\"k\":1}")
  }

  @Test func `attributes are kept byte for byte`() throws {
    let attributes = #"{"a":"\u00e9\/\ud800 \"{ }","a":1.0E2,"b":"é"}"#
    let row = [
      OutlinePiece.section(SectionPiece(SectionDraft(title: "s"))),
      .row(RowPiece(RowDraft("r", attributes: attributes))),
    ]
    #expect(haveSameBytes(try pieces(of: try document(row, as: .json), as: .json), row))
    #expect("{ \"a\" : \"\\\" b\\\\\" ,\n\"c\": 1 }".jsonWithoutSpace() == #"{"a":"\" b\\","c":1}"#)
  }

  @Test(arguments: [
    (#"\u0041\u00e9\u20AC\ud83d\ude00"#, "Aé€😀"),
    (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#"\ufeff"#, "\u{FEFF}"),
  ])
  func `every escape of a string is read`(escaped: String, text: String) throws {
    let document = Array(#"{"pleat":1,"sections":[{"level":1,"title":"\#(escaped)","rows":[]}]}"#.utf8)
    for size in 1...9 {
      let read = try pieces(of: document, as: .json, chunks: size)
      #expect(haveSameBytes(read, [.section(SectionPiece(SectionDraft(title: text)))]))
    }
  }
}
