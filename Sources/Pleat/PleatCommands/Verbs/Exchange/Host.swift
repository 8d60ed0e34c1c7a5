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
    usage: ["pleat host FOLDER [--journal URL [--journal-without-standby]]", "pleat host FOLDER --status|--metrics"],
    arguments: [Argument("folder", .file, help: "The folder with the outlines, which may be in subfolders.")],
    options: [journalOption, withoutStandby, status, metrics, GlobalOptions.json],
    examples: [
      "Host the outlines of a folder": "pleat host /srv/lists",
      "How many edits it has made, for how many callers": "pleat host /srv/lists --status",
      "The same for Prometheus, through its node exporter": "pleat host /srv/lists --metrics >pleat.prom",
    ],
    environment: [
      "LISTEN_FDS, LISTEN_PID": "The socket, if systemd has opened it."
    ],
    files: [
      ".pleat-host": "The socket in the folder.",
      ".pleat-directory": "The file in the folder that says who may do what with which outlines.",
    ])

  private static let status = Flag("status", purpose: .answer, help: "Print the figures of the running host.")
  private static let metrics = Flag(
    "metrics", purpose: .programs, help: "Print the figures of the running host in the format of Prometheus.")

  private static let journalOption = TextOption(
    "journal", .text, "URL", purpose: .answer,
    help:
      "Write every edit to a database of PostgreSQL's first, so that hosts on several machines have the same outlines.")

  private static let withoutStandby = Flag(
    "journal-without-standby", purpose: .answer,
    help: "With --journal: answer edits although PostgreSQL has no synchronous standby. They are lost with its disk.")

  package let arguments: Arguments

  package init(arguments: Arguments) { self.arguments = arguments }

  package var folder: String { arguments.positional[0] }
  /// The address of the database with the journal; nil for none.
  package var journal: String? { arguments[Self.journalOption] }
  /// Whether an edit is confirmed once a single PostgreSQL server has it.
  package var isWithoutStandby: Bool { arguments[Self.withoutStandby] }

  package var needs: Needs { .nothing }

  package func check() throws {
    if isWithoutStandby, journal == nil { throw Refusal("--journal-without-standby needs --journal.") }
    if arguments[Self.status], arguments[Self.metrics] {
      throw Refusal("--status and --metrics cannot be used together.")
    }
  }

  private var question: HostProtocol.Question? {
    if arguments[Self.metrics] { return .metrics }
    return arguments[Self.status] ? (arguments.isJSON ? .json : .text) : nil
  }

  package func run(in context: Context) throws {
    if let question { return try ask(question, in: context) }
    if let journal {
      return try context.becomeProgram(
        "pleat-journal",
        [folder, "--journal", journal] + (isWithoutStandby ? ["--\(Self.withoutStandby.name)"] : []),
        hint: "'scripts/build --journal' builds it")
    }
    try context.becomeProgram("pleat-host", [folder], hint: "'scripts/build --host' builds it")
  }

  private func ask(_ question: HostProtocol.Question, in context: Context) throws {
    guard let answer = try? question.answer(from: "\(folder)/\(HostProtocol.socketName)") else {
      throw Failure(
        .unavailable, "The folder \(Escapes.oneLine(folder)) has no host.", hint: "To start one: pleat host FOLDER")
    }
    context.output.append { $0 += answer }
  }
}
