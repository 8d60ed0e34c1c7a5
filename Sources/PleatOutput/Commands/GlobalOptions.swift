import ListChanges
import OutlineRepository
import PleatWords

/// The options that every verb takes.
struct GlobalOptions {
  static let file = TextOption(
    "file", letter: "f", .file, for: .key, purpose: .answer, help: "The file with the outline.")
  static let user = TextOption(
    "user", letter: "u", .user, for: .key, purpose: .answer, help: "The user whose folds to show and to change.")
  static let json = Flag("json", for: .key, purpose: .programs, help: "Answer in JSON.")
  static let wait = TextOption(
    "wait", .seconds(0...86_400), "seconds", standard: "10", for: .key, purpose: .programs,
    help: "How long to wait for a locked file.")

  /// The declarations of the options.
  static let declared = [Self.file.option, Self.user.option, Self.json.option, Self.wait.option]

  var file: String?
  var user: String?
  var json = false
  private var wait = "10"

  /// Creates the options of a command that has none.
  init() {}

  /// Reads the options.
  init(_ arguments: Arguments) throws(Refusal) {
    file = arguments[Self.file]
    user = arguments[Self.user]
    json = arguments[Self.json]
    wait = arguments[Self.wait] ?? wait
    if file == "" { throw Refusal("The path of the file is empty.") }
    if user == "" { throw Refusal("The name of the user is empty.") }
  }
}

/// The options of verbs that change something.
struct EditOptions {
  static let dryRun = Flag(
    "dry-run", letter: "n", for: .key, purpose: .answer, help: "Show what would happen, and change nothing.")
  static let quiet = Flag("quiet", letter: "q", for: .key, purpose: .answer, help: "Print nothing on success.")
  static let layout = TextOption(
    "layout", .words(ListLayout.allCases.map(\.rawValue)), standard: ListLayout.grouped.rawValue, for: .key,
    purpose: .programs, help: "With --json: how the changes count sections, rows and lines.")
  static let allowNetworkFile = Flag(
    "allow-network-file", purpose: .programs,
    help: "Write to a file on a network file system, though edits can get lost there.")
  static let mark = TextOption(
    "mark", .number(1...Int.max), "number", for: .key, purpose: .programs,
    help: "A number of your own for this edit, chosen at random: repeated with the same number, it is not made twice.")

  /// The declarations of the options.
  static let declared = [
    Self.dryRun.option, Self.quiet.option, Self.layout.option, Self.allowNetworkFile.option, Self.mark.option,
  ]

  let isTrial: Bool
  let quiet: Bool
  let layout: ListLayout
  let allowNetworkFile: Bool
  let mark: String?

  /// Creates the options of a command that has none.
  init() {
    (isTrial, quiet, layout, allowNetworkFile, mark) = (false, false, .grouped, false, nil)
  }

  /// Reads the options.
  init(_ arguments: Arguments) {
    isTrial = arguments[Self.dryRun]
    quiet = arguments[Self.quiet]
    layout = arguments[Self.layout].flatMap(ListLayout.init) ?? .grouped
    allowNetworkFile = arguments[Self.allowNetworkFile]
    mark = arguments[Self.mark]
  }
}

extension EditOptions {
  /// Returns the request for the options: a message names what the edit addressed, only `--json` reports changes, and only the layout `flat` needs shapes.
  func request(_ options: GlobalOptions, in context: Context) -> Request {
    let report: Request.Report =
      options.json ? (layout == .flat ? .changesWithShapes : .changes) : quiet ? .nothing : .names
    return Request(words: context.sentence, isTrial: isTrial, report: report, mark: mark.flatMap { Int64($0) })
  }
}

extension GlobalOptions {
  /// Returns the path of the file that the options, the environment or the configuration name.
  ///
  /// - Throws: A ``Failure`` for an outline on another machine, to which ``Relay`` brings the commands that can work there.
  func path(in context: Context) throws -> String {
    let path = try located(in: context).path
    guard let address = try FarAddress(path) else { return path }
    throw Failure(
      .usage, "The outline is on another machine: \(path).",
      hint: "This cannot be passed on to it. Log in there with: ssh \(ShellWords.quoted(address.destination))")
  }

  /// Returns the path of the file, or its address on another machine, and what says so.
  func located(in context: Context) throws -> (path: String, from: Origin) {
    if let file, !context.isNamedAfar(file) { return (try OutlineName(file).path(in: context), .option("-f")) }
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

  /// Returns the user that the options, the environment or the configuration name.
  func userName(in context: Context) throws -> String { try named(in: context).user }

  /// Returns the user, and what says so.
  func named(in context: Context) throws -> (user: String, from: Origin) {
    if let user, !user.isEmpty { return (user, .option("-u")) }
    if let name = try context.variable("PLEAT_USER"), !name.isEmpty { return (name, .environment("PLEAT_USER")) }
    if let (name, origin) = try context.configuration().held(.user) { return (name, origin) }
    if let name = context.loginName(), !name.isEmpty { return (name, .login) }
    for variable in ["USER", "LOGNAME"] {
      if let name = try context.variable(variable), !name.isEmpty { return (name, .environment(variable)) }
    }
    throw Failure(.configuration, "Your login name is unknown.", hint: "Name a user with -u or $PLEAT_USER.")
  }

  /// How long to wait for a locked file.
  var waitDuration: Duration { .milliseconds(waitMilliseconds) }

  var waitMilliseconds: Int { Int((Double(wait) ?? 0) * 1_000) }

  /// Opens the outline for reading.
  func outlineForReading(in context: Context) throws -> Outline {
    try Outline(path(in: context), for: .reading, wait: waitDuration)
  }

  /// Opens the outline for a verb that edits it.
  func outline(for editing: EditOptions, in context: Context) throws -> Outline {
    try context.checkMayEdit()
    return try Outline(
      path(in: context), for: .editing, wait: waitDuration,
      allowsNetworkFile: allowsNetworkFile(editing.allowNetworkFile, in: context))
  }

  /// Whether to write to a file on a network file system.
  ///
  /// - Parameter isAskedFor: Whether the option says so; else the configuration may.
  func allowsNetworkFile(_ isAskedFor: Bool, in context: Context) throws -> Bool {
    try isAskedFor || context.configuration().flag(.allowNetworkFile) == true
  }
}
