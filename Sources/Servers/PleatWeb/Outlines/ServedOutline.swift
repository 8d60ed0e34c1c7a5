import OutlineFormats
import OutlineJSON
import PleatCommands
import PleatOutput
import PleatSystem
import SystemPackage

/// An outline that is served to a user, with the same verbs that `pleat serve` offers the holder of a key.
struct ServedOutline: Sendable {
  let path: String
  /// What its user may do.
  let right: Right
  /// The configured title of the inbox.
  let values: [ConfigurationKey: TOMLValue]
  /// The user who is only known by a local login, so that the other machine chooses the name; nil for none.
  var unnamedUser: String?
  /// The options of ssh for sending verbs to the machine with the outline; nil for a local file.
  var sshOptions: [String]?
  /// The outline's path within the served folder, and the socket of its host; nil if a single outline is served.
  var place: (name: String, socket: String)?

  /// The output of a verb, and how the verb ended.
  struct Answer: Sendable {
    let status: Int32
    let output: [UInt8]
    /// The JSON object of an error; nil if the verb succeeded.
    let error: JSONTree?
    /// Whether the machine with the outline was unreachable, so that the verb can be tried again.
    var isLost = false

    /// The sentence of the error.
    var message: String? { text("message") }
    /// The next step on a command line.
    var hint: String? { text("hint") }

    private func text(_ name: String) -> String? {
      error?.members?.first?.value.members?.first { $0.key == name }?.value.string
    }
  }

  /// Carries a verb out, with JSON output.
  ///
  /// - Parameters:
  ///   - arguments: Its options and arguments.
  ///   - input: Its standard input.
  ///   - file: A file for the output as it is produced; nil to return it in the answer.
  ///   - noteProcess: Receives the process id of ssh, if ssh is used.
  ///   - user: The user who asks.
  func run(
    _ verb: String, _ arguments: [String], input: [UInt8] = [], to file: FileDescriptor? = nil,
    noteProcess: @escaping @Sendable (Int32) -> Void = { _ in }, as user: String
  ) -> Answer {
    var messages: [String] = []
    let output = OutputBuffer(file)
    var context = Context(
      variable: { [path, unnamedUser] name in
        switch name {
        case "PLEAT_FILE": path
        case "PLEAT_USER": user == unnamedUser ? nil : user
        case "LC_ALL": "C.UTF-8"
        default: nil
        }
      },
      output: output, send: { messages.append($0) }, input: ByteStream(input), isTerminal: false,
      commands: Pleat.commands, loginName: { nil })
    context.configurationFile = ConfigurationFile(only: values)
    context.origin = RemoteOrigin(isServed: true, right: right)
    context.origin?.forwarding = sshOptions.map { Forwarding(options: $0, noteProcess: noteProcess) }
    context.hostSocket = place?.socket
    if let zone = Platform.callersZone { context.zone = { zone } }
    let status = context.commands.run([verb, "--json"] + arguments, context)
    if status == Failure.Kind.noPermission.status, let place { Log.write(refusalOf: user, verb, of: place.name) }
    let lost = [Failure.Kind.inputOutput, .unavailable].map(\.status)
    return Answer(
      status: status, output: output.bytes, error: messages.last.flatMap(shown),
      isLost: sshOptions != nil && lost.contains(status))
  }

  /// Returns the error object for browsers.
  ///
  /// Messages that name the file are replaced, and logged by the server instead.
  private func shown(_ message: String) -> JSONTree? {
    guard let tree = try? JSONTree(message), let error = tree.members?.first, error.key == "error" else { return nil }
    let members = error.value.members ?? []
    let names = [path, path.split(separator: "/").dropLast().joined(separator: "/")].filter { !$0.isEmpty }
    let text = ["message", "hint"].compactMap { name in members.first { $0.key == name }?.value.string }
      .joined(separator: " ")
    if !names.contains(where: text.contains) { return tree }
    Log.write(text)
    let code = members.first { $0.key == "code" }?.value.string ?? ""
    return ["error": ["code": .string(code), "message": .string(Self.trouble), "candidates": .array([])]]
  }

  /// The error for browsers if there is a problem with the file.
  static let trouble = "The outline cannot be used at the moment. Nothing was changed; try again."
}

/// Messages for the person who started the server, on its standard error.
enum Log {
  static func write(_ text: String) {
    let output = OutputBuffer(.standardError)
    output.write("pleat-web: \(Escapes.oneLine(text))\n")
    _ = Result { try output.finish() }  // nobody is left to be told
  }

  static func write(refusalOf user: String, _ verb: String, of name: String) {
    write("refused \(user): '\(verb)' of \(name)")
  }
}
