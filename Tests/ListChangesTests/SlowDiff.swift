import ListChanges
import TestSupport

/// Changes found by comparing two lists place by place, with only the types of the library.
///
/// Sometimes something that stays is deleted and inserted all the same, because changes need not be minimal.
struct SlowDiff {
  typealias List = ListTriple.List

  private(set) var changes = ViewChanges()
  private let before: List
  private let after: List
  /// The old index of each section of the list after that stays or moves.
  private var oldSection: [Int: Int] = [:]
  private var keptSections: [(old: Int, new: Int)] = []

  init(from before: List, to after: List, using generator: inout SeededGenerator) {
    self.before = before
    self.after = after
    pairSections(using: &generator)
    pairRows(using: &generator)
    changes.reloadedHeaders = SlowRuns.of(
      oldSection.filter { before.sections[$1].header != after.sections[$0].header }.map(\.key))
  }

  private mutating func pairSections(using generator: inout SeededGenerator) {
    var pairs: [(old: Int, new: Int)] = []
    for (new, section) in after.sections.enumerated() {
      let old = before.sections.firstIndex { $0.header.id == section.header.id }
      if let old, Int.random(in: 0..<12, using: &generator) > 0 { pairs.append((old, new)) }
    }
    let staying = Self.longestInOrder(pairs.map(\.old))
    var moves: [IndexMove] = []
    for pair in pairs {
      if staying.contains(pair.old) {
        keptSections.append(pair)
      } else if before.sections[pair.old].rows.map(\.id) == after.sections[pair.new].rows.map(\.id) {
        moves.append(IndexMove(from: pair.old, to: pair.new))
      } else {
        continue
      }
      oldSection[pair.new] = pair.old
    }
    changes.movedSections = SlowRuns.of(moves)
    changes.deletedSections = SlowRuns.of(before.sections.indices.filter { !oldSection.values.contains($0) })
    changes.insertedSections = SlowRuns.of(after.sections.indices.filter { oldSection[$0] == nil })
  }

  private mutating func pairRows(using generator: inout SeededGenerator) {
    var sources: [Int: RowPath] = [:]
    for (old, _) in keptSections {
      for (row, item) in before.sections[old].rows.enumerated() {
        sources[item.id] = RowPath(section: old, row: row)
      }
    }
    var (paired, inserted, reloaded): (Set<RowPath>, [RowPath], [RowPath]) = ([], [], [])
    var moves: [RowMove] = []
    for (old, new) in keptSections {
      let rows = after.sections[new].rows
      let staying = Self.longestInOrder(rows.compactMap { sources[$0.id] }.filter { $0.section == old }.map(\.row))
      for (row, item) in rows.enumerated() {
        let path = RowPath(section: new, row: row)
        guard let source = sources[item.id], Int.random(in: 0..<12, using: &generator) > 0 else {
          inserted.append(path)
          continue
        }
        paired.insert(source)
        if source.section != old || !staying.contains(source.row) { moves.append(RowMove(from: source, to: path)) }
        if before.sections[source.section].rows[source.row] != item { reloaded.append(path) }
      }
    }
    for move in changes.movedSections {
      for step in 0..<move.count {
        for (row, item) in after.sections[move.to + step].rows.enumerated()
        where before.sections[move.from + step].rows[row] != item {
          reloaded.append(RowPath(section: move.to + step, row: row))
        }
      }
    }
    changes.movedRows = SlowRuns.of(moves)
    changes.deletedRows = SlowRuns.of(rows: sources.values.filter { !paired.contains($0) })
    changes.insertedRows = SlowRuns.of(rows: inserted)
    changes.reloadedRows = SlowRuns.of(rows: reloaded)
  }

  /// The members of a longest increasing subsequence, by trying every end in turn: O(n²).
  private static func longestInOrder(_ values: [Int]) -> Set<Int> {
    var best: [[Int]] = []
    for value in values {
      let front = best.filter { ($0.last ?? -1) < value }.max { $0.count < $1.count } ?? []
      best.append(front + [value])
    }
    return Set(best.max { $0.count < $1.count } ?? [])
  }
}
