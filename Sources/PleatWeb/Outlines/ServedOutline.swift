import OutlineFormats
import OutlineJSON
import PleatCommands
import PleatOutput
import PleatSystem
import SystemPackage

/// The outline that is served: it carries out verbs for a user as `pleat serve` does for the holder of a key.
struct ServedOutline: Sendable {
  /// The path of the file.
  let path: String
  /// What its user may do.
  let right: Right
  /// The title of the inbox in the configuration.
  let values: [ConfigurationKey: TOMLValue]
  /// The user who has no name but that of their login here, so that another machine says who they are; nil for none.
  var unnamedUser: String?
  /// How verbs go on to the machine that has the outline: options for ssh; nil for a file of this machine.
  var sshOptions: [String]?
  /// Its path from the folder on that is served, and the socket of the folder's host; nil where one outline is served.
  var place: (name: String, socket: String)?

  /// The output of a verb, and how it ended.
  struct Answer: Sendable {
    let status: Int32
    /// Standard output.
    let output: [UInt8]
    /// The object of an error, if it ended with one.
    let error: JSONTree?
    /// Whether the machine of the outline could not be reached, so that it can be tried again.
    var isLost = false

    /// The sentence of the error.
    var message: String? { text("message") }
    /// The next step for somebody at a command line.
    var hint: String? { text("hint") }

    private func text(_ name: String) -> String? {
      error?.members?.first?.value.members?.first { $0.key == name }?.value.string
    }
  }

  /// Carries a verb out, with JSON as its answer.
  ///
  /// - Parameters:
  ///   - verb: The verb.
  ///   - arguments: Its options and arguments.
  ///   - input: Its standard input.
  ///   - file: The file that the output goes to as it comes; nil to have it in the answer.
  ///   - noteProcess: Receives the id of the process of ssh, where there is one.
  ///   - user: For whom.
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
    context.arrival = Arrival(isServed: true, right: right)
    context.arrival?.passage = sshOptions.map { Passage(options: $0, noteProcess: noteProcess) }
    context.hostSocket = place?.socket
    if let zone = Platform.callersZone { context.zone = { zone } }
    let status = context.commands.run([verb, "--json"] + arguments, context)
    if status == Failure.Kind.noPermission.status, let place { Log.write(refusalOf: user, verb, of: place.name) }
    let lost = [Failure.Kind.inputOutput, .unavailable].map(\.status)
    return Answer(
      status: status, output: output.bytes, error: messages.last.flatMap(shown),
      isLost: sshOptions != nil && lost.contains(status))
  }

  /// The error object for browsers.
  ///
  /// Messages that name the file are replaced, and go to the log of the server instead.
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

  /// The error for browsers where something is wrong with the file.
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
