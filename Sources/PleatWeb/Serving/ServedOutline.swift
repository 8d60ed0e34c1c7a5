import OutlineFormats
import OutlineJSON
import PleatCommands
import PleatOutput
import PleatSystem

/// The outline that is served: it carries out verbs for a user as `pleat serve` does for the holder of a key.
struct ServedOutline: Sendable {
  /// The path of the file.
  let path: String
  let isReadOnly: Bool
  /// What the configuration says about the inbox.
  let values: [ConfigurationKey: TOMLValue]

  /// What a verb printed, and how it ended.
  struct Answer: Sendable {
    let status: Int32
    /// Standard output.
    let output: [UInt8]
    /// The object of an error, if it ended with one.
    let error: JSONTree?
  }

  /// Carries a verb out, with JSON as its answer.
  ///
  /// - Parameters:
  ///   - verb: The verb.
  ///   - arguments: Its options and arguments.
  ///   - input: What it reads.
  ///   - user: For whom.
  func run(_ verb: String, _ arguments: [String], input: [UInt8] = [], as user: String) -> Answer {
    var messages: [String] = []
    let output = OutputBuffer(nil)
    var context = Context(
      variable: { [path] name in
        switch name {
        case "PLEAT_FILE": path
        case "PLEAT_USER": user
        default: nil
        }
      },
      output: output, send: { messages.append($0) }, input: ByteStream(input), isTerminal: false,
      commands: Pleat.commands, loginName: { nil })
    context.configurationFile = ConfigurationFile(only: values)
    context.arrival = Arrival(isServed: true, isReadOnly: isReadOnly)
    let status = context.commands.run([verb, "--json"] + arguments, context)
    return Answer(status: status, output: output.bytes, error: messages.last.flatMap(shown))
  }

  /// The error object for browsers.
  ///
  /// Messages that name the file are replaced, and go to the log of the server instead.
  private func shown(_ message: String) -> JSONTree? {
    guard let tree = try? JSONTree(message), let error = tree.members?.first, error.key == "error" else { return nil }
    let members = error.value.members ?? []
    let names = [path, path.split(separator: "/").dropLast().joined(separator: "/")].filter { !$0.isEmpty }
    guard let text = members.first(where: { $0.key == "message" })?.value.string,
      names.contains(where: text.contains)
    else { return tree }
    Log.write(text)
    let code = members.first { $0.key == "code" }?.value.string ?? ""
    return ["error": ["code": .string(code), "message": .string(Self.trouble), "candidates": .array([])]]
  }

  /// What browsers hear where something is wrong with the file.
  static let trouble = "The outline cannot be used at the moment. Nothing was changed; try again."
}

/// Messages for the person who started the server, on its standard error.
enum Log {
  static func write(_ text: String) {
    let output = OutputBuffer(.standardError)
    output.write("pleat-web: \(Escapes.oneLine(text))\n")
    _ = Result { try output.finish() }  // nobody is left to be told
  }
}
