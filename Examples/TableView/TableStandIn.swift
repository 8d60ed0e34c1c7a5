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

/// A table view without a screen, which asks and checks in the order of UITableView and UICollectionView.
///
/// - A reload waits for the next layout, and the data source is asked only then.
/// - An update begins with the layout that is due, so the data source is asked for the list before; then comes the block, and
///   then the source is asked for the list after.
/// - The number of sections, and of rows in each of them, must add up, or the update is invalid. A real view ends the program then.
struct TableStandIn {
  private var sections: [(header: String, rows: [String])] = []
  private var isLayoutDue = true

  /// Has everything loaded again at the next layout.
  mutating func reloadData() { isLayoutDue = true }

  /// Loads everything again from the source, if that is due.
  mutating func layoutIfNeeded(from source: some TableDataSource) throws {
    if !isLayoutDue { return }
    sections = try (0..<source.numberOfSections).map { try Self.section($0, of: source) }
    isLayoutDue = false
  }

  private static func section(
    _ section: Int, of source: some TableDataSource
  ) throws -> (header: String, rows: [String]) {
    let rows = try (0..<(source.numberOfRows(inSection: section) ?? 0)).map {
      try source.rowText(at: RowPath(section: section, row: $0))
    }
    return (source.headerText(ofSection: section), rows)
  }

  /// Applies an update, and reads inserted and reloaded content from the source.
  ///
  /// - Parameter update: Moves the source to the list after.
  mutating func performBatchUpdates(
    _ changes: ViewChanges, from source: some TableDataSource, update: () -> Void
  ) throws {
    try layoutIfNeeded(from: source)
    try checkCounts(source, "before the update")
    update()
    let steps = changes.steps
    for step in steps { try apply(step, from: source) }
    try checkCounts(source, "after \(changes)")
    for step in steps { try draw(step, from: source) }
  }

  /// Deletes and inserts; the rows that are inserted have no content yet, because a view asks for it after the counts.
  private mutating func apply(_ step: ListStep, from source: some TableDataSource) throws {
    func check(_ holds: Bool) throws { if !holds { throw InvalidUpdate(description: "Invalid update: \(step)") } }
    switch step {
    case .deleteRows(let run):
      try check(run.section < sections.count && run.range.upperBound <= sections[run.section].rows.count)
      sections[run.section].rows.removeSubrange(run.range)
    case .deleteSections(let run):
      try check(run.range.upperBound <= sections.count)
      sections.removeSubrange(run.range)
    case .insertSections(let run):
      try check(run.start <= sections.count)
      let rows = run.range.map { [String](repeating: "", count: source.numberOfRows(inSection: $0) ?? 0) }
      sections.insert(contentsOf: rows.map { ("", $0) }, at: run.start)
    case .insertRows(let run):
      try check(run.section < sections.count && run.start <= sections[run.section].rows.count)
      sections[run.section].rows.insert(contentsOf: [String](repeating: "", count: run.count), at: run.start)
    case .reloadRows, .reloadHeaders: break
    }
  }

  /// Reads what was inserted or is drawn again.
  private mutating func draw(_ step: ListStep, from source: some TableDataSource) throws {
    switch step {
    case .insertRows(let run), .reloadRows(let run):
      for row in run.range {
        sections[run.section].rows[row] = try source.rowText(at: RowPath(section: run.section, row: row))
      }
    case .insertSections(let run):
      for section in run.range { sections[section] = try Self.section(section, of: source) }
    case .reloadHeaders(let run):
      for section in run.range { sections[section].header = source.headerText(ofSection: section) }
    case .deleteRows, .deleteSections: break
    }
  }

  private func checkCounts(_ source: some TableDataSource, _ when: String) throws {
    let counts = (0..<source.numberOfSections).map { source.numberOfRows(inSection: $0) ?? 0 }
    if counts != sections.map(\.rows.count) {
      throw InvalidUpdate(
        description:
          "Invalid update: \(when), the source has \(counts) rows, and the view \(sections.map(\.rows.count))")
    }
  }

  /// Throws an error if the table view differs from the source.
  func check(against source: some TableDataSource) throws {
    if isLayoutDue { return }
    var fresh = TableStandIn()
    try fresh.layoutIfNeeded(from: source)
    for (section, (shown, wanted)) in zip(sections, fresh.sections).enumerated() where shown != wanted {
      throw InvalidUpdate(description: "section \(section) shows \(shown) instead of \(wanted)")
    }
    if sections.count != fresh.sections.count {
      throw InvalidUpdate(description: "\(sections.count) sections are shown instead of \(fresh.sections.count)")
    }
  }
}
