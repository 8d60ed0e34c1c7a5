/// A way to name a section or a row, as a user types it.
public enum Address: Hashable, Sendable {
  /// `@17`: the section or row with this number.
  case id(Int64)
  /// `@s4`: a section by its id; if a row has the number, that row.
  case section(SectionID)
  /// `@r17`: a row by its id; if a section has the number, that section.
  case row(RowID)
  /// `2.1` or `2.1:3`: a section or a row by its number.
  case number(ItemNumber)
  /// `@$NAME`: the item that an earlier edit of the same batch created under this name.
  case named(String)
  /// `milk` or `Home/Groceries/milk`, as typed: the title of a section or the text of a row, or else a path.
  case words(String)
  /// The titles of nested sections, from the outermost named one down; the last part may be the text of a row.
  case path([String])
  /// `1:2-5` or `@r3-@r9`: everything from one item to another in document order, both of the same parent.
  indirect case range(Address, Address)
  /// The items that a filter accepts, in document order.
  case fitting(ItemFilter)
}

/// An error in the text of an address.
public enum AddressError: Error, Hashable {
  /// The text is empty, or has an empty part before or after a slash.
  case emptyPart(String)
  /// The text begins with `@` and is not an id.
  case badID(String)
}

extension AddressError: CustomStringConvertible {
  /// The mistake, as a sentence.
  public var description: String {
    switch self {
    case .emptyPart(""): "The address is empty."
    case .emptyPart(let words): "The address '\(words)' has an empty part before or after a slash."
    case .badID(let words): "'\(words)' is not an id."
    }
  }
}

extension Address {
  /// Creates the address that names a section or a row by its id.
  public init(_ item: ItemID) {
    switch item {
    case .section(let id): self = .section(id)
    case .row(let id): self = .row(id)
    }
  }

  /// Reads an address as a user types it.
  ///
  /// Ids, numbers and ranges of them are recognised by their form; `@$NAME` is an item that an earlier edit of a batch
  /// created. A text that begins with `=` is always a title or a path. `\/` is a slash inside a title, and a backslash
  /// before a slash is doubled.
  ///
  /// - Throws: ``AddressError``.
  public init(parsing words: String) throws(AddressError) {
    if words.hasPrefix("@$") {
      self = .named(String(words.dropFirst(2)))
    } else if let range = Self.range(words) {
      self = range
    } else if words.hasPrefix("@") {
      self = try Self.id(words)
    } else if let number = ItemNumber(words) {
      self = .number(number)
    } else if words.isEmpty || words == "=" {
      throw .emptyPart("")
    } else {
      self = .words(words)
    }
  }

  /// The id in `@s4` or `@r17`; nil for other addresses.
  package var itemID: ItemID? {
    switch self {
    case .section(let id): .section(id)
    case .row(let id): .row(id)
    case .id, .number, .named, .words, .path, .range, .fitting: nil
    }
  }

  /// Whether the address may name several sections or rows, or none, as a range does.
  public var mayNameSeveral: Bool {
    switch self {
    case .range, .fitting: true
    case .id, .section, .row, .number, .named, .words, .path: false
    }
  }

  /// Returns the address of a path as a user would type it, with every slash inside a title escaped.
  public static func words(forPath titles: [String]) -> String {
    let path = path(of: titles)
    return hasOtherForm(path) ? "=" + path : path
  }

  /// Returns titles with slashes between them, and every slash inside a title escaped.
  package static func path(of titles: [String]) -> String {
    var path = ""
    for (index, title) in titles.enumerated() {
      if index > 0 { path += backslashes(endOf: path) + "/" }
      path += escaped(title)
    }
    return path
  }

  /// Returns a title as the last part of a path: each slash gets a backslash before it, and backslashes before a slash
  /// are doubled.
  package static func escaped(_ title: String) -> String {
    guard title.utf8.contains(UInt8(ascii: "/")) else { return title }
    let parts = title.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    return parts.dropLast().map { $0 + backslashes(endOf: $0) + "\\/" }.joined() + (parts.last ?? "")
  }

  private static func backslashes(endOf text: String) -> String {
    guard text.utf8.last == UInt8(ascii: "\\") else { return "" }
    return String(repeating: "\\", count: text.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count)
  }

  /// Whether a text would be read as an id, a number or a range, or begins with `=`, so that as a title it needs a `=`
  /// before it.
  public static func hasOtherForm(_ words: String) -> Bool {
    switch words.utf8.first {
    case UInt8(ascii: "@"), UInt8(ascii: "="): true
    case .some(48...57): ItemNumber(words) != nil || range(words) != nil
    default: false
    }
  }

  /// Whether a text is an id or a number by its form, as `@r17` and `1.2:3` are.
  public static func isIDOrNumber(_ words: String) -> Bool {
    switch try? Address(parsing: words) {
    case .id, .section, .row, .number: true
    case .named, .words, .path, .range, .fitting, nil: false
    }
  }

  /// The text without the `=` that forces a title.
  package static func title(in words: String) -> String { words.hasPrefix("=") ? String(words.dropFirst()) : words }

  private static func id(_ words: String) throws(AddressError) -> Address {
    let kind = words.dropFirst().first.flatMap { $0 == "s" || $0 == "r" ? $0 : nil }
    guard let value = Int64(words.dropFirst(kind == nil ? 1 : 2)), value > 0, !words.contains("+") else {
      throw .badID(words)
    }
    switch kind {
    case "s": return .section(SectionID(value))
    case "r": return .row(RowID(value))
    default: return .id(value)
    }
  }

  /// Reads a range of ids or numbers; nil for any other text.
  ///
  /// A single number at the end replaces the last number of the beginning: `1:2-5` ends with `1:5`, and `2.1-3` with
  /// `2.3`.
  private static func range(_ words: String) -> Address? {
    guard let first = words.utf8.first, first == UInt8(ascii: "@") || (48...57).contains(first) else { return nil }
    let ends = words.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, isIDOrNumber(ends[0]), isIDOrNumber(ends[1]), let lower = try? Address(parsing: ends[0]),
      let upper = try? Address(parsing: ends[1])
    else { return nil }
    guard case .number(var last) = lower, case .number(let number) = upper, number.row == nil,
      number.sections.count == 1
    else { return .range(lower, upper) }
    if last.row == nil {
      last.sections[last.sections.count - 1] = number.sections[0]
    } else {
      last.row = number.sections[0]
    }
    return .range(lower, .number(last))
  }

  /// Splits words at their slashes into the parts of a path.
  ///
  /// `\/` is a slash inside a part. `\\` before a slash, or before `\/`, is one backslash. Every other backslash is
  /// itself.
  ///
  /// - Throws: ``AddressError/emptyPart(_:)``.
  package static func parts(_ words: String) throws(AddressError) -> [String] {
    let (slash, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "\\"))
    var parts: [[UInt8]] = [[]]
    var backslashes = 0
    // In bytes, a slash stays one where an accent follows it.
    for byte in words.utf8.dropFirst(words.hasPrefix("=") ? 1 : 0) {
      if byte == backslash {
        backslashes += 1
        continue
      }
      if backslashes > 0 {
        let kept = byte == slash ? backslashes / 2 : backslashes
        parts[parts.count - 1] += repeatElement(backslash, count: kept)
      }
      if byte == slash, backslashes % 2 == 0 { parts.append([]) } else { parts[parts.count - 1].append(byte) }
      backslashes = 0
    }
    parts[parts.count - 1] += repeatElement(backslash, count: backslashes)
    if parts.contains(where: \.isEmpty) { throw .emptyPart(words) }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Address: CustomStringConvertible {
  /// The address as a user would type it.
  public var description: String {
    switch self {
    case .id(let number): "@\(number)"
    case .section(let id): "\(id)"
    case .row(let id): "\(id)"
    case .number(let number): number.description
    case .words(let words): words
    case .named(let name): "$\(name)"
    case .path(let titles): Self.words(forPath: titles)
    case .range(let first, let last): "\(first)-\(last)"
    case .fitting: "--where"
    }
  }
}
