extension ItemFilter {
  /// The words that are terms or operators of a filter rather than texts to find.
  public static let keywords = ["open", "done", "task", "archived", "overdue", "not", "or", "AND", "OR", "NOT"]

  /// Terms and beginnings of terms to offer somebody who types a filter.
  package static let suggestions =
    ["open", "due:today", "due:week", "done:today", "no:due", "has:note", "in:", "by:", "changed:1d", "text:"]
    + keywords.dropFirst()

  /// Reads a filter as people type it: words, `"a phrase"`, `#tag`, `open`, `done`, `task`, `archived`, `in:ADDRESS`, `NAME=VALUE`,
  /// `changed:3d`, `by:USER`, `due<=DAY`, `due:week`, `overdue`, `done:today`, `no:due`, `has:note`, `text:WORD`, with `not`,
  /// `or` and brackets.
  ///
  /// Terms side by side must all hold, and `AND` may be between them. `not` binds closest, and `or` least. A word with a colon after an unknown name
  /// is a text to find.
  ///
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - today: The current day of the user.
  /// - Throws: ``FilterError``.
  public init(parsing text: String, today: Day) throws(FilterError) {
    var reader = FilterReader(text, today: today)
    self = try reader.filter()
  }

  /// Returns the keyword that a text consists of, in case the user meant to find that word as a text; nil for other
  /// texts.
  public static func onlyKeyword(in text: String) -> String? {
    let words = text.split(separator: " ")
    return words.count == 1 ? keywords.first { $0 == words[0] } : nil
  }
}

private struct FilterReader {
  private static let something = "something to find"
  /// The limits for terms and for nested brackets, so that SQLite can take a filter as one condition.
  private static let (terms, depth) = (250, 50)

  private let text: String
  private let today: Day
  private let tokens: [FilterToken]
  private let end: Int
  private var position = 0
  private var problem: FilterError?

  init(_ text: String, today: Day) {
    (self.text, self.today) = (text, today)
    var scanner = FilterScanner(text)
    tokens = scanner.tokens()
    end = scanner.end
    if scanner.hasOpenQuote {
      problem = FilterError(text: text, column: scanner.end, expected: "a quotation mark at the end of the phrase")
    }
  }

  private var next: FilterToken? { tokens.indices.contains(position) ? tokens[position] : nil }

  private func mistake(_ expected: String, at column: Int? = nil) -> FilterError {
    FilterError(text: text, column: column ?? next?.column ?? end, expected: expected)
  }

  mutating func filter() throws(FilterError) -> ItemFilter {
    if let problem { throw problem }
    if tokens.count > Self.terms {
      throw mistake("the end, after \(Self.terms) terms", at: tokens[Self.terms].column)
    }
    let filter = try alternatives(depth: 0)
    if next != nil { throw mistake("a ( before this )") }
    return filter
  }

  private mutating func alternatives(depth: Int) throws(FilterError) -> ItemFilter {
    if depth > Self.depth { throw mistake("at most \(Self.depth) brackets within each other") }
    var filters = [try conditions(depth: depth)]
    while next?.isOr == true {
      position += 1
      filters.append(try conditions(depth: depth))
    }
    return filters.count == 1 ? filters[0] : .any(filters)
  }

  private mutating func conditions(depth: Int) throws(FilterError) -> ItemFilter {
    var filters = [try condition(depth: depth)]
    while let next, next.kind != .close, !next.isOr {
      if next.word == "AND" { position += 1 }
      filters.append(try condition(depth: depth))
    }
    return filters.count == 1 ? filters[0] : .all(filters)
  }

  private mutating func condition(depth: Int) throws(FilterError) -> ItemFilter {
    var isNegated = false
    while let word = next?.word, ["not", "NOT"].contains(word) {
      isNegated.toggle()
      position += 1
    }
    let filter = try term(depth: depth)
    return isNegated ? .not(filter) : filter
  }

  private mutating func term(depth: Int) throws(FilterError) -> ItemFilter {
    guard let token = next, token.kind != .close, !token.isOr, token.word != "AND" else {
      throw mistake(Self.something)
    }
    if token.kind == .open {
      position += 1
      let filter = try alternatives(depth: depth + 1)
      guard next?.kind == .close else { throw mistake("a )") }
      position += 1
      return filter
    }
    defer { position += 1 }
    return try meaning(of: token)
  }

  private func meaning(of token: FilterToken) throws(FilterError) -> ItemFilter {
    switch token.kind {
    case .phrase:
      if token.value.isEmpty { throw mistake("a text between the quotation marks", at: token.column + 1) }
      return .text(token.value)
    case .word: return word(token.value)
    case .comparison(let name, let sign): return try comparison(name, sign, token)
    case .open, .close: throw mistake(Self.something)
    }
  }

  private func word(_ word: String) -> ItemFilter {
    switch word {
    case "task": .task(isDone: nil)
    case "open": .task(isDone: false)
    case "done": .task(isDone: true)
    case "archived": .archived
    case "overdue": overdue
    default: word.hasPrefix("#") ? Tag(word).map(ItemFilter.tag) ?? .text(word) : .text(word)
    }
  }

  private func comparison(_ name: String, _ sign: String, _ token: FilterToken) throws(FilterError) -> ItemFilter {
    let value = token.value
    switch name {
    case _ where sign == "=": return .attribute(name: name, value: value)
    case "due": return try due(DueComparison(rawValue: sign) ?? .on, token)
    case "in":
      let expected = "a section or row"
      if value.isEmpty { throw mistake(expected, at: token.valueColumn) }
      do { return .inside(try Address(parsing: value)) } catch { throw mistake(expected, at: token.valueColumn) }
    case "text":
      if value.isEmpty { throw mistake("a text", at: token.valueColumn) }
      return .text(value)
    case "no", "has":
      guard let found: ItemFilter = ["due": .noDue, "note": .hasNote][value] else {
        throw mistake("due or note", at: token.valueColumn)
      }
      return (found == .noDue) == (name == "no") ? found : .not(found)
    case "done": return try done(token)
    case "by":
      if value.isEmpty { throw mistake("the name of a user", at: token.valueColumn) }
      return .changedBy(user: value)
    default:
      guard let interval = Interval(value) else {
        throw mistake("a number with h, d or w, such as 3d", at: token.valueColumn)
      }
      return .changed(within: interval)
    }
  }

  private func due(_ comparison: DueComparison, _ token: FilterToken) throws(FilterError) -> ItemFilter {
    if comparison == .on, token.value == "overdue" { return overdue }
    if comparison == .on, token.value == "week", let last = today.adding(days: 6) {
      return .all([.due(.from, DueDate(today)), .due(.until, DueDate(last))])
    }
    do { return .due(comparison, try DueDate(parsing: token.value, today: today)) } catch {
      throw mistake("a day such as \(error.nearest ?? "today, fri or 2026-11-27")", at: token.valueColumn)
    }
  }

  /// What is late, not done and not archived, with a check box or without.
  private var overdue: ItemFilter { .all([.due(.before, DueDate(today)), .not(.task(isDone: true)), .not(.archived)]) }

  private func done(_ token: FilterToken) throws(FilterError) -> ItemFilter {
    if token.value == "week", let first = today.adding(days: -6) { return .ticked(from: first, to: today) }
    do {
      let day = try DueDate(parsingPast: token.value, today: today).day
      return .ticked(from: day, to: day)
    } catch {
      throw mistake("a day such as \(error.nearest ?? "today, yesterday or fri")", at: token.valueColumn)
    }
  }
}
