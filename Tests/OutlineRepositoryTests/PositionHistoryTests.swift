import ListChanges
import OutlineCore
import OutlineRepository
import SQLite
import TestPrograms
import TestSupport
import Testing

/// Undos and redos of three users out of order, at random, beside a model that keeps parents.
struct PositionHistoryTests {
  private static let stepsPerFile = 120
  private static var seeds: [UInt64] { RandomSeeds.each(stepsPerFile, of: 25 * stepsPerFile) }

  @Test(arguments: seeds)
  func `what an undo out of order brings back is where it was, and nothing else moves`(seed: UInt64) throws {
    let world = try PositionWorld(seed: seed)
    for step in 1...Self.stepsPerFile {
      if Bool.random(using: &world.random) { try world.edit() }
      let broken = try world.undoAny()
      #expect(broken == [], "seed \(seed), step \(step), \(world.story.suffix(12))")
      if !broken.isEmpty { return }
    }
    #expect(world.taken > Self.stepsPerFile / 6, "seed \(seed)")
  }
}

/// An outline that three users edit, and the slow history of it.
private final class PositionWorld {
  static let users = ["ana", "ben", "cleo"]

  private let folder: ScratchFolder
  private let outline: Outline
  private let file: Connection
  private var edits: RandomEdits
  var random: SeededGenerator
  /// Whether sections are added whose levels jump, as documents bring them.
  private let hasJumps: Bool
  private var entries: [PositionedEntry] = []
  private var lastChange: Int64 = 0
  /// How many entries were taken back, and how many times one was refused.
  private(set) var taken = 0
  private(set) var refused = 0
  private(set) var story: [String] = []

  init(seed: UInt64) throws {
    folder = try ScratchFolder()
    outline = try Outline(folder.path(of: "outline.db"))
    edits = RandomEdits(seed: seed)
    random = SeededGenerator(seed: seed)
    hasJumps = seed.isMultiple(of: 3)
    _ = try outline.perform(.addSections([SectionDraft(title: "First")], to: Placement()), as: "ana")
    file = try Connection(path: folder.path(of: "outline.db"))
    try note(before: PositionedItems(), by: "ana", origin: nil)
  }

  /// Makes an edit.
  func edit() throws {
    let model = ModelOutline(try outline.list(ListQuery(ignoresFolds: true), as: "ana", to: ListCollector()).list)
    let (edit, user) = (
      hasJumps ? edits.edit(in: model) : edits.edit(in: model).withoutJumps, edits.user(of: Self.users)
    )
    let before = try PositionedItems(file)
    do { _ = try outline.perform(edit, as: user) } catch is OutlineError { return }
    try note(before: before, by: user, origin: nil)
    story.append("\(user): \(edit)")
  }

  /// Undoes or redoes any entry, and returns what is wrong then.
  func undoAny() throws -> [String] {
    guard let one = entries.suffix(16).randomElement(using: &random) else { return [] }
    let user = edits.user(of: Self.users)
    let direction: History.Direction = Int.random(in: 0..<3, using: &random) == 0 ? .redo : .undo
    let selection: UndoSelection =
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6: .entry(.edit(one.id))
      case 6..<9: .lastOwn(1)
      default: .lastOfAnybody(1)
      }
    let now = try PositionedItems(file)
    story.append("\(user): \(direction) \(selection)")
    let answer: Answer
    do { answer = try outline.step(direction, selection, as: user) } catch OutlineError.conflict(let conflict, _, _) {
      refused += 1
      if try PositionedItems(file) != now { return ["a refusal changed something"] }
      guard let entry = wanted(direction, selection, of: user) else { return [] }
      if case .noLevel = conflict, now.jumps || entry.before.jumps { return [] }
      return check(entry, now).mustSucceed ? ["\(entry.id) was refused: \(conflict)"] : []
    }
    guard let first = answer.entries.first, case .edit(let id) = first.id, case .edit(let origin) = first.origin.id
    else { return [] }
    guard let entry = entries.first(where: { $0.id == id }) else { return ["\(id) is unknown"] }
    let broken = try check(entry, now).broken(PositionedItems(file))
    try note(before: now, by: user, origin: origin)
    taken += 1
    return broken
  }

  private func check(_ entry: PositionedEntry, _ now: PositionedItems) -> PositionCheck {
    PositionCheck(entry: entry, later: entries.filter { $0.id > entry.id }, now: now)
  }

  /// The entry that a selection means; nil if that is hard to say.
  private func wanted(_ direction: History.Direction, _ selection: UndoSelection, of user: String) -> PositionedEntry? {
    switch selection {
    case .entry(.edit(let id)):
      let origin = entries.first { $0.id == id }?.origin
      return entries.last { $0.origin == origin }
    case .lastOwn where direction == .undo:
      var seen: Set<Int64> = []
      return entries.last { seen.insert($0.origin).inserted && !$0.isUndo && $0.owner == user }
    default: return nil
    }
  }

  /// Records the entry that was made last.
  private func note(before: PositionedItems, by user: String, origin: Int64?) throws {
    var (placed, touched): (Set<String>, Set<String>) = ([], [])
    var id: Int64?
    let changes = try file.rows(
      """
      SELECT change_id, edit_id, substr(thing, 1, 1), id, coalesce(run, 1),
        action <> 'update' OR old_place <> new_place OR old_level <> new_level OR old_section <> new_section
          OR thing = 'row' AND changed & 128
      FROM change WHERE change_id > ? AND thing IN ('section', 'row') AND made_room IS NOT 1
      """, [lastChange]
    ) { line in
      let (first, count): (Int64, Int64) = (try line[3], try line[4])
      let thing: String = try line[2]
      let isMoved: Bool? = try line[5]
      return (
        change: try line[0] as Int64, edit: try line[1] as Int64,
        keys: (first..<(first + count)).map { "\(thing)\($0)" }, isMoved: isMoved ?? false
      )
    }
    for change in changes {
      touched.formUnion(change.keys)
      if change.isMoved { placed.formUnion(change.keys) }
      (id, lastChange) = (change.edit, max(lastChange, change.change))
    }
    guard let id else { return }
    let kind: String = try file.value("SELECT kind FROM edit WHERE edit_id = ?", [id]) ?? ""
    let owner = origin.flatMap { origin in entries.first { $0.id == origin }?.owner } ?? user
    entries.append(
      PositionedEntry(
        id: id, isUndo: kind == "undo", origin: origin ?? id, owner: owner, before: before,
        after: try PositionedItems(file), placed: placed, touched: touched))
  }
}

extension Edit {
  /// The edit with drafts of sections that are at most one level deeper than the one before.
  fileprivate var withoutJumps: Edit {
    guard case .addSections(var drafts, let placement, let asTyped) = self else { return self }
    var level = 0
    for index in drafts.indices {
      level = min(drafts[index].level, level + 1)
      drafts[index].level = level
    }
    return .addSections(drafts, to: placement, asTyped: asTyped)
  }
}
