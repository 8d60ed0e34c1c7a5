import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// The section that stands for a document whose first rows are under no section.
struct DocumentSectionTests {
  /// Documents with rows before their first section.
  static let documents: [(format: OutlineFormat, text: String)] = [
    (.markdown, "- milk\n- 2 eggs\n"),
    (.markdown, "text\n\n- milk\n\n# Home\n\n## Kitchen\n\n- pan\n"),
    (.markdown, "text\n\n- a\n  - b\n- c\n\n## B\n\n# A\n"),
    (.markdown, "\u{FEFF}text\n\n### Deep\n"),
    (.opml, opml("<outline text=\"milk\"/><outline text=\"eggs\" type=\"x\"/>")),
    (.opml, opml("<outline text=\"milk\"/><outline text=\"A\"><outline text=\"a\"/></outline><outline text=\"B\"/>")),
    (.plist, plist("<string>milk</string><string>eggs</string>")),
    (.plist, plist("<string>milk</string><dict><key>name</key><string>A</string><key>items</key><array/></dict>")),
    (.text, "milk\neggs\nHome\n  pan\n"),
    (.csv, "text,price\nmilk,1\neggs,2\n"),
    (.tsv, "text\tprice\nmilk\t1\neggs\t2\n"),
  ]

  private static func opml(_ body: String) -> String { "<opml version=\"2.0\"><head/><body>\(body)</body></opml>" }
  private static func plist(_ list: String) -> String { "<plist version=\"1.0\"><array>\(list)</array></plist>" }

  private func written(_ pieces: [OutlinePiece], as format: OutlineFormat) throws -> String {
    String(decoding: try document(pieces, as: format), as: UTF8.self)
  }

  /// The outline that a document was read into, with a change to its first section.
  private func outline(_ text: String, _ change: (inout SectionDraft) -> Void = { _ in }) throws -> [OutlinePiece] {
    var read = try pieces(of: Array(text.utf8), as: .markdown)
    guard case .section(var section)? = read.first else { return [] }
    change(&section.draft)
    read[0] = .section(section)
    return read
  }

  @Test func `rows before the first section go under one that says what it stands for`() throws {
    #expect(
      try drafts(of: Array("- milk\n\n# Home\n".utf8), as: .markdown) == [
        SectionDraft(
          title: "Document", attributes: #"{"import":"document","named":"Document"}"#, rows: [RowDraft("milk")]),
        SectionDraft(title: "Home"),
      ])
  }

  @Test(arguments: documents)
  func `what is exported is imported as the same outline, in the document's format and in all others`(
    format: OutlineFormat, text: String
  ) throws {
    let outline = withoutFlags(try pieces(of: Array(text.utf8), as: format))
    for format in OutlineFormat.bothWays {
      let written = try document(outline, as: format)
      let read = withoutFlags(try pieces(of: written, as: format))
      #expect(haveSameBytes(read, outline), "\(format)")
      #expect(try document(read, as: format) == written, "\(format)")
    }
  }

  @Test func `export to other programs leaves it out`() throws {
    let markdown = "text\n\n- milk\n\n# Home\n\n- pan\n"
    let read = try outline(markdown)
    #expect(try written(read, as: .markdown) == markdown)
    let opml = try written(read, as: .opml)
    #expect(!opml.contains("Document\""))
    #expect(opml.contains("<expansionState>3</expansionState>"))
    #expect(try !written(read, as: .plist).contains("Document"))
  }

  @Test(arguments: [OutlineFormat.json, .csv, .tsv, .html])
  func `pleat's own formats and pages have it`(format: OutlineFormat) throws {
    #expect(try written(outline("- milk\n"), as: format).contains("Document"))
  }

  @Test func `a section that was renamed or got a detail, attributes or a subsection is one of its own`() throws {
    let markdown = "- milk\n\n# Home\n"
    #expect(try written(outline(markdown) { $0.content.title = "Food" }, as: .markdown).hasPrefix("# Food"))
    #expect(try written(outline(markdown) { $0.content.detail = "today" }, as: .markdown).hasPrefix("# Document"))
    #expect(try written(outline(markdown) { $0.content.isCollapsible = false }, as: .markdown).hasPrefix("# Document"))
    #expect(try written(outline(markdown) { $0.content.attributes = nil }, as: .markdown).hasPrefix("# Document"))
    let nested = try outline("- milk\n") + [.section(SectionPiece(SectionDraft(level: 2, title: "Fruit")))]
    #expect(try written(nested, as: .markdown).hasPrefix("# Document"))
    for format in [OutlineFormat.markdown, .opml, .plist] {
      let read = try pieces(of: document(nested, as: format), as: format)
      #expect(haveSameBytes(withoutFlags(read), nested), "\(format)")
    }
  }

  @Test func `a section that moved after another or lost its rows is one of its own`() throws {
    var moved = try outline("- milk\n\n# Home\n")
    moved = moved.suffix(1) + moved.prefix(2)
    #expect(try written(moved, as: .markdown).contains("# Document"))
    #expect(try written(Array(outline("- milk\n").prefix(1)), as: .markdown).hasPrefix("# Document"))
  }

  @Test func `a row that begins with a byte order mark keeps it where it comes first`() throws {
    let rows = [OutlinePiece.row(RowPiece(RowDraft("\u{FEFF}text", attributes: #"{"markdown":"paragraph"}"#)))]
    let pieces = try outline("- milk\n").prefix(1) + rows
    let read = try OutlineFormatsTests.pieces(of: document(Array(pieces), as: .markdown), as: .markdown)
    #expect(haveSameBytes(read, Array(pieces)))
  }
}
