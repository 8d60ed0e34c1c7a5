import ArgumentParser
import ListChanges
import OutlineRepository

/// The options that every verb takes.
struct GlobalOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file with the outline.", completion: .file())
  var file: String?

  @Option(name: .shortAndLong, help: "The user whose folds to show and to change.", completion: .users)
  var user: String?

  @Flag(help: "Answer in JSON.")
  var json = false

  @Option(help: ArgumentHelp("How long to wait for a locked file.", valueName: "seconds"))
  var wait: Double = 10

  func validate() throws {
    guard wait >= 0, wait <= 86_400 else { throw ValidationError("--wait needs a number of seconds from 0 to 86400.") }
    if file == "" { throw ValidationError("The path of the file is empty.") }
    if user == "" { throw ValidationError("The name of the user is empty.") }
  }
}

/// The options of verbs that change something.
struct EditOptions: ParsableArguments {
  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Show what would happen, and change nothing.")
  var isTrial = false

  @Flag(name: .shortAndLong, help: "Print nothing on success.")
  var quiet = false

  @Option(help: "With --json: the layout that places refer to, which is grouped, headerRows or flat.")
  var layout: ListLayout = .grouped

  @Flag(help: "Write to a file on a network file system, though edits can get lost there.")
  var allowNetworkFile = false
}

extension EditOptions {
  /// Returns the request for the options: a message names what the edit addressed, only `--json` reports changes, and only the layout `flat` needs shapes.
  func request(_ options: GlobalOptions, in context: Context) -> Request {
    let report: Request.Report =
      options.json ? (layout == .flat ? .changesWithShapes : .changes) : quiet ? .nothing : .names
    return Request(words: context.sentence, isTrial: isTrial, report: report)
  }
}

extension GlobalOptions {
  /// Returns the path of the file that the options or the environment name.
  func path(in context: Context) throws -> String {
    if let file { return file }
    if let file = try context.variable("PLEAT_FILE"), !file.isEmpty { return file }
    if let folder = try context.variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return "\(folder)/pleat/outline.db" }
    if let home = try context.variable("HOME"), home.hasPrefix("/") { return "\(home)/.local/share/pleat/outline.db" }
    throw Failure(
      .configuration, "There is no folder for the outline: HOME is not set.",
      hint: "Name a file with -f or $PLEAT_FILE.")
  }

  /// Returns the user that the options or the environment name.
  func userName(in context: Context) throws -> String {
    if let user, !user.isEmpty { return user }
    let sources: [() throws -> String?] = [
      { try context.variable("PLEAT_USER") }, context.loginName, { try context.variable("USER") },
      { try context.variable("LOGNAME") },
    ]
    for source in sources {
      if let name = try source(), !name.isEmpty { return name }
    }
    throw Failure(.configuration, "Your login name is unknown.", hint: "Name a user with -u or $PLEAT_USER.")
  }

  /// How long to wait for a locked file.
  var waitDuration: Duration { .milliseconds(waitMilliseconds) }

  var waitMilliseconds: Int { Int(wait * 1_000) }

  /// Opens the outline for reading.
  func outlineForReading(in context: Context) throws -> Outline {
    try Outline(path(in: context), for: .reading, wait: waitDuration)
  }

  /// Opens the outline for a verb that edits it.
  func outline(for editing: EditOptions, in context: Context) throws -> Outline {
    try Outline(
      path(in: context), for: .editing, wait: waitDuration, allowsNetworkFile: editing.allowNetworkFile)
  }
}
