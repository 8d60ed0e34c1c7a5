import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct DelimitedRoundTripTests {
  private static let outline: [OutlinePiece] = [
    .section(SectionPiece(SectionDraft(title: "Groceries", newRows: .task), isCollapsed: false)),
    .row(RowPiece(RowDraft("milk", isDone: true, attributes: #"{"k":1}"#))),
    .row(RowPiece(RowDraft("=1+1", isDone: false))),
    .row(RowPiece(RowDraft("'quoted' \"twice\"\r\nand more, or less"))),
    .section(
      SectionPiece(SectionDraft(level: 2, title: "", detail: "-", isCollapsible: false, attributes: "{}"))),
    .row(RowPiece(RowDraft(""))),
    .row(RowPiece(RowDraft(" a\tb"))),
  ]

  @Test func `an outline is written and read as comma-separated values`() throws {
    let text = """
      kind,level,text,done,detail,collapsible,collapsed,attributes,newRows,due,repeat
      section,1,Groceries,,,yes,no,,task,,
      row,,milk,yes,,,,"{""k"":1}",,,
      row,,'=1+1,no,,,,,,,
      row,,"''quoted' ""twice""\r\nand more, or less",,,,,,,,
      section,2,,,'-,no,,{},,,
      row,,,,,,,,,,
      row,," a\tb",,,,,,,,

      """
    #expect(String(decoding: try document(Self.outline, as: .csv), as: UTF8.self) == text)
    #expect(try pieces(of: Array(text.utf8), as: .csv) == Self.outline)
    let lines = text.split(separator: "\n").joined(separator: "\r\n")
    #expect(try pieces(of: Array(lines.utf8), as: .csv) == Self.outline)
  }

  @Test func `an outline is written and read as tab-separated values`() throws {
    let text = """
      kind\tlevel\ttext\tdone\tdetail\tcollapsible\tcollapsed\tattributes\tnewRows\tdue\trepeat
      section\t1\tGroceries\t\t\tyes\tno\t\ttask\t\t
      row\t\tmilk\tyes\t\t\t\t"{""k"":1}"\t\t\t
      row\t\t'=1+1\tno\t\t\t\t\t\t\t
      row\t\t"''quoted' ""twice""\r\nand more, or less"\t\t\t\t\t\t\t\t
      section\t2\t\t\t'-\tno\t\t{}\t\t\t
      row\t\t\t\t\t\t\t\t\t\t
      row\t\t" a\tb"\t\t\t\t\t\t\t\t

      """
    #expect(String(decoding: try document(Self.outline, as: .tsv), as: UTF8.self) == text)
    #expect(try pieces(of: Array(text.utf8), as: .tsv) == Self.outline)
  }

  @Test func `a table of before, without the columns newRows, due and repeat, is read`() throws {
    let text = """
      kind,level,text,done,detail,collapsible,collapsed,attributes
      section,1,Groceries,,,yes,no,
      row,,milk,yes,,,,

      """
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "Groceries"), isCollapsed: false)),
      .row(RowPiece(RowDraft("milk", isDone: true))),
    ]
    #expect(try pieces(of: Array(text.utf8), as: .csv) == outline)
  }

  @Test(arguments: [OutlineFormat.csv, .tsv])
  func `what was written comes back as it was`(format: OutlineFormat) throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = withoutEmptyDetails(random.outline())
      let bytes = try document(outline, as: format)
      #expect(haveSameBytes(try pieces(of: bytes, as: format), outline), "seed \(seed)")
    }
  }

  @Test(arguments: [OutlineFormat.csv, .tsv], [1, 2, 3, 7])
  func `the chunks that a document comes in make no difference`(format: OutlineFormat, size: Int) throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = withoutEmptyDetails(random.outline())
      let bytes = [0xEF, 0xBB, 0xBF] + (try document(outline, as: format))
      #expect(haveSameBytes(try pieces(of: bytes, as: format, chunks: size), outline), "seed \(seed)")
    }
  }

  @Test(arguments: ["=", "+", "-", "@", "\t", "\r", "'", "''", "'="])
  func `no field begins with what a spreadsheet runs`(start: String) throws {
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: start + "a", detail: start))), .row(RowPiece(RowDraft(start + "b"))),
    ]
    for format in [OutlineFormat.csv, .tsv] {
      let bytes = try document(outline, as: format)
      var parser = DelimitedParser(ByteStream(bytes), separator: format == .csv ? 0x2C : 0x09)
      while try parser.next() {
        for field in 0..<parser.record.count {
          #expect(!"=+-@\t\r".utf8.contains(parser.record.bytes(of: field).first ?? 0))
        }
      }
      #expect(haveSameBytes(try pieces(of: bytes, as: format), outline))
    }
  }
}
