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
  /// Where only one kind can stand, things of the other kind make no address ambiguous; they are looked at only to say
  /// that one of them was named. Words are compared with whole titles and texts first, and then, split at their slashes, with paths; each exactly at
  /// first, and then without regard to case. O(log n) for ids and for the exact titles of sections, O(siblings) on an
  /// index for numbers, otherwise O(rows).
  /// - Throws: `OutlineError`.
  func item(_ address: Address, among kind: ItemKind? = nil) throws -> Item {
    switch address {
    case .section(let id):
      guard let section = try reader.section(id) else { throw OutlineError.notFound(address, suggestions: []) }
      return .section(section)
    case .row(let id):
      guard let row = try reader.row(id) else { throw OutlineError.notFound(address, suggestions: []) }
      return try item(for: row, address)
    case .number(let number):
      return try item(number)
    case .named(let name):
      guard let id = names[name] else { throw OutlineError.notFound(address, suggestions: []) }
      return try item(Address(id))
    case .words(let words):
      let title = Address.title(in: words)
      let isPath = title.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      if isPath, let item = try only(items([title], .exact, kind), address) { return item }
      do {
        return try item(path: Address.parts(words), among: kind, address)
      } catch let error as AddressError {
        throw OutlineError.badAddress(error)
      }
    case .path(let parts):
      return try item(path: parts, among: kind, address)
    }
  }

  /// Returns the one section that an address names.
  func section(_ address: Address) throws -> Section {
    guard case .section(let section) = try item(address, among: .section) else {
      throw OutlineError.needsSection(address)
    }
    return section
  }

  /// Returns the one row that an address names, and its section.
  func row(_ address: Address) throws -> (row: Row, section: Section) {
    guard case .row(let row, let section) = try item(address, among: .row) else {
      throw OutlineError.needsRow(address)
    }
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

/// How exactly texts must match.
enum Strictness: CaseIterable {
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
  private func item(path parts: [String], among kind: ItemKind?, _ address: Address) throws -> Item {
    for strictness in Strictness.allCases {
      if let item = try only(items(parts, strictness, kind), address) { return item }
    }
    // What another kind of item is called so is named by the error that follows.
    for strictness in Strictness.allCases where kind != nil {
      let others = try items(parts, strictness, nil)
      if others.count > 1 { throw kind == .section ? OutlineError.needsSection(address) : .needsRow(address) }
      if let item = others.first { return item }
    }
    throw OutlineError.notFound(address, wanted: kind, suggestions: try suggestions(for: parts, among: kind))
  }

  /// Returns the sections and rows that a path names, as far as the kind allows.
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
}
