import ListChanges
import TestSupport
import Testing

/// A header or a row of a list that can be collapsed.
private struct Item: CollapsibleItem, Hashable {
  var id: Int
  var level = 1
  var isCollapsible = true
  var look = 0
}

struct CollapsibleListTests {
  private typealias List = CollapsibleList<Item, Item>

  /// Sections 1, 2, 3 … with these numbers of rows; those of section 2 are 20, 21, 22 ….
  private func list(_ rows: Int..., levels: [Int] = [], collapsed: Set<Int> = []) -> List {
    List(
      GroupedList(
        rows.enumerated().map { index, count in
          let level = index < levels.count ? levels[index] : 1
          return .init(
            header: Item(id: index + 1, level: level),
            rows: (0..<count).map { Item(id: 10 * (index + 1) + $0) })
        }), collapsedSections: collapsed)
  }

  @Test func `a row moves where both places are shown, and comes or goes where one is`() throws {
    for (collapsed, changes) in [
      ([], "R0.0>1.0"), ([2], "-R0.0 ~H1"), ([1], "+R1.0 ~H0"), ([1, 2], "~H0x2"),
    ] as [(Set<Int>, String)] {
      var list = list(2, 2, collapsed: collapsed)
      #expect(try list.move(row: 10, toSection: 2, at: 0).description == changes)
    }
  }

  @Test func `what happens in a collapsed section changes its header alone`() throws {
    var list = list(2, 2, collapsed: [2])
    #expect(try list.insert([Item(id: 9)], inSection: 2, at: 1).description == "~H1")
    #expect(try list.replace(row: Item(id: 9, look: 1)).description == "none")
    #expect(try list.delete(rows: [9, 20]).description == "~H1")
    #expect(list.shown.sections[1].header.hiddenRows == 1)
    #expect(try list.insert([Item(id: 9)], inSection: 1, at: 2).description == "+R0.2")
    #expect(try list.replace(row: Item(id: 9, look: 1)).description == "~R0.2")
    #expect(try list.replace(header: Item(id: 2, look: 1)).description == "~H1")
    #expect(try list.delete(rows: [9, 10]).description == "-R0.0 -R0.2")
  }

  @Test func `collapsing hides rows and the sections below, which keep their flags`() throws {
    var list = list(1, 2, 3, 1, levels: [1, 2, 2, 1], collapsed: [3])
    #expect(try list.collapse(sections: [1]).description == "-S1x2 -R0.0 ~H0")
    #expect(list.shown.sections[0].header.hiddenRows == 6)
    #expect(list.shown.sections[0].header.hiddenSections == 2)
    #expect(list.expandedSections == [2, 4])
    #expect(try list.toggle(section: 1).description == "+S1x2 +R0.0 ~H0")
    #expect(list.shown.sections[2].rows.isEmpty)
    #expect(try list.move(section: 1, before: nil).description == "S3>0")
    #expect(list.content.sections.map(\.header.id) == [4, 1, 2, 3])
    #expect(try list.move(section: 1, before: 3).isEmpty)
    #expect(try list.delete(sections: [1]).description == "-S1x3")
  }

  @Test func `with the accordion, opening a section closes the other one, and the motion says from where`() throws {
    var list = list(2, 2, 2, collapsed: [2, 3])
    list.isAccordion = true
    let down = try list.expand(sections: [2])
    #expect(down.description == "-R0.0x2 +R1.0x2 ~H0x2")
    #expect(down.motion == .upwards)
    #expect(try list.expand(sections: [1]).motion == .downwards)
    #expect(list.expandedSections == [1])
  }

  @Test func `the expanded set belongs to ids, also of sections that go and come back`() throws {
    let content = list(2, 2).content
    var list = List(content, expandedSections: [2, 7])
    #expect(list.shown.sections.map(\.rows.count) == [0, 2])
    try list.delete(sections: [2])
    try list.insert(sections: [content.sections[1], .init(header: Item(id: 7), rows: [Item(id: 70)])], at: 0)
    #expect(list.shown.sections.map(\.rows.count) == [2, 1, 0])
    #expect(list.expandedSections == [2, 7])
    #expect(list.setExpandedSections([1]).description == "-R0.0x2 -R1.0 +R2.0x2 ~H0x3")
  }

  @Test func `a section that cannot be collapsed has no marker and stays open`() throws {
    let fixed = Item(id: 1, isCollapsible: false)
    var list = List(GroupedList([.init(header: fixed, rows: [Item(id: 10)])]), expandedSections: [])
    #expect(list.shown.sections[0].header.isCollapsed == nil)
    #expect(list.shown.sections[0].rows.count == 1)
    #expect(throws: CollapsibleListError.notCollapsible("1")) { try list.toggle(section: 1) }
    #expect(try list.replace(header: Item(id: 1)).description == "-R0.0 ~H0")
  }

  @Test func `a collapsed row hides the rows below it, and moves with them`() throws {
    let rows = [(10, 1), (11, 2), (12, 3), (13, 1)].map { Item(id: $0.0, level: $0.1) }
    var list = List(GroupedList([.init(header: Item(id: 1), rows: rows), .init(header: Item(id: 2), rows: [])]))
    #expect(try list.collapse(rows: [11]).description == "-R0.2 ~R0.1")
    #expect(try list.toggle(row: 10).description == "-R0.1 ~R0.0")
    #expect(list.shown.sections[0].rows[0].hiddenRows == 2)
    // Row 13 comes between 11 and 12, on the level of 10, so that 10 no longer hides 12.
    #expect(try list.move(row: 13, toSection: 1, at: 2).description == "+R0.2 ~R0.0x2")
    #expect(list.shown.sections[0].rows.map(\.id) == [10, 13, 12])
  }

  @Test func `in the layout with header rows, a collapsed section is one row`() throws {
    var list = list(2, 1)
    let before = list.shown
    let changes = try list.collapse(sections: [1])
    #expect(list.shown.withHeaderRows.sections.map(\.rows.count) == [1, 2])
    #expect(changes.withHeaderRows.description == "-R0.1x2 ~R0.0")
    #expect(
      try changes.withHeaderRows.replay(on: before.withHeaderRows, reading: list.shown.withHeaderRows)
        == list.shown.withHeaderRows)
  }

  @Test func `an edit that cannot be made leaves the list as it was`() throws {
    var list = list(1, 1)
    let before = list.content
    #expect(throws: CollapsibleListError.sectionNotFound("5")) { try list.expand(sections: [1, 5]) }
    #expect(throws: CollapsibleListError.rowNotFound("5")) { try list.delete(rows: [10, 5]) }
    #expect(throws: CollapsibleListError.positionOutOfRange(2, validUpTo: 1)) {
      try list.move(row: 10, toSection: 2, at: 2)
    }
    #expect(throws: CollapsibleListError.positionOutOfRange(-1, validUpTo: 2)) { try list.insert(sections: [], at: -1) }
    #expect(throws: CollapsibleListError.notCollapsible("x").self) {
      try list.edit { content in
        content.sections = []
        throw CollapsibleListError.notCollapsible("x")
      }
    }
    #expect(list.content == before)
    #expect(
      "\(CollapsibleListError.positionOutOfRange(2, validUpTo: 1))" == "There is no position 2; give one from 0 to 1.")
  }

  @Test(arguments: 0..<40)
  func `random edits show what is below nothing collapsed, and their changes lead there`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var list = List(GroupedList([]), collapsedSections: seed % 2 == 0 ? [] : [2, 3])
    list.isAccordion = seed % 3 == 0
    var nextID = 0
    for _ in 0..<40 {
      let before = list
      let changes = edit(&list, &nextID, &random)
      #expect(list.shown == slowlyShown(list), "seed \(seed)")
      #expect(changes.problem(from: before.shown.shape, to: list.shown.shape) == nil, "seed \(seed)")
      #expect(try changes.replay(on: before.shown, reading: list.shown) == list.shown, "seed \(seed)")
    }
  }

  private func edit(_ list: inout List, _ nextID: inout Int, _ random: inout SeededGenerator) -> ViewChanges {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func items(_ count: Int) -> [Item] {
      (0..<count).map { _ in
        nextID += 1
        return Item(id: nextID, level: number(1...3), isCollapsible: number(0...5) > 0)
      }
    }
    let sections = list.content.sections
    let section = sections.randomElement(using: &random)
    let row = section?.rows.randomElement(using: &random)
    let other = sections.randomElement(using: &random)?.header.id
    do {
      switch (number(0...13), section, row) {
      case (0, _, _), (_, nil, _):
        let new = items(number(1...2)).map { GroupedList<Item, Item>.Section(header: $0, rows: items(number(0...4))) }
        return try list.insert(sections: new, at: number(0...sections.count))
      case (1, let section?, _):
        return try list.insert(items(number(1...3)), inSection: section.header.id, at: number(0...section.rows.count))
      case (2...3, _, let row?): return try list.move(row: row.id, toSection: other ?? 0, at: number(0...4))
      case (4, _, let row?): return try list.delete(rows: [row.id])
      case (5, _, let row?):
        var new = row
        (new.look, new.level) = (row.look + 1, number(1...3))
        return try list.replace(row: new)
      case (6, let section?, _):
        return try list.move(section: section.header.id, before: number(0...3) == 0 ? nil : other)
      case (7, let section?, _) where sections.count > 4: return try list.delete(sections: [section.header.id])
      case (8, let section?, _):
        var new = section.header
        (new.look, new.level) = (new.look + 1, number(1...3))
        return try list.replace(header: new)
      case (9, _, let row?): return try list.toggle(row: row.id)
      case (10, _, _): return list.edit { $0.sections.shuffle(using: &random) }
      case (_, let section?, _): return try list.toggle(section: section.header.id)
      }
    } catch { return ViewChanges() }
  }

  /// What is below nothing collapsed, found by looking at every item before each one.
  private func slowlyShown(_ list: List) -> GroupedList<ShownItem<Item>, ShownItem<Item>> {
    func parents(_ index: Int, _ levels: [Int]) -> [Int] {
      (0..<index).filter { levels[$0] < (levels[($0 + 1)...index].min() ?? 0) }
    }
    let sections = list.content.sections
    let levels = sections.map(\.header.level)
    func isShut(_ index: Int) -> Bool {
      sections[index].header.isCollapsible && list.isCollapsed(section: sections[index].header.id)
    }
    let shown = sections.indices.filter { !parents($0, levels).contains(where: isShut) }
    return GroupedList(
      shown.map { index in
        let (header, rows) = (sections[index].header, sections[index].rows)
        let below = sections.indices.filter { $0 > index && parents($0, levels).contains(index) }
        let hiddenRows = ([index] + below).map { sections[$0].rows.count }.reduce(0, +)
        let rowLevels = rows.map(\.level)
        func rowsBelow(_ row: Int) -> Int {
          rows.indices.filter { $0 > row && parents($0, rowLevels).contains(row) }.count
        }
        func isCollapsed(_ row: Int) -> Bool {
          rows[row].isCollapsible && rowsBelow(row) > 0 && list.collapsedRows.contains(rows[row].id)
        }
        let shownRows = rows.indices.filter { !isShut(index) && !parents($0, rowLevels).contains(where: isCollapsed) }
        return .init(
          header: ShownItem(
            item: header, isCollapsed: header.isCollapsible ? isShut(index) : nil,
            hiddenRows: isShut(index) ? hiddenRows : 0, hiddenSections: isShut(index) ? below.count : 0),
          rows: shownRows.map { row in
            ShownItem(
              item: rows[row], isCollapsed: rows[row].isCollapsible && rowsBelow(row) > 0 ? isCollapsed(row) : nil,
              hiddenRows: isCollapsed(row) ? rowsBelow(row) : 0)
          })
      })
  }
}
