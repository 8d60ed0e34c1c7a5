import ListChanges
import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatSystem

/// The options that every verb takes.
package enum GlobalOptions {
  package static let file = TextOption(
    "file", letter: "f", .file, for: .key, purpose: .answer, help: "The file with the outline.")
  package static let user = TextOption(
    "user", letter: "u", .user, for: .key, purpose: .answer, help: "The user whose folds to show and to change.")
  package static let json = Flag("json", for: .key, purpose: .programs, help: "Answer in JSON.")
  package static let wait = TextOption(
    "wait", .seconds(0...86_400), "seconds", for: .key, purpose: .programs,
    help: "How long to wait for a locked file."
  ).or("10")
  package static let noHost = Flag(
    "no-host", for: .key, purpose: .programs, help: "Use the file itself, even if its folder has a host.")

  package static let declared: [AnyOption] = [file, user, json, wait, noHost]
}

extension Failure {
  /// Creates the failure for an error of a command; the next step names the command's verb or file.
  package init(_ error: any Error, of arguments: Arguments) {
    self.init(error, file: arguments.file)
    if error is Refusal, hint == nil { hint = Refusal.help(arguments.verb) }
    hint = hint.map { CommandText.naming(arguments.file, in: $0) }
    next = next.map { CommandText.naming(arguments.file, in: $0) }
  }
}

/// The options of verbs that edit, with those of every verb.
package enum EditOptions {
  package static let dryRun = Flag(
    "dry-run", letter: "n", for: .key, purpose: .answer, help: "Show what would happen, and change nothing.")
  package static let quiet = Flag("quiet", letter: "q", for: .key, purpose: .answer, help: "Print nothing on success.")
  package static let layout = Option<ListLayout?>(
    choice: "layout", for: .key, purpose: .programs,
    help: "With --json: how the changes count sections, rows and lines."
  ).or(.grouped)
  package static let allowNetworkFile = Flag(
    "allow-network-file", purpose: .programs,
    help: "Write to a file even on a network file system, where edits can get lost.")
  package static let idempotencyKey = TextOption(
    "idempotency-key", .number(1...Int.max), "number", formerly: "mark", for: .key, purpose: .programs,
    help: "A random number for this edit. Repeated with the same number, the edit is not made twice.")

  package static let declared: [AnyOption] =
    [dryRun, quiet, layout, allowNetworkFile, idempotencyKey] + GlobalOptions.declared
}

// The values are those of any option with the name, because some verbs declare one of their own.
extension Arguments {
  package var file: String? { value(of: GlobalOptions.file) }
  package var user: String? { value(of: GlobalOptions.user) }
  package var isJSON: Bool { value(of: GlobalOptions.json) }
  /// Whether a host, the program that owns the folder of the file, may carry the command out.
  package var mayAskHost: Bool { !value(of: GlobalOptions.noHost) }
  /// Whether the arguments say how long to wait for a locked file.
  package var hasWait: Bool { given.contains { $0.option === GlobalOptions.wait } }
  package var waitMilliseconds: Int { Int((Double(value(of: GlobalOptions.wait)) ?? 0) * 1_000) }
  package var waitDuration: Duration { .milliseconds(waitMilliseconds) }

  package var isTrial: Bool { value(of: EditOptions.dryRun) }
  package var isQuiet: Bool { value(of: EditOptions.quiet) }
  package var layout: ListLayout { value(of: EditOptions.layout) }
  package var idempotencyKey: String? { value(of: EditOptions.idempotencyKey) }

  /// Returns the arguments of a trial, which shows the effects of an edit without making it.
  package var ofTrial: Arguments {
    var arguments = self
    arguments.remove(EditOptions.quiet)
    arguments.add(EditOptions.dryRun, as: "-n")
    return arguments
  }

  /// Throws a ``Refusal`` of an empty file or user.
  func checkNames() throws(Refusal) {
    for (option, value) in given where value.isEmpty {
      if option === GlobalOptions.file { throw Refusal("The path of the file is empty.") }
      if option === GlobalOptions.user { throw Refusal("The name of the user is empty.") }
    }
  }
}

extension Arguments {
  /// Returns the request for the core.
  ///
  /// A message and an agent need only the names of the items, `--json` the changes, and `--layout flat` their shapes too.
  package func request(in context: Context) -> Request {
    let report: Request.Report =
      context.isOfAgent
      ? .names : isJSON ? (layout == .flat ? .changesWithShapes : .changes) : isQuiet ? .nothing : .names
    var request = Request(
      words: context.sentence, isTrial: isTrial, report: report, idempotencyKey: idempotencyKey.flatMap { Int64($0) },
      input: context.inputDigest.value)
    request.deletions = context.deletions
    request.namesEdits = context.isOfAgent
    return request
  }

  /// Returns the input of an edit; with an idempotency key, it is added to a digest as it is read.
  package func input(_ stream: ByteStream, in context: Context) -> ByteStream {
    idempotencyKey == nil ? stream : context.inputDigest.following(stream)
  }

  /// Opens the outline, makes an edit, and records that it is saved.
  ///
  /// - Returns: The report with which to show the answer, and the answer.
  package func makeEdit(
    in context: Context, _ edit: (Outline, _ user: String, Request) throws -> Answer
  ) throws -> (report: Report, answer: Answer) {
    let outline = try outlineForEditing(in: context)
    let report = Report(self, user: try userName(in: context), context)
    return (report, try report.noted(edit(outline, report.user, request(in: context))))
  }
}

extension Arguments {
  /// Returns the path of the file, from the options, the environment or the configuration.
  ///
  /// - Throws: A ``Failure`` for an outline on another machine, which only commands sent by ``Relay`` can use.
  package func path(in context: Context) throws -> String {
    let path = try located(in: context).path
    guard let address = try RemoteAddress(path) else { return path }
    throw Failure(
      .usage, "The outline is on another machine: \(path).",
      hint: "The command cannot be sent there. To log in there: ssh \(ShellWords.quoted(address.destination))")
  }

  /// Returns the path of the file, or its address on another machine, and where it is set.
  package func located(in context: Context) throws -> (path: String, from: Origin) {
    if let file, !context.isNamedRemotely(file) { return (try OutlineName(file).path(in: context), .option("-f")) }
    if let file = try context.variable("PLEAT_FILE"), !file.isEmpty {
      return (try OutlineName(file).path(in: context), .environment("PLEAT_FILE"))
    }
    if let (file, origin) = try context.configuration().held(.file) {
      return (try OutlineName(file).pathInConfiguration(in: context), origin)
    }
    if let folder = try context.variable("XDG_DATA_HOME"), folder.hasPrefix("/") {
      return ("\(folder)/pleat/outline.db", .environment("XDG_DATA_HOME"))
    }
    if let home = try context.homeFolder() { return ("\(home)/.local/share/pleat/outline.db", .standard) }
    throw Failure(
      .configuration, "There is no folder for the outline: HOME is not set.",
      hint: "Name a file with -f or $PLEAT_FILE.")
  }

  /// Returns the user, from the options, the environment or the configuration.
  package func userName(in context: Context) throws -> String { try named(in: context).user }

  /// Returns the user, and where the name is set.
  package func named(in context: Context) throws -> (user: String, from: Origin) {
    if let user, !user.isEmpty { return (user, .option("-u")) }
    if let name = try context.variable("PLEAT_USER"), !name.isEmpty { return (name, .environment("PLEAT_USER")) }
    if let (name, origin) = try context.configuration().held(.user) { return (name, origin) }
    if let name = context.loginName(), !name.isEmpty { return (name, .login) }
    for variable in ["USER", "LOGNAME"] {
      if let name = try context.variable(variable), !name.isEmpty { return (name, .environment(variable)) }
    }
    throw Failure(.configuration, "Your login name is unknown.", hint: "Name a user with -u or $PLEAT_USER.")
  }

  /// Opens the outline for reading.
  package func outlineForReading(wait: Duration? = nil, in context: Context) throws -> Outline {
    let path = try path(in: context)
    if let outline = context.openOutline(path) { return outline }
    return context.lastOutline.keep(
      try Outline(
        path, for: .reading, wait: wait ?? waitDuration, allowsNetworkFile: false, signals: context.signals))
  }

  /// Opens the outline for editing; a signal that arrives while an edit is being saved takes effect after that.
  package func outlineForEditing(wait: Duration? = nil, in context: Context) throws -> Outline {
    try context.checkMayEdit()
    let path = try path(in: context)
    if let outline = context.openOutline(path) { return outline }
    return context.lastOutline.keep(
      try Outline(
        path, for: .editing, wait: wait ?? waitDuration, allowsNetworkFile: allowsNetworkFile(in: context),
        signals: context.signals))
  }

  /// Whether to write to a file on a network file system, by the option or the configuration.
  package func allowsNetworkFile(in context: Context) throws -> Bool {
    try value(of: EditOptions.allowNetworkFile) || context.configuration().flag(.allowNetworkFile) == true
  }
}
