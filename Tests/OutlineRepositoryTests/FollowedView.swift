import ListChanges
import OutlineCore
import OutlineRepository
import TestSupport

/// A view that follows a file, with the revisions that the test expects it to go through.
final class FollowedView {
  /// A revision of the file.
  struct Revision {
    let snapshot: Snapshot
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
  /// The revision of the view, and the later ones that the file has had.
  private var revisions: [Revision]
  private var random: SeededGenerator
  /// How many steps were compared with the changes that the repository had reported.
  private(set) var comparisons = 0

  init(_ path: String, as user: String, at snapshot: Snapshot, seed: UInt64) throws {
    self.user = user
    view = try OutlineView(path, as: user)
    list = snapshot.list
    revisions = [Revision(snapshot: snapshot, isOneEdit: true, told: nil)]
    random = SeededGenerator(seed: seed)
  }

  /// Records a revision that the file has reached.
  func expect(_ revision: Revision) { revisions.append(revision) }

  /// Takes the step to the newest revision, and returns what is wrong with it; nil if there is no step.
  func advance() throws -> [String]? {
    guard let step = try view.advance() else { return stayProblems() }
    return try problems(of: step)
  }

  /// Reads the step to the newest revision, asks the view everything, moves, and returns what is wrong.
  func leap() throws -> [String] {
    guard let step = try view.nextStep() else { return stayProblems() ?? [] }
    var broken = try problems().map { "before the view moves: \($0)" }
    if try view.nextStep()?.changes != step.changes { broken.append("the step is read again as it was") }
    if !view.move(to: step) || view.move(to: step) { broken.append("the view moves once") }
    return try broken + problems(of: step) + problems()
  }

  /// What is wrong if there is no step: the newest revision looks different; nil if nothing is.
  private func stayProblems() -> [String]? {
    revisions.removeFirst(revisions.count - 1)
    return revisions[0].snapshot.list == list ? nil : ["the view stops too early"]
  }

  /// Returns what is wrong with a step, after which the list has to be that of the newest revision: one that was committed.
  private func problems(of step: ViewStep) throws -> [String] {
    let before = list
    let (last, isSingle) = (revisions[revisions.count - 1], revisions.count == 2)
    revisions.removeFirst(revisions.count - 1)
    (lastChanges, list) = (step.changes, last.snapshot.list)
    let laws = PairLaws(changes: step.changes, before: before, after: list)
    var broken = laws.broken(isOneEdit: isSingle && last.isOneEdit, knowsContents: true)
    if step.isReset { broken.append("no reset") }
    if step.before != before.shape || step.after != list.shape { broken.append("the shapes are the lists'") }
    if isSingle, let told = last.told {
      comparisons += 1
      if !told.isSame(as: step.changes) { broken.append("the repository told [\(told)]") }
    }
    broken += try contentProblems(of: step.changes, in: list)
    return broken.map { "\($0) [\(step.changes)]" }
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
    check("the numbers", revisions[0].snapshot.numbers == all.numbers)
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
