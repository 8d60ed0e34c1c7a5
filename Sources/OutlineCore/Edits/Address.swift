/// A way to name a section or a row, as a user types it.
public enum Address: Hashable, Sendable {
  /// `@s4`: a section by its id.
  case section(SectionID)
  /// `@r17`: a row by its id.
  case row(RowID)
  /// `3` or `3.2`: the number of a section or a row in document order, counted from 1. Hidden content counts too, so
  /// that collapsing changes no number.
  case number(section: Int, row: Int?)
  /// `@$NAME`: the item that an earlier edit of the same batch created under this name.
  case named(String)
  /// `Home/Groceries/milk`: titles from some section downwards; the last part may be the text of a row.
  case path([String])
}

/// An error in the text of an address.
public enum AddressError: Error, Hashable {
  /// The text is empty, or has an empty part before or after a slash.
  case emptyPart(String)
  /// The text begins with `@` and is not an id.
  case badID(String)
}

extension Address {
  /// Reads an address as a user types it.
  ///
  /// `@$NAME` is the item that an earlier edit of a batch created. A text that begins with `=` is always a path of
  /// titles, and `\/` is a slash inside a title.
  ///
  /// - Throws: ``AddressError``.
  public init(parsing words: String) throws(AddressError) {
    if words.hasPrefix("@$") {
      self = .named(String(words.dropFirst(2)))
    } else if words.hasPrefix("@") {
      self = try Self.id(words)
    } else if let number = Self.number(words) {
      self = number
    } else {
      self = .path(try Self.parts(words))
    }
  }

  /// Returns the address of a path as a user would type it, with every slash inside a title escaped.
  public static func words(forPath titles: [String]) -> String {
    let words = titles.map { $0.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/") }
      .joined(separator: "/")
    return words.hasPrefix("@") || words.hasPrefix("=") || number(words) != nil ? "=" + words : words
  }

  private static func id(_ words: String) throws(AddressError) -> Address {
    guard let value = Int64(words.dropFirst(2)), value > 0, !words.contains("+") else { throw .badID(words) }
    switch words.dropFirst().first {
    case "s": return .section(SectionID(value))
    case "r": return .row(RowID(value))
    default: throw .badID(words)
    }
  }

  private static func number(_ words: String) -> Address? {
    let parts = words.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard numbers.count == parts.count, (1...2).contains(parts.count) else { return nil }
    return .number(section: numbers[0], row: parts.count == 2 ? numbers[1] : nil)
  }

  private static func parts(_ words: String) throws(AddressError) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in words.hasPrefix("=") ? words.dropFirst() : words[...] {
      if isQuoted, character != "/" { parts[parts.count - 1].append("\\") }
      switch character {
      case "\\" where !isQuoted: isQuoted = true; continue
      case "/" where !isQuoted: parts.append("")
      default: parts[parts.count - 1].append(character)
      }
      isQuoted = false
    }
    if isQuoted { parts[parts.count - 1].append("\\") }
    if parts.contains("") { throw .emptyPart(words) }
    return parts
  }
}

extension Address: CustomStringConvertible {
  /// The address as a user would type it.
  public var description: String {
    switch self {
    case .section(let id): "@\(id)"
    case .row(let id): "@\(id)"
    case .number(let section, let row): row.map { "\(section).\($0)" } ?? "\(section)"
    case .named(let name): "$\(name)"
    case .path(let titles): Self.words(forPath: titles)
    }
  }
}
