import OutlineCore
import TestSupport

/// A document that random edits change, as one of several machines has it.
struct MergeWorld {
  /// The users, the sections and the rows, in document order.
  var users: [User] = []
  var items: [OutlinePiece] = []
  /// The numbers that were given out here, and deleted.
  private(set) var added: Set<Int64> = []
  private(set) var deleted: Set<Int64> = []
  /// The next id of this machine's block.
  private var next: Int64

  /// Creates an empty document; new items get the ids after this one.
  init(ids: Int64) { next = ids }

  /// The document.
  var pieces: [OutlinePiece] {
    get { users.map(OutlinePiece.user) + items }
    set {
      users = newValue.compactMap { if case .user(let user) = $0 { user } else { nil } }
      items = newValue.filter { if case .user = $0 { false } else { true } }
    }
  }

  /// Makes a random edit.
  mutating func edit(using random: inout SeededGenerator) {
    switch random.next() % 22 {
    case 0...2: addRow(using: &random)
    case 3: addSection(using: &random)
    case 4...6: change(using: &random)
    case 7, 8: moveRow(using: &random)
    case 9, 10: moveSection(using: &random)
    case 11: deleteRow(using: &random)
    case 12: deleteSection(using: &random)
    case 13: swapRows(using: &random)
    case 14: setFlag(using: &random)
    case 15, 16: changeKind(using: &random)
    case 17, 18: tick(using: &random)
    case 19: archive(using: &random)
    default: changeUser(using: &random)
    }
  }
}

extension MergeWorld {
  private var sections: [Int] { items.indices.filter { items[$0].section != nil } }
  private var rows: [Int] { items.indices.filter { items[$0].section == nil } }

  private static func word(using random: inout SeededGenerator) -> String {
    ["milk", "eggs", "tea", "bread", "soap", "salt"].randomElement(using: &random) ?? ""
  }

  private static func attributes(using random: inout SeededGenerator) -> String? {
    let members = ["a", "b", "c"].filter { _ in random.next() % 3 == 0 }.shuffled(using: &random)
    return members.isEmpty ? nil : "{\(members.map { "\"\($0)\":\(random.next() % 2)" }.joined(separator: ","))}"
  }

  /// Another day, another rule or neither.
  private static func schedule(_ schedule: Schedule, using random: inout SeededGenerator) -> Schedule {
    let days = [nil, "2026-11-27", "2026-11-30", "2026-12-01T14:00"].map { $0.flatMap(DueDate.init) }
    guard let due = random.next() % 2 == 0 ? schedule.due : days.randomElement(using: &random) ?? nil else {
      return .none
    }
    let rules = [schedule.repeats, nil, "FREQ=DAILY", "FREQ=DAILY;COUNT=5", "FREQ=WEEKLY"]
    return Schedule(due: due, repeats: rules.randomElement(using: &random) ?? nil)
  }

  private mutating func newID() -> Int64 {
    next += 1
    return next
  }

  private mutating func addRow(using random: inout SeededGenerator) {
    guard !items.isEmpty else { return addSection(using: &random) }
    let id = RowID(newID())
    added.insert(id.rawValue)
    let index = Int.random(in: 1...items.count, using: &random)
    items.insert(.row(RowPiece(RowDraft(Self.word(using: &random)), id: id)), at: index)
  }

  private mutating func addSection(using random: inout SeededGenerator) {
    let id = SectionID(newID())
    added.insert(id.rawValue)
    insert([.section(SectionPiece(SectionDraft(level: 1, title: Self.word(using: &random)), id: id))], using: &random)
  }

  /// Inserts a section, with what is below it, before another one or at the end: as a sibling of one of its neighbours, or
  /// below the one before, also with a level left out between them.
  private mutating func insert(_ part: [OutlinePiece], using random: inout SeededGenerator) {
    let index = (sections + [items.count]).randomElement(using: &random) ?? 0
    let before = items[..<index].last { $0.section != nil }?.section?.draft.level ?? 0
    let after = index < items.count ? items[index].section?.draft.level ?? 1 : 1
    var level = Int.random(in: min(after, before + 1)...(before + 1), using: &random)
    if level > before, random.next() % 4 == 0 { level += 2 }
    let distance = level - (part.first?.section?.draft.level ?? 1)
    items.insert(
      contentsOf: part.map { piece in
        guard case .section(var section) = piece else { return piece }
        section.draft.level += distance
        return .section(section)
      }, at: index)
  }

  private mutating func change(using random: inout SeededGenerator) {
    guard let index = items.indices.randomElement(using: &random) else { return }
    switch items[index] {
    case .row(var row):
      switch random.next() % 4 {
      case 0: row.draft.text = Self.word(using: &random)
      case 1: row.draft.schedule = Self.schedule(row.draft.schedule, using: &random)
      case 2: row.draft.isDone = [nil, false, true].randomElement(using: &random) ?? nil
      default: row.draft.attributes = Self.attributes(using: &random)
      }
      items[index] = .row(row)
    case .section(var section):
      switch random.next() % 6 {
      case 0: section.draft.content.title = Self.word(using: &random)
      case 1: section.draft.content.detail = random.next() % 3 == 0 ? nil : Self.word(using: &random)
      case 2:
        section.draft.content.isCollapsible.toggle()
        section.draft.content.newRows = [nil, .task, .plain].randomElement(using: &random) ?? nil
      case 3: section.draft.content.schedule = Self.schedule(section.draft.content.schedule, using: &random)
      case 4: section.draft.content.isDone = [nil, false, true].randomElement(using: &random) ?? nil
      default: section.draft.content.attributes = Self.attributes(using: &random)
      }
      items[index] = .section(section)
    case .identity, .user, .level, .flag: break
    }
  }

  /// Ticks a task as `done` does: one that repeats comes again.
  private mutating func tick(using random: inout SeededGenerator) {
    let open = rows.filter { index in
      if case .row(let row) = items[index] { row.draft.isDone == false } else { false }
    }
    guard let index = open.randomElement(using: &random), case .row(var row) = items[index],
      let today = Day(year: 2026, month: 11, day: 27)
    else { return }
    if case .again(let next)? = row.draft.schedule.recurrence(doneOn: today) {
      row.draft.schedule = next
    } else {
      row.draft.isDone = true
    }
    items[index] = .row(row)
  }

  /// Moves a row to the archive, which is made if it is missing.
  private mutating func archive(using random: inout SeededGenerator) {
    guard let index = rows.randomElement(using: &random), case .row(var row) = items.remove(at: index) else { return }
    row.draft.attributes = "{\"archived-from\":\"1\"}"
    let isArchive = { (piece: OutlinePiece) in
      piece.section.map { $0.draft.title == "Archive" && $0.draft.level == 1 } ?? false
    }
    if !items.contains(where: isArchive) {
      let id = SectionID(newID())
      added.insert(id.rawValue)
      items.append(.section(SectionPiece(SectionDraft(level: 1, title: "Archive"), id: id)))
    }
    if let archive = items.firstIndex(where: isArchive) { items.insert(.row(row), at: archive + 1) }
  }

  private mutating func moveRow(using random: inout SeededGenerator) {
    guard let index = rows.randomElement(using: &random) else { return }
    let row = items.remove(at: index)
    items.insert(row, at: Int.random(in: 1...items.count, using: &random))
  }

  private mutating func swapRows(using random: inout SeededGenerator) {
    guard let index = rows.randomElement(using: &random), index + 1 < items.count, items[index + 1].section == nil
    else { return }
    items.swapAt(index, index + 1)
  }

  /// A section with everything below it.
  private func part(at index: Int) -> Range<Int> {
    let level = items[index].section?.draft.level ?? 0
    let end = items[(index + 1)...].firstIndex { ($0.section?.draft.level ?? .max) <= level } ?? items.count
    return index..<end
  }

  private mutating func moveSection(using random: inout SeededGenerator) {
    guard let index = sections.randomElement(using: &random) else { return }
    let range = part(at: index)
    let part = Array(items[range])
    items.removeSubrange(range)
    insert(part, using: &random)
  }

  private mutating func deleteRow(using random: inout SeededGenerator) {
    guard let index = rows.randomElement(using: &random) else { return }
    delete(index..<index + 1)
  }

  private mutating func deleteSection(using random: inout SeededGenerator) {
    guard sections.count > 2, let index = sections.randomElement(using: &random) else { return }
    delete(part(at: index))
  }

  private mutating func delete(_ range: Range<Int>) {
    deleted.formUnion(items[range].compactMap(\.id?.number))
    items.removeSubrange(range)
  }

  /// Makes sections of a row and of those after it, or a row of a section without content.
  private mutating func changeKind(using random: inout SeededGenerator) {
    guard let index = items.indices.dropFirst().randomElement(using: &random) else { return }
    let following = items.index(after: index)
    switch items[index] {
    case .row:
      let level = (items[..<index].last { $0.section != nil }?.section?.draft.level ?? 0) + 1
      let end = items[index...].firstIndex { $0.section != nil } ?? items.endIndex
      for position in index..<end {
        guard case .row(let row) = items[position], let id = row.id,
          let content = try? LevelRules.section(of: row.draft)
        else { continue }
        items[position] = .section(SectionPiece(SectionDraft(level: level, content), id: SectionID(id.rawValue)))
      }
    case .section(let section):
      let isLast = following == items.endIndex
      let next = isLast ? 0 : items[following].section?.draft.level ?? .max
      guard next <= section.draft.level, section.draft.isCollapsible, let id = section.id else { return }
      let row = LevelRules.row(of: section.draft.content)
      items[index] = .row(RowPiece(row, id: RowID(id.rawValue)))
    case .identity, .user, .level, .flag: break
    }
  }

  private mutating func setFlag(using random: inout SeededGenerator) {
    guard let index = sections.randomElement(using: &random), var section = items[index].section else { return }
    let name = ["ana", "ben"].randomElement(using: &random) ?? ""
    section.flags[ExactText(name)] = [nil, false, true].randomElement(using: &random) ?? nil
    items[index] = .section(section)
  }

  private mutating func changeUser(using random: inout SeededGenerator) {
    let name = ["ana", "ben", "eve"].randomElement(using: &random) ?? ""
    if let index = users.firstIndex(where: { $0.name == name }) {
      if random.next() % 4 == 0 { users.remove(at: index) } else { users[index].accordion.toggle() }
    } else {
      users.append(User(name: name, startsCollapsed: random.next() % 2 == 0))
    }
  }
}

extension OutlinePiece {
  /// The section; nil for other pieces.
  var section: SectionPiece? {
    if case .section(let section) = self { section } else { nil }
  }

  /// The id of a section or a row; nil for none.
  var id: ItemID? {
    switch self {
    case .section(let section): section.id.map(ItemID.section)
    case .row(let row): row.id.map(ItemID.row)
    case .identity, .user, .level, .flag: nil
    }
  }
}
