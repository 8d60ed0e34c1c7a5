import OutlineFormats

extension EditWords {
  /// Reads the members of a JSON object: `verb`, `arguments`, and options by their long names.
  init(json line: String, _ grammars: inout BatchGrammar) throws(Failure) {
    let members = try Self.members(of: line)
    guard case .texts(let verbs) = members.first(where: { $0.key == "verb" })?.value, verbs.count == 1 else {
      throw Failure(.badData, "the object has no \"verb\".")
    }
    try self.init(verb: verbs[0], &grammars)
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
    let option = grammar.options["--\(key)"]
    switch (key, value, option?.takesValue) {
    case ("arguments", .texts(let texts), nil):
      arguments = texts
    case ("as", .texts(let texts), nil) where texts.count == 1:
      try name(texts[0])
    case (_, .flag(let isSet), false):
      if isSet { flags.insert(key) }
    case (_, .texts(let texts), true):
      guard let option, option.isRepeating || texts.count == 1 else { throw wrongValue(of: key) }
      for text in texts { try set(option, to: text) }
    default:
      throw wrongValue(of: key)
    }
  }

  private func wrongValue(of key: String) -> Failure {
    let options = grammar.options.filter { $0.key == "--\($0.value.name)" }.values
    let sorted = options.sorted { ($0.takesValue ? 1 : 0, $0.name) < ($1.takesValue ? 1 : 0, $1.name) }
    let known = ["arguments", "as"] + sorted.map(\.name)
    let isKnown = known.contains(key)
    return Failure(
      .usage, isKnown ? "\"\(key)\" has a value that it does not take." : "'\(name)' has no \"\(key)\".",
      hint: isKnown ? nil : "It takes \(known.joined(separator: ", ")).")
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
