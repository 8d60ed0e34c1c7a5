import PleatArguments
import PleatOutput
import PleatRemote
import PleatSystem

/// `pleat host`: starts the program that owns the outlines of a folder, or asks it for its figures.
package struct Host: Command {
  package static let verb = Verb(
    "host", .exchange,
    summary: "Own the outlines of a folder, and carry out what everybody on the machine asks of them.",
    discussion: """
      One process has the outlines open, saves the edits that come at the same time together, and tells everybody who watches. \
      'pleat' on this machine finds it by itself, by the socket .pleat-host in the folder, and so do 'pleat serve' and 'pleat web'. \
      Everything works without it as well, and every other program may use the files as ever. It runs until it gets SIGTERM. \
      docs/host.md says what becomes of an edit if a part of this fails.
      """,
    usage: ["pleat host FOLDER", "pleat host FOLDER --status|--metrics"],
    arguments: [Argument("folder", .file, help: "The folder with the outlines, and with folders of outlines.")],
    options: [Self.status.option, Self.metrics.option, GlobalOptions.json.option],
    examples: [
      VerbExample("Own the outlines of a folder", "pleat host /srv/lists"),
      VerbExample("How many edits it has made, for how many callers", "pleat host /srv/lists --status"),
      VerbExample("The same for Prometheus, through its node exporter", "pleat host /srv/lists --metrics >pleat.prom"),
    ],
    notes: VerbNotes(
      environment: [
        HelpPage.Term("LISTEN_FDS, LISTEN_PID", "The socket, where systemd has opened it.")
      ],
      files: [
        HelpPage.Term(".pleat-host", "The socket, in the folder."),
        HelpPage.Term(".pleat-directory", "Who may do what with which outlines, in the folder."),
      ]))

  private static let status = Flag("status", purpose: .answer, help: "Say what the host of the folder does, and end.")
  private static let metrics = Flag(
    "metrics", purpose: .programs, help: "Write the figures of the host as Prometheus reads them, and end.")

  /// The folder with the outlines.
  package let folder: String
  private let question: HostProtocol.Question?

  package init(_ arguments: Arguments) throws {
    folder = arguments.positional.first ?? "."
    let (asksStatus, asksMetrics) = (arguments[Self.status], arguments[Self.metrics])
    if asksStatus, asksMetrics { throw Refusal("--status and --metrics do not go together.") }
    question =
      asksMetrics ? .metrics : asksStatus ? (arguments[GlobalOptions.json] ? .json : .text) : nil
  }

  package func run(in context: Context) throws {
    if let question { return try ask(question, in: context) }
    try context.becomeProgram("pleat-host", [folder], hint: "It is built by 'scripts/build --host'")
  }

  private func ask(_ question: HostProtocol.Question, in context: Context) throws {
    guard let answer = try? question.answer(from: "\(folder)/\(HostProtocol.socketName)") else {
      throw Failure(
        .unavailable, "Nothing hosts the folder \(Escapes.oneLine(folder)).", hint: "Start it with: pleat host FOLDER")
    }
    context.output.append { $0 += answer }
  }
}
