import OutlineJSON
import PleatArguments
import PleatOutput

/// A tool for agents: a verb with the arguments and options that the holder of a key may use.
struct AgentTool {
  enum Member {
    case argument(Argument)
    case option(AnyOption)
  }

  let name: String
  let type: any Command.Type
  /// Whether the tool changes nothing.
  let isReading: Bool
  /// The members of the arguments of a call, with their names.
  let members: [(name: String, member: Member)]
  /// What it does, if it does only a part of the verb.
  private let summary: String?
  /// The schema of one edit; nil for a tool without edits.
  private let edit: JSONTree?

  /// The most lines of a list, hits of a search or edits of the history in an answer, unless the call says another number.
  static let standardLimit = 180
  /// The name of the argument by which a caller confirms what would be deleted.
  static let confirm = "confirm"
  /// The name of the argument with the edits.
  static let edits = "edits"

  /// Makes a tool of a verb.
  ///
  /// - Parameters:
  ///   - summary: What it does, if it does only that part of the verb which needs no arguments.
  ///   - edits: The verbs whose edits one call can carry out together; nil for a tool without edits.
  ///   - onlyFolds: Whether only edits of folds are allowed.
  init(
    _ name: String, _ type: any Command.Type, isReading: Bool, summary: String? = nil, edits: BatchVerbs? = nil,
    onlyFolds: Bool = false
  ) {
    (self.name, self.type, self.isReading, self.summary) = (name, type, isReading, summary)
    let verb = type.verb
    var members: [(String, Member)] =
      edits == nil && summary == nil ? verb.arguments.map { ($0.name, .argument($0)) } : []
    for option in verb.options where option.audience == .key && option.name != Self.ids {
      let isTrial = option.name == EditOptions.dryRun.name
      let isOfTool = option.purpose == .edit || option === GlobalOptions.json
      if isTrial ? isReading : !isOfTool || isReading && Self.edits(option, type) { continue }
      members.append((option.name, .option(option)))
    }
    self.members = members
    edit = edits.map { edits in
      var edits = edits
      let verbs = edits.names.compactMap { try? edits.verb(named: $0) }
      return ["anyOf": .array(verbs.filter { !onlyFolds || $0.0.verb.group == .fold }.map(Self.schema))]
    }
  }

  /// The names of the arguments of a call.
  var argumentNames: [String] {
    (takesEdits ? [Self.edits] : []) + members.map(\.name) + (isReading ? [] : [Self.confirm])
  }

  /// Whether a call contains edits rather than the arguments of one verb.
  var takesEdits: Bool { edit != nil }

  /// The option that shows ids, which answers always have.
  private static let ids = "ids"

  /// The options that a call has by default, so that answers are short and name everything.
  func standardOptions(_ given: [JSONTree.Member]) -> [String] {
    if given["json"]?.bool == true { return [] }
    let options = type.verb.options
    let isLong = given["limit"] == nil && members.contains { $0.name == "limit" }
    return (options.contains { $0.name == Self.ids } ? ["--\(Self.ids)"] : [])
      + (isLong ? ["--limit=\(Self.standardLimit)"] : [])
  }

  /// Whether this option turns a reading command into an edit.
  private static func edits(_ option: AnyOption, _ type: any Command.Type) -> Bool {
    guard option.kind == nil, let arguments = try? Arguments(["x", "--\(option.name)"], of: type.verb) else {
      return false
    }
    return type.init(arguments: arguments).mayEdit
  }

  private static let form = """
    Each edit is an object such as {"verb":"add","arguments":["milk"],"in":"Groceries"}. as gives a name to what an edit adds, \
    and later edits can use it as $NAME. An address is an id such as @s4 or @r17, a title or a text, or a path such as Home/Dairy. The answer names what each edit did. \
    due and repeat are written as the description of due says, and where as that of find.
    """

  /// The terms of a page of the help, one on each line.
  private static func grammar(_ page: HelpPage) -> String {
    page.sections.dropFirst().flatMap { section in
      section.blocks.flatMap { block in
        switch block {
        case .paragraph(let text): [text]
        case .terms(let terms): ["\(section.heading):"] + terms.map { "\($0.name): \($0.meaning)" }
        case .lines(let lines): lines
        }
      }
    }.map(ToolText.of).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The tool as `tools/list` describes it.
  var json: JSONTree {
    let verb = type.verb
    let asking =
      "A call that would delete something changes nothing at first: its answer has what would go, and a word to pass as confirm."
    var properties = members.map { JSONTree.Member($0.name, $0.member.schema) }
    var required = members.filter { $0.member.isRequired }.map(\.name)
    if let edit {
      properties.insert(.init(Self.edits, ["type": .string("array"), "minItems": .int(1), "items": edit]), at: 0)
      required.append(Self.edits)
    }
    if !isReading {
      properties.append(.init(Self.confirm, ["type": .string("string"), "description": .string(asking)]))
    }
    let grammar =
      switch name {
      case "find": Self.grammar(.filters)
      case "due": "The answer ends with today's date.\n\n" + Self.grammar(.days)
      default: ""
      }
    let texts = [
      summary ?? ToolText.of(verb.summary),
      takesEdits ? Self.form : summary == nil ? ToolText.of(verb.discussion) : "", grammar,
      isReading ? "" : asking,
    ]
    return [
      "name": .string(name), "description": .string(texts.filter { !$0.isEmpty }.joined(separator: "\n\n")),
      "inputSchema": Self.object(properties, required: required),
      "annotations": [
        "readOnlyHint": .bool(isReading), "destructiveHint": .bool(!isReading), "openWorldHint": false,
      ],
    ]
  }

  private static func schema(ofEdit edit: (type: any EditingCommand.Type, options: [AnyOption])) -> JSONTree {
    let verb = edit.type.verb
    let least = verb.argumentCount.lowerBound
    let texts = verb.arguments.map { "\($0.name): \(ToolText.of($0.help ?? ""))" }.joined(separator: " ")
    var properties: [JSONTree.Member] = [.init("verb", ["const": .string(verb.name)])]
    if verb.argumentCount.upperBound > 0 {
      let most = verb.argumentCount.upperBound
      properties.append(
        .init(
          "arguments",
          [
            "type": .string("array"), "items": ["type": .string("string")], "description": .string(texts),
            "minItems": least > 0 ? .int(least) : nil, "maxItems": most < .max ? .int(most) : nil,
          ]))
    }
    properties += edit.options
      .filter {
        $0.help.map { !ToolText.of($0).isEmpty } ?? true && ($0.audience == .key || $0.help == nil) && $0 !== Verb.help
      }
      .map { .init($0.name, Member.option($0).schema) }
    let schema = object(properties, required: ["verb"] + (least > 0 ? ["arguments"] : []))
    return .object([.init("description", .string(ToolText.of(verb.summary)))] + (schema.members ?? []))
  }

  private static func object(_ properties: [JSONTree.Member], required: [String]) -> JSONTree {
    [
      "type": .string("object"), "properties": .object(properties),
      "required": required.isEmpty ? nil : .texts(required), "additionalProperties": false,
    ]
  }
}

extension AgentTool.Member {
  private var parts: (kind: ValueKind?, isRepeating: Bool, help: String?, standard: String?) {
    switch self {
    case .argument(let argument): (argument.kind, argument.isRepeating, argument.help, argument.standard)
    case .option(let option):
      (
        option.kind, option.isRepeating,
        option.placeholder.contains("=") ? option.help.map { "\(option.placeholder): \($0)" } : option.help,
        option.name == "limit" ? "\(AgentTool.standardLimit), with json all" : option.standard
      )
    }
  }

  var isRequired: Bool { if case .argument(let argument) = self { !argument.isOptional } else { false } }

  var schema: JSONTree {
    let (kind, isRepeating, help, standard) = parts
    var value: [JSONTree.Member] =
      switch kind {
      case nil: [.init("type", .string("boolean"))]
      case .number(let range):
        [.init("type", .string("integer")), .init("minimum", .int(range.lowerBound))]
          + (range.upperBound < 1 << 53 ? [.init("maximum", .int(range.upperBound))] : [])
      case .choice(let choices): [.init("enum", .texts(choices))]
      default: [.init("type", .string("string"))]
      }
    if isRepeating { value = [.init("type", .string("array")), .init("items", .object(value))] }
    let text = [help, standard.map { "By default: \($0)." }].compactMap(\.self).map(ToolText.of).joined(separator: " ")
    return .object(value + (text.isEmpty ? [] : [.init("description", .string(text))]))
  }

  /// The type of the value, in words.
  var type: String {
    let (kind, isRepeating, _, _) = parts
    return ValueType.words(kind, isRepeating: isRepeating)
  }

  /// Returns a JSON value as it is typed on the command line; nil if its type does not fit.
  func words(_ value: JSONTree) -> [String]? {
    let (kind, isRepeating, _, _) = parts
    switch (kind, value) {
    case (nil, .bool(let isSet)): return isSet ? [""] : []
    case (.number, .number): return value.integer.map { ["\($0)"] }
    case (.some, .array(let elements)) where isRepeating:
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : nil
    case (.some, .string(let text)) where !isRepeating: return [text]
    default: return nil
    }
  }
}
