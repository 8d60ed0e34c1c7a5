import OutlineFormats

extension EditWords {
  /// Reads the members of a JSON object: `verb`, `arguments`, and options by their long names.
  init(json line: String) throws(Failure) {
    let members = try Self.members(of: line)
    guard case .texts(let verbs) = members.first(where: { $0.key == "verb" })?.value, verbs.count == 1 else {
      throw Failure(.badData, "the object has no \"verb\".")
    }
    try self.init(verb: verbs[0])
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where key != "verb" { try take(key, value) }
  }

  private static func members(of line: String) throws(Failure) -> [(key: String, value: Member)] {
    let value: JSONTree
    do {
      value = try JSONTree(line)
    } catch {
      let place = error.column.map { "in column \($0): " } ?? ""
      throw Failure(.badData, "this is not a JSON object: \(place)\(error.message).")
    }
    return (value.members ?? []).map { ($0.key, Member($0.value)) }
  }

  private mutating func take(_ key: String, _ value: Member) throws(Failure) {
    switch value {
    case .flag(let isSet) where grammar.flags.contains(key):
      if isSet { flags.insert(key) }
    case .texts(let texts) where key == "arguments":
      arguments = texts
    case .texts(let texts) where grammar.values.contains(key) && (key == "set" || texts.count == 1):
      for text in texts { try set(key, to: text) }
    case .texts(let texts) where key == "as" && texts.count == 1:
      try set(key, to: texts[0])
    case .flag, .texts, .other:
      let known = ["arguments", "as"] + grammar.flags.sorted() + grammar.values.sorted()
      throw Failure(
        .usage, known.contains(key) ? "\"\(key)\" has a value that it does not take." : "'\(verb)' has no \"\(key)\".",
        hint: known.contains(key) ? nil : "It takes \(known.joined(separator: ", ")).")
    }
  }
}

/// What a member of a JSON object is to a batch.
private enum Member {
  case flag(Bool)
  /// A text, or a list of them; whole numbers count as texts, in digits.
  case texts([String])
  case other

  init(_ value: JSONTree) {
    switch value {
    case .bool(let isSet): self = .flag(isSet)
    case .string, .number: self = Self.text(value).map { .texts([$0]) } ?? .other
    case .array(let elements):
      let texts = elements.compactMap(Self.text)
      self = texts.count == elements.count ? .texts(texts) : .other
    case .null, .object: self = .other
    }
  }

  private static func text(_ value: JSONTree) -> String? {
    switch value {
    case .string(let text): text
    case .number(let digits): (Int(digits) ?? Double(digits).flatMap(Int.init(exactly:))).map(String.init)
    case .null, .bool, .array, .object: nil
    }
  }
}
