import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OPMLFoldTests {
  private static let specified =
    "Folds were read from expansionState: 1-based lines as revealed, as the specification says."
  private static let whole = "Folds were read from expansionState: 0-based lines of the whole list."
  private static let neither =
    "Folds were not imported: however its lines are counted, expansionState names none with anything below it."

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
      case .row(let row): if row.isCollapsed != nil { titles.append(row.draft.text) }
      case .flag(let index, let isCollapsed): titles[index] = (isCollapsed ? "+" : "-") + titles[index]
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

  @Test(arguments: ["9", "3,1", "x", "-1", "1.5", "99999999999999999999", "7,8,x"])
  func `where no number fits the flags are left alone`(state: String) throws {
    let read = try folds(state)
    #expect(read.folds == ["A", "B", "C", "D"])
    #expect(read.remarks == [Self.neither])
  }

  @Test(arguments: [
    ("1,2,4,9", ["-A", "+B", "-C", "D"], specified, "2, 9"), ("0,1,3,5,6", ["-A", "-B", "-C", "D"], specified, "0, 6"),
    ("1,1", ["-A", "+B", "+C", "D"], specified, "1"), ("4,1", ["+A", "+B", "-C", "D"], whole, "1"),
    ("1, x, 3", ["-A", "-B", "+C", "D"], specified, "x"), ("0,2,4,6", ["-A", "-B", "-C", "D"], whole, "6"),
    ("0,2,3", ["-A", "-B", "+C", "D"], whole, "3"),
  ])
  func `what fits is read, and what does not is said`(
    state: String, titles: [String], way: String, misfits: String
  ) throws {
    let read = try folds(state)
    #expect(read.folds == titles)
    #expect(read.remarks == ["\(way) Ignored, because they name no line with anything below it: \(misfits)."])
  }

  @Test func `only the first ten of many numbers that do not fit are said`() throws {
    let remark = try folds("1," + (50...70).map { "\($0)" }.joined(separator: ",")).remarks.first
    #expect(remark?.hasSuffix(": 50, 51, 52, 53, 54, 55, 56, 57, 58, 59 and 11 more.") == true)
  }

  @Test func `without an expansionState there are no flags`() throws {
    let read = try folds(nil)
    #expect(read.folds == ["A", "C", "D"])
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

  @Test func `numbers that went on into an outline included from elsewhere leave those before them`() throws {
    // As placesLived.opml of the specification, which says 1, 2, 5, 10, 13, 15 and includes more outlines than one.
    let body = """
      <outline text="All"><outline text="A"><outline text="a1"/><outline text="a2"/></outline>
      <outline text="B"><outline text="b1"/><outline text="b2"/><outline text="b3"/><outline text="b4"/></outline>
      <outline text="C" type="include"/><outline text="D"><outline text="d"/></outline></outline>
      """
    let read = try folds("1, 2, 5, 10, 13, 15", in: body)
    #expect(read.folds == ["-All", "-A", "-B", "+D"])
    #expect(read.remarks.first?.hasSuffix(": 10, 13, 15.") == true)
  }

  @Test func `numbers of an outline that has changed since leave those that fit`() throws {
    // As states.opml of the specification, which says 1, 6, 13, 16, 18, 20: a country of eight regions.
    let regions = [6, 5, 5, 10, 5, 6, 16, 3].enumerated().map { region, states in
      let states = (0..<states).map { "<outline text=\"s\($0)\"/>" }.joined()
      return "<outline text=\"R\(region)\">\(states)</outline>"
    }
    let read = try folds("1, 6, 13, 16, 18, 20", in: "<outline text=\"C\">\(regions.joined())</outline>")
    #expect(read.folds == ["-C", "+R0", "+R1", "+R2", "+R3", "-R4", "+R5", "-R6", "+R7"])
    #expect(read.remarks.first?.hasSuffix(": 16, 18, 20.") == true)
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
    let flags = read.compactMap { piece -> Bool?? in
      if case .section(let section) = piece { section.isCollapsed } else { nil }
    }
    #expect(flags == [true])
  }

  @Test func `what is written as expanded is read as expanded`() throws {
    var compared = 0
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
        guard let isCollapsed = new.isCollapsed else { continue }
        compared += 1
        try #require(isCollapsed == isShut, "seed \(seed)")
      }
    }
    #expect(compared > 100)
  }
}
