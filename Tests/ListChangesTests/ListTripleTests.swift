import ListChanges
import Testing

/// Properties of all changes, tried on random ones; a failure names the seed that reproduces it.
struct ListTripleTests {
  private func forEachTriple(
    seeds: Range<Int> = 0..<6_000, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: (ListTriple) throws -> Bool
  ) throws {
    for seed in seeds {
      let triple = ListTriple(seed: seed)
      try #require(try holds(triple), "seed \(seed): \(triple.changes)", sourceLocation: sourceLocation)
    }
  }

  @Test func `random changes are of every kind`() {
    let all = (0..<6_000).map { ListTriple(seed: $0).changes }
    let counts = [
      all.count { !$0.deletedSections.isEmpty }, all.count { !$0.insertedSections.isEmpty },
      all.count { !$0.movedSections.isEmpty }, all.count { !$0.deletedRows.isEmpty },
      all.count { !$0.insertedRows.isEmpty }, all.count { !$0.movedRows.isEmpty },
      all.count { !$0.reloadedRows.isEmpty }, all.count { !$0.reloadedHeaders.isEmpty },
      all.count { !$0.movedSections.isEmpty && !$0.movedRows.isEmpty }, all.count(where: reloadsMovedSection),
    ]
    #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
  }

  /// Whether a row is reloaded in a section that moves.
  private func reloadsMovedSection(_ changes: ViewChanges) -> Bool {
    let moved = Set(changes.movedSections.flatMap { $0.to..<($0.to + $0.count) })
    return changes.reloadedRows.contains { moved.contains($0.section) }
  }

  @Test func `they lead from the list before to the list after`() throws {
    try forEachTriple { triple in
      try triple.changes.replay(on: triple.before, reading: triple.after) == triple.after
        && triple.changes.problem(from: triple.before.shape, to: triple.after.shape) == nil
    }
  }

  @Test func `flattened, they lead from the lines before to the lines after`() throws {
    try forEachTriple { triple in
      let (before, after) = (triple.before, triple.after)
      let lines = triple.changes.flattened(from: before.shape, to: after.shape)
      return try lines.replay(on: before.lines, reading: after.lines) == after.lines
        && lines.inverse.replay(on: after.lines, reading: before.lines) == before.lines
        && lines.inverse == triple.changes.inverse.flattened(from: after.shape, to: before.shape)
        && before.lines.applying(lines.steps, reading: after.lines) == after.lines
    }
  }

  @Test func `with header rows, they lead from the rows before to the rows after`() throws {
    try forEachTriple { triple in
      let (before, after, changes) = (triple.before, triple.after, triple.changes.withHeaderRows)
      return try changes.replay(on: before.withHeaderRows, reading: after.withHeaderRows) == after.withHeaderRows
        && changes.problem(from: before.shape.withHeaderRows, to: after.shape.withHeaderRows) == nil
    }
  }

  @Test func `the inverse leads back, and its inverse is the same again`() throws {
    try forEachTriple { triple in
      let inverse = triple.changes.inverse
      return try inverse.replay(on: triple.after, reading: triple.before) == triple.before
        && inverse.inverse == triple.changes
        && inverse.problem(from: triple.after.shape, to: triple.before.shape) == nil
    }
  }

  @Test func `one step at a time leads to the list after`() throws {
    try forEachTriple { triple in
      triple.before.applying(triple.changes.steps, reading: triple.after) == triple.after
    }
  }

  @Test func `every place is found in the other list`() throws {
    try forEachTriple(seeds: 0..<2_000) { triple in
      let (old, new) = (triple.before.sections, triple.after.sections)
      return new.indices.allSatisfy { index in
        guard let source = triple.changes.oldSection(of: index) else { return true }
        return old[source].header.id == new[index].header.id && triple.changes.newSection(of: source) == index
      }
        && new.indices.allSatisfy { index in
          new[index].rows.indices.allSatisfy { row in
            let path = RowPath(section: index, row: row)
            guard let source = triple.changes.oldRow(of: path) else { return true }
            return old[source.section].rows[source.row].id == new[index].rows[row].id
              && triple.changes.newRow(of: source) == path
          }
        }
    }
  }

  @Test func `what has no place in the other list is what is inserted`() throws {
    try forEachTriple(seeds: 0..<2_000) { triple in
      let shape = triple.after.shape
      let sections = (0..<shape.sectionCount).filter { triple.changes.oldSection(of: $0) == nil }
      let rows = (0..<shape.lineCount).compactMap { line -> RowPath? in
        guard case .row(let path) = shape.position(ofLine: line), !sections.contains(path.section) else { return nil }
        return triple.changes.oldRow(of: path) == nil ? path : nil
      }
      return Runs.of(sections) == triple.changes.insertedSections
        && Runs.of(rows: rows) == triple.changes.insertedRows
    }
  }
}
