import ListChanges
import OutlineCore
import OutlineStore

/// The rows that were changed after a revision, and their states, to answer as of that revision.
struct RowOverlay {
  /// A row that was changed after the revision.
  private struct Touched {
    /// The row's position as of the revision; nil if it did not exist yet.
    var position: RowImage?
    /// The row's position in the file; nil if it is deleted.
    var positionInFile: RowImage?
    /// The state before each later change as far as the log records it, the oldest first; nil if the row did not exist.
    var later: ArraySlice<RowImage?> = []

    /// The logged parts of the content as of the revision: each column's old value in its earliest later change.
    var known: PartialRowContent {
      later.reduce(PartialRowContent()) { known, image in image.map { known.completed(by: $0.content) } ?? known }
    }

    /// The content as of the revision: the parts that the log has, and the rest from the file.
    func content(of id: RowID, _ reader: StoreReader) throws -> RowContent? {
      let known = known
      return known.content(over: try known.isComplete ? nil : reader.row(id)?.content)
    }
  }

  private var rows: [RowID: Touched] = [:]
  /// The touched rows of each section, both as of the revision and in the file.
  private var bySection: [SectionID: Set<RowID>] = [:]
  private var sectionsOf: [RowID: Set<SectionID>] = [:]

  /// Records a change that the file has and the revision does not have yet.
  mutating func add(_ id: RowID, _ old: RowImage?, _ new: RowImage?) {
    var row = rows[id] ?? Touched(position: old)
    row.positionInFile = new
    row.later.append(old)
    rows[id] = row
    for image in [old, new] {
      guard let image else { continue }
      bySection[image.section, default: []].insert(id)
      sectionsOf[id, default: []].insert(image.section)
    }
  }

  /// Moves the revision on by the oldest recorded change of a row.
  mutating func advance(_ id: RowID, _ new: RowImage?) {
    guard var row = rows[id] else { return }
    row.position = new
    row.later.removeFirst()
    rows[id] = row.later.isEmpty ? nil : row
    if row.later.isEmpty { forget(id) }
  }

  /// Removes a row that has no recorded changes left.
  private mutating func forget(_ id: RowID) {
    for section in sectionsOf.removeValue(forKey: id) ?? [] {
      bySection[section]?.remove(id)
      if bySection[section]?.isEmpty == true { bySection[section] = nil }
    }
  }

  /// Returns the position of a row as of the revision; nil if the row did not exist, or was not changed since.
  func position(of id: RowID) -> RowImage? { rows[id]?.position }

  /// Returns the section and the rank of a row as of the revision, or nil if there is no such row.
  func currentPosition(of id: RowID, _ reader: StoreReader) throws -> (section: SectionID, rank: OrderKey)? {
    if let touched = rows[id] { return touched.position.map { ($0.section, $0.rank) } }
    return try reader.row(id).map { ($0.section, $0.rank) }
  }

  /// Returns the content of a row as of the revision, or nil if there is no such row.
  func content(of id: RowID, _ reader: StoreReader) throws -> RowContent? {
    guard let touched = rows[id] else { return try reader.row(id)?.content }
    return touched.position == nil ? nil : try touched.content(of: id, reader)
  }

  /// Returns the numbers of rows and tasks of a section as of the revision.
  ///
  /// O(rows of the section that the file has changed since).
  func counts(of section: SectionID, _ reader: StoreReader) throws -> ItemCounts {
    try counts(of: section, from: -OrderKeys.bound, to: nil, in: reader.counts(of: section), reader)
  }

  /// Returns the numbers of rows and tasks of a section from one rank up to but not including another; nil means the end.
  ///
  /// O(n / 4,400 + s + t), where n is the number of the section's rows, s that of the rows in one span, and t that of the rows that the
  /// file has changed since.
  func counts(
    of section: SectionID, from start: OrderKey, to end: OrderKey?, _ reader: StoreReader
  ) throws -> ItemCounts {
    try counts(of: section, from: start, to: end, in: reader.counts(of: section, from: start, to: end), reader)
  }

  private func counts(
    of section: SectionID, from start: OrderKey, to end: OrderKey?, in file: ItemCounts, _ reader: StoreReader
  ) throws -> ItemCounts {
    func isInside(_ image: RowImage?) -> Bool {
      guard let image, image.section == section, image.rank >= start else { return false }
      return image.rank < end ?? .max
    }
    var counts = file
    for id in bySection[section, default: []] {
      guard let row = rows[id] else { continue }
      if isInside(row.positionInFile) { counts -= ItemCounts(row: try reader.row(id)?.isDone) }
      if isInside(row.position) { counts += ItemCounts(row: try row.content(of: id, reader)?.isDone) }
    }
    return counts
  }

  /// Returns the rank of the first row of a section after a rank that is at a level or further out, as of the revision; nil if there
  /// is none.
  func firstRow(in section: SectionID, after rank: OrderKey, level: Int, _ reader: StoreReader) throws -> OrderKey? {
    let ignored = Set(ranks(in: section).inFile)
    var found = try reader.firstRow(in: section, after: rank, level: level)
    while let rank = found, ignored.contains(rank) {
      found = try reader.firstRow(in: section, after: rank, level: level)
    }
    for id in bySection[section, default: []] {
      guard let row = rows[id], let position = row.position, position.section == section else { continue }
      if position.rank <= rank || position.rank >= found ?? .max { continue }
      if try row.content(of: id, reader)?.level ?? 1 <= level { found = position.rank }
    }
    return found
  }

  /// Returns the ranks of a section's touched rows in ascending order, as of the revision and in the file.
  private func ranks(in section: SectionID) -> (now: [OrderKey], inFile: [OrderKey]) {
    var now: [OrderKey] = []
    var inFile: [OrderKey] = []
    for id in bySection[section, default: []] {
      guard let row = rows[id] else { continue }
      if let position = row.position, position.section == section { now.append(position.rank) }
      if let position = row.positionInFile, position.section == section { inFile.append(position.rank) }
    }
    return (now.sorted(), inFile.sorted())
  }

  /// Returns the indices of rows in a section as of the revision, by their ranks.
  ///
  /// A few ranks are counted one by one, with the help of `row_count`; many neighbouring ranks take one walk along the
  /// index.
  func indices(of wanted: [OrderKey], in section: SectionID, _ reader: StoreReader) throws -> [OrderKey: Int] {
    let touched = ranks(in: section)
    let counts = try RankCounts(of: wanted, in: section, reader)
    var indices: [OrderKey: Int] = [:]
    for rank in wanted {
      indices[rank] =
        try counts.count(before: rank) - touched.inFile.count(below: rank) + touched.now.count(below: rank)
    }
    return indices
  }

  /// Calls `body` with the rows of a section as of the revision, in order from an index on, until it returns false.
  ///
  /// O(rows visited + touched rows of the section).
  func eachRow(
    of section: SectionID, from index: Int, _ reader: StoreReader, _ body: (Row, Int) throws -> Bool
  ) throws {
    guard let touched = bySection[section], !touched.isEmpty else {
      return try eachUntouchedRow(of: section, from: index, reader, body)
    }
    var ahead = try touchedRows(of: section, reader)
    var start: OrderKey?
    var next = 0
    // Each touched row shifts others by one position at most, so the revision has this row at `index` or before.
    let skipped = index - touched.count
    if skipped > 0 {
      guard let rank = try reader.row(at: skipped, in: section)?.rank else { return }
      next = try indices(of: [rank], in: section, reader)[rank, default: 0]
      ahead.removeAll { $0.rank < rank }
      start = rank
    }
    var waiting = ahead[...]
    var isOpen = true
    func visit(_ row: Row) throws {
      if isOpen, next >= index { isOpen = try body(row, next) }
      next += 1
    }
    try reader.eachRow(of: section, from: start ?? -OrderKeys.bound) { row in
      while isOpen, let first = waiting.first, first.rank < row.rank { try visit(waiting.removeFirst()) }
      if isOpen, rows[row.id] == nil { try visit(row) }
      return isOpen
    }
    while isOpen, !waiting.isEmpty { try visit(waiting.removeFirst()) }
  }

  /// Whether a row of a section is below another one, as of the revision or in the file.
  ///
  /// O(spans of the section + rows of it that the file has changed since).
  func hasLevels(_ section: SectionID, _ reader: StoreReader) throws -> Bool {
    if try reader.hasRowLevels(in: section) { return true }
    return try bySection[section, default: []].contains { id in
      guard let row = rows[id], row.position?.section == section else { return false }
      return try row.known.level ?? reader.row(id)?.level ?? 1 > 1
    }
  }

  /// Returns the levels of the rows at some indices of a section as of the revision; none for an index after the last row.
  func levels(of section: SectionID, at indices: Set<Int>, _ reader: StoreReader) throws -> [Int: Int] {
    var levels: [Int: Int] = [:]
    for run in Runs.of(indices) {
      try eachRow(of: section, from: run.start, reader) { row, index in
        levels[index] = row.level
        return index + 1 < run.start + run.count
      }
    }
    return levels
  }

  private func eachUntouchedRow(
    of section: SectionID, from index: Int, _ reader: StoreReader, _ body: (Row, Int) throws -> Bool
  ) throws {
    guard let first = try reader.row(at: index, in: section) else { return }
    var next = index
    try reader.eachRow(of: section, from: first.rank) { row in
      defer { next += 1 }
      return try body(row, next)
    }
  }

  /// Returns the touched rows of a section as of the revision, in order.
  private func touchedRows(of section: SectionID, _ reader: StoreReader) throws -> [Row] {
    try bySection[section, default: []].compactMap { id -> Row? in
      guard let row = rows[id], let position = row.position, position.section == section else { return nil }
      guard let content = try row.content(of: id, reader) else {
        throw StoreError.damaged(path: reader.path, message: "the log does not say what row \(id) was")
      }
      return Row(id: id, section: section, rank: position.rank, content: content)
    }.sorted { $0.rank < $1.rank }
  }
}

/// Counts the rows of a section that come before given ranks in the file.
private struct RankCounts {
  private let section: SectionID
  private let reader: StoreReader
  private var walked: (first: Int, ranks: [OrderKey])?

  init(of wanted: [OrderKey], in section: SectionID, _ reader: StoreReader) throws {
    self.section = section
    self.reader = reader
    guard wanted.count > 16, let low = wanted.min(), let high = wanted.max() else { return }
    let first = try reader.rowIndex(of: low, in: section)
    let last = try reader.rowIndex(of: high, in: section)
    if last - first < wanted.count * 400 { walked = (first, try reader.ranks(in: section, from: low, to: high)) }
  }

  func count(before rank: OrderKey) throws -> Int {
    guard let walked else { return try reader.rowIndex(of: rank, in: section) }
    return walked.first + walked.ranks.count(below: rank)
  }
}

extension [OrderKey] {
  /// Returns the first element of this ascending list that is not less than `rank`.
  ///
  /// O(log n).
  func first(from rank: OrderKey) -> OrderKey? { self[count(below: rank)...].first }

  /// Returns how many elements of this ascending list are less than `rank`.
  ///
  /// O(log n).
  func count(below rank: OrderKey) -> Int { partitioningIndex { $0 >= rank } }
}
