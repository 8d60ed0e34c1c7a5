import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OwnTextTests {
  @Test func `an outline is written and read as docs/formats.md shows it`() throws {
    let text = #"""
      # pleat text 1
      Groceries
      : for the weekend
      {"color":"red"}
      - [ ] apples
      {"shop":"market"}
      -
        Dairy
        !
        - [x] milk\nand \\cream
      \- not a row
      :
      -  two blanks 
      - [x]
      - \[ ] no box
      \
            \ deep

      """#
    let outline: [OutlinePiece] = [
      .section(
        SectionPiece(SectionDraft(title: "Groceries", detail: "for the weekend", attributes: #"{"color":"red"}"#))),
      .row(RowPiece(RowDraft("apples", isDone: false, attributes: #"{"shop":"market"}"#))),
      .row(RowPiece(RowDraft(""))),
      .section(SectionPiece(SectionDraft(level: 2, title: "Dairy", isCollapsible: false))),
      .row(RowPiece(RowDraft("milk\nand \\cream", isDone: true))),
      .section(SectionPiece(SectionDraft(title: "- not a row", detail: ""))),
      .row(RowPiece(RowDraft(" two blanks "))),
      .row(RowPiece(RowDraft("", isDone: true))),
      .row(RowPiece(RowDraft("[ ] no box"))),
      .section(SectionPiece(SectionDraft(title: ""))),
      .section(SectionPiece(SectionDraft(level: 4, title: " deep"))),
    ]
    #expect(String(decoding: try document(outline, as: .text), as: UTF8.self) == text)
    #expect(try pieces(of: Array(text.utf8), as: .text) == outline)
    let returns = text.split(separator: "\n").joined(separator: "\r\n\r\n")
    #expect(try pieces(of: Array(returns.utf8), as: .text) == outline)
  }

  @Test func `what was written comes back as it was, but for folds`() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = withoutFlags(random.outline())
      let bytes = try document(outline, as: .text)
      #expect(haveSameBytes(try pieces(of: bytes, as: .text), outline), "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 3, 7])
  func `the chunks that a document comes in make no difference`(size: Int) throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = withoutFlags(random.outline())
      let bytes = [0xEF, 0xBB, 0xBF] + (try document(outline, as: .text))
      #expect(haveSameBytes(try pieces(of: bytes, as: .text, chunks: size), outline), "seed \(seed)")
    }
    let foreign = Array("a\r\n  b\r\r  \u{E9}\n\n\tc  \n".utf8)
    let whole = try pieces(of: foreign, as: .text)
    #expect(whole.count == 4)
    #expect(try pieces(of: foreign, as: .text, chunks: size) == whole)
  }

  @Test(arguments: [
    ("- a", "2:1:The title of a section must come first"),
    ("a\n b", "3:2:The line is indented by 1 spaces; each level takes two"),
    ("a\n\t- b", "3:1:The line is indented with a tab"),
    ("a\n  - b", "3:3:The line is indented by 2 spaces, its section by 0"),
    ("a\n-b", "3:1:'-' must be followed by a space"),
    ("a\n!b", "3:1:'!' must be alone on its line"),
    ("a\n!\n!", "4:1:This '!' must follow a section or row that has none yet"),
    ("a\n: b\n: c", "4:1:This detail must follow a section or row that has none yet"),
    ("a\n- b\n: c", "4:1:This line begins with ':', as the detail of a section does, but it stands below a row"),
    ("a\n- b\n{}\n{}", "5:1:This JSON object must follow a section or row that has none yet"),
    ("  a\n  {\"é\":1,}", "3:10:Expected something after the ','"),
    ("a\n{\"k\"", "3:5:The document ends in the middle; the file may have been cut off"),
    ("a\n- é\\x", "3:4:There is no such escape"),
    ("a\n- b\\", "3:4:There is no such escape"),
    (String(repeating: "  ", count: 100) + "a", "2:201:The section is 101 levels deep; at most 100 are allowed"),
  ])
  func `text of pleat's own that is not right is refused with its place`(text: String, message: String) throws {
    let refused = try refusalMessage("# pleat text 1\n" + text, as: .text)
    #expect(refused == message)
  }

  @Test func `text of a newer pleat is refused and other text with such a line is not`() throws {
    #expect(try refusal("# pleat text 2\na", as: .text).message.hasPrefix("The text has version 2;"))
    #expect(try outline("# pleat text one\n", as: .text) == "# Document\n  - # pleat text one")
    #expect(try outline("# pleat text 1 \r\n", as: .text).isEmpty)
  }

  @Test(arguments: ["", "# pleat text 1\n", "# pleat text 1\na\n- ", "# pleat text 1\na\n{\"a\":\""])
  func `a line of 11 MB is refused`(start: String) throws {
    let long = String(repeating: "x", count: 11_000_000)
    #expect(try refusalMessage(start + long, as: .text).hasSuffix(":A line is longer than 4194304 bytes"))
    #expect(throws: ImportError.self) {
      _ = try pieces(of: Array((start + long).utf8), as: .text, chunks: 65_536)
    }
  }

  @Test func `many sections, and many lines that each indent further, are read`() throws {
    let text = (0..<2_000).map { String(repeating: " ", count: $0) + "a\n" }.joined()
    #expect(try drafts(of: Array(text.utf8), as: .text).count == 1_999)
    let lines = String(repeating: "a\n{}\n", count: 100_000)
    #expect(try drafts(of: Array(("# pleat text 1\n" + lines).utf8), as: .text).count == 100_000)
  }
}
