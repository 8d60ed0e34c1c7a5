extension ViewChanges {
  /// Returns the first reason why the changes cannot lead from a list of one shape to a list of another, or nil.
  ///
  /// The checks are made in this order:
  /// 1. No run is empty or outside its list.
  /// 2. The runs of each part are sorted, disjoint and as long as possible.
  /// 3. No two changes name the same position, and nothing is both inserted and reloaded.
  /// 4. Rows are deleted, inserted and moved only in sections that are not deleted, inserted or moved as a whole. Rows
  ///    are reloaded only in sections that are not inserted.
  /// 5. Each ``Conversion`` leads from a deleted to an inserted position. The conversions are sorted by the positions
  ///    that they leave, and no two arrive at the same one.
  /// 6. The number of sections and, in each section, the number of rows add up.
  ///
  /// If the result is nil, a replay does not throw, and a list view that checks counts accepts the changes. Whether the
  /// content is right, or fewer changes would do, cannot be seen from the shapes. O(sections + runs · log runs).
  /// - Parameters:
  ///   - before: The shape of the list before.
  ///   - after: The shape of the list after.
  public func problem(from before: ListShape, to after: ListShape) -> ViewChangesProblem? {
    boundsProblem(from: before, to: after) ?? orderProblem ?? repetitionProblem ?? sectionProblem
      ?? conversionProblem(from: before, to: after) ?? countProblem(from: before, to: after)
  }

  private func boundsProblem(from before: ListShape, to after: ListShape) -> ViewChangesProblem? {
    for part in ViewChangesProblem.Part.allCases {
      for runs in runs(of: part) {
        for (index, run) in runs.enumerated() {
          guard run.count >= 1 else { return .emptyRun(part, at: index) }
          let shape = run.isOld ? before : after
          guard let length = run.section.map({ shape.rowCount(inSection: $0) }) ?? shape.sectionCount else {
            return .outside(part, run.sectionPosition)
          }
          guard run.start >= 0, run.start < length else { return .outside(part, run.position(run.start)) }
          guard run.count <= length - run.start else { return .outside(part, run.position(length)) }
        }
      }
    }
    return nil
  }

  private var orderProblem: ViewChangesProblem? {
    for part in ViewChangesProblem.Part.allCases {
      let sides = runs(of: part)
      for index in sides[0].indices.dropFirst() {
        if sides[0][index].begins(insideOrBefore: sides[0][index - 1]) { return .outOfOrder(part, at: index) }
        if sides.allSatisfy({ $0[index].continues($0[index - 1]) }) { return .notMerged(part, at: index) }
      }
    }
    return nil
  }

  private var repetitionProblem: ViewChangesProblem? {
    let leaving = runs(of: .movedSections)[0] + runs(of: .deletedSections)[0]
    let arriving = runs(of: .movedSections)[1] + runs(of: .insertedSections)[0]
    let leavingRows = runs(of: .movedRows)[0] + runs(of: .deletedRows)[0]
    let arrivingRows = runs(of: .movedRows)[1] + runs(of: .insertedRows)[0]
    let drawnHeaders = runs(of: .insertedSections)[0] + runs(of: .reloadedHeaders)[0]
    let drawnRows = runs(of: .insertedRows)[0] + runs(of: .reloadedRows)[0]
    for runs in [leaving, arriving, leavingRows, arrivingRows, drawnHeaders, drawnRows] {
      let sorted = runs.sorted { $0.precedes($1) }
      for (run, next) in zip(sorted, sorted.dropFirst()) where next.begins(insideOrBefore: run) {
        return .namedTwice(next.position(next.start))
      }
    }
    return nil
  }

  private var sectionProblem: ViewChangesProblem? {
    let moves = runs(of: .movedSections)
    let old = [(moves[0], .moved), (runs(of: .deletedSections)[0], ViewChangesProblem.Fate.deleted)]
    let new = [(moves[1], .moved), (runs(of: .insertedSections)[0], ViewChangesProblem.Fate.inserted)]
    for (named, fate) in old + new {
      let isOld = named.first?.isOld ?? true
      let sections = named.sorted { $0.precedes($1) }
      for part in [ViewChangesProblem.Part.deletedRows, .insertedRows, .movedRows, .reloadedRows] {
        if part == .reloadedRows, fate == .moved { continue }
        for run in runs(of: part).joined() where run.isOld == isOld {
          guard let section = run.section else { continue }
          let index = sections.partitioningIndex { $0.start + $0.count > section }
          if index < sections.endIndex, sections[index].start <= section {
            return .rowInChangedSection(part, run.sectionPosition, fate)
          }
        }
      }
    }
    return nil
  }

  private func conversionProblem(from before: ListShape, to after: ListShape) -> ViewChangesProblem? {
    if converted.isEmpty { return nil }
    let leaving = NamedPositions(runs(of: .deletedSections)[0] + runs(of: .deletedRows)[0])
    let arriving = NamedPositions(runs(of: .insertedSections)[0] + runs(of: .insertedRows)[0])
    var seen: (old: Int?, new: Set<Int>) = (nil, [])
    for (index, item) in converted.enumerated() {
      guard let from = before.line(of: item.from), let to = after.line(of: item.to), leaving.contains(item.from),
        arriving.contains(item.to), from > seen.old ?? -1, seen.new.insert(to).inserted
      else { return .badConversion(at: index) }
      seen.old = from
    }
    return nil
  }
}

/// The sections and rows that some runs name, and all rows of these sections.
private struct NamedPositions {
  private var sections: Set<Int> = []
  private var rows: [Int: [IndexRun]] = [:]

  init(_ runs: [NamedRun]) {
    for run in runs {
      if let section = run.section {
        rows[section, default: []].append(IndexRun(run.start, count: run.count))
      } else {
        sections.formUnion(run.start..<(run.start + run.count))
      }
    }
  }

  func contains(_ position: ListPosition) -> Bool {
    if sections.contains(position.section) { return true }
    guard case .row(let path) = position else { return false }
    let runs = rows[path.section, default: []]
    let index = runs.partitioningIndex { $0.start + $0.count > path.row }
    return index < runs.endIndex && runs[index].start <= path.row
  }
}
