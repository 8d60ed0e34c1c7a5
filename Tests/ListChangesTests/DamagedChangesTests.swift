import ListChanges
import TestSupport
import Testing

/// One way to damage correct changes; the result is nil if they have nothing to damage in this way.
struct Damage: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var damage: @Sendable (ViewChanges, ListTriple) -> ViewChanges?

  init(_ name: String, _ damage: @escaping @Sendable (ViewChanges, ListTriple) -> ViewChanges?) {
    testDescription = name
    self.damage = damage
  }

  /// Creates the damage that `change` does to the changes; it returns false if there is nothing to damage.
  private init(_ name: String, changing change: @escaping @Sendable (inout ViewChanges, ListTriple) -> Bool) {
    self.init(name) { changes, triple in
      var changes = changes
      return change(&changes, triple) ? changes : nil
    }
  }

  static let all = [
    Damage("an empty run") { changes, _ in
      changes.deletedRows.append(RowRun(section: 0, start: 0, count: 0))
      return true
    },
    Damage("a section before that is not there") { changes, triple in
      changes.deletedSections.append(IndexRun(triple.before.sections.count))
      return true
    },
    Damage("a row after that is not there") { changes, triple in
      guard let last = triple.after.sections.last else { return false }
      let section = triple.after.sections.count - 1
      changes.reloadedRows.append(RowRun(section: section, start: last.rows.count))
      return true
    },
    Damage("an index below 0") { changes, _ in
      changes.reloadedHeaders.insert(IndexRun(-2), at: 0)
      return true
    },
    Damage("runs in the wrong order") { changes, _ in
      guard changes.deletedRows.count > 1 else { return false }
      changes.deletedRows.reverse()
      return true
    },
    Damage("the same delete twice") { changes, _ in
      guard let last = changes.deletedSections.last else { return false }
      changes.deletedSections.append(last)
      return true
    },
    Damage("a run in two pieces") { changes, _ in
      guard let index = changes.insertedRows.firstIndex(where: { $0.count > 1 }) else { return false }
      let run = changes.insertedRows[index]
      let rest = RowRun(section: run.section, start: run.start + 1, count: run.count - 1)
      changes.insertedRows.replaceSubrange(index...index, with: [RowRun(section: run.section, start: run.start), rest])
      return true
    },
    Damage("a row deleted and moved") { changes, _ in
      guard let move = changes.movedRows.first else { return false }
      changes.deletedRows = Runs.merging(
        changes.deletedRows + [RowRun(section: move.from.section, start: move.from.row)])
      return true
    },
    Damage("a header inserted and reloaded") { changes, _ in
      guard let run = changes.insertedSections.first else { return false }
      changes.reloadedHeaders = Runs.merging(changes.reloadedHeaders + [IndexRun(run.start)])
      return true
    },
    Damage("a row deleted in a deleted section") { changes, triple in
      guard let run = changes.deletedSections.first(where: { !triple.before.sections[$0.start].rows.isEmpty }) else {
        return false
      }
      changes.deletedRows = Runs.merging(changes.deletedRows + [RowRun(section: run.start, start: 0)])
      return true
    },
    Damage("a row inserted in a moved section") { changes, triple in
      guard let move = changes.movedSections.first(where: { !triple.after.sections[$0.to].rows.isEmpty }) else {
        return false
      }
      changes.insertedRows = Runs.merging(changes.insertedRows + [RowRun(section: move.to, start: 0)])
      return true
    },
    Damage("a delete of rows forgotten") { changes, _ in changes.deletedRows.popLast() != nil },
    Damage("an insert of rows forgotten") { changes, _ in changes.insertedRows.popLast() != nil },
    Damage("an insert of sections forgotten") { changes, _ in changes.insertedSections.popLast() != nil },
    Damage("a move between two sections forgotten") { changes, _ in
      guard
        let index = changes.movedRows.firstIndex(where: { move in
          changes.movedRows.count == 1 && changes.newSection(of: move.from.section) != move.to.section
        })
      else { return false }
      changes.movedRows.remove(at: index)
      return true
    },
  ]
}

struct DamagedChangesTests {
  @Test(arguments: Damage.all)
  func `every kind of damage is found`(damage: Damage) throws {
    var damaged = 0
    for seed in 0..<3_000 {
      let triple = ListTriple(seed: seed)
      guard let changes = damage.damage(triple.changes, triple) else { continue }
      damaged += 1
      try #require(
        changes.problem(from: triple.before.shape, to: triple.after.shape) != nil, "seed \(seed): \(changes)")
    }
    #expect(damaged > 50, "the damage was done often enough to mean something")
  }

  @Test func `whatever has no problem replays, step by step too, to a list of the right shape`() throws {
    var harmless = 0
    for seed in 0..<6_000 {
      let triple = ListTriple(seed: seed)
      let (before, after) = (triple.before, triple.after)
      var generator = SeededGenerator(seed: UInt64(seed))
      let changes = triple.changes.nudged(using: &generator)
      guard changes != triple.changes, changes.problem(from: before.shape, to: after.shape) == nil else { continue }
      harmless += 1
      let replayed = try changes.replay(on: before, reading: after)
      try #require(replayed.shape == after.shape, "seed \(seed): \(changes)")
      try #require(before.applying(changes.steps, reading: after)?.shape == after.shape, "seed \(seed): \(changes)")
      try #require(changes.inverse.inverse == changes, "seed \(seed): \(changes)")
    }
    #expect(harmless > 100)
  }
}

extension ViewChanges {
  /// The same changes with one number of one run one higher or lower.
  fileprivate func nudged(using generator: inout SeededGenerator) -> ViewChanges {
    var changes = self
    let step = Bool.random(using: &generator) ? 1 : -1
    func nudge<Run>(_ runs: inout [Run], _ number: WritableKeyPath<Run, Int>) {
      guard let index = runs.indices.randomElement(using: &generator) else { return }
      runs[index][keyPath: number] += step
    }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: nudge(&changes.deletedSections, \.start)
    case 1: nudge(&changes.insertedSections, \.start)
    case 2: nudge(&changes.movedSections, \.to)
    case 3: nudge(&changes.deletedRows, \.start)
    case 4: nudge(&changes.insertedRows, \.start)
    case 5: nudge(&changes.insertedRows, \.count)
    case 6: nudge(&changes.movedRows, \.to.row)
    case 7: nudge(&changes.movedRows, \.from.section)
    default: nudge(&changes.reloadedRows, \.start)
    }
    return changes
  }
}
