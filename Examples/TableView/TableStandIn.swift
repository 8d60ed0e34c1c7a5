import ListChanges

/// The error of a table view whose counts do not match after an update.
struct InvalidUpdate: Error, CustomStringConvertible {
  let description: String
}

/// The questions that a table view asks its data source.
protocol TableDataSource {
  var numberOfSections: Int { get }
  func numberOfRows(inSection section: Int) -> Int?
  func headerText(ofSection section: Int) -> String
  func rowText(at path: RowPath) throws -> String
}

/// A table view without a screen, which remembers what it shows and checks every update as real table views do.
struct TableStandIn {
  private var sections: [(header: String, rows: [String])] = []

  /// Loads everything again from the source.
  mutating func reload(from source: some TableDataSource) throws {
    sections = try (0..<source.numberOfSections).map { section in
      let rows = try (0..<(source.numberOfRows(inSection: section) ?? 0)).map {
        try source.rowText(at: RowPath(section: section, row: $0))
      }
      return (source.headerText(ofSection: section), rows)
    }
  }

  /// Applies an update, and reads inserted and reloaded content from the source.
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

  /// Throws an error if the table view differs from the source.
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
