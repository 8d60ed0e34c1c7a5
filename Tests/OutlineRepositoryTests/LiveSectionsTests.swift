import ListChanges
import OutlineStore
import TestSupport
import Testing

@testable import OutlineCore
@testable import OutlineRepository

/// The sections of a live view, without a file: after every edit they are those of a table made anew.
struct LiveSectionsTests {
  @Test(arguments: [(1, 3), (2, 8), (3, 40), (4, 400), (5, 1_200), (6, 2_000)] as [(UInt64, Int)])
  func `after every edit the table is the one made anew of its sections`(seed: UInt64, count: Int) {
    var edits = RandomTableEdits(seed: seed, count: count)
    for number in 1...(count > 1_000 ? 10 : 100) {
      let before = edits.table.list
      let events = edits.draw()
      _ = edits.table.apply(events)
      edits.table.recount(edits.touchedCounts())
      let problems = edits.problems(since: before)
      #expect(problems == [], "seed \(seed), edit \(number): \(events.prefix(5))")
      if !problems.isEmpty { return }
    }
  }

  @Test func `a fold makes few blocks of the list anew, whatever the number of sections`() throws {
    var edits = RandomTableEdits(seed: 1, count: 20_000)
    _ = edits.table.apply([.user(1, old: nil, new: UserImage(name: "ana", startsCollapsed: false, accordion: false))])
    let before = edits.table.list.headers
    let table = edits.table
    let index = try #require(
      before.indices.dropFirst(100).first { !before[$0].isShut && table.section(at: $0).section.section.isCollapsible })
    _ = edits.table.apply([.fold(before[index].id, user: 1, old: nil, new: true)])
    var looks = 0
    let ends = before.commonEnds(with: edits.table.list.headers) { old, new in
      looks += 1
      return old == new
    }
    #expect(ends.head == index)
    #expect(looks < 2_000)
  }
}

/// Draws edits of a table's sections, as the log has them.
private struct RandomTableEdits {
  var table: LiveSections
  private var generator: SeededGenerator
  private var nextID: Int64
  /// Every section with the user's flag, by the oldest and simplest means.
  private var sections: [LiveSection] = []
  private var user = User(name: "ana")
  private var hasUser = true
  /// The sections whose rows were changed since somebody asked.
  private var touched: Set<SectionID> = []

  init(seed: UInt64, count: Int) {
    generator = SeededGenerator(seed: seed)
    nextID = Int64(count) + 1
    var level = 1
    for number in 1...count {
      level = min(max(level + Int.random(in: -2...1, using: &generator), 1), 6)
      sections.append(
        LiveSection(
          section: Section(
            id: SectionID(Int64(number)), ord: Int64(number) * 1_000, level: level,
            content: SectionContent(
              "section \(number)", isCollapsible: Int.random(in: 0...9, using: &generator) > 0,
              isDone: [nil, true, false].randomElement(using: &generator) ?? nil)),
          counts: ItemCounts(rows: Int.random(in: 0...3, using: &generator)),
          flag: [nil, nil, true, false][Int.random(in: 0...3, using: &generator)]))
    }
    table = LiveSections(sections, user: user, key: 1)
  }

  /// Draws an edit of one or more events.
  mutating func draw() -> [LoggedChange.Event] {
    let count = Int.random(in: 0...19, using: &generator) == 0 ? 40 : Int.random(in: 1...3, using: &generator)
    return (0..<count).flatMap { _ in drawEvents() }
  }

  /// Returns the counts of the sections whose rows were changed since the last call.
  mutating func touchedCounts() -> [SectionID: ItemCounts] {
    let counts = sections.filter { touched.contains($0.section.id) }.map { ($0.section.id, $0.counts) }
    touched = []
    return Dictionary(counts) { first, _ in first }
  }

  private mutating func drawEvents() -> [LoggedChange.Event] {
    let choice = Int.random(in: 0...29, using: &generator)
    if sections.isEmpty || choice == 0 { return insert() }
    let index = Int.random(in: sections.indices, using: &generator)
    switch choice {
    case 1: return remove(at: index)
    case 2: return move(index)
    case 3: return [change(index) { $0.with(level: Int.random(in: 1...6, using: &$1)) }]
    case 4: return [change(index) { section, _ in section.with(isCollapsible: !section.isCollapsible) }]
    case 15...17: return [change(index) { section, _ in section.with(isDone: section.isDone == true ? nil : true) }]
    case 5: return changeUser()
    case 6...14: return moveRow(from: index)
    default: return fold(index)
    }
  }

  private mutating func insert() -> [LoggedChange.Event] {
    let section = Section(
      id: SectionID(nextID), ord: freeOrd(), level: Int.random(in: 1...4, using: &generator),
      content: SectionContent("new"))
    nextID += 1
    put(LiveSection(section: section, counts: .zero, flag: nil))
    return [.section(section.id, old: nil, new: SectionImage(section))]
  }

  private mutating func remove(at index: Int) -> [LoggedChange.Event] {
    let live = sections.remove(at: index)
    let section = live.section
    let removal = LoggedChange.Event.section(section.id, old: SectionImage(section), new: nil)
    if Bool.random(using: &generator) {
      return [removal] + (live.flag == nil ? [] : [.fold(section.id, user: 1, old: live.flag, new: nil)])
    }
    // It was a row in between, which keeps the flag.
    put(LiveSection(section: section, counts: .zero, flag: live.flag))
    return [removal, .section(section.id, old: nil, new: SectionImage(section))]
  }

  private mutating func move(_ index: Int) -> [LoggedChange.Event] {
    var live = sections.remove(at: index)
    let old = SectionImage(live.section)
    live.section = live.section.with(ord: freeOrd())
    put(live)
    return [.section(live.section.id, old: old, new: SectionImage(live.section))]
  }

  private mutating func change(
    _ index: Int, _ change: (Section, inout SeededGenerator) -> Section
  ) -> LoggedChange.Event {
    let old = sections[index].section
    sections[index].section = change(old, &generator)
    return .section(old.id, old: SectionImage(old), new: SectionImage(sections[index].section))
  }

  private mutating func moveRow(from index: Int) -> [LoggedChange.Event] {
    let target = Int.random(in: sections.indices, using: &generator)
    let new = RowImage(section: sections[target].section.id, rank: 0)
    touched.formUnion([sections[target].section.id, sections[index].section.id])
    sections[target].counts += ItemCounts(row: [nil, true, false].randomElement(using: &generator) ?? nil)
    if sections[index].counts.rows < 2 { return [.row(RowID(1), old: nil, new: new)] }
    sections[index].counts = ItemCounts(rows: sections[index].counts.rows - 1)
    return [.row(RowID(1), old: RowImage(section: sections[index].section.id, rank: 0), new: new)]
  }

  private mutating func fold(_ index: Int) -> [LoggedChange.Event] {
    let flag = [nil, true, true, false, false][Int.random(in: 0...4, using: &generator)]
    let key: Int64 = hasUser && Int.random(in: 0...9, using: &generator) > 0 ? 1 : 2
    if key == 1 { sections[index].flag = flag }
    return [.fold(sections[index].section.id, user: key, old: nil, new: flag)]
  }

  private mutating func changeUser() -> [LoggedChange.Event] {
    hasUser = Int.random(in: 0...3, using: &generator) > 0
    user = User(name: "ana")
    if hasUser {
      user.startsCollapsed = Bool.random(using: &generator)
      let image = UserImage(name: "ana", startsCollapsed: user.startsCollapsed, accordion: false)
      return [.user(1, old: nil, new: image)]
    }
    for index in sections.indices { sections[index].flag = nil }
    return [.user(1, old: nil, new: nil)]
  }

  private mutating func put(_ section: LiveSection) {
    let index = sections.firstIndex { $0.section.ord > section.section.ord } ?? sections.endIndex
    sections.insert(section, at: index)
  }

  private mutating func freeOrd() -> OrderKey {
    while true {
      let ord = Int64.random(in: 1...10_000_000, using: &generator)
      if !sections.contains(where: { $0.section.ord == ord }) { return ord }
    }
  }

  /// What of the table is not what the rules say of its sections, and what the changes leave out.
  func problems(since before: VisibleSections) -> [String] {
    let states = sections.map {
      SectionState(
        id: $0.section.id, level: $0.section.level, isCollapsible: $0.section.isCollapsible,
        isCollapsed: $0.flag ?? user.startsCollapsed, counts: $0.counts, isDone: $0.section.isDone)
    }
    let visible = states.visibleSections
    var problems: [String] = []
    func check(_ what: String, _ holds: Bool) { if !holds { problems.append(what) } }
    check("the sections", table.sections.map(\.section) == sections.map(\.section))
    check("the flags", table.sections.map(\.flag) == sections.map(\.flag))
    check("what is visible", Array(table.list.headers) == visible)
    check("the shape", table.list.shape == ListShape(rowCounts: visible.map(\.shownRows)))
    check(
      "the changes",
      ListDiff.changes(from: Array(before.headers), to: visible)
        == ListDiff.changes(
          from: before.headers, to: table.list.headers, rows: [], headers: [], touched: ([], [])))
    return problems + positionProblems()
  }

  private func positionProblems() -> [String] {
    var numbering = SectionNumbering()
    let below = SectionsBelow(levels: sections.map(\.section.level))
    let headers = Array(table.list.headers)
    var problems: [String] = []
    var last: Int?
    for (position, live) in sections.enumerated() {
      numbering.enter(level: live.section.level)
      let index = table.visibleIndex(of: live.section.id)
      if let index {
        last = index
        let (section, number, count) = table.section(at: index)
        let isRight = section.section.id == live.section.id && number == numbering.last && count == below[position]
        if !isRight { problems.append("\(live.section.id) at \(index)") }
        let level = live.section.level
        if table.visibleIndex(enclosing: index) != headers[..<index].lastIndex(where: { $0.level < level }) {
          problems.append("what encloses \(live.section.id)")
        }
        let behind = headers[(index + 1)...].firstIndex { $0.level <= level } ?? headers.count
        if table.visibleIndex(after: index) != behind { problems.append("what is behind \(live.section.id)") }
      }
      if table.visibleIndex(showing: live.section.id) != last { problems.append("what shows \(live.section.id)") }
    }
    return problems
  }
}

extension Section {
  fileprivate func with(ord: OrderKey? = nil, level: Int? = nil, isCollapsible: Bool? = nil, isDone: Bool?? = nil)
    -> Section
  {
    var content = content
    content.isCollapsible = isCollapsible ?? content.isCollapsible
    content.isDone = isDone ?? content.isDone
    return Section(id: id, ord: ord ?? self.ord, level: level ?? self.level, content: content)
  }
}
