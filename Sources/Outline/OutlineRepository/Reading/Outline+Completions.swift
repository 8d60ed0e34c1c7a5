import OutlineCore
import OutlineStore

/// A completion of a partly typed word.
package struct Completion: Hashable, Sendable {
  /// The word, without any quotes of a shell.
  package let word: String
  /// A description of the item that it names.
  package let meaning: String

  package init(_ word: String, _ meaning: String) {
    self.word = word
    self.meaning = meaning
  }
}

extension Outline {
  /// Returns addresses that begin with the typed text: ids after `@`, numbers after a digit, titles, texts and paths.
  ///
  /// It reads a bounded part of the file, so it may miss some in a large file. A title or text with characters that
  /// cannot be typed is completed to its id if nothing is typed yet, and else left out.
  ///
  /// - Parameters:
  ///   - typed: The beginning of an address.
  ///   - kind: The kind of item that is wanted; nil for both.
  ///   - isWordAnOption: Whether a word that begins with a dash would be taken for an option.
  ///   - last: The check box of the tasks that come after everything else; nil for none.
  ///   - isAnySection: Whether sections at any depth are offered before anything is typed.
  ///   - isTypeable: Whether a title or a text can be typed into a line and shown unchanged.
  ///   - limit: The greatest number of addresses.
  package func completions(
    ofAddress typed: String, among kind: ItemKind?, isWordAnOption: Bool, last: Bool? = nil, isAnySection: Bool = false,
    isTypeable: @escaping (String) -> Bool, limit: Int = 200
  ) throws -> [Completion] {
    try read { reader in
      let search = AddressCompletion(
        reader: reader, hasRows: kind != .section, isWordAnOption: isWordAnOption, last: last,
        isAnySection: isAnySection,
        isTypeable: isTypeable, limit: limit)
      return try search.completions(of: typed)
    }
  }

  /// Returns names of users that begin with the typed text.
  package func completions(ofUser typed: String, limit: Int = 200) throws -> [String] {
    try read { reader in try reader.userNames(withPrefix: typed, limit: limit) }
  }
}

/// A search for the addresses that begin with the typed text.
private struct AddressCompletion {
  let reader: StoreReader
  let hasRows: Bool
  let isWordAnOption: Bool
  let last: Bool?
  let isAnySection: Bool
  let isTypeable: (String) -> Bool
  let limit: Int

  func completions(of typed: String) throws -> [Completion] {
    if typed.hasPrefix("@") { return try ids(typed) }
    var found: [Completion] = []
    if typed.utf8.first.map(Self.isDigit) == true { found = try numbers(typed) }
    found += try words(typed) + spelled(typed)
    var known: Set<String> = []
    return Array(found.filter { known.insert($0.word).inserted }.prefix(limit))
  }
}

// MARK: - Ids and numbers

extension AddressCompletion {
  private func ids(_ typed: String) throws -> [Completion] {
    if typed == "@" { return try ids("@s") + (hasRows ? ids("@r") : []) }
    guard let ranges = Self.ranges(ofNumbersFrom: typed.dropFirst(2)) else { return [] }
    var found: [Completion] = []
    for range in ranges where found.count < limit {
      if typed.hasPrefix("@s") {
        found += try reader.names(ids: range, limit: limit - found.count).map { Completion("\($0.id)", $0.title) }
      } else if typed.hasPrefix("@r"), hasRows {
        found += try reader.rowNames(ids: range, limit: limit - found.count).map { Completion("\($0.id)", $0.text) }
      }
    }
    return found
  }

  private func numbers(_ typed: String) throws -> [Completion] {
    let head = typed[..<(typed.lastIndex { $0 == "." || $0 == ":" }.map(typed.index(after:)) ?? typed.startIndex)]
    guard let ranges = Self.ranges(ofNumbersFrom: typed[head.endIndex...]) else { return [] }
    var parent: SectionName?
    if !head.isEmpty {
      guard let number = ItemNumber(head.dropLast()), number.row == nil else { return [] }
      for position in number.sections {
        parent = try reader.names(below: parent, from: position, limit: 1).first
        if parent == nil { return [] }
      }
    }
    var found: [Completion] = []
    for range in ranges where found.count < limit {
      let names = try names(in: range, below: parent, areRows: head.last == ":", limit: limit - found.count)
      found += names.enumerated().map { Completion("\(head)\(range.lowerBound + Int64($0.offset))", $0.element) }
      if names.isEmpty { break }
    }
    return found
  }

  /// Returns the titles of subsections, or the texts of rows, by their positions.
  private func names(
    in positions: ClosedRange<Int64>, below parent: SectionName?, areRows: Bool, limit: Int
  ) throws -> [String] {
    guard let first = Int(exactly: positions.lowerBound), first < .max else { return [] }
    let limit = min(limit, Int(clamping: positions.upperBound - positions.lowerBound) + 1)
    if !areRows { return try reader.names(below: parent, from: first, limit: limit).map(\.title) }
    guard hasRows, let parent else { return [] }
    return try reader.rowNames(in: parent.id, from: first - 1, limit: limit).map(\.text)
  }

  /// Returns the ranges of the numbers whose digits begin with those typed; nil if these are not the beginning of one.
  private static func ranges(ofNumbersFrom digits: Substring) -> [ClosedRange<Int64>]? {
    if digits.isEmpty { return [1...(1 << 53)] }
    guard digits.utf8.allSatisfy(isDigit), let number = Int64(digits), (1..<1 << 53).contains(number) else {
      return nil
    }
    var ranges = [number...number]
    var size: Int64 = 10
    while number * size < 1 << 53 {
      ranges.append((number * size)...(number * size + size - 1))
      size *= 10
    }
    return ranges
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

// MARK: - Titles, texts and paths

extension AddressCompletion {
  private func words(_ typed: String) throws -> [Completion] {
    let (head, parts) = Self.split(typed)
    guard let last = parts.last, !parts.dropLast().contains("") else { return [] }
    for spelling in Self.spellings(of: last) {
      let items = try items(parts.dropLast(), beginningWith: spelling)
      let found = try items.compactMap { try completion(of: $0, after: head, beginningWith: spelling) }
      // If only one section fits, addresses below it follow, so that no shell takes it for the end of the word.
      if found.count == 1, items.count == 1, items[0].isSection, !found[0].word.hasPrefix("@"),
        !found[0].word.hasSuffix("\\")
      {
        return try found + words(found[0].word + "/").prefix(50)
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Returns completions to titles and texts whose slashes are typed without backslashes, by themselves or after a path.
  private func spelled(_ typed: String) throws -> [Completion] {
    let slashes = typed.utf8.indices.filter { typed.utf8[$0] == UInt8(ascii: "/") }
    if slashes.isEmpty { return [] }
    for end in [nil] + slashes.dropLast().prefix(OutlineLimits.levels.upperBound).map(Optional.some) {
      let head = end.map { typed[...$0] } ?? typed.prefix(typed.hasPrefix("=") ? 1 : 0)
      let path: [String]? = end.map { try? Address.parts(String(typed[..<$0])) } ?? []
      let rest = String(typed[head.endIndex...])
      let names = try path.map { try items($0[...], beginningWith: rest) } ?? []
      let found = names.filter { $0.text.utf8.count <= 200 && isTypeable($0.text) }
      if !found.isEmpty { return found.map { Completion("\(head)\($0.text)", $0.meaning) } }
    }
    return []
  }

  /// A title or text that may complete the typed one.
  private struct Name {
    let text: String
    let id: ItemID
    let isSection: Bool
    let meaning: String
  }

  private func items(_ path: ArraySlice<String>, beginningWith prefix: String) throws -> [Name] {
    if path.isEmpty { return try items(beginningWith: prefix) }
    var items: [Name] = []
    for parent in try sections(Array(path)) where items.count < limit {
      items += try reader.names(below: parent, withPrefix: prefix, limit: limit).map(name)
      if hasRows { items += try inOrder(reader.rowNames(in: parent.id, withPrefix: prefix, limit: limit)).map(name) }
    }
    return items
  }

  private func items(beginningWith prefix: String) throws -> [Name] {
    let sections: [Name] =
      try prefix.isEmpty && !isAnySection
      ? reader.names(below: nil, limit: limit).map(name)
      : reader.titles(withPrefix: prefix, limit: limit).compactMap { title in
        let all = try reader.names(titled: title, limit: 4)
        guard let first = all.first else { return nil }
        let ids = all.prefix(3).map { "\($0.id)" }.joined(separator: ", ") + (all.count > 3 ? " and more" : "")
        return all.count == 1
          ? name(first)
          : Name(text: title, id: .section(first.id), isSection: true, meaning: "several sections: \(ids)")
      }
    if !hasRows { return sections }
    let rest = max(0, limit - sections.count)
    return try sections
      + inOrder(reader.rowNames(in: nil, withPrefix: prefix, limit: prefix.isEmpty ? min(rest, 50) : rest)).map(name)
  }

  /// Puts the tasks that come last after the other rows.
  private func inOrder(_ rows: [RowName]) -> [RowName] {
    guard let last else { return rows }
    return rows.filter { $0.isDone != last } + rows.filter { $0.isDone == last }
  }

  private func name(_ section: SectionName) -> Name {
    Name(text: section.title, id: .section(section.id), isSection: true, meaning: "section \(section.id)")
  }

  private func name(_ row: RowName) -> Name {
    Name(text: row.text, id: .row(row.id), isSection: false, meaning: "row \(row.id)")
  }

  /// Returns sections that a path names, with its first part at any depth.
  private func sections(_ path: [String]) throws -> [SectionName] {
    var found: [SectionName] = []
    for spelling in Self.spellings(of: path[0]) where found.isEmpty {
      found = try reader.names(titled: spelling, limit: 20)
    }
    for part in path.dropFirst() {
      let parents = found
      found = []
      for spelling in Self.spellings(of: part) where found.isEmpty {
        found = try parents.flatMap { try reader.names(below: $0, withPrefix: spelling, limit: 2_000) }
          .filter { $0.title.hasSameBytes(as: spelling) }
      }
    }
    return found
  }

  /// Returns the address of an item after the typed part of a path; nil if it cannot be typed in this way.
  private func completion(of name: Name, after head: String, beginningWith prefix: String) throws -> Completion? {
    let title = Address.escaped(name.text)
    let needsSign = head.isEmpty && (Address.hasOtherForm(name.text) || isWordAnOption && title.hasPrefix("-"))
    let word = (needsSign ? "=" : "") + head + title
    if try isUnderstood(word, as: name.text), name.text.utf8.count <= 200, isTypeable(name.text) {
      return word.utf8.starts(with: (head + Address.escaped(prefix)).utf8) ? Completion(word, name.meaning) : nil
    }
    return head.isEmpty && prefix.isEmpty ? Completion("\(name.id)", name.text) : nil
  }

  /// Returns whether a word ends in a title or text, and is not the whole title of something else.
  private func isUnderstood(_ word: String, as text: String) throws -> Bool {
    guard (try? Address.parts(word).last?.hasSameBytes(as: text)) == true else { return false }
    let whole = Address.title(in: word)
    return try whole.hasSameBytes(as: text) || reader.names(titled: whole, limit: 1).isEmpty
  }

  /// Splits the typed text at its last slash: the head, which stays as it is, and the titles of the path so far.
  private static func split(_ typed: String) -> (head: String, parts: [String]) {
    // With a letter at the end, an empty last part counts as a part.
    guard var parts = try? Address.parts(typed + "x"), let last = parts.popLast() else { return ("", []) }
    parts.append(String(last.dropLast()))
    let head = String(decoding: typed.utf8.dropLast(Address.escaped(last).utf8.count - 1), as: UTF8.self)
    return (head, parts)
  }

  /// A title as typed, and with its first letter in the other case.
  private static func spellings(of title: String) -> [String] {
    guard let first = title.first else { return [title] }
    let other = first.isLowercase ? first.uppercased() : first.lowercased()
    return other == String(first) ? [title] : [title, other + title.dropFirst()]
  }
}
