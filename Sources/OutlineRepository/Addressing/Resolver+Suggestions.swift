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
    var known = parts.count - 1
    while known > 0, try sections(Array(parts.prefix(known)), .folded).isEmpty { known -= 1 }
    let enclosing = try known > 0 ? sections(Array(parts.prefix(known)), .folded) : []
    var titles: [String] = []
    try reader.eachTitle { _, title in titles.append(title) }
    let near = [parts[known], words].flatMap { TextMatch.suggestions(for: $0, among: titles) }
    var paths = try near.map { parts[..<known] + [$0] + parts[(known + 1)...] }.filter { path in
      try parts.count > 1 && Strictness.ofAddresses.contains { try !items(path, $0, kind).isEmpty }
    }
    if paths.isEmpty {
      paths = try near.flatMap { title in
        let sections = try reader.sections(titled: title).prefix(3)
        return try sections.map { try sections.count > 1 || known > 0 ? path(of: $0) : [title] }
      }
      if kind != .section, try known > 0 || isSmall { paths += try nearRows(parts[known], in: enclosing) }
      if kind != .section, parts.count > 1, try isSmall { paths += try nearRows(words, in: []) }
    }
    var seen: Set<String> = [Address.words(forPath: parts)]
    return try paths.map(self.words(forPath:)).filter { seen.insert($0).inserted }.prefix(3).map(\.self)
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
    case .row(let row, let section):
      return try self.words(forPath: (isPath ? path(of: section) : []) + [row.text.firstLine])
    }
  }

  /// Whether a text is short enough to be shown and typed as an address.
  private static func isShort(_ text: String) -> Bool { text.utf8.count < 200 }

  private var isSmall: Bool {
    get throws { try reader.rowCount(from: -OrderKeys.bound, to: nil) <= Self.mostRowsToGuess }
  }

  /// In a larger outline it would take too long to compare every row with a misspelled word.
  private static var mostRowsToGuess: Int { 100_000 }

  /// Returns the paths of rows whose text is similar to `word`, in the given sections, or in all if there are none.
  private func nearRows(_ word: String, in sections: [Section]) throws -> [[String]] {
    var rows: [Row] = []
    if sections.isEmpty { rows = try reader.rows(where: Self.isShort) }
    for section in sections { rows += try reader.rows(in: section.id, where: Self.isShort) }
    return try TextMatch.suggestions(for: word, among: rows.map(\.text.firstLine)).compactMap { text in
      guard let row = rows.first(where: { $0.text.firstLine.hasSameBytes(as: text) }),
        let section = try reader.section(row.section)
      else { return nil }
      return try path(of: section) + [text]
    }
  }
}
