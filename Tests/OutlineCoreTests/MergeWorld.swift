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
    switch random.next() % 26 {
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
    case 22...24: shiftRow(using: &random)
    case 25: setLevel(using: &random)
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
    insertRows([.row(RowPiece(RowDraft(Self.word(using: &random)), id: id))], using: &random)
  }

  /// Inserts a row, with what is below it, as a sibling of the row before or after it, or below the one before.
  private mutating func insertRows(_ part: [OutlinePiece], using random: inout SeededGenerator) {
    let index = Int.random(in: 1...items.count, using: &random)
    let before = items[index - 1].rowLevel
    let after = index < items.count ? max(items[index].rowLevel, 1) : 1
    let level = Int.random(in: min(after, before + 1)...(before + 1), using: &random)
    let distance = level - (part.first?.rowLevel ?? 1)
    items.insert(contentsOf: part.map { $0.with(rowLevel: $0.rowLevel + distance) }, at: index)
  }

  /// A row with everything below it.
  private func rowPart(at index: Int) -> Range<Int> {
    let level = items[index].rowLevel
    return index..<(items[(index + 1)...].firstIndex { $0.rowLevel <= level } ?? items.count)
  }

  /// Moves a row with everything below it one level in or out.
  private mutating func shiftRow(using random: inout SeededGenerator) {
    guard let index = rows.randomElement(using: &random), index > 0 else { return }
    let isIn = random.next() % 3 > 0
    guard isIn ? items[index].rowLevel <= items[index - 1].rowLevel : items[index].rowLevel > 1 else { return }
    for position in rowPart(at: index) {
      items[position] = items[position].with(rowLevel: items[position].rowLevel + (isIn ? 1 : -1))
    }
  }

  /// Gives a row another level as by hand, whatever is around it.
  private mutating func setLevel(using random: inout SeededGenerator) {
    guard let index = rows.randomElement(using: &random) else { return }
    items[index] = items[index].with(rowLevel: Int.random(in: 1...4, using: &random))
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
    case .rowLevels, .setting, .identity, .user, .level, .flag: break
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
    row.draft.level = 1
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
    guard let index = rows.randomElement(using: &random), index > 0 else { return }
    let range = rowPart(at: index)
    let part = Array(items[range])
    items.removeSubrange(range)
    insertRows(part, using: &random)
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
    delete(random.next() % 4 == 0 ? index..<index + 1 : rowPart(at: index))
  }

  private mutating func deleteSection(using random: inout SeededGenerator) {
    guard sections.count > 2, let index = sections.randomElement(using: &random) else { return }
    delete(part(at: index))
  }

  private mutating func delete(_ range: Range<Int>) {
    deleted.formUnion(items[range].compactMap(\.id?.number))
    items.removeSubrange(range)
  }

  /// Makes a section of a row, after the subsections of its section, or a row of a section, after the rows around it.
  private mutating func changeKind(using random: inout SeededGenerator) {
    guard let index = items.indices.dropFirst().randomElement(using: &random) else { return }
    let isRow = items[index].section == nil
    let range = isRow ? rowPart(at: index) : part(at: index)
    let part = Array(items[range])
    let around = items[..<index].last { piece in
      piece.section.map { isRow || $0.draft.level < part[0].section?.draft.level ?? 0 } ?? false
    }
    guard let home = around?.id else { return }
    let changed = isRow ? Self.promoted(part, below: around?.section?.draft.level ?? 0) : Self.demoted(part)
    guard let changed else { return }
    items.removeSubrange(range)
    guard let start = items.firstIndex(where: { $0.id == home }) else { return }
    let end = isRow ? self.part(at: start).upperBound : items[(start + 1)...].firstIndex { $0.section != nil }
    items.insert(contentsOf: changed, at: end ?? items.count)
  }

  /// Returns a row and those below it as a section with rows; nil if the text is too long.
  private static func promoted(_ part: [OutlinePiece], below level: Int) -> [OutlinePiece]? {
    guard case .row(let row) = part[0], let id = row.id, let content = try? LevelRules.section(of: row.draft) else {
      return nil
    }
    let header = SectionPiece(SectionDraft(level: level + 1, content), id: SectionID(id.rawValue))
    return [.section(header)] + part.dropFirst().map { $0.with(rowLevel: $0.rowLevel - row.draft.level) }
  }

  /// Returns a section and everything below it as rows; nil if one of them has no number.
  private static func demoted(_ part: [OutlinePiece]) -> [OutlinePiece]? {
    let first = part[0].section?.draft.level ?? 1
    var level = 1
    var rows: [OutlinePiece] = []
    for piece in part {
      guard let section = piece.section else {
        rows.append(piece.with(rowLevel: level + piece.rowLevel))
        continue
      }
      guard let id = section.id else { return nil }
      level = section.draft.level - first + 1
      var row = LevelRules.row(of: section.draft.content)
      row.level = level
      rows.append(.row(RowPiece(row, id: RowID(id.rawValue))))
    }
    return rows
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

  /// The level of a row; 0 for other pieces.
  var rowLevel: Int {
    if case .row(let row) = self { row.draft.level } else { 0 }
  }

  /// The row with another level; other pieces as they are.
  func with(rowLevel: Int) -> OutlinePiece {
    guard case .row(var row) = self else { return self }
    row.draft.level = rowLevel
    return .row(row)
  }

  /// The id of a section or a row; nil for none.
  var id: ItemID? {
    switch self {
    case .section(let section): section.id.map(ItemID.section)
    case .row(let row): row.id.map(ItemID.row)
    case .rowLevels, .setting, .identity, .user, .level, .flag: nil
    }
  }
}
