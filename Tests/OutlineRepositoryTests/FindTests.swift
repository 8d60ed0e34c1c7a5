import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// Searches and filtered lists against a slow model, in outlines that are tested item by item, and in larger ones that are searched first.
struct FindTests {
  /// A hit as the model and the search have it.
  private struct Found: Hashable, CustomStringConvertible {
    var id: ItemID
    var number: String
    var path: [String]
    var parents: [String]
    var hiddenBy: String?

    var description: String { "\(number) \(path + parents) \(hiddenBy ?? "")" }
  }

  /// Sections with 40 rows each, every second one with rows below others, of which ana has collapsed some.
  ///
  /// `dense` is in every second row, `rare` in one of 97, and `late` in one of three, but not among the first 4,500 rows.
  private static func outline(sections: Int) throws -> Outline {
    let outline = try Outline()
    let drafts = (0..<sections).map { section in
      let rows = (0..<40).map { row in
        let number = section * 40 + row
        let words = [(2, "dense"), (97, "rare"), (3, number > 4_500 ? "late" : "early")].filter { number % $0.0 == 0 }
        return RowDraft(
          (["row \(number)"] + words.map(\.1)).joined(separator: " "), isDone: number % 5 == 0 ? number % 10 == 0 : nil,
          level: section % 2 == 0 ? 1 : [1, 2, 3, 2, 1][row % 5])
      }
      let title = section % 31 == 0 ? "rare \(section)" : "S\(section)"
      return SectionDraft(level: [1, 2, 3, 2][section % 4], title: title, rows: rows)
    }
    _ = try outline.perform(.addSections(drafts, to: Placement()), as: "ana")
    for section in stride(from: 3, to: sections, by: 7) where section % 31 > 0 {
      _ = try outline.perform(.collapse(.words("=S\(section)")), as: "ana")
    }
    let parents = try outline.folds(as: "ana").filter { if case .row = $0.id { true } else { false } }
    for parent in stride(from: 0, to: parents.count, by: 31) {
      _ = try outline.perform(.collapse(.row(RowID(parents[parent].id.number))), as: "ana")
    }
    return outline
  }

  /// Looks at every line of the whole list.
  private static func model(_ outline: Outline, _ word: String) throws -> (hits: [Found], listed: [ItemID]) {
    var (hits, listed): ([Found], [ItemID]) = ([], [])
    var seen: Set<ItemID> = []
    var around: [(id: ItemID, level: Int, name: String, isCollapsed: Bool)] = []
    func see(_ id: ItemID, _ level: Int, _ text: String, _ number: ItemNumber, _ isCollapsed: Bool) {
      while let last = around.last, last.level >= level { around.removeLast() }
      let hiding = around.first { $0.isCollapsed }?.name
      around.append((id, level, text, isCollapsed))
      guard text.contains(word) else { return }
      let isRow = number.row != nil
      let sections = around.filter { if case .section = $0.id { true } else { false } }.map(\.name)
      let rows = around.dropLast(isRow ? 1 : 0).dropFirst(sections.count).map(\.name)
      hits.append(Found(id: id, number: "\(number)", path: sections, parents: rows, hiddenBy: hiding))
      listed += around.map(\.id).filter { seen.insert($0).inserted }
    }
    var number = ItemNumber([])
    for line in try outline.lines(for: "ana", ListQuery(ignoresFolds: true)) {
      switch line {
      case .header(let header):
        number = header.number
        see(.section(header.section.id), header.section.level, header.section.title, number, header.isCollapsed)
      case .row(let row):
        let rowNumber = ItemNumber(number.sections, row: row.number)
        see(.row(row.id), 100 + row.level, row.text, rowNumber, row.isCollapsed == true)
      }
    }
    return (hits, listed)
  }

  @Test(arguments: [
    (4, "dense"), (60, "rare"), (200, "rare"), (200, "dense"), (200, "late"), (200, "row 12"), (200, "S1"),
  ])
  func `a search finds what looking at every line finds, one by one or as an array, and ends at its limit`(
    sections: Int, word: String
  ) throws {
    let outline = try Self.outline(sections: sections)
    let expected = try Self.model(outline, word)
    let query = FindQuery(.text(word))
    let hits = try outline.find(query, as: "ana")
    let found = hits.map {
      Found(id: $0.id, number: "\($0.number)", path: $0.path, parents: $0.parents, hiddenBy: $0.hiddenBy)
    }
    #expect(found == expected.hits)
    for limit in [1, 7, hits.count, hits.count + 1] {
      var passed: [Hit] = []
      try outline.find(FindQuery(.text(word), limit: limit), as: "ana") { passed.append($0) }
      #expect(passed == Array(hits.prefix(limit)))
    }
    var list = ListQuery()
    list.filter = .text(word)
    let lines = try outline.lines(for: "ana", list)
    #expect(lines.map(\.id) == expected.listed)
    for (from, limit) in [(0, 5), (3, 40), (lines.count - 1, 9), (lines.count, 3)] {
      (list.from, list.limit) = (from, limit)
      #expect(try outline.lines(for: "ana", list) == Array(lines.dropFirst(from).prefix(limit)), "\(from)")
    }
  }

  @Test func `a search in a section or below a row finds the same there as everywhere`() throws {
    let outline = try Self.outline(sections: 200)
    for (word, holder) in [("dense", Address("=S5")), ("late", "=S121"), ("dense", "row 600 dense early")] {
      let all = try outline.find(FindQuery(.text(word)), as: "ana")
      let part = try outline.find(FindQuery(.text(word), in: holder), as: "ana")
      let wanted = Set(part.map(\.id))
      #expect(!part.isEmpty)
      #expect(
        part.map { $0.with(line: 0) } == all.filter { wanted.contains($0.id) }.map { $0.with(line: 0) }, "\(holder)")
    }
  }

  @Test func `what a search throws ends it, and nothing more is passed`() throws {
    struct Stop: Error {}
    let outline = try Self.outline(sections: 4)
    var count = 0
    #expect(throws: Stop.self) {
      try outline.find("dense", as: "ana") { _ in
        count += 1
        if count == 3 { throw Stop() }
      }
    }
    #expect(count == 3)
  }
}
