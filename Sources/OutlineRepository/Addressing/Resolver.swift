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

  var isRow: Bool {
    if case .row = self { true } else { false }
  }
}

/// Finds the sections and rows that addresses name, in one state of the file.
struct Resolver {
  let reader: StoreReader
  /// The items that earlier edits of the same batch created under names.
  var names: [String: ItemID] = [:]

  /// Returns the one section or row that an address names.
  ///
  /// If a kind is given, items of the other kind make no address ambiguous, and are found only if no item of the kind
  /// fits. Words are compared with whole titles and texts first, and then, split at their slashes, with paths; each
  /// exactly at first, then without regard to case, and then with the first lines of texts that have several. O(log n)
  /// for ids and for the exact titles of sections, O(siblings) on an index for numbers, otherwise O(rows).
  /// - Throws: `OutlineError`.
  func item(_ address: Address, among kind: ItemKind? = nil) throws -> Item {
    switch address {
    case .id(let number): return try item(number, address)
    case .section(let id): return try item(id.rawValue, address)
    case .row(let id): return try item(id.rawValue, address)
    case .number(let number):
      return try item(number)
    case .named(let name):
      guard let id = names[name] else { throw OutlineError.notFound(address, suggestions: []) }
      return try item(Address(id))
    case .words(let words):
      let title = Address.title(in: words)
      let isPath = title.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      if isPath, let item = try only(items([title], .exact, kind), address) { return item }
      let parts: [String]
      do { parts = try Address.parts(words) } catch {
        if let item = try only(items([title], .firstLine, kind), address) { return item }
        throw OutlineError.badAddress(error)
      }
      return try item(path: parts, among: kind, address)
    case .path(let parts):
      return try item(path: parts, among: kind, address)
    case .range, .fitting:
      throw OutlineError.needsOne(address)
    }
  }

  func section(_ address: Address) throws -> Section {
    do {
      if case .section(let section) = try item(address, among: .section) { return section }
    } catch OutlineError.ambiguous(_, let candidates) where candidates.allSatisfy({ $0.id.kind == .row }) {}
    throw OutlineError.needsSection(address)
  }

  func row(_ address: Address) throws -> (row: Row, section: Section) {
    do {
      if case .row(let row, let section) = try item(address, among: .row) { return (row, section) }
    } catch OutlineError.ambiguous(_, let candidates) where candidates.allSatisfy({ $0.id.kind == .section }) {}
    throw OutlineError.needsRow(address)
  }

  /// Returns the titles from the top down to a section.
  func path(of section: Section) throws -> [String] {
    try (reader.ancestors(of: section).reversed() + [section]).map(\.title)
  }

  /// Returns the section or row with a number, which only one of them has.
  private func item(_ number: Int64, _ address: Address) throws -> Item {
    if case .row = address, let row = try reader.row(RowID(number)) { return try item(for: row, address) }
    if let section = try reader.section(SectionID(number)) { return .section(section) }
    guard let row = try reader.row(RowID(number)) else { throw OutlineError.notFound(address, suggestions: []) }
    return try item(for: row, address)
  }

  private func item(for row: Row, _ address: Address) throws -> Item {
    guard let section = try reader.section(row.section) else { throw OutlineError.notFound(address, suggestions: []) }
    return .row(row, in: section)
  }

  private func item(_ number: ItemNumber) throws -> Item {
    var section: Section?
    for (index, position) in number.sections.enumerated() {
      guard let next = try reader.section(position, below: section) else {
        throw OutlineError.noNumber(
          number, in: ItemNumber(Array(number.sections.prefix(index))), count: try reader.sectionCount(below: section),
          suggestions: try suggestions(for: number))
      }
      section = next
    }
    guard let section else { throw OutlineError.notFound(.number(number), suggestions: []) }
    guard let position = number.row else { return .section(section) }
    guard position > 0, let row = try reader.row(at: position - 1, in: section.id) else {
      throw OutlineError.noNumber(
        number, in: ItemNumber(number.sections), count: try reader.rowCount(of: section.id),
        suggestions: try suggestions(for: number))
    }
    return .row(row, in: section)
  }
}

// MARK: - Titles

/// How exactly titles and texts must match.
enum Strictness {
  /// They have the same bytes.
  case exact
  /// They differ at most in case.
  case folded
  /// The first line of a text of several lines differs at most in case.
  case firstLine
  /// The text begins with the words, which differ at most in case.
  case beginning

  /// How an address may match, the most exact way first; a beginning is only suggested.
  static let ofAddresses: [Strictness] = [.exact, .folded, .firstLine]

  /// How the titles of enclosing sections must match.
  var ofEnclosing: Strictness { self == .exact ? .exact : .folded }

  /// Returns a test whether a text matches some words.
  func test(for words: String) -> (String) -> Bool {
    if self == .exact { return { $0.hasSameBytes(as: words) } }
    let wanted = TextMatch.folded(words)
    switch self {
    case .exact, .folded: return { TextMatch.folded($0) == wanted }
    case .firstLine: return { text in text.hasSeveralLines && TextMatch.folded(text.firstLine) == wanted }
    case .beginning: return { TextMatch.folded($0).hasPrefix(wanted) }
    }
  }
}

extension Resolver {
  private func item(path parts: [String], among kind: ItemKind?, _ address: Address) throws -> Item {
    for strictness in Strictness.ofAddresses {
      if let item = try only(items(parts, strictness, kind), address) { return item }
    }
    if case .words(let words) = address, parts.count > 1,
      let item = try only(items([Address.title(in: words)], .firstLine, kind), address)
    {
      return item
    }
    // Some callers take items of the other kind, and others name them in errors.
    for strictness in Strictness.ofAddresses where kind != nil {
      if let item = try only(items(parts, strictness, nil), address) { return item }
    }
    throw OutlineError.notFound(address, wanted: kind, suggestions: try suggestions(for: parts, among: kind))
  }

  /// Returns the sections and rows that a path names; only those of the kind, if one is given.
  func items(_ parts: [String], _ strictness: Strictness, _ kind: ItemKind?) throws -> [Item] {
    var items: [Item] = []
    if kind != .row { items += try sections(parts, strictness).map(Item.section) }
    if kind != .section {
      items +=
        try parts.count > 1
        ? rows(parts, strictness) : rows(parts[0], strictness).map { try item(for: $0, .path(parts)) }
    }
    return items
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
  func sections(_ parts: [String], _ strictness: Strictness) throws -> [Section] {
    guard let title = parts.last else { return [] }
    var found: [Section] = []
    switch strictness {
    case .exact: found = try reader.sections(titled: title)
    case .folded, .firstLine, .beginning:
      var ids: [SectionID] = []
      let isWanted = strictness.test(for: title)
      try reader.eachTitle { id, title in if isWanted(title) { ids.append(id) } }
      found = try ids.compactMap { try reader.section($0) }
    }
    if parts.count == 1 { return found }
    let tests = parts.dropLast().reversed().map(strictness.ofEnclosing.test)
    return try found.filter { section in
      let enclosing = try reader.ancestors(of: section)
      return enclosing.count >= tests.count && zip(enclosing, tests).allSatisfy { $1($0.title) }
    }
  }

  /// Returns the rows whose text is the last part, in the sections that the other parts name.
  private func rows(_ parts: [String], _ strictness: Strictness) throws -> [Item] {
    guard let text = parts.last else { return [] }
    let isWanted = strictness.test(for: text)
    return try sections(parts.dropLast(), strictness.ofEnclosing).flatMap { section in
      try reader.rows(in: section.id, where: isWanted).map { .row($0, in: section) }
    }
  }

  /// Returns the rows of all sections that have this text.
  private func rows(_ text: String, _ strictness: Strictness) throws -> [Row] {
    switch strictness {
    case .exact: try reader.rows(withText: text)
    case .folded, .beginning: try reader.rows(where: strictness.test(for: text))
    case .firstLine: try reader.rowsOfSeveralLines(where: strictness.test(for: text))
    }
  }
}
