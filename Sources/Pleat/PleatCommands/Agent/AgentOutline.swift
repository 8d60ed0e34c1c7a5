import OutlineCore
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// An outline that an agent may use, with the same rights as the holder of a key.
struct AgentOutline {
  let path: String
  let right: Right
  /// The settings that also go to another machine, such as the inbox.
  let values: [ConfigurationKey: TOMLValue]
  private let context: Context
  /// All tools; a call is refused if the agent may not use the tool.
  let tools: [AgentTool]

  /// The largest size of an answer, in bytes.
  private static let longestAnswer = 4 << 20

  init(path: String, right: Right, values: [ConfigurationKey: TOMLValue], context: Context) {
    (self.path, self.right, self.values, self.context) = (path, right, values, context)
    let edits = BatchVerbs(of: context.commands, for: .key)
    tools = [
      AgentTool("list", List.self, isReading: true), AgentTool("find", Find.self, isReading: true),
      AgentTool("show", Show.self, isReading: true), AgentTool("due", DueVerb.self, isReading: true),
      AgentTool("log", Log.self, isReading: true),
      AgentTool("tags", Tags.self, isReading: true, summary: "Count the tags of the outline."),
      AgentTool("edit", Apply.self, isReading: false, edits: edits, onlyFolds: right == .fold),
      AgentTool("undo", Undo.self, isReading: false), AgentTool("redo", Redo.self, isReading: false),
    ]
  }

  func offers(_ tool: AgentTool) -> Bool {
    tool.isReading || right >= .edit || right == .fold && tool.takesEdits
  }

  /// Carries out a call, and returns its result.
  ///
  /// Arguments that the tool refuses make an error in the result, which the agent sees, rather than a protocol error,
  /// which it does not.
  ///
  /// - Parameters:
  ///   - given: The arguments.
  ///   - user: The agent.
  ///   - key: The idempotency key of an edit.
  func call(_ tool: AgentTool, _ given: [JSONTree.Member], as user: String, key: Int64) -> JSONTree {
    var (options, words, input) = ([String](), [String](), [UInt8]())
    var deletions = Request.Deletions.asking
    for member in given {
      switch (member.key, member.value) {
      case (AgentTool.confirm, .string(let word)) where !tool.isReading:
        deletions = UInt64(word, radix: 16).map { .agreed($0) } ?? .asking
      case (AgentTool.edits, .array(let edits)) where tool.takesEdits && edits.allSatisfy { $0.members != nil }:
        for edit in edits { input += Array((edit.text + "\n").utf8) }
      default:
        guard let known = tool.members.first(where: { $0.name == member.key })?.member else {
          let isKnown =
            tool.takesEdits && member.key == AgentTool.edits || !tool.isReading && member.key == AgentTool.confirm
          let type = member.key == AgentTool.edits ? "a list of objects" : "a text"
          return Self.refusal(
            isKnown
              ? Self.wrongValue(member, type)
              : "\(tool.name) has no argument \(Escapes.oneLine(member.key)): it takes \(tool.argumentNames.inWords).")
        }
        guard let values = known.words(member.value) else {
          return Self.refusal(Self.wrongValue(member, known.type))
        }
        switch known {
        case .argument: continue  // in the order of the declaration, below
        case .option(let option):
          options += values.map { option.kind == nil ? "--\(option.name)" : "--\(option.name)=\($0)" }
        }
      }
    }
    if tool.takesEdits, input.isEmpty { return Self.refusal("There are no edits.") }
    for (name, member) in tool.members {
      guard case .argument = member, let value = given[name] else { continue }
      words += member.words(value) ?? []
    }
    if !tool.isReading { options.append("--\(EditOptions.idempotencyKey.name)=\(key)") }
    let dashes = words.contains(where: ArgumentReader.beginsWithDash) ? ["--"] : []
    options += tool.standardOptions(given)
    return run([tool.type.verb.name] + options + dashes + words, input: input, deletions, as: user)
  }

  /// The current day as a sentence.
  var today: String {
    let day = context.today()
    return "Today is \(day.weekday.shortName) \(day)."
  }

  private static func wrongValue(_ member: JSONTree.Member, _ type: String) -> String {
    "The argument \(member.key) takes \(type), not \(ValueType.words(member.value))."
  }

  private static func refusal(_ message: String) -> JSONTree {
    result(
      [Failure(.usage, message, hint: "Nothing was changed. tools/list lists the arguments.").json.text], isError: true)
  }

  private static func result(_ texts: [String], isError: Bool) -> JSONTree {
    ["content": .array(texts.map { ["type": .string("text"), "text": .string($0)] }), "isError": .bool(isError)]
  }

  private func run(
    _ arguments: [String], input: [UInt8], _ deletions: Request.Deletions, as user: String
  ) -> JSONTree {
    var messages: [String] = []
    let output = OutputBuffer(nil)
    var call = Context(
      variable: { [path] name in
        switch name {
        case "PLEAT_FILE": path
        case "PLEAT_USER": user
        default: nil
        }
      },
      output: output, send: { messages.append($0) }, input: ByteStream(input), isTerminal: false,
      commands: context.commands, loginName: { nil })
    call.configurationFile = ConfigurationFile(only: values)
    call.origin = RemoteOrigin(isServed: true, right: right)
    call.signals = context.signals
    call.localTime = context.localTime
    call.deletions = deletions
    let status = context.commands.run(arguments, call)
    if output.bytes.count > Self.longestAnswer {
      return Self.refusal("The answer has more than \(Self.longestAnswer >> 20) MiB: ask for less.")
    }
    if arguments[0] == DueVerb.verb.name, status == 0 { messages.insert(today, at: 0) }
    let texts = output.bytes.isEmpty ? messages : [String(decoding: output.bytes, as: UTF8.self)] + messages
    return Self.result(texts, isError: status != 0 && status != 1)
  }
}
