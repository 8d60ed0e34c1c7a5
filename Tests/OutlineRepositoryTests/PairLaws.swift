import ListChanges
import OutlineCore

/// What must hold of one edit for one user: the laws of the changes themselves, and of every other form they take.
struct PairLaws {
  let changes: ViewChanges
  let before: VisibleList
  let after: VisibleList

  /// The laws that are broken; empty when all hold.
  ///
  /// - Parameters:
  ///   - isOneEdit: whether the changes are those of one edit, so that no section moves while its rows come, go or
  ///     move.
  ///   - knowsContents: whether contents were compared; if not, a row that was changed and changed back may be
  ///     reloaded.
  func broken(isOneEdit: Bool = true, knowsContents: Bool = true) -> [String] {
    if changes.isEmpty, before == after { return [] }
    if let problem = changes.problem(from: before.shape, to: after.shape) { return ["they add up: \(problem)"] }
    var broken = ChangeLaws(
      changes: changes, before: before, after: after, isOneEdit: isOneEdit, knowsContents: knowsContents
    ).broken()
    broken += layoutProblems + inverseProblems
    if hasTwice { broken.append("nothing is both deleted and inserted") }
    return broken
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

  /// Whether a row is named as deleted and as inserted.
  ///
  /// Such a row is in sections that stay where they are, before and after: it would have to move.
  private var hasTwice: Bool {
    let left = Set(changes.deletedRows.flatMap(\.paths).map { before[$0].id })
    return changes.insertedRows.flatMap(\.paths).contains { left.contains(after[$0].id) }
  }
}
