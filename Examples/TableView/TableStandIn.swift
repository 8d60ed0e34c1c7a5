import ListChanges

/// What a table view throws when an update does not add up.
struct InvalidUpdate: Error, CustomStringConvertible {
  let description: String
}

/// What a table view asks of its data source.
protocol TableDataSource {
  var numberOfSections: Int { get }
  func numberOfRows(inSection section: Int) -> Int?
  func headerText(ofSection section: Int) -> String
  func rowText(at path: RowPath) throws -> String
}

/// A table view without a screen: it remembers what it shows, and checks every update as the real ones do.
struct TableStandIn {
  private var sections: [(header: String, rows: [String])] = []

  /// Shows everything anew.
  mutating func reload(from source: some TableDataSource) throws {
    sections = try (0..<source.numberOfSections).map { section in
      let rows = try (0..<(source.numberOfRows(inSection: section) ?? 0)).map {
        try source.rowText(at: RowPath(section: section, row: $0))
      }
      return (source.headerText(ofSection: section), rows)
    }
  }

  /// Carries an update out, reading from the source what is inserted and what is drawn again.
  mutating func update(_ changes: ViewChanges, from source: some TableDataSource) throws {
    let before = ListShape(rowCounts: sections.map(\.rows.count))
    let after = ListShape(rowCounts: (0..<source.numberOfSections).map { source.numberOfRows(inSection: $0) ?? 0 })
    if let problem = changes.problem(from: before, to: after) {
      throw InvalidUpdate(description: "Invalid update: \(problem)")
    }
    for step in changes.steps {
      switch step {
      case .deleteRows(let run): sections[run.section].rows.removeSubrange(run.range)
      case .deleteSections(let run): sections.removeSubrange(run.range)
      case .insertSections(let run):
        let new = try run.range.map { section in
          let rows = try (0..<(source.numberOfRows(inSection: section) ?? 0)).map {
            try source.rowText(at: RowPath(section: section, row: $0))
          }
          return (header: source.headerText(ofSection: section), rows: rows)
        }
        sections.insert(contentsOf: new, at: run.start)
      case .insertRows(let run):
        let new = try run.range.map { try source.rowText(at: RowPath(section: run.section, row: $0)) }
        sections[run.section].rows.insert(contentsOf: new, at: run.start)
      case .reloadRows(let run):
        for row in run.range {
          sections[run.section].rows[row] = try source.rowText(at: RowPath(section: run.section, row: row))
        }
      case .reloadHeaders(let run):
        for section in run.range { sections[section].header = source.headerText(ofSection: section) }
      }
    }
  }

  /// Throws where what is shown is not what the source would say now.
  func check(against source: some TableDataSource) throws {
    var fresh = TableStandIn()
    try fresh.reload(from: source)
    for (section, (shown, wanted)) in zip(sections, fresh.sections).enumerated() where shown != wanted {
      throw InvalidUpdate(description: "section \(section) shows \(shown) instead of \(wanted)")
    }
    if sections.count != fresh.sections.count {
      throw InvalidUpdate(description: "\(sections.count) sections are shown instead of \(fresh.sections.count)")
    }
  }
}
