import OutlineCore
import OutlineJSON
import PleatArguments
import PleatOutput
import PleatRemote
import PleatSystem

/// `pleat host`: starts the program that owns the outlines of a folder, or shows its statistics.
package struct Host: Command {
  package static let verb = Verb(
    "host", .exchange,
    summary: "Host the outlines of a folder for everybody on this machine.",
    discussion: """
      One process keeps the outlines open, saves edits that arrive at the same time together, and notifies \
      everybody who watches. 'pleat', 'pleat serve' and 'pleat web' on this machine find it by the socket \
      .pleat-host in the folder. Everything works without it too, and other programs may still use the files. It \
      runs until it receives SIGTERM. docs/host.md says what happens to an edit if a part of this fails.
      """,
    usage: [
      "pleat host FOLDER [--log-commands] [--journal URL [--journal-days DAYS] [--journal-without-standby]]",
      "pleat host FOLDER --status|--metrics|--check",
      "pleat host FOLDER --enter|--delete OUTLINE|--rename OUTLINE --to NAME",
    ],
    arguments: [Argument("folder", .file, help: "The folder with the outlines, which may be in subfolders.")],
    options: [
      journalOption, journalDays, withoutStandby, logCommands, status, metrics, directoryCheck, enter, delete, rename,
      to,
      GlobalOptions.json,
    ],
    examples: [
      "Host the outlines of a folder": "pleat host /srv/lists",
      "How many edits it has made, for how many callers": "pleat host /srv/lists --status",
      "The same for Prometheus, through its node exporter": "pleat host /srv/lists --metrics >pleat.prom",
      "Whether the file that says who may do what means what it says": "pleat host /srv/lists --check",
      "Give an outline another name, on all machines with the journal":
        "pleat host /srv/lists --rename plans.db --to team/plans.db",
    ],
    environment: [
      "LISTEN_FDS, LISTEN_PID": "The socket, if systemd has opened it."
    ],
    files: [
      ".pleat-host": "The socket in the folder.",
      ".pleat-directory": "The file in the folder that says who may do what with which outlines.",
      ".pleat-directory-in-force": "Its last version without a mistake, which counts while it has one.",
    ], exitCodes: [66: nil, 69: nil, 75: nil, 77: nil, 78: nil, 81: nil])

  private static let status = Flag("status", purpose: .answer, help: "Print the figures of the running host.")
  private static let metrics = Flag(
    "metrics", purpose: .programs, help: "Print the figures of the running host in the format of Prometheus.")

  private static let directoryCheck = Flag(
    "check", purpose: .answer,
    help: "Print the mistakes in .pleat-directory, and what in it may not be meant, each with its line and column.")

  private static let journalOption = TextOption(
    "journal", .text, "URL", purpose: .answer,
    help:
      "Write every edit to a database of PostgreSQL's first, so that hosts on several machines have the same outlines.")

  private static let journalDays = Option<Int?>(
    "journal-days", 1...36_500, purpose: .answer,
    help: "With --journal: delete entries that are older than this many days, behind a snapshot. Default: keep all.")

  private static let withoutStandby = Flag(
    "journal-without-standby", purpose: .answer,
    help: "With --journal: answer edits although PostgreSQL has no synchronous standby. They are lost with its disk.")

  private static let enter = Flag(
    "enter", purpose: .answer, help: "Enter the outlines of the folder that are new into the journal.")

  private static let delete = TextOption(
    "delete", .text, "OUTLINE", purpose: .answer,
    help: "Delete this outline of the journal on all hosts, which keep its file under another name.")

  private static let rename = TextOption(
    "rename", .text, "OUTLINE", purpose: .answer, help: "Give this outline of the journal another name on all hosts.")

  private static let to = TextOption(
    "to", .text, "NAME", purpose: .answer, help: "With --rename: the new name, which is a path within the folder.")

  private static let logCommands = Flag(
    "log-commands", purpose: .answer,
    help: "Write a line to standard error for each command: its user, verb, outline, exit code and time.")

  package let arguments: Arguments

  package init(arguments: Arguments) { self.arguments = arguments }

  package var folder: String { arguments.positional[0] }
  /// The address of the database with the journal; nil for none.
  package var journal: String? { arguments[Self.journalOption] }
  /// How many days entries are kept; nil for ever.
  package var journalDays: Int? { arguments[Self.journalDays] }
  /// Whether an edit is confirmed once a single PostgreSQL server has it.
  package var isWithoutStandby: Bool { arguments[Self.withoutStandby] }

  /// Whether each command is logged.
  package var logsCommands: Bool { arguments[Self.logCommands] }

  package var needs: Needs { .nothing }

  package func check() throws {
    if isWithoutStandby, journal == nil { throw Refusal("--journal-without-standby needs --journal.") }
    if journalDays != nil, journal == nil { throw Refusal("--journal-days needs --journal.") }
    let flags = [Self.status, Self.metrics, Self.directoryCheck, Self.enter].filter { arguments[$0] }.map(\.name)
    let questions = flags + [Self.delete, Self.rename].filter { arguments[$0] != nil }.map(\.name)
    if questions.count > 1 { throw Refusal("--\(questions[0]) and --\(questions[1]) cannot be used together.") }
    if (arguments[Self.rename] == nil) != (arguments[Self.to] == nil) {
      throw Refusal("--rename and --to need each other.", hint: "For example: --rename plans.db --to team/plans.db")
    }
  }

  private var question: HostProtocol.Question? {
    if arguments[Self.metrics] { return .metrics }
    return arguments[Self.status] ? (arguments.isJSON ? .json : .text) : nil
  }

  private var order: HostOrder? {
    var deed: HostOrder.Deed?
    if arguments[Self.enter] { deed = .enter }
    if let name = arguments[Self.delete] { deed = .delete(name) }
    if let name = arguments[Self.rename], let new = arguments[Self.to] { deed = .rename(name, to: new) }
    return deed.map { HostOrder($0, isJSON: arguments.isJSON) }
  }

  package func run(in context: Context) throws {
    if arguments[Self.directoryCheck] { return try checkDirectory(in: context) }
    if let line = question?.rawValue ?? order?.line { return try ask(line, in: context) }
    let log = logsCommands ? ["--\(Self.logCommands.name)"] : []
    if let journal {
      if Self.hasPassword(journal) {
        context.warn(
          "Everybody on this machine can see the password of --journal in the list of programs.",
          hint: "Leave it out, and write it into ~/.pgpass, where PostgreSQL looks for it.", isJSON: arguments.isJSON)
      }
      return try context.becomeProgram(
        "pleat-journal",
        [folder, "--journal", journal] + (journalDays.map { ["--\(Self.journalDays.name)", "\($0)"] } ?? [])
          + (isWithoutStandby ? ["--\(Self.withoutStandby.name)"] : []) + log,
        hint: "'scripts/build --journal' builds it")
    }
    try context.becomeProgram("pleat-host", [folder] + log, hint: "'scripts/build --host' builds it")
  }

  /// Whether the address of a database, `postgresql://…` or `host=… dbname=…`, has a password.
  static func hasPassword(_ url: String) -> Bool {
    if url.contains(utf8: "password=") { return true }
    guard let scheme = url.range(ofUTF8: "://") else { return false }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
    guard let at = authority.lastIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }

  private func checkDirectory(in context: Context) throws {
    let folder = try HostedFolder.path(of: folder)
    let path = "\(folder)/\(Directory.name)"
    guard let text = try Directory.text(of: path) else { throw Failure.noDirectory(in: folder) }
    if (try? FileStatus(of: path))?.isUsableByOthers == true {
      context.warn(
        "Other accounts may read or write \(path), and so learn or say who may do what.",
        hint: "To keep them out: chmod go= \(ShellWords.quoted(path))", isJSON: arguments.isJSON)
    }
    let directory = Directory(text)
    let doubts = directory.doubts(about: HostedFolder.outlineNames(in: folder))
    let found = directory.mistakes.map { ("mistake", $0) } + doubts.map { ("warning", $0) }
    context.output.write(arguments.isJSON ? Self.json(of: found) : Self.text(of: found, in: Escapes.oneLine(path)))
    let count = directory.mistakes.count
    if count == 0 { return }
    throw Failure(
      .configuration, "\(Escapes.oneLine(path)) has \(count == 1 ? "a mistake" : "\(count) mistakes").",
      hint: "Until that is mended, its last version without a mistake counts; without one, nobody has a right.")
  }

  private static func json(of found: [(kind: String, mistake: Directory.Mistake)]) -> String {
    JSONTree.lines(
      found.map { kind, mistake in
        [
          "kind": .string(kind), "line": .int(mistake.place.line), "column": .int(mistake.place.column),
          "message": .string(mistake.message),
        ]
      })
  }

  private static func text(of found: [(kind: String, mistake: Directory.Mistake)], in path: String) -> String {
    if found.isEmpty { return "\(path) has no mistake.\n" }
    return found.map { kind, mistake in
      "\(path):\(mistake.place.line):\(mistake.place.column): \(kind): \(mistake.message)\n"
    }.joined()
  }

  /// Prints the answer of the running host to a question or an order.
  private func ask(_ line: String, in context: Context) throws {
    let socket = "\(folder)/\(HostProtocol.socketName)"
    let answer: (output: [UInt8], messages: [String], status: Int32)
    do { answer = try HostProtocol.answer(to: line, from: socket, within: 30) } catch {
      if order != nil, (try? Platform.connect(to: socket).close()) != nil {
        throw Failure(
          .noPermission, "The host of \(Escapes.oneLine(folder)) does not do this for your account.",
          hint: "Only the account that runs it may ask for it, and root.")
      }
      throw Failure(
        .unavailable, "The folder \(Escapes.oneLine(folder)) has no host.", hint: "To start one: pleat host FOLDER")
    }
    context.output.append { $0 += answer.output }
    answer.messages.forEach(context.send)
    if answer.status != 0 { throw Failure(status: answer.status) }
  }
}
