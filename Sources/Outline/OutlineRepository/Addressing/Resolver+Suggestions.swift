import OutlineCore
import OutlineStore

// Suggestions for addresses that name nothing.
extension Resolver {
  /// Returns the addresses that a number may have meant: the title or text that looks like it, and the row that it names
  /// with a colon in place of its last dot.
  func suggestions(for number: ItemNumber) throws -> [String] {
    let words = number.description
    var found: [String] = []
    if try !reader.sections(titled: words).isEmpty || !reader.rows(withText: words).isEmpty {
      found.append("=\(words)")
    }
    if number.row == nil, number.sections.count > 1 {
      var row = number
      row.row = row.sections.removeLast()
      var section: Section?
      for position in row.sections { section = try reader.section(position, below: section) }
      if let section, let position = row.row, position > 0, try reader.row(at: position - 1, in: section.id) != nil {
        found.append(row.description)
      }
    }
    return found
  }

  /// Returns the id that a word names if an `@` is put before it.
  private func suggestions(forWord word: String) throws -> [String] {
    guard word.first == "s" || word.first == "r" else { return [] }
    switch (try? Address(parsing: "@" + word))?.itemID {
    case .section(let id): return try reader.section(id) == nil ? [] : ["\(id)"]
    case .row(let id): return try reader.row(id) == nil ? [] : ["\(id)"]
    case nil: return []
    }
  }

  /// Returns addresses that nearly match, on the assumption that the first part without a match is misspelled.
  ///
  /// - Parameter words: The parts as they were typed, which may be one title or text with slashes.
  func suggestions(for parts: [String], spelled words: String, among kind: ItemKind?) throws -> [String] {
    if let only = try suggestion(forBeginning: parts, spelled: words, among: kind) { return [only] }
    if parts.count == 1, case let ids = try suggestions(forWord: parts[0]), !ids.isEmpty { return ids }
    var titles: [String] = []
    try reader.eachTitle { _, title in titles.append(title) }
    var paths = try nearPaths(parts, titles, kind)
    if parts.count > 1, paths.isEmpty {
      paths += try sections(titled: TextMatch.suggestions(for: words, among: titles)).map(path(of:))
      if kind != .section, try isSmall { paths += try nearRows(words, in: []).map(typedPath) }
    }
    var seen: Set<String> = [Address.words(forPath: parts)]
    return try paths.map(self.words(forPath:)).filter { seen.insert($0).inserted }.prefix(3).map(\.self)
  }

  /// Returns the paths of items that nearly match: each ends with the last part, or with one that is similar to it.
  private func nearPaths(_ parts: [String], _ titles: [String], _ kind: ItemKind?) throws -> [[String]] {
    guard let last = parts.last else { return [] }
    var known = parts.count - 1
    var enclosing: [Item] = []
    while known > 0 {
      enclosing = try named(Array(parts.prefix(known)))
      if !enclosing.isEmpty { break }
      known -= 1
    }
    let near = TextMatch.suggestions(for: parts[known], among: titles)
    let rows = try kind != .section && (known > 0 || isSmall) ? nearRows(parts[known], in: enclosing) : []
    let names = near + (known < parts.count - 1 ? rows.map(\.name.firstLine) : [])
    let exact = try names.map { parts[..<known] + [$0] + parts[(known + 1)...] }.filter { path in
      try parts.count > 1 && Strictness.ofAddresses.contains { try !items(path, $0, kind).isEmpty }
    }
    if !exact.isEmpty { return exact }
    let sections = try sections(titled: near)
    if known < parts.count - 1 {
      // What encloses the item that was meant is not the item.
      let holders = sections.map(Item.section) + rows
      return try kind == .section || holders.isEmpty ? [] : nearRows(last, in: holders).map(typedPath)
    }
    return try sections.map { try known > 0 || isRepeated($0.title) ? path(of: $0) : [$0.title] } + rows.map(typedPath)
  }

  /// Returns the items that a path names, whatever the case of its letters.
  private func named(_ path: [String]) throws -> [Item] {
    let items = try items(path, .folded, nil)
    return items.isEmpty ? try self.items(path, .firstLine, nil) : items
  }

  /// Returns the first sections with each of some titles.
  private func sections(titled titles: [String]) throws -> [Section] {
    try titles.flatMap { try reader.sections(titled: $0).prefix(3) }
  }

  private func isRepeated(_ title: String) throws -> Bool { try reader.sections(titled: title).count > 1 }

  /// Returns the titles from the top down to an item, and the first lines of the rows that it is below, with its own last.
  func typedPath(of item: Item) throws -> [String] {
    let path = try path(of: item)
    return item.isRow ? path.dropLast() + [item.name.firstLine] : path
  }

  /// Returns an address for the item at a path: the path, or the item's id if the path is also the title or text of another
  /// item.
  private func words(forPath path: [String]) throws -> String {
    let words = Address.words(forPath: path)
    guard path.count > 1, let named = try items([Address.title(in: words)], .exact, nil).first else { return words }
    let wanted = try items(path, .exact, nil) + items(path, .firstLine, nil)
    return wanted.first.map { $0.id == named.id ? words : "\($0.id)" } ?? words
  }

  /// Returns the address of the only item whose title or text begins with the last part; nil if there are none or more.
  private func suggestion(
    forBeginning parts: [String], spelled words: String, among kind: ItemKind?
  ) throws -> String? {
    guard try kind == .section || parts.count > 1 || isSmall else { return nil }
    let isPath = words.hasByte(UInt8(ascii: "/"))
    var found = try items(parts, .beginning, kind)
    if isPath, found.isEmpty { found = try items([words], .beginning, kind) + items(spelled: words, .beginning, kind) }
    guard found.count == 1, let item = found.first else { return nil }
    switch item {
    case .section(let section) where !Self.isShort(section.title): return "\(item.id)"
    case .row(let row, _) where !Self.isShort(row.text.firstLine): return "\(item.id)"
    case .section(let section):
      return try self.words(forPath: isPath ? path(of: section) : [section.title.firstLine])
    case .row(let row, _): return try self.words(forPath: isPath ? typedPath(of: item) : [row.text.firstLine])
    }
  }

  /// Whether a text is short enough to be shown and typed as an address.
  private static func isShort(_ text: String) -> Bool { text.utf8.count < 200 }

  private var isSmall: Bool {
    get throws { try reader.rowCount(from: -OrderKeys.bound, to: nil) <= Self.mostRowsToGuess }
  }

  /// In a larger outline it would take too long to compare every row with a misspelled word.
  private static var mostRowsToGuess: Int { 100_000 }

  /// Returns the rows whose text is similar to `word`, below the given items, or in the whole outline if there are none.
  private func nearRows(_ word: String, in enclosing: [Item]) throws -> [Item] {
    var rows: [Row] = []
    if enclosing.isEmpty { rows = try reader.rows(where: Self.isShort) }
    for item in enclosing {
      switch item {
      case .row(let row, _): rows += try reader.rows(below: row).filter { Self.isShort($0.text) }
      case .section(let section):
        let end = try reader.subtreeEnd(ord: section.ord, level: section.level) ?? OrderKeys.bound
        var next: Section? = section
        while let section = next, section.ord < end {
          rows += try reader.rows(in: section.id, where: Self.isShort)
          next = try reader.section(after: section.ord)
        }
      }
    }
    return try TextMatch.suggestions(for: word, among: rows.map(\.text.firstLine)).compactMap { text in
      guard let row = rows.first(where: { $0.text.firstLine.hasSameBytes(as: text) }),
        let section = try reader.section(row.section)
      else { return nil }
      return .row(row, in: section)
    }
  }
}
