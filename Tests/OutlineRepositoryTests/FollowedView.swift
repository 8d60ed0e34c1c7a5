import ListChanges
import OutlineCore
import OutlineRepository
import TestSupport

/// A view that follows a file, with the revisions that the test expects it to go through.
final class FollowedView {
  /// A revision of the file.
  struct Revision {
    let snapshot: Snapshot
    /// Whether the view may skip the revision, because it is inside a transaction that was run by hand.
    let isPassing: Bool
    /// Whether one edit or one statement led to the revision; otherwise several of one transaction may count as one.
    let isOneEdit: Bool
    /// The changes that the repository reported for this edit; nil if there were none.
    let told: ViewChanges?
  }

  let user: String
  let view: OutlineView
  /// The list that a list view has after the steps so far.
  private(set) var list: VisibleList
  /// The changes of the last step.
  private(set) var lastChanges = ViewChanges()
  /// The revisions that the view has not certainly left; the first is one that it may be at.
  private var revisions: [Revision]
  /// The indices in `revisions` where the view may be; several if revisions look the same.
  private var states: Set<Int> = [0]
  private var random: SeededGenerator
  /// How many steps were compared with the changes that the repository had reported.
  private(set) var comparisons = 0

  init(_ path: String, as user: String, at snapshot: Snapshot, seed: UInt64) throws {
    self.user = user
    view = try OutlineView(path, as: user)
    list = snapshot.list
    revisions = [Revision(snapshot: snapshot, isPassing: false, isOneEdit: true, told: nil)]
    random = SeededGenerator(seed: seed)
  }

  /// Records a revision that the file has reached.
  func expect(_ revision: Revision) { revisions.append(revision) }

  /// Takes one step, and returns what is wrong with it; nil if there is no step.
  func advance() throws -> [String]? {
    guard let step = try view.advance() else {
      revisions.removeFirst(revisions.count - 1)
      states = [0]
      return revisions[0].snapshot.list == list ? nil : ["the view stops too early"]
    }
    lastChanges = step.changes
    let before = list
    let shown = try view.lines(from: 0, limit: .max, to: LineCollector()).list
    let targets = Set(states.flatMap { nextStates(after: $0, from: before, showing: shown) })
    guard let target = targets.min() else { return ["no revision follows by [\(step.changes)]"] }
    let after = revisions[target].snapshot.list
    list = after
    let laws = PairLaws(changes: step.changes, before: before, after: after)
    let isOneEdit = revisions[target].isOneEdit
    var broken = laws.broken(isOneEdit: isOneEdit, knowsContents: true)
    if step.isReset { broken.append("no reset") }
    if step.before != before.shape || step.after != after.shape { broken.append("the shapes are the lists'") }
    if let told = revisions[target].told, states.count == 1, targets.count == 1 {
      comparisons += 1
      if !told.isSame(as: step.changes) { broken.append("the repository told [\(told)]") }
    }
    broken += try contentProblems(of: step.changes, in: after)
    revisions.removeFirst(target)
    states = Set(targets.map { $0 - target })
    return broken.map { "\($0) [\(step.changes)]" }
  }

  /// Reads the step to the newest revision, asks the view everything, moves, and returns what is wrong.
  func leap() throws -> [String] {
    let before = list
    guard let last = revisions.last, let step = try view.nextStep() else {
      revisions.removeFirst(revisions.count - 1)
      states = [0]
      return revisions[0].snapshot.list == list ? [] : ["the view stops too early"]
    }
    var broken = try problems().map { "before the view moves: \($0)" }
    if try view.nextStep()?.changes != step.changes { broken.append("the step is read again as it was") }
    if !view.move(to: step) || view.move(to: step) { broken.append("the view moves once") }
    lastChanges = step.changes
    list = last.snapshot.list
    revisions.removeFirst(revisions.count - 1)
    states = [0]
    broken += PairLaws(changes: step.changes, before: before, after: list).broken(isOneEdit: false, knowsContents: true)
    if step.isReset { broken.append("no reset") }
    if step.before != before.shape || step.after != list.shape { broken.append("the shapes are the lists'") }
    broken += try contentProblems(of: step.changes, in: list) + problems()
    return broken.map { "\($0) [\(step.changes)]" }
  }

  /// The revisions that a step from one of them can lead to: the next that looks different, or one after skipped
  /// revisions.
  private func nextStates(after state: Int, from before: VisibleList, showing shown: VisibleList) -> [Int] {
    var found: [Int] = []
    for index in revisions.indices.dropFirst(state + 1) {
      let next = revisions[index].snapshot.list
      if next != before, next == shown { found.append(index) }
      if next != before, !revisions[index].isPassing { break }
    }
    return found
  }

  /// Returns what is wrong with the content of a step: it must have exactly the inserted and reloaded lines, in order.
  private func contentProblems(of changes: ViewChanges, in after: VisibleList) throws -> [String] {
    var wanted: Set<Int> = []
    let flat = changes.flattened(from: ListShape(rowCounts: []), insertingInto: after.shape)
    for run in flat { wanted.formUnion(run.range) }
    let content = try view.content(of: changes, to: LineCollector())
    let expected = wanted.sorted()
    if content.indices != expected { return ["the content is of lines \(expected), not \(content.indices)"] }
    return content.lines == expected.map { after.lines[$0] } ? [] : ["the content is that of the list"]
  }

  /// Returns what is wrong with the answers of the data source, all of which must be as of the view's own revision.
  func problems() throws -> [String] {
    var problems: [String] = []
    func check(_ what: String, _ holds: Bool) { if !holds { problems.append(what) } }
    let lines = list.lines
    let all = try view.lines(from: 0, limit: .max, to: LineCollector())
    check("all lines", all.lines == lines && all.indices == Array(lines.indices))
    let numbers = Set(states.map { revisions[$0].snapshot.numbers })
    check("the numbers", numbers.count > 1 || numbers.contains(all.numbers))
    check("the shape", view.shape == list.shape && view.numberOfSections == list.sections.count)
    for _ in 0..<3 where !lines.isEmpty {
      let line = Int.random(in: lines.indices, using: &random)
      let limit = Int.random(in: 1...8, using: &random)
      let window = try view.lines(from: line, limit: limit, to: LineCollector())
      check("\(limit) lines from line \(line)", window.lines == Array(lines.dropFirst(line).prefix(limit)))
      if let item = try view.lines(in: line..<(line + 1)).first?.id {
        check("the line that shows \(item)", try view.line(showing: item) == line)
      }
      guard case .row(let path)? = view.shape.position(ofLine: line), let row = try view.row(at: path) else { continue }
      let text = row.attributes.map { "\(row.text) \($0)" } ?? row.text
      check(
        "the row at \(path)",
        RowContent(
          id: row.id, text: text, isDone: row.isDone, schedule: row.content.schedule, level: row.level,
          isCollapsed: row.isCollapsed, hidden: row.hidden) == list[path])
    }
    check("no row behind the last", try view.row(at: RowPath(section: list.sections.count, row: 0)) == nil)
    return problems
  }
}

extension ViewChanges {
  /// Returns whether changes are the same; if two things swap places, either of them may be the one that moves.
  fileprivate func isSame(as other: ViewChanges) -> Bool {
    func moved(_ changes: ViewChanges) -> [Int] {
      [changes.movedRows.reduce(0) { $0 + $1.count }, changes.movedSections.reduce(0) { $0 + $1.count }]
    }
    var same = other
    same.movedRows = movedRows
    return self == same && moved(self) == moved(other)
  }

  /// The lines of the list after that are inserted or reloaded.
  fileprivate func flattened(from before: ListShape, insertingInto after: ListShape) -> [IndexRun] {
    let content = ViewChanges(
      insertedSections: insertedSections, insertedRows: insertedRows, reloadedRows: reloadedRows,
      reloadedHeaders: reloadedHeaders)
    let flat = content.flattened(from: before, to: after)
    return flat.insertedLines + flat.reloadedLines
  }
}
