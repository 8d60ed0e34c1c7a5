import OutlineCore
import OutlineStore

/// A section or a row that an address names.
enum Item {
  case section(Section)
  case row(Row, in: Section)

  var id: ItemID {
    switch self {
    case .section(let section): .section(section.id)
    case .row(let row, _): .row(row.id)
    }
  }
}

/// Finds the sections and rows that addresses name, in one state of the file.
struct Resolver {
  let reader: StoreReader
  /// The items that earlier edits of the same batch created under names.
  var names: [String: ItemID] = [:]

  /// Returns the one section or row that an address names.
  ///
  /// A single word is compared with the titles and, if no title matches, with the texts of rows; exactly at first, and
  /// then without regard to case. O(log n) for ids and exact titles, otherwise O(rows).
  /// - Throws: `OutlineError`.
  func item(_ address: Address) throws -> Item {
    switch address {
    case .section(let id):
      guard let section = try reader.section(id) else { throw OutlineError.notFound(address, suggestions: []) }
      return .section(section)
    case .row(let id):
      guard let row = try reader.row(id) else { throw OutlineError.notFound(address, suggestions: []) }
      return try item(for: row, address)
    case .number(let section, let row):
      return try item(section: section, row: row)
    case .named(let name):
      guard let id = names[name] else { throw OutlineError.notFound(address, suggestions: []) }
      return try item(Address(id))
    case .path(let parts):
      return try item(path: parts, address)
    }
  }

  /// Returns the one section that an address names.
  func section(_ address: Address) throws -> Section {
    guard case .section(let section) = try item(address) else { throw OutlineError.needsSection(address) }
    return section
  }

  /// Returns the one row that an address names, and its section.
  func row(_ address: Address) throws -> (row: Row, section: Section) {
    guard case .row(let row, let section) = try item(address) else { throw OutlineError.needsRow(address) }
    return (row, section)
  }

  /// Returns the titles from the top down to a section.
  func path(of section: Section) throws -> [String] {
    try (reader.ancestors(of: section).reversed() + [section]).map(\.title)
  }

  private func item(for row: Row, _ address: Address) throws -> Item {
    guard let section = try reader.section(row.section) else { throw OutlineError.notFound(address, suggestions: []) }
    return .row(row, in: section)
  }

  private func item(section number: Int, row: Int?) throws -> Item {
    guard number > 0, let section = try reader.section(at: number - 1) else {
      throw OutlineError.outOfRange(number, noun: "section", validUpTo: try reader.sectionCount())
    }
    guard let row else { return .section(section) }
    guard row > 0, let found = try reader.row(at: row - 1, in: section.id) else {
      throw OutlineError.outOfRange(row, noun: "row", validUpTo: try reader.rowCount(of: section.id))
    }
    return .row(found, in: section)
  }
}

// MARK: - Titles

/// How exactly texts must match.
private enum Strictness: CaseIterable {
  case exact
  case folded

  func isMatch(_ text: String, _ wanted: String) -> Bool {
    switch self {
    case .exact: text.hasSameBytes(as: wanted)
    case .folded: TextMatch.folded(text) == TextMatch.folded(wanted)
    }
  }
}

extension Resolver {
  private func item(path parts: [String], _ address: Address) throws -> Item {
    for strictness in Strictness.allCases {
      var items: [Item] = try sections(parts, strictness).map(Item.section)
      if parts.count > 1 { items += try rows(parts, strictness) }
      if items.isEmpty, parts.count == 1 { items = try rows(parts[0], strictness).map { try item(for: $0, address) } }
      if let item = try only(items, address) { return item }
    }
    throw OutlineError.notFound(address, suggestions: try suggestions(for: parts))
  }

  private func only(_ items: [Item], _ address: Address) throws -> Item? {
    if items.count > 1 { throw OutlineError.ambiguous(address, candidates: try items.map(candidate)) }
    return items.first
  }

  private func candidate(_ item: Item) throws -> Candidate {
    switch item {
    case .section(let section): Candidate(id: item.id, path: try path(of: section))
    case .row(let row, let section): Candidate(id: item.id, path: try path(of: section) + [row.text])
    }
  }

  /// Returns the sections whose own title and nearest enclosing titles are `parts`, in document order.
  private func sections(_ parts: [String], _ strictness: Strictness) throws -> [Section] {
    guard let title = parts.last else { return [] }
    var found: [Section] = []
    switch strictness {
    case .exact: found = try reader.sections(titled: title)
    case .folded:
      var ids: [SectionID] = []
      let wanted = TextMatch.folded(title)
      try reader.eachTitle { id, title in if TextMatch.folded(title) == wanted { ids.append(id) } }
      found = try ids.compactMap { try reader.section($0) }
    }
    return try found.filter { section in
      let enclosing = try parts.count > 1 ? reader.ancestors(of: section).map(\.title) : []
      let wanted = parts.dropLast().reversed()
      return enclosing.count >= wanted.count && zip(enclosing, wanted).allSatisfy(strictness.isMatch)
    }
  }

  /// Returns the rows whose text is the last part, in the sections that the other parts name.
  private func rows(_ parts: [String], _ strictness: Strictness) throws -> [Item] {
    guard let text = parts.last else { return [] }
    return try sections(parts.dropLast(), strictness).flatMap { section in
      try reader.rows(in: section.id) { strictness.isMatch($0, text) }.map { .row($0, in: section) }
    }
  }

  /// Returns the rows of all sections that have this text.
  private func rows(_ text: String, _ strictness: Strictness) throws -> [Row] {
    switch strictness {
    case .exact: try reader.rows(withText: text)
    case .folded: try reader.rows { strictness.isMatch($0, text) }
    }
  }

  /// Returns addresses that nearly match, on the assumption that the first part without a match is misspelled.
  private func suggestions(for parts: [String]) throws -> [String] {
    var known = parts.count - 1
    while known > 0, try sections(Array(parts.prefix(known)), .folded).isEmpty { known -= 1 }
    let enclosing = try known > 0 ? sections(Array(parts.prefix(known)), .folded) : []
    let words = [parts[known], parts.joined(separator: "/")]
    var titles: [String] = []
    try reader.eachTitle { _, title in titles.append(title) }
    let near = words.flatMap { TextMatch.suggestions(for: $0, among: titles) }
    var paths = try near.flatMap { title in
      let sections = try reader.sections(titled: title).prefix(3)
      return try sections.map { try sections.count > 1 || known > 0 ? path(of: $0) : [title] }
    }
    let isSmall = try reader.rowCount(from: -OrderKeys.bound, to: nil) <= Self.mostRowsToGuess
    if known > 0 || isSmall {
      paths += try nearRows(words[0], in: enclosing)
    }
    let typed = Address.words(forPath: parts)
    var seen: Set<String> = [typed]
    return paths.map(Address.words(forPath:)).filter { seen.insert($0).inserted }.prefix(3).map(\.self)
  }

  /// In a larger outline it would take too long to compare every row with a misspelled word.
  private static var mostRowsToGuess: Int { 100_000 }

  /// Returns the paths of rows whose text is similar to `word`, in the given sections; if there are none, in all
  /// sections.
  private func nearRows(_ word: String, in sections: [Section]) throws -> [[String]] {
    var rows: [Row] = []
    let isShort = { (text: String) in text.utf8.count < 200 }
    if sections.isEmpty { rows = try reader.rows(where: isShort) }
    for section in sections { rows += try reader.rows(in: section.id, where: isShort) }
    return try TextMatch.suggestions(for: word, among: rows.map(\.text)).compactMap { text in
      guard let row = rows.first(where: { $0.text.hasSameBytes(as: text) }),
        let section = try reader.section(row.section)
      else { return nil }
      return try path(of: section) + [text]
    }
  }
}
