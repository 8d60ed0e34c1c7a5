import Foundation
import SystemPackage
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Whether an edit was saved, as a script can tell.
struct SavedTests {
  /// Verbs that all have something to do in ``outline()``.
  static let verbs: [String] = [
    "add milk --in Home", "add --section New", "edit pears plums", "edit pears --set size=2", "done pears",
    "undone apples", "move pears --in Work", "move Work --before Home", "promote pears", "demote Work --in Home",
    "indent Work", "outdent leaf",
    "sort Home",
    "sort --sections --reverse", "delete pears", "delete -r Home", "delete --done --all", "archive pears",
    "archive --done", "unarchive ginger", "copy pears --in Work", "tags --rename home house", "collapse Work",
    "expand Home", "toggle Home", "accordion on", "reset", "find pears --reveal", "undo", "undo --mine", "undo --any",
    "undo --entry 3", "undo --folds", "redo", "redo --mine", "apply edits", "import list.md",
    "import list.md --in Home", "import list.md --merge", "import list.md --merge --delete --force",
    "sql --write DELETE/**/FROM/**/row", "users --rename bob rob", "users --delete bob", "settings inbox Later",
    "settings history-days 30",
    "settings backup-every 1d",
  ]

  /// What standard output can be so that it takes nothing: a full disk, no open file, and a pipe that nobody reads.
  private static let brokenOutputs = Result {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try FileDescriptor.pipe()
    try pipe.readEnd.close()
    return try [.open("/dev/full", .writeOnly), FileDescriptor(rawValue: .max), pipe.writeEnd]
  }

  /// An outline with tasks, a tag, something archived, flags of two users and an edit that was undone.
  private static let outline = Result {
    let session = try Session()
    try session.prepare(
      """
      add --section Home Work
      add pears apples 'tea #home' ginger --in Home
      done apples
      collapse Work -u bob
      collapse Home
      archive ginger
      add leaf --in 'tea #home'
      add coat --in Work
      undo
      """)
    return try Data(contentsOf: URL(fileURLWithPath: session.path))
  }

  static func copy() throws -> Executable {
    let pleat = try Executable()
    try outline.get().write(to: URL(fileURLWithPath: pleat.path))
    try Data("# List\n\n- socks\n- shoes\n".utf8).write(to: URL(fileURLWithPath: pleat.folder.path(of: "list.md")))
    try Data("add --section Trip\nadd tent --in Trip\n".utf8).write(
      to: URL(fileURLWithPath: pleat.folder.path(of: "edits")))
    return pleat
  }

  static func entries(_ session: Session) throws -> Int {
    try session.shell.lines("SELECT count(*) FROM edit").first.flatMap { Int($0) } ?? -1
  }

  /// Runs a verb on a copy of the outline, with an output that takes nothing.
  private func run(_ verb: String, _ words: String..., into output: FileDescriptor) throws -> (Session, Session.Answer)
  {
    let session = try Self.copy().session
    return (session, run([verb] + words, on: session, into: output))
  }

  /// Runs a verb and further words on the outline of a session.
  private func run(_ words: [String], on session: Session, into output: FileDescriptor) -> Session.Answer {
    let files = ["edits", "list.md"]
    let arguments = words.flatMap { $0.split(separator: " ").map(String.init) }.map { word in
      files.contains(word) ? session.folder.path(of: word) : word
    }
    session.output = output
    return session.run(arguments)
  }

  @Test(arguments: verbs)
  func `an edit that is saved and whose report fails ends with 82, and says that it was made`(verb: String) throws {
    let before = try Self.entries(Self.copy().session)
    for output in try Self.brokenOutputs.get() {
      let (session, answer) = try run(verb, "--json", into: output)
      #expect(answer.status == 82, "\(verb) >\(output): \(answer)")
      #expect(try Self.entries(session) == before + 1, "\(verb) >\(output)")
      let error = try JSON.error(answer.message)
      #expect(error["code"] as? String == "saved")
      #expect(error["saved"] as? Bool == true)
      #expect((error["message"] as? String)?.hasPrefix("The edit was made, but ") == true, "\(answer)")
    }
  }

  @Test(arguments: verbs)
  func `a trial whose report fails is not saved, and ends as a question does`(verb: String) throws {
    for (output, status) in zip(try Self.brokenOutputs.get(), [74, 74, 141] as [Int32]) {
      let session = try Self.copy().session
      let before = FileState(of: session.path)
      let answer = run([verb, "-n", "--json"], on: session, into: output)
      #expect(answer.status == status, "\(verb) >\(output): \(answer)")
      #expect(!answer.message.contains("saved"))
      #expect(FileState(of: session.path) == before)
    }
  }

  /// Opens a pipe that nobody reads as the file 5 of a script.
  private static let brokenPipe = "mkfifo pipe; exec 4<>pipe 5>pipe 4<&-; rm pipe;"

  @Test(arguments: verbs)
  func `a receipt that standard error does not take is 0`(verb: String) throws {
    for output in ["/dev/full", "&-", "&5"] {
      let pleat = try Self.copy()
      let before = try Self.entries(pleat.session)
      let ending = try pleat.script("\(Self.brokenPipe) exec $PLEAT \(verb) 2>\(output)")
      #expect(ending.status == 0, "\(verb) 2>\(output)")
      #expect(try Self.entries(pleat.session) == before + 1, "\(verb) 2>\(output)")
    }
  }

  @Test(arguments: ["/dev/full", "&-", "&5"])
  func `the program ends in the same way`(output: String) throws {
    for (words, status) in [
      ("--json >\(output)", 82), ("-n --json >\(output)", output == "&5" ? 141 : 74),
    ] as [(String, Int32)] {
      for verb in ["add milk --in Home", "collapse Work", "undo"] {
        let pleat = try Self.copy()
        let before = try Self.entries(pleat.session)
        let ending = try pleat.script("\(Self.brokenPipe) exec $PLEAT \(verb) \(words)")
        #expect(ending.status == status, "\(verb) \(words): \(ending)")
        #expect(try Self.entries(pleat.session) == before + (words.contains("-n") ? 0 : 1), "\(verb) \(words)")
      }
    }
  }

  @Test func `what find --reveal shows for people is asked for on standard output, so it ends with 82`() throws {
    let (_, answer) = try run("find pears --reveal", into: Self.brokenOutputs.get()[0])
    #expect(answer.status == 82)
    #expect(
      answer.message.hasSuffix(
        "The edit was made, but its report could not be written: "
          + "No space left on device.\nDo not repeat the command."), "\(answer)")
  }

  @Test func `an edit in the editor whose report fails ends with 82`() throws {
    let session = try Session.sample()
    (session.isTerminal, session.isInputTerminal) = (true, true)
    session.editor = { _ in "tea\n" }
    session.output = try Self.brokenOutputs.get()[0]
    let answer = session.run("edit", "milk", "--json")
    #expect(answer.status == 82, "\(answer.message)")
    #expect(try JSON.error(answer.message)["saved"] as? Bool == true)
    session.output = nil
    #expect(session.run("find", "tea").status == 0)
  }

  @Test func `the first edit of a file whose report fails ends with 82, and the file is there`() throws {
    let session = try Session()
    session.output = try Self.brokenOutputs.get()[0]
    #expect(session.run("add", "milk", "--json").status == 82)
    #expect(try session.shell.lines("SELECT text FROM row") == ["milk"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupt after COMMIT ends with 82`(signal: Int32) throws {
    let pleat = try Executable.withSection()
    let rows = (1...20_000).map { "row \($0)" }.joined(separator: "\n")
    try Data(rows.utf8).write(to: URL(fileURLWithPath: pleat.folder.path(of: "rows")))
    let pipe = try InputPipe(in: pleat.folder)
    let writer = try pleat.startScript("exec $PLEAT add - --in Home --json <rows >'\(pipe.path)'")
    try waitUntil("it waits for somebody to read the report", by: writer) { pipe.unread > 0 && writer.state.isAsleep }
    writer.send(signal)
    let ending = try writer.wait()
    #expect(ending.status == 82)
    let error = try JSON.error(ending.errors)
    #expect(error["saved"] as? Bool == true)
    #expect((error["message"] as? String)?.hasPrefix("The edit was made, but an interrupt came") == true)
    #expect(try pleat.rowCount() == 20_000)
  }
}
