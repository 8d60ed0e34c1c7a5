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

  /// When the item is due, and how it comes again.
  var schedule: Schedule {
    switch self {
    case .section(let section): section.schedule
    case .row(let row, _): row.schedule
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
  /// Whether an item is also found by words that only its title or text begins with.
  var takesBeginnings = false
  /// The check box of the items that words mean as a beginning only if no other item begins with them; nil for none.
  var boxOfLast: Bool?

  /// Returns the one section or row that an address names.
  ///
  /// If a kind is given, items of the other kind make no address ambiguous, and are found only if no item of the kind
  /// fits; errors ask for the kind that is `needed`, or for either. Words are compared exactly at first, then without
  /// regard to case, then with the first lines of texts that have several, then with first lines without their tags, and
  /// then, if the resolver takes them, with beginnings; each time with whole titles and texts, then, split at
  /// their slashes, with paths, and then with paths in which a title or text has slashes itself. O(log n)
  /// for ids and for the exact titles of sections, O(siblings) on an index for numbers, otherwise O(rows).
  /// - Throws: `OutlineError`.
  func item(_ address: Address, among kind: ItemKind? = nil, needing needed: ItemKind? = nil) throws -> Item {
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
      do {
        return try item(words: words, among: kind, needing: needed, address)
      } catch OutlineError.notFound where takesBeginnings && boxOfLast != nil {
        var other = self
        other.boxOfLast = nil
        return try other.item(words: words, among: kind, needing: needed, address)
      }
    case .path(let parts):
      if let item = try item([{ try items(parts, $0, $1) }], among: kind, address) { return item }
      let suggestions = try suggestions(for: parts, spelled: parts.joined(separator: "/"), among: needed)
      throw OutlineError.notFound(address, wanted: needed, suggestions: suggestions)
    case .range, .fitting:
      throw OutlineError.needsOne(address)
    }
  }

  func section(_ address: Address) throws -> Section {
    do {
      if case .section(let section) = try item(address, among: .section, needing: .section) { return section }
    } catch OutlineError.ambiguous(_, let candidates) where candidates.allSatisfy({ $0.id.kind == .row }) {}
    throw OutlineError.needsSection(address)
  }

  func row(_ address: Address) throws -> (row: Row, section: Section) {
    do {
      if case .row(let row, let section) = try item(address, among: .row, needing: .row) { return (row, section) }
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
  /// The first line of a text with tags differs at most in case if its tags are left out.
  case untagged
  /// The text begins with the words, which differ at most in case.
  case beginning

  /// How every address may match, the most exact way first.
  static let ofAddresses: [Strictness] = [.exact, .folded, .firstLine, .untagged]

  /// How the titles of enclosing sections must match.
  var ofEnclosing: Strictness { self == .exact ? .exact : .folded }

  func test(for words: String...) -> (String) -> Bool { test(for: words) }

  /// Returns a test whether a text matches one of these.
  func test(for words: [String]) -> (String) -> Bool {
    if self == .exact { return { text in words.contains { text.hasSameBytes(as: $0) } } }
    let wanted = words.map(TextMatch.folded)
    switch self {
    case .exact, .folded: return { wanted.contains(TextMatch.folded($0)) }
    case .firstLine: return { text in text.hasSeveralLines && wanted.contains(TextMatch.folded(text.firstLine)) }
    case .untagged:
      return { text in
        text.hasByte(UInt8(ascii: "#")) && wanted.contains(TextMatch.folded(Tag.removed(from: text.firstLine)))
      }
    case .beginning:
      return { text in
        let text = TextMatch.folded(text)
        return wanted.contains { text.hasPrefix($0) }
      }
    }
  }
}

extension Resolver {
  /// The ways to read words, in the order in which they are tried.
  private typealias Readings = [(Strictness, ItemKind?) throws -> [Item]]

  /// Returns the item that words name: a title or text, or a path.
  private func item(
    words: String, among kind: ItemKind?, needing needed: ItemKind?, _ address: Address
  ) throws -> Item {
    let title = Address.title(in: words)
    var readings: Readings = [{ try items([title], $0, $1) }]
    var parts = [title]
    var mistake: AddressError?
    do {
      parts = try Address.parts(words)
      if !parts[0].hasSameBytes(as: title) { readings.append { [parts] in try items(parts, $0, $1) } }
    } catch { mistake = error }
    if title.hasByte(UInt8(ascii: "/")) { readings.append { try items(spelled: title, $0, $1) } }
    if let item = try item(readings, among: kind, address) { return item }
    let suggestions = try suggestions(for: parts, spelled: title, among: needed)
    if let mistake, suggestions.isEmpty { throw OutlineError.badAddress(mistake) }
    throw OutlineError.notFound(address, wanted: needed, suggestions: suggestions)
  }

  private func item(_ readings: Readings, among kind: ItemKind?, _ address: Address) throws -> Item? {
    // Some callers take items of the other kind, and others name them in errors.
    for kind in kind == nil ? [nil] : [kind, nil] {
      for strictness in Strictness.ofAddresses + (takesBeginnings ? [.beginning] : []) {
        for items in readings {
          let found = try items(strictness, kind)
          if strictness == .beginning, found.count > Self.mostBeginnings { continue }
          if let item = try only(found, address) { return item }
        }
      }
    }
    return nil
  }

  /// Returns the sections and rows that a path names; only those of the kind, if one is given.
  func items(_ parts: [String], _ strictness: Strictness, _ kind: ItemKind?) throws -> [Item] {
    var items: [Item] = []
    if kind != .row { items += try sections(parts, strictness).map(Item.section) }
    if kind != .section {
      items +=
        try parts.count > 1
        ? rows(parts, strictness)
        : rows(parts[0], strictness, atMost: Self.mostBeginnings + 1).map { try item(for: $0, .path(parts)) }
    }
    return items
  }

  /// Returns the items whose titles from some section downwards, joined by slashes, are the words, whether or not titles
  /// have slashes themselves.
  func items(spelled words: String, _ strictness: Strictness, _ kind: ItemKind?) throws -> [Item] {
    let slashes = words.utf8.indices.filter { words.utf8[$0] == UInt8(ascii: "/") }
    let isLast = strictness.test(
      for: slashes.prefix(OutlineLimits.levels.upperBound).map { String(Substring(words.utf8[$0...].dropFirst())) })
    var found: [Item] = []
    if kind != .row {
      var ids: [SectionID] = []
      try reader.eachTitle { id, title in if isLast(title) { ids.append(id) } }
      found += try ids.compactMap { try reader.section($0).map(Item.section) }
    }
    if kind != .section { found += try reader.rows(where: isLast).map { try item(for: $0, .path([words])) } }
    let isWanted = strictness.test(for: words)
    return try found.filter { item in
      let path = try path(of: item)
      return path.indices.dropLast().contains { isWanted(path[$0...].joined(separator: "/")) }
    }
  }

  /// How many items may begin with the words; with more of them, the words name nothing.
  private static let mostBeginnings = 9

  private func only(_ items: [Item], _ address: Address) throws -> Item? {
    if items.count < 2 { return items.first }
    throw OutlineError.ambiguous(
      address,
      candidates: try items.enumerated().map { index, item in
        let number = index < Candidate.mostNumbered ? try number(of: item) : nil
        return Candidate(id: item.id, path: try typedPath(of: item), number: number, due: item.schedule.due)
      })
  }

  private func number(of item: Item) throws -> ItemNumber {
    switch item {
    case .section(let section): return try reader.number(of: section)
    case .row(let row, let section):
      let index = try reader.rowIndex(of: row.rank, in: section.id)
      return ItemNumber(try reader.number(of: section).sections, row: index + 1)
    }
  }

  /// Returns the titles from the top down to an item, the last of them its own title or text.
  func path(of item: Item) throws -> [String] {
    switch item {
    case .section(let section): try path(of: section)
    case .row(let row, let section):
      try path(of: section) + reader.parents(of: row).reversed().map(\.text.firstLine) + [row.text]
    }
  }

  /// Returns the sections whose own title and nearest enclosing titles are `parts`, in document order.
  func sections(_ parts: [String], _ strictness: Strictness) throws -> [Section] {
    guard let title = parts.last else { return [] }
    var found: [Section] = []
    switch strictness {
    case .exact: found = try reader.sections(titled: title)
    case .folded, .firstLine, .untagged, .beginning:
      var ids: [SectionID] = []
      let isWanted = strictness.test(for: title)
      try reader.eachTitle { id, title in if isWanted(title) { ids.append(id) } }
      let isCapped = strictness == .beginning && parts.count == 1
      let leftOut = strictness == .beginning ? boxOfLast : nil
      for id in ids {
        guard !isCapped || found.count <= Self.mostBeginnings, let section = try reader.section(id) else { continue }
        if leftOut == nil || section.isDone != leftOut { found.append(section) }
      }
    }
    if parts.count == 1 { return found }
    let tests = parts.dropLast().reversed().map { strictness.ofEnclosing.test(for: $0) }
    return try found.filter { section in
      let enclosing = try reader.ancestors(of: section)
      return enclosing.count >= tests.count && zip(enclosing, tests).allSatisfy { $1($0.title) }
    }
  }

  /// Returns the rows whose text is the last part, in the sections that the other parts name, or below rows that they name.
  private func rows(_ parts: [String], _ strictness: Strictness) throws -> [Item] {
    guard let text = parts.last else { return [] }
    let isWanted = strictness.test(for: text)
    let rows = try sections(parts.dropLast(), strictness.ofEnclosing).flatMap { section in
      try reader.rows(in: section.id, where: isWanted).map { Item.row($0, in: section) }
    }
    let known = Set(rows.map(\.id))
    return try rows + rowsBelowRows(parts, strictness).filter { !known.contains($0.id) }
  }

  /// Returns the rows whose text is the last part, and whose nearest parents, rows and then sections, have the other parts as names.
  private func rowsBelowRows(_ parts: [String], _ strictness: Strictness) throws -> [Item] {
    guard let text = parts.last, try reader.hasRowLevels() else { return [] }
    let tests = parts.dropLast().reversed().map { strictness.ofEnclosing.test(for: $0) }
    return try rows(text, strictness).compactMap { row in
      if row.level == 1 { return nil }
      let item = try item(for: row, .path(parts))
      let names = try path(of: item).dropLast().reversed()
      return names.count >= tests.count && zip(names, tests).allSatisfy { $1($0) } ? item : nil
    }
  }

  /// Returns the rows of all sections that have this text; of those that only begin with it, at most a number.
  private func rows(_ text: String, _ strictness: Strictness, atMost most: Int = .max) throws -> [Row] {
    switch strictness {
    case .exact: return try reader.rows(withText: text)
    case .folded: return try reader.rows(where: strictness.test(for: text))
    case .beginning:
      var count = 0
      let begins = strictness.test(for: text)
      return try reader.rows(besides: boxOfLast) { text in
        guard count < most, begins(text) else { return false }
        count += 1
        return true
      }
    case .firstLine: return try reader.rows(containing: "\n", where: strictness.test(for: text))
    case .untagged: return try reader.rows(containing: "#", where: strictness.test(for: text))
    }
  }
}
