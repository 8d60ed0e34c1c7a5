import ListChanges
import OutlineCore

/// What must hold of one edit for one user: the laws of the changes themselves, and of every other form they take.
struct PairLaws {
  let changes: ViewChanges
  let before: VisibleList
  let after: VisibleList

  /// The laws that are broken; empty when all hold.
  ///
  /// - Parameter isOneEdit: whether the changes are those of one edit, so that no section has to be deleted and
  ///   inserted because it moves while its rows change.
  func broken(isOneEdit: Bool = true) -> [String] {
    if changes.isEmpty, before == after { return [] }
    var broken =
      isOneEdit
      ? ChangeLaws(changes: changes, before: before, after: after).broken() : replayProblems
    broken += layoutProblems + inverseProblems
    if let problem = changes.problem(from: before.shape, to: after.shape) { broken.append("they add up: \(problem)") }
    if hasTwice { broken.append("nothing is both deleted and inserted") }
    if before == after { broken.append("nothing visible changed, no changes") }
    return broken
  }

  /// Law 1.
  private var replayProblems: [String] {
    guard (try? changes.replay(on: before, reading: after)) == after else { return ["they give the list after"] }
    var view = TableView(list: before)
    view.play(changes, reading: after)
    return view.list == after ? [] : ["a table view arrives at the list after"]
  }

  /// Law 4, and the same of the layout whose headers are rows.
  private var layoutProblems: [String] {
    var broken: [String] = []
    let flat = changes.flattened(from: before.shape, to: after.shape)
    if (try? flat.replay(on: before.lines, reading: after.lines)) != after.lines {
      broken.append("the flattened changes give the flattened list: \(flat)")
    }
    if (try? flat.inverse.replay(on: after.lines, reading: before.lines)) != before.lines {
      broken.append("the inverse of the flattened changes leads back: \(flat.inverse)")
    }
    let headerRows = changes.withHeaderRows
    if (try? headerRows.replay(on: before.withHeaderRows, reading: after.withHeaderRows)) != after.withHeaderRows {
      broken.append("the changes with header rows give the list with header rows: \(headerRows)")
    }
    return broken
  }

  /// Law 5.
  private var inverseProblems: [String] {
    let inverse = changes.inverse
    var broken: [String] = []
    if (try? inverse.replay(on: after, reading: before)) != before {
      broken.append("the inverse leads back: \(inverse)")
    }
    if inverse.inverse != changes { broken.append("the inverse of the inverse is the same again") }
    return broken
  }

  /// Whether a row is named as deleted and as inserted, where neither section opens, closes, comes, goes or moves: the
  /// rows of such a section come and go as one run.
  private var hasTwice: Bool {
    let wasOpen = Set(before.sections.map(\.header).filter { !$0.isCollapsed }.map(\.id))
    let isOpen = Set(after.sections.map(\.header).filter { !$0.isCollapsed }.map(\.id))
    let deleted = changes.deletedRows.filter { isOpen.contains(before.sections[$0.section].header.id) }
    let inserted = changes.insertedRows.filter { wasOpen.contains(after.sections[$0.section].header.id) }
    let left = Set(deleted.flatMap(\.paths).map { before[$0].id })
    return inserted.flatMap(\.paths).contains { left.contains(after[$0].id) }
  }
}
