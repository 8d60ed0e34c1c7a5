import OutlineCore
import Testing

@testable import OutlineFormats

struct OPMLFoldTests {
  private static let specified =
    "Folds were read from expansionState: 1-based lines as revealed, as the specification says."
  private static let whole = "Folds were read from expansionState: 0-based lines of the whole list."
  private static let neither =
    "Folds were not read: expansionState names lines that have nothing below them, however they are counted."

  /// Three folders, the second in the first; drawn by ``folds(_:)`` as they are.
  private static let body = """
    <outline text="A"><outline text="a"/><outline text="B"><outline text="b"/></outline></outline>
    <outline text="C"><outline text="c"/></outline>
    <outline text="D"/>
    """

  /// The titles of a document's sections, `+` in front of those collapsed and `-` of those expanded, and the remarks.
  private func folds(
    _ state: String?, in body: String = body
  ) throws -> (folds: [String], remarks: [String]) {
    let element = state.map { "<expansionState>\($0)</expansionState>" } ?? ""
    let text = "<opml version=\"2.0\"><head>\(element)</head><body>\(body)</body></opml>"
    var titles: [String] = []
    let remarks = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .opml, documentName: "D") { piece in
      switch piece {
      case .section(let section): titles.append(section.draft.title)
      case .collapsed(let section, let isCollapsed): titles[section] = (isCollapsed ? "+" : "-") + titles[section]
      default: break
      }
    }
    return (titles, remarks)
  }

  @Test(arguments: [
    ("1,3,5", ["-A", "-B", "-C", "D"]), ("1, 3", ["-A", "-B", "+C", "D"]), ("1,4", ["-A", "+B", "-C", "D"]),
    ("2", ["+A", "+B", "-C", "D"]), ("1", ["-A", "+B", "+C", "D"]), ("", ["+A", "+B", "+C", "D"]),
    (" \n ", ["+A", "+B", "+C", "D"]),
  ])
  func `lines counted from 1 as they are revealed are the specification's`(state: String, titles: [String]) throws {
    let read = try folds(state)
    #expect(read.folds == titles)
    #expect(read.remarks == [Self.specified])
  }

  @Test(arguments: [
    ("0,2,4", ["-A", "-B", "-C", "D"]), ("0", ["-A", "+B", "+C", "D"]), ("0,4", ["-A", "+B", "-C", "D"]),
    ("2,4", ["+A", "-B", "-C", "D"]),
  ])
  func `lines counted from 0 through the whole list are recognised`(state: String, titles: [String]) throws {
    let read = try folds(state)
    #expect(read.folds == titles)
    #expect(read.remarks == [Self.whole])
  }

  @Test(arguments: ["0,1", "9", "1,1", "3,1", "x", "-1", "1.5", "0,2,4,6", "99999999999999999999"])
  func `numbers that fit neither way leave the flags alone`(state: String) throws {
    let read = try folds(state)
    #expect(read.folds == ["A", "B", "C", "D"])
    #expect(read.remarks == [Self.neither])
  }

  @Test func `without an expansionState there are no flags`() throws {
    let read = try folds(nil)
    #expect(read.folds == ["A", "B", "C", "D"])
    #expect(read.remarks.isEmpty)
  }

  @Test func `where both ways are possible it is the specification's`() throws {
    // From 0 through the whole list, 2 is C; from 1 as revealed, it is B.
    let body = """
      <outline text="A"><outline text="a"/></outline><outline text="B"><outline text="b"/></outline>
      """
    #expect(try folds("2", in: body).folds == ["+A", "-B"])
    #expect(try folds("0,2", in: body).folds == ["-A", "-B"])
    #expect(try folds("1,3", in: body).remarks == [Self.specified])
  }

  @Test func `a mind map saved by an outliner that counts the whole list is recognised`() throws {
    let body = """
      <outline text="CENTRAL">
        <outline text="A"><outline text="a1"/><outline text="a2"/></outline>
        <outline text="B"><outline text="b1"/></outline>
      </outline>
      """
    #expect(try folds("0,1,4", in: body).folds == ["-CENTRAL", "-A", "-B"])
    #expect(try folds("1,2,5", in: body).remarks == [Self.specified])
  }

  @Test func `flags that pleat wrote count more than the expansionState`() throws {
    let text = """
      <opml xmlns:pleat="urn:pleat:outline"><head><expansionState>1</expansionState></head>
      <body><outline text="A" pleat:collapsed="yes"><outline text="b"/></outline></body></opml>
      """
    let read = try pieces(of: Array(text.utf8), as: .opml)
    guard case .section(let section)? = read.first else { return }
    #expect(section.isCollapsed == true)
  }

  @Test func `what is written as expanded is read as expanded`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = random.outline()
      let text = String(decoding: try document(outline, as: .opml), as: UTF8.self)
      let foreign = text.replacing(/\ pleat:collapsed="(yes|no)"/, with: "")
      let read = try pieces(of: Array(foreign.utf8), as: .opml)
      try #require(read.count == outline.count)
      var shutLevel = Int.max
      for case (.section(let old), .section(let new)) in zip(outline, read) where old.draft.level <= shutLevel {
        let isShut = old.isCollapsed == true && old.draft.isCollapsible
        shutLevel = isShut ? old.draft.level : .max
        if let isCollapsed = new.isCollapsed { try #require(isCollapsed == isShut, "seed \(seed)") }
      }
    }
  }
}
