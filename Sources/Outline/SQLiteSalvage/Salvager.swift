/// A table whose rows are looked for.
package struct SalvagedTable: Sendable {
  package let name: String
  /// Whether the table is WITHOUT ROWID, and so stored as an index is.
  package let isWithoutRowID: Bool
  /// Whether a record can be a row of the table, judged by its values.
  package let fits: @Sendable ([RecordValue]) -> Bool

  package init(_ name: String, isWithoutRowID: Bool = false, fits: @escaping @Sendable ([RecordValue]) -> Bool) {
    self.name = name
    self.isWithoutRowID = isWithoutRowID
    self.fits = fits
  }
}

/// A row that was found in a file.
package struct SalvagedRow: Sendable {
  /// Where a row was found, the most trustworthy first.
  package enum Origin: Int, Sendable {
    /// In the b-tree of its table.
    case table
    /// On a page that nothing refers to; the row was recognized by its values.
    case lostPage
    /// On a page in SQLite's list of free pages; the row may have been deleted before the damage.
    case freePage
  }

  package let table: String
  /// The rowid; 0 in a table WITHOUT ROWID.
  package let rowID: Int64
  package let values: [RecordValue]
  package let origin: Origin
  /// Whether the end of the row is missing.
  package let isCut: Bool
}

/// Reads the rows of tables out of an SQLite file that SQLite itself may not be able to read.
///
/// Whatever the file holds, this ends after looking at every page a few times.
package final class Salvager {
  private let file: PagedFile
  private let tables: [SalvagedTable]
  private var free: PageSet
  /// Whether a b-tree has holes, or a table cannot be found.
  private var isDamaged = false

  private init(_ file: PagedFile, _ tables: [SalvagedTable]) {
    self.file = file
    self.tables = tables
    free = PageSet(count: file.pageCount)
  }

  /// Calls `take` with every row that is found, the most certain first; the same row may come several times.
  ///
  /// If all tables are whole, only their pages are read; otherwise also the pages that nothing refers to, and the free
  /// pages last.
  package static func salvage(
    _ source: any PageSource, _ tables: [SalvagedTable], _ take: (SalvagedRow) throws -> Void
  ) rethrows {
    var count = 0
    for trustsHead in [true, false] where count == 0 {
      guard let file = PagedFile(source, trustsHead: trustsHead) else { continue }
      try Salvager(file, tables).salvage { row in
        count += 1
        try take(row)
      }
    }
  }

  private func salvage(_ take: (SalvagedRow) throws -> Void) rethrows {
    let roots = schema()
    findFreePages()
    for table in tables {
      guard let root = roots.first(where: { $0.name == table.name })?.root else {
        isDamaged = true
        continue
      }
      try walk(root, isTable: !table.isWithoutRowID) { page in try rows(of: page, in: table, .table, take) }
    }
    guard isDamaged else { return }
    for (name, root) in roots where !tables.contains(where: { $0.name == name }) { walk(root, isTable: nil) { _ in } }
    try lostPages(take)
  }

  // MARK: - Pages that the schema refers to

  /// Returns the first pages of all tables and indexes, as far as the schema can be read.
  private func schema() -> [(name: String, root: Int)] {
    if file.strayFirstPage != nil { return [] }
    var roots: [(String, Int)] = []
    walk(1, isTable: true) { page in
      file.eachRecord(of: page) { _, record in
        guard record.values.count == 5, case .text(let name) = record.values[1],
          case .integer(let root) = record.values[3], root > 1, root <= Int64(file.pageCount)
        else { return }
        roots.append((String(decoding: name, as: UTF8.self), Int(root)))
      }
    }
    return roots
  }

  /// Calls `body` with every page of a b-tree that can be reached and belongs to nothing else.
  ///
  /// - Parameter isTable: Whether its pages are those of a table; nil to accept the kind of the root.
  private func walk(_ root: Int, isTable: Bool?, _ body: (BTreePage) throws -> Void) rethrows {
    var waiting = [root]
    var isTable = isTable
    while let number = waiting.popLast() {
      guard !file.owned.contains(number), let page = file.bTreePage(number),
        (isTable ?? page.kind.isTable) == page.kind.isTable
      else {
        isDamaged = true
        continue
      }
      isTable = page.kind.isTable
      file.owned.insert(number)
      waiting += page.children.reversed()
      try body(page)
    }
  }

  /// Finds the free pages by SQLite's list; without the file's header, by all pages that look like a part of the list.
  private func findFreePages() {
    guard let header = file.header else {
      for number in stride(from: 1, through: file.pageCount, by: 1) { _ = noteTrunk(number) }
      return
    }
    var next = header.number(at: 32, count: 4) ?? 0
    while next > 1, !free.contains(next), let following = noteTrunk(next) { next = following }
  }

  /// Adds the pages in one part of the list of free pages; returns the next part's page, or nil if this is no part.
  private func noteTrunk(_ number: Int) -> Int? {
    guard let reader = file.page(number).map(ByteReader.init), let next = reader.number(at: 0, count: 4),
      let count = reader.number(at: 4, count: 4), next <= file.pageCount, count <= file.usable / 4 - 2
    else { return nil }
    let leaves = (0..<count).compactMap { reader.number(at: 8 + 4 * $0, count: 4) }
    guard leaves.allSatisfy({ $0 > 1 && $0 <= file.pageCount }), Set(leaves).count == count else { return nil }
    free.insert(number)
    for leaf in leaves { free.insert(leaf) }
    return next
  }

  // MARK: - Pages that nothing refers to

  private func lostPages(_ take: (SalvagedRow) throws -> Void) rethrows {
    var referenced = PageSet(count: file.pageCount)
    for number in stride(from: 1, through: file.pageCount, by: 1) where isLost(number) && !free.contains(number) {
      for child in file.bTreePage(number)?.children ?? [] { referenced.insert(child) }
    }
    let isUsed = { (number: Int) in !self.free.contains(number) }
    for isWanted in [{ isUsed($0) && referenced.contains($0) }, isUsed, { _ in true }] {
      for number in stride(from: 1, through: file.pageCount, by: 1) where isLost(number) && isWanted(number) {
        guard let page = file.bTreePage(number) else { continue }
        file.owned.insert(number)
        try rows(of: page, in: nil, free.contains(number) ? .freePage : .lostPage, take)
      }
    }
  }

  private func isLost(_ number: Int) -> Bool { !file.owned.contains(number) }

  /// Calls `take` with the rows of a page that can be rows of a table.
  ///
  /// - Parameter table: The table whose page it is; nil to recognize the rows.
  private func rows(
    of page: BTreePage, in table: SalvagedTable?, _ origin: SalvagedRow.Origin, _ take: (SalvagedRow) throws -> Void
  ) rethrows {
    try file.eachRecord(of: page) { rowID, record in
      let likely = tables.first { $0.isWithoutRowID != page.kind.isTable && $0.fits(record.values) }
      guard let name = table?.fits(record.values) == true ? table?.name : (likely ?? table)?.name else { return }
      try take(
        SalvagedRow(table: name, rowID: rowID, values: record.values, origin: origin, isCut: record.isCut))
    }
  }
}
