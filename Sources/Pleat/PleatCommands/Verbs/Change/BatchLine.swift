import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// One edit of a batch: a line with a verb and its arguments, or a JSON object.
struct BatchLine {
  private let type: any EditingCommand.Type
  private var arguments: Arguments
  let givenName: String?

  /// The command as the history keeps it.
  var sentence: String { arguments.keptSentence }

  /// The option that names the item added by a line, so that later lines can refer to it.
  static let name = TextOption("as", .text, "name", purpose: .answer, help: nil)

  /// Reads a line; nil if it contains no edit.
  init?(_ line: String, of verbs: inout BatchVerbs) throws {
    if line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "{") {
      (type, arguments) = try Self.read(json: line, of: &verbs)
    } else {
      let words = try ShellWords.split(line.utf8)
      guard let first = words.first else { return nil }
      let options: [AnyOption]
      (type, options) = try verbs.verb(named: first)
      arguments = try Arguments(words.dropFirst(), of: type.verb, taking: options)
    }
    givenName = arguments.value(of: Self.name)
    if let givenName, !Self.isName(givenName) {
      throw Refusal(
        "'\(givenName)' cannot be a name.",
        hint: "A name consists of letters, digits and _, and does not begin with a digit.")
    }
  }

  private static func isName(_ word: String) -> Bool {
    word.first.map { !$0.isNumber } ?? false && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Returns the edit and what it does; `names` are those given by earlier lines.
  func edit(naming names: Set<String>, in context: Context) throws -> (made: BatchEdit, done: Deed) {
    if givenName != nil, arguments.positional.count > 1 {
      throw Failure(.usage, "--as names one row or section, but the line adds several.")
    }
    var (arguments, context) = (arguments, context)
    context.isInputTerminal = false  // nobody is asked about one edit of several
    let count = type.init(arguments: arguments).addressCount
    if context.isOfAgent { try askAboutNumbers(among: count, in: context) }
    if !names.isEmpty {
      arguments.replaceAddresses(among: count) { word in
        word.hasPrefix("$") && names.contains(String(word.dropFirst())) ? "@" + word : word
      }
    }
    do {
      let command = try type.init(arguments)
      if command.readsInput(in: context) {
        throw Failure(.usage, "A batch cannot read standard input for '\(arguments.verb.name) -'.")
      }
      return (BatchEdit(try command.edit(in: context), name: givenName), command.done)
    } catch {
      throw Failure(error, of: arguments)
    }
  }

  /// Asks an agent whether a number means the section that has it: it may have counted rows, or have read an old list.
  private func askAboutNumbers(among count: Int, in context: Context) throws {
    var words: [String] = []
    var copy = arguments
    copy.replaceAddresses(among: count) { word in
      words.append(word)
      return word
    }
    for word in words {
      guard let address = try? Address(parsing: word), case .number(let number) = address, number.row == nil else {
        continue
      }
      let (outline, user) = (try arguments.outlineForReading(in: context), try arguments.userName(in: context))
      guard let found = try? outline.details(of: address, as: user) else { continue }
      throw Failure(
        .ambiguous, "Does '\(word)' mean this section, whose number it is?",
        hint: "Nothing was changed. Numbers change with the outline: use an id, which list shows.",
        candidates: [Candidate(id: found.line.id, path: found.path, number: number, due: nil)])
    }
  }
}

/// The verbs that may be part of a batch, with the options they accept there.
struct BatchVerbs {
  private let commands: CommandSet
  private let audience: Audience
  private var known: [String: (any EditingCommand.Type, [AnyOption])] = [:]

  /// - Parameter audience: Who makes the edits.
  init(of commands: CommandSet, for audience: Audience) { (self.commands, self.audience) = (commands, audience) }

  /// Returns the verb with a name or an alias, and its options, without those that apply to the whole batch.
  ///
  /// - Throws: A ``Refusal`` if the verb does not exist, or cannot be part of a batch.
  mutating func verb(named word: String) throws(Refusal) -> (any EditingCommand.Type, [AnyOption]) {
    if let known = known[word] { return known }
    guard let type = commands.type(named: word) as? any EditingCommand.Type,
      audience == .owner || type.verb.audience == .key
    else { throw unknown(word) }
    let common = EditOptions.declared.map(\.name)
    let own = type.verb.options.filter { !common.contains($0.name) && (audience == .owner || $0.audience == .key) }
    let found = (type, own + (type == Add.self ? [BatchLine.name] : []))
    known[word] = found
    return found
  }

  /// The names of the verbs that may be part of a batch, without their aliases.
  var names: [String] {
    commands.all.filter { $0.type is any EditingCommand.Type }.map(\.name).sorted()
  }

  private func unknown(_ word: String) -> Refusal {
    let near = TextMatch.suggestions(for: word, among: names).first
    return Refusal(
      commands.type(named: word) != nil ? "'\(word)' cannot be part of a batch." : "There is no verb '\(word)'.",
      hint: near == nil ? "A batch takes \(names.joined(separator: ", "))." : nil,
      correction: near.map { Correction(of: word, to: $0) })
  }
}

// MARK: - JSON

extension BatchLine {
  /// Reads the members of a JSON object: `verb`, `arguments`, and options by their long names.
  private static func read(
    json line: String, of verbs: inout BatchVerbs
  ) throws -> (any EditingCommand.Type, Arguments) {
    let members = try members(of: line)
    guard case .texts(let names) = members.first(where: { $0.key == "verb" })?.value, names.count == 1 else {
      throw Failure(.badData, "the object has no \"verb\".")
    }
    let (type, options) = try verbs.verb(named: names[0])
    var arguments = Arguments(of: type.verb, taking: options)
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where key != "verb" {
      try take(key, value, into: &arguments)
    }
    try arguments.checkCount()
    return (type, arguments)
  }

  private static func members(of line: String) throws(Failure) -> [(key: String, value: Member)] {
    let value: JSONTree
    do {
      value = try JSONTree(line)
    } catch {
      let location = error.column.map { "in column \($0): " } ?? ""
      throw Failure(.badData, "this is not a JSON object: \(location)\(error.message).")
    }
    return (value.members ?? []).map { ($0.key, Member($0.value)) }
  }

  private static func take(_ key: String, _ value: Member, into arguments: inout Arguments) throws {
    let option = arguments.options.first { $0.isSpelled("--" + key) }
    switch (key, value, option.map { $0.kind != nil }) {
    case ("arguments", .texts(let texts), nil):
      for text in texts { try arguments.add(text) }
    case (_, .flag(let isSet), false):
      if isSet, let option { arguments.add(option, as: "--\(key)") }
    case (_, .texts(let texts), true):
      guard let option, option.isRepeating || texts.count == 1 else { throw wrongValue(of: key, arguments) }
      for text in texts { try arguments.add(text, of: option, as: "--\(key)") }
    default:
      throw wrongValue(of: key, arguments)
    }
  }

  private static func wrongValue(of key: String, _ arguments: Arguments) -> Refusal {
    let options = arguments.options.filter { $0 !== Verb.help }.sorted {
      ($0.kind == nil ? 0 : 1, $0.name) < ($1.kind == nil ? 0 : 1, $1.name)
    }
    let known = ["arguments"] + options.map(\.name)
    if known.contains(key) {
      let option = options.first { $0.name == key }
      let type = option.map { ValueType.words($0.kind, isRepeating: $0.isRepeating) } ?? "a list of texts"
      return Refusal("\"\(key)\" does not take this value: it takes \(type).")
    }
    return
      Refusal(
        "'\(arguments.verb.name)' does not take \"\(key)\".", hint: "It takes \(known.joined(separator: ", ")).")
  }
}

/// The types of values in JSON, in words.
enum ValueType {
  /// The type that an argument or an option takes.
  static func words(_ kind: ValueKind?, isRepeating: Bool) -> String {
    if isRepeating { return "a list of texts" }
    guard let kind else { return "true or false" }
    return kind.numbers ?? (kind.choices.isEmpty ? "a text" : kind.choices.inWords)
  }

  /// The type of a value.
  static func words(_ value: JSONTree) -> String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object, .written: "an object"
    }
  }
}

/// The value of a member of a JSON object in a batch.
private enum Member {
  case flag(Bool)
  /// A text or a list of texts; whole numbers become texts of digits.
  case texts([String])
  case other

  init(_ value: JSONTree) {
    switch value {
    case .bool(let isSet): self = .flag(isSet)
    case .string, .number: self = Self.text(value).map { .texts([$0]) } ?? .other
    case .array(let elements):
      let texts = elements.compactMap(Self.text)
      self = texts.count == elements.count ? .texts(texts) : .other
    case .null, .object, .written: self = .other
    }
  }

  private static func text(_ value: JSONTree) -> String? {
    switch value {
    case .string(let text): text
    case .number(let digits): (Int(digits) ?? Double(digits).flatMap(Int.init(exactly:))).map(String.init)
    case .null, .bool, .array, .object, .written: nil
    }
  }
}
