import OutlineCore
import TestSupport

/// Makes up edits for an outline as it is; a few of them name what is not there.
struct RandomEdits {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func user(of users: [String]) -> String { pick(users) ?? "" }

  mutating func edit(in model: ModelOutline) -> Edit {
    let isFull = model.sections.count > 12 || model.sections.reduce(0) { $0 + $1.rows.count } > 30
    switch int(0..<134) {
    case 0..<14: return .addRows((0..<int(1..<4)).map { _ in row() }, to: rowPlacement(in: model), asTyped: chance(70))
    case 14..<26 where !isFull: return .addSections(drafts(), to: sectionPlacement(in: model), asTyped: chance(50))
    case 14..<32: return .delete(items(in: model, upTo: 3), options: deleteOptions(in: model))
    case 32..<38: return .change((0..<int(1..<4)).map { _ in row(in: model) }, to: rowPatch())
    case 38..<45: return .change((0..<int(1..<3)).map { _ in section(in: model) }, to: patch())
    case 120:
      let tags = ["a", "b", "A"].shuffled(using: &random).compactMap { Tag($0) }
      return .renameTag(tags[0], to: tags[1])
    case 121..<124: return .archive(items(in: model, upTo: 3))
    case 124: return .archiveDone(in: chance(30) ? nil : [section(in: model)])
    case 125..<127:
      let archived = archived(in: model)
      return .unarchive(archived, to: chance(20) ? mixedPlacement(in: model) : nil)
    case 45:
      let sections = chance(30) ? nil : (0..<int(1..<3)).map { _ in section(in: model) }
      return .deleteDone(in: sections, isRecursive: chance(40))
    case 116..<120 where !isFull:
      return chance(50)
        ? .copy((0..<int(1..<3)).map { _ in row(in: model) }, to: rowPlacement(in: model))
        : .copy((0..<int(1..<3)).map { _ in section(in: model) }, to: sectionPlacement(in: model))
    case 112..<116: return .tick(items(in: model, upTo: 2), isDone: chance(60), on: day())
    case 46..<56: return .move((0..<int(1..<4)).map { _ in row(in: model) }, to: rowPlacement(in: model))
    case 56..<58: return .move(items(in: model, upTo: 3), to: mixedPlacement(in: model))
    case 58..<72: return .move((0..<int(1..<3)).map { _ in section(in: model) }, to: sectionPlacement(in: model))
    case 72..<95: return .fold(foldScope(in: model), pick([.collapse, .expand, .toggle]) ?? .toggle)
    case 100..<103: return reordering(in: model)
    case 103..<106: return .outdent(items(in: model, upTo: 3))
    case 106..<109: return .indent(items(in: model, upTo: 3))
    case 127..<132: return .indent([row(in: model)])
    case 132: return .promote([row(in: model)], to: chance(40) ? sectionPlacement(in: model) : nil)
    case 133 where chance(30): return .demoteItems(in: chance(50) ? [] : [section(in: model)])
    case 133: return .demote([section(in: model)], to: chance(40) ? rowPlacement(in: model) : nil)
    case 109..<112: return sorting(in: model)
    case 95..<97: return .setAccordion(int(0..<2) == 0)
    default: return .resetFolds(startsCollapsed: pick([nil, true, false]) ?? nil)
    }
  }

  /// Two to ten edits that the model takes one after the other, most of them of one item, which becomes a row and a section.
  mutating func batch(in model: ModelOutline, as user: String) -> (edits: [Edit], after: ModelOutline) {
    var (batch, after) = ([Edit](), model)
    let item = chance(50) ? row(in: model) : section(in: model)
    let count = int(2..<11)
    for _ in 0..<1_000 where batch.count < count {
      let edit = chance(70) ? edit(of: item, in: after) : edit(in: after)
      guard let next = try? after.after(edit, as: user) else { continue }
      batch.append(edit)
      after = next
    }
    return (batch, after)
  }

  private mutating func edit(of item: Address, in model: ModelOutline) -> Edit {
    switch int(0..<14) {
    case 0..<3: .indent([item])
    case 3..<6: .outdent([item])
    case 10..<12: .promote([item])
    case 12..<14: .demote([item], to: chance(50) ? rowPlacement(in: model) : nil)
    case 6: .change([item], to: Patch(text: word()))
    case 7: .tick([item], isDone: chance(60), on: day())
    case 8: .move([item], to: mixedPlacement(in: model))
    default: .fold(foldScope(in: model), pick([.collapse, .expand, .toggle]) ?? .toggle)
    }
  }

  private mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func pick<T>(_ choices: [T]) -> T? { choices.randomElement(using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { int(0..<100) < percent }
  private mutating func word() -> String {
    pick(["milk", "eggs", "bread", "tea", "Salt", "soap", "oats", "day 2", "day 10", "Day 9", "tea #a", "#b"]) ?? ""
  }

  /// Rows of one section or siblings mostly, so that few are refused.
  private mutating func reordering(in model: ModelOutline) -> Edit {
    guard let one = pick(model.sections) else { return .reorder([], to: .first) }
    let siblings = model.children(of: model.parent(of: one.id)).map { Address.section($0.id) }
    let named = one.rows.isEmpty || chance(40) ? siblings : one.rows.map { .row($0.id) }
    let others = chance(5) ? items(in: model, upTo: 1) : []
    return .reorder(named.shuffled(using: &random).prefix(int(1..<4)) + others, to: position())
  }

  private mutating func sorting(in model: ModelOutline) -> Edit {
    if chance(20) { return .sort([row(in: model)], by: SortOrder(isReversed: chance(40))) }
    let sortsSections = chance(50)
    let addresses = sortsSections && chance(30) ? [] : (0..<int(1..<3)).map { _ in section(in: model) }
    return .sort(addresses, by: SortOrder(isReversed: chance(40), sortsSections: sortsSections))
  }

  private mutating func row() -> RowDraft {
    let isDone: Bool? = pick([nil, nil, false, true]) ?? nil
    return RowDraft(word(), isDone: isDone, schedule: schedule(isDone))
  }

  /// A day on which tasks are done, or nil to end them.
  private mutating func day() -> Day? { chance(20) ? nil : Day("2026-11-\(int(20..<29))") }

  /// Every third task has a day, and most of these a rule.
  private mutating func schedule(_ isDone: Bool?) -> Schedule {
    guard isDone != nil, chance(33), let day = day() else { return .none }
    return Schedule(due: DueDate(day), repeats: chance(20) ? nil : pick(Patch.repeats))
  }

  private mutating func section(in model: ModelOutline) -> Address {
    if chance(1) { return .section(SectionID(9_999)) }
    if chance(10) { return .number(number(in: model)) }
    return pick(model.sections).map { .section($0.id) } ?? .section(SectionID(1))
  }

  /// The number of a section, or one that no section has.
  private mutating func number(in model: ModelOutline) -> ItemNumber {
    guard !chance(10), let index = pick(Array(model.sections.indices)) else { return ItemNumber([int(0..<9), 0]) }
    return ItemNumber(model.number(ofSection: index))
  }

  private mutating func row(in model: ModelOutline) -> Address {
    if chance(1) { return section(in: model) }
    if chance(10), let index = pick(Array(model.sections.indices)) {
      let rows = model.sections[index].rows.count
      return .number(ItemNumber(model.number(ofSection: index), row: int(0..<(rows + 1))))
    }
    return pick(model.sections.flatMap(\.rows)).map { .row($0.id) } ?? .row(RowID(1))
  }

  private mutating func items(in model: ModelOutline, upTo count: Int) -> [Address] {
    if chance(3) { return [.fitting(.task(isDone: pick([nil, false, true]) ?? nil))] }
    return (0..<int(1..<(count + 1))).map { _ in chance(50) ? row(in: model) : section(in: model) }
  }

  /// What can be unarchived mostly.
  private mutating func archived(in model: ModelOutline) -> [Address] {
    if chance(10) { return items(in: model, upTo: 2) }
    let sections = model.sections.filter { $0.attributes != nil }.map { Address.section($0.id) }
    let rows = model.sections.flatMap(\.rows).filter { $0.attributes != nil }.map { Address.row($0.id) }
    return Array((sections + rows).shuffled(using: &random).prefix(int(1..<3)))
  }

  private mutating func position() -> Placement.Position {
    switch int(0..<4) {
    case 0: .first
    case 1: .last
    default: .at(int(0..<6))
    }
  }

  private mutating func rowPlacement(in model: ModelOutline) -> Placement {
    chance(10) ? mixedPlacement(in: model) : placement(inside: section(in: model), nextTo: row(in: model))
  }

  private mutating func sectionPlacement(in model: ModelOutline) -> Placement {
    chance(10) ? mixedPlacement(in: model) : placement(inside: section(in: model), nextTo: section(in: model))
  }

  /// A placement inside or beside a row or a section.
  private mutating func mixedPlacement(in model: ModelOutline) -> Placement {
    placement(inside: chance(50) ? row(in: model) : section(in: model), nextTo: items(in: model, upTo: 1)[0])
  }

  private mutating func placement(inside: Address, nextTo neighbour: Address) -> Placement {
    switch int(0..<10) {
    case 0..<2: Placement(.anywhere, position())
    case 2..<6: Placement(.inside(inside), position())
    case 6..<8: Placement(.before(neighbour))
    default: Placement(.after(neighbour))
    }
  }

  private mutating func drafts() -> [SectionDraft] {
    (0..<int(1..<4)).map { _ in
      let isDone: Bool? = pick([nil, nil, false, true]) ?? nil
      return SectionDraft(
        level: chance(3) ? 60 : int(1..<4),
        SectionContent(
          word(), detail: chance(20) ? word() : nil, isCollapsible: !chance(15),
          newRows: chance(80) ? nil : pick([.task, .plain]), isDone: isDone, schedule: schedule(isDone)),
        rows: (0..<int(0..<4)).map { _ in row() })
    }
  }

  private mutating func rowPatch() -> Patch {
    chance(50)
      ? Patch(text: word()) : Patch(text: chance(20) ? word() : nil, checkBox: pick(CheckBox.allCases), doneOn: day())
  }

  private mutating func patch() -> Patch {
    switch int(0..<4) {
    case 0: Patch(text: chance(10) ? "" : word())
    case 1: Patch(detail: chance(30) ? "" : word())
    case 2: Patch(checkBox: pick(CheckBox.allCases), doneOn: day())
    default:
      Patch(
        isCollapsible: chance(60), newRows: chance(30) ? pick([NewRows.task, .plain, nil] as [NewRows?]) : nil,
        checkBox: chance(20) ? pick(CheckBox.allCases) : nil)
    }
  }

  private mutating func deleteOptions(in model: ModelOutline) -> DeleteOptions {
    DeleteOptions(isRecursive: chance(60), keepsRowsIn: chance(40) ? section(in: model) : nil)
  }

  private mutating func foldScope(in model: ModelOutline) -> FoldScope {
    switch int(0..<10) {
    case 0: .all(withRows: chance(50))
    case 1: .enclosing(model.sections.flatMap(\.rows).filter { _ in chance(10) }.map { .row($0.id) })
    case 2: .enclosing(model.sections.filter { _ in chance(20) }.map { .section($0.id) })
    default:
      .sections((0..<int(1..<4)).map { _ in chance(30) ? row(in: model) : section(in: model) }, recursive: chance(30))
    }
  }
}
