import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// The six laws of the design, section 4, for every edit and every user.
///
/// `PLEAT_SEED` repeats the run with this seed; `PLEAT_EDITS` sets how many edits are made, each seen by six users.
struct LawTests {
  private static let editsPerOutline = 140

  private static var seeds: [UInt64] { RandomSeeds.each(editsPerOutline, of: 8 * editsPerOutline) }

  @Test(arguments: seeds)
  func `the six laws hold for every edit and every user`(seed: UInt64) throws {
    var session = try LawSession(seed: seed)
    for _ in 0..<Self.editsPerOutline {
      if let failure = try session.next() {
        Issue.record("PLEAT_SEED=\(seed): \(failure)")
        return
      }
    }
    #expect(session.pairs == Self.editsPerOutline * LawSession.users.count)
  }

  @Test(arguments: seeds)
  func `the laws hold for batches that convert and change the same items, and for every observer`(seed: UInt64) throws {
    var session = try LawSession(seed: seed &+ 5_000)
    for _ in 0..<Self.editsPerOutline / 4 {
      if let failure = try session.nextBatch() {
        Issue.record("PLEAT_SEED=\(seed): \(failure)")
        return
      }
    }
  }

  @Test func `random edits change what users see in every way, for all of them`() throws {
    var seen: [String: Int] = [:]
    for seed in 1...6 as ClosedRange<UInt64> {
      var session = try LawSession(seed: seed)
      for _ in 0..<Self.editsPerOutline { #expect(try session.next() == nil) }
      seen.merge(session.seen) { $0 + $1 }
    }
    #expect(seen.count == 8 + LawSession.users.count && seen.values.allSatisfy { $0 >= 20 }, "\(seen)")
  }
}

/// One outline with its model, edited at random and seen by six users.
private struct LawSession {
  /// Sections start expanded for ana, cleo, eve and fay, collapsed for ben and dan; cleo and dan use the accordion;
  /// fay's name never reaches the file.
  static let users = ["ana", "ben", "cleo", "dan", "eve", "fay"]

  private let repository: Outline
  private var model = ModelOutline()
  private var edits: RandomEdits
  private var lists: [String: VisibleList] = [:]
  /// The list of the user who is followed over several edits, and the changes since.
  private var chain = Chain()
  /// How many pairs of an edit and a user were seen.
  private(set) var pairs = 0
  /// How many pairs had changes, for every part of the changes and for every user.
  private(set) var seen: [String: Int] = [:]

  init(seed: UInt64) throws {
    repository = try Outline()
    edits = RandomEdits(seed: seed)
    let drafts = [1, 2, 3, 2, 1, 2, 1].enumerated().map { index, level in
      SectionDraft(level: level, title: "S\(index)", rows: [RowDraft("a\(index)"), RowDraft("b\(index)")])
    }
    try prepare(.addSections(drafts, to: Placement()), as: "ana")
    for user in ["ben", "dan"] { try prepare(.resetFolds(startsCollapsed: true), as: user) }
    for user in ["cleo", "dan"] { try prepare(.setAccordion(true), as: user) }
    for user in Self.users { lists[user] = model.visible(to: user) }
  }

  private mutating func prepare(_ edit: Edit, as user: String) throws {
    model = try model.after(edit, as: user)
    _ = try repository.perform(edit, as: user)
  }

  /// Makes one edit that is not refused, and returns what is wrong with it; nil if nothing is.
  mutating func next() throws -> String? {
    while true {
      let user = edits.user(of: Self.users.dropLast())
      let edit = edits.edit(in: model)
      let expected = try? model.after(edit, as: user)
      let others = Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }
      let answer: Answer
      do {
        answer = try repository.perform(edit, as: user, with: Request(report: .changesWithShapes, observers: others))
      } catch let error as OutlineError {
        if expected == nil { continue }
        return "it is refused: \(user): \(edit): \(error)\n\(model.drawing(for: user))"
      }
      guard let expected else { return "it is not refused: \(user): \(edit)" }
      defer { model = expected }
      if let broken = broken(answer, of: [edit], by: user, in: expected) {
        return "\(user): \(edit)\n\(broken)\n\(model.drawing(for: user))"
      }
      return nil
    }
  }

  /// Makes two to ten edits as one, most of them of the same item, and returns what is wrong with them; nil if nothing is.
  mutating func nextBatch() throws -> String? {
    let user = edits.user(of: Self.users.dropLast())
    let batch = edits.batch(in: model, as: user)
    let others = Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }
    let answer: Answer
    do {
      answer = try repository.perform(
        batch.edits.map { BatchEdit($0) }, as: user, with: Request(report: .changesWithShapes, observers: others))
    } catch let error as BatchError {
      return "it is refused: \(user): \(batch.edits): \(error)\n\(model.drawing(for: user))"
    }
    defer { model = batch.after }
    return broken(answer, of: batch.edits, by: user, in: batch.after).map {
      "\(user): \(batch.edits)\n\($0)\n\(model.drawing(for: user))"
    }
  }

  /// The first pair that breaks a law.
  private mutating func broken(_ answer: Answer, of edits: [Edit], by user: String, in after: ModelOutline) -> String? {
    let isOneEdit = edits.count == 1 && edits.allSatisfy(\.isSingle) && !model.changesKinds(to: after)
    for other in Self.users {
      let old = lists[other] ?? VisibleList([])
      let new = after.visible(to: other)
      let told = other == user ? answer.changes : answer.observed[ExactText(other)]
      let changes = told ?? ViewChanges()
      var broken = PairLaws(changes: changes, before: old, after: new).broken(isOneEdit: isOneEdit)
      if other == user {
        if answer.shapes != Answer.Shapes(before: old.shape, after: new.shape) {
          broken.append(
            "the shapes are the lists': \(answer.shapes.map { "\($0)" } ?? "none"), not \(old.shape) and \(new.shape); \(after.viewers[user]?.flags ?? [:])"
          )
        }
      } else {
        if told?.isEmpty == true { broken.append("who keeps the list is left out") }
        if edits.allSatisfy(\.isOfViewing), told != nil || old != new {
          broken.append("one user's flags are nothing for another")
        }
      }
      if broken.isEmpty, other == "ben" { broken += chain.broken(after: changes, from: old, to: new) }
      if !broken.isEmpty { return "for \(other) [\(changes)]: \(broken.joined(separator: "; "))" }
      lists[other] = new
      pairs += 1
      let parts = ViewChangesProblem.Part.allCases.filter { changes.hasRuns(of: $0) }.map(\.rawValue)
      for name in changes.isEmpty ? [] : parts + [other] { seen[name, default: 0] += 1 }
    }
    return nil
  }
}

/// Law 6: the changes of consecutive edits lead a view from the first list to the last.
private struct Chain {
  private var view = TableView(list: VisibleList([]))
  private var length = 0

  mutating func broken(after changes: ViewChanges, from old: VisibleList, to new: VisibleList) -> [String] {
    if length == 0 { view = TableView(list: old) }
    view.play(changes, reading: new)
    length += 1
    return view.list == new ? [] : ["\(length) changes in a row lead from the first list to the last"]
  }
}

extension ViewChanges {
  fileprivate func hasRuns(of part: ViewChangesProblem.Part) -> Bool {
    switch part {
    case .deletedSections: !deletedSections.isEmpty
    case .insertedSections: !insertedSections.isEmpty
    case .movedSections: !movedSections.isEmpty
    case .deletedRows: !deletedRows.isEmpty
    case .insertedRows: !insertedRows.isEmpty
    case .movedRows: !movedRows.isEmpty
    case .reloadedRows: !reloadedRows.isEmpty
    case .reloadedHeaders: !reloadedHeaders.isEmpty
    }
  }
}

extension Edit {
  /// Whether the edit changes only one user's flags or settings.
  var isOfViewing: Bool {
    switch self {
    case .fold, .setAccordion, .resetFolds: true
    case .addRows, .addSections, .change, .renameTag, .tick, .move, .copy, .reorder, .indent, .outdent, .promote,
      .demote,
      .demoteItems, .sort, .delete, .deleteDone, .archive, .archiveDone, .unarchive:
      false
    }
  }

  /// Whether it is one thing that is done, and not several that are told as one.
  var isSingle: Bool {
    switch self {
    case .indent(let addresses), .outdent(let addresses), .sort(let addresses, _), .move(let addresses, _),
      .promote(let addresses, _), .demote(let addresses, _):
      addresses.count < 2 && !addresses.contains(where: \.mayNameSeveral)
    case .archive, .archiveDone, .unarchive, .demoteItems: false
    default: true
    }
  }
}
