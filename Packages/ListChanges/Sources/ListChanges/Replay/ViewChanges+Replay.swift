/// An error in changes that do not match the list that they are replayed on.
public enum ReplayError: Error, Hashable {
  /// A section of the list before does not exist or is removed twice.
  case badOldSection(Int)
  /// A section of the list after does not exist or is filled twice.
  case badNewSection(Int)
  /// A row of the list before does not exist or is removed twice.
  case badOldRow(RowPath)
  /// A row of the list after does not exist, or is filled twice.
  case badNewRow(RowPath)
}

extension ReplayError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .badOldSection(let section): "Section \(section) of the list before is not there, or leaves twice."
    case .badNewSection(let section): "Section \(section) of the list after is not there, or arrives twice."
    case .badOldRow(let path):
      "Row \(path.row) of section \(path.section) of the list before is not there, or leaves twice."
    case .badNewRow(let path):
      "Row \(path.row) of section \(path.section) of the list after is not there, or arrives twice."
    }
  }
}

extension ViewChanges {
  /// Applies the changes to a copy of the list before, and returns the list after.
  ///
  /// Reads only the inserted and reloaded parts of `after`, as a list view does when it carries out the changes. O(size
  /// of the lists).
  /// - Parameters:
  ///   - before: The list before.
  ///   - after: The list after, which provides new content.
  /// - Throws: ``ReplayError`` if an index is outside its list or a position is named twice.
  public func replay<Header, Row>(
    on before: GroupedList<Header, Row>, reading after: GroupedList<Header, Row>
  ) throws(ReplayError) -> GroupedList<Header, Row> {
    var leaving = try takenRows(of: before)
    var arrivals: [RowPath: Row] = [:]
    for run in insertedRows {
      for row in run.range {
        let path = RowPath(section: run.section, row: row)
        try fill(&arrivals, path, with: after.row(at: path))
      }
    }
    for move in movedRows {
      for step in 0..<max(0, move.count) {
        let from = RowPath(section: move.from.section, row: move.from.row &+ step)
        let to = RowPath(section: move.to.section, row: move.to.row &+ step)
        guard let row = before.row(at: from), leaving.insert(from).inserted else { throw .badOldRow(from) }
        try fill(&arrivals, to, with: row)
      }
    }
    var list = try replaySections(on: before, reading: after, without: leaving)
    try insert(arrivals, into: &list)
    try reloadContent(in: &list, reading: after)
    return list
  }

  private func takenRows<Header, Row>(of before: GroupedList<Header, Row>) throws(ReplayError) -> Set<RowPath> {
    var taken: Set<RowPath> = []
    for run in deletedRows {
      for row in run.range {
        let path = RowPath(section: run.section, row: row)
        guard before.row(at: path) != nil, taken.insert(path).inserted else { throw .badOldRow(path) }
      }
    }
    return taken
  }

  private func fill<Row>(_ rows: inout [RowPath: Row], _ path: RowPath, with row: Row?) throws(ReplayError) {
    guard let row, rows.updateValue(row, forKey: path) == nil else { throw .badNewRow(path) }
  }

  private func replaySections<Header, Row>(
    on before: GroupedList<Header, Row>, reading after: GroupedList<Header, Row>, without leaving: Set<RowPath>
  ) throws(ReplayError) -> GroupedList<Header, Row> {
    var remaining = before.sections
    for (section, paths) in Dictionary(grouping: leaving, by: \.section) {
      let rows = remaining[section].rows
      let left = Set(paths.map(\.row))
      remaining[section].rows = rows.indices.filter { !left.contains($0) }.map { rows[$0] }
    }
    do throws(BadIndex) {
      let moves = movedSections.map { IndexMove(from: $0.from, to: $0.to, count: $0.count) }
      remaining = try ListChanges.replay(
        deleted: deletedSections, inserted: insertedSections, moved: moves, on: remaining, reading: after.sections)
    } catch {
      switch error {
      case .old(let section): throw .badOldSection(section)
      case .new(let section): throw .badNewSection(section)
      }
    }
    let named = Set(deletedSections.flatMap(\.range) + movedSections.flatMap { $0.from..<($0.from + $0.count) })
    if let path = leaving.first(where: { named.contains($0.section) }) { throw .badOldRow(path) }
    return GroupedList(remaining)
  }

  private func insert<Header, Row>(
    _ arrivals: [RowPath: Row], into list: inout GroupedList<Header, Row>
  ) throws(ReplayError) {
    let bySection = Dictionary(grouping: arrivals.keys, by: \.section)
    for (section, paths) in bySection {
      let added = Dictionary(paths.compactMap { path in arrivals[path].map { (path.row, $0) } }) { first, _ in first }
      guard list.sections.indices.contains(section),
        let rows = merge(list.sections[section].rows, with: added)
      else { throw .badNewRow(paths[0]) }
      list.sections[section].rows = rows
    }
  }

  private func reloadContent<Header, Row>(
    in list: inout GroupedList<Header, Row>, reading after: GroupedList<Header, Row>
  ) throws(ReplayError) {
    for run in reloadedRows {
      for row in run.range {
        let path = RowPath(section: run.section, row: row)
        guard list.row(at: path) != nil, let content = after.row(at: path) else { throw .badNewRow(path) }
        list.sections[run.section].rows[row] = content
      }
    }
    for run in reloadedHeaders {
      for index in run.range {
        guard list.sections.indices.contains(index), after.sections.indices.contains(index) else {
          throw .badNewSection(index)
        }
        list.sections[index].header = after.sections[index].header
      }
    }
  }
}

extension GroupedList {
  fileprivate func row(at path: RowPath) -> Row? {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
      return nil
    }
    return sections[path.section].rows[path.row]
  }
}
