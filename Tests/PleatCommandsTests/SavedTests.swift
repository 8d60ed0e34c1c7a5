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
    "undone apples", "move pears --in Work", "move Work --before Home", "outdent pears", "indent Work", "sort Home",
    "sort --sections --reverse", "delete pears", "delete -r Home", "delete --done --all", "archive pears",
    "archive --done", "unarchive ginger", "copy pears --in Work", "tags --rename home house", "collapse Work",
    "expand Home", "toggle Home", "accordion on", "reset", "find pears --reveal", "undo", "undo --mine", "undo --any",
    "undo --entry 3", "undo --folds", "redo", "redo --mine", "apply edits", "import list.md",
    "import list.md --in Home", "import list.md --merge", "import list.md --merge --delete --force",
    "users --rename bob rob", "users --delete bob", "settings inbox Later", "settings history-days 30",
    "settings backup-every 1d",
  ]

  /// What standard output or standard error can be so that it takes nothing; the script in front sets it up.
  static let brokenOutputs: [String] = ["/dev/full", "&-", "&5"]

  /// Opens a pipe that nobody reads as the file 5.
  private static let brokenPipe = "mkfifo pipe; exec 4<>pipe 5>pipe 4<&-; rm pipe;"

  /// An outline with tasks, a tag, something archived, flags of two users and an edit that was undone.
  private static let outline = Result {
    let pleat = try Executable()
    let ending = try pleat.script(
      """
      set -e; $PLEAT add --section Home Work -q; $PLEAT add pears apples 'tea #home' ginger --in Home -q
      $PLEAT done apples -q
      $PLEAT collapse Work -u bob -q; $PLEAT collapse Home -q; $PLEAT archive ginger -q
      $PLEAT add coat --in Work -q; $PLEAT undo -q
      """)
    try #require(ending.status == 0, "\(ending.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: pleat.path))
  }

  static func copy() throws -> Executable {
    let pleat = try Executable()
    try outline.get().write(to: URL(fileURLWithPath: pleat.path))
    try Data("# List\n\n- socks\n- shoes\n".utf8).write(to: URL(fileURLWithPath: pleat.folder.path(of: "list.md")))
    try Data("add --section Trip\nadd tent --in Trip\n".utf8).write(
      to: URL(fileURLWithPath: pleat.folder.path(of: "edits")))
    return pleat
  }

  static func entries(_ pleat: Executable) throws -> Int {
    try pleat.shell.lines("SELECT count(*) FROM edit").first.flatMap { Int($0) } ?? -1
  }

  @Test(arguments: verbs)
  func `an edit that is saved and whose report fails ends with 82, and says that it was made`(verb: String) throws {
    for output in Self.brokenOutputs {
      let pleat = try Self.copy()
      let before = try Self.entries(pleat)
      let ending = try pleat.script("\(Self.brokenPipe) exec $PLEAT \(verb) --json >\(output)")
      #expect(ending.status == 82, "\(verb) >\(output): \(ending.errors)")
      #expect(try Self.entries(pleat) == before + 1, "\(verb) >\(output)")
      let error = try JSON.error(ending.errors)
      #expect(error["code"] as? String == "saved")
      #expect(error["saved"] as? Bool == true)
      #expect((error["message"] as? String)?.hasPrefix("The edit was made, but ") == true, "\(ending.errors)")
    }
  }

  @Test(arguments: verbs)
  func `a receipt that standard error does not take is 0`(verb: String) throws {
    for output in Self.brokenOutputs {
      let pleat = try Self.copy()
      let before = try Self.entries(pleat)
      let ending = try pleat.script("\(Self.brokenPipe) exec $PLEAT \(verb) 2>\(output)")
      #expect(ending.status == 0, "\(verb) 2>\(output)")
      #expect(try Self.entries(pleat) == before + 1, "\(verb) 2>\(output)")
    }
  }

  @Test(arguments: verbs)
  func `a trial whose report fails is not saved, and ends as a question does`(verb: String) throws {
    for (output, status) in zip(Self.brokenOutputs, [74, 74, 141] as [Int32]) {
      let pleat = try Self.copy()
      let before = FileState(of: pleat.path)
      let ending = try pleat.script("\(Self.brokenPipe) exec $PLEAT \(verb) -n --json >\(output)")
      #expect(ending.status == status, "\(verb) >\(output): \(ending.errors)")
      #expect(!ending.errors.contains("saved"))
      #expect(FileState(of: pleat.path) == before)
    }
  }

  @Test func `what find --reveal shows for people is asked for on standard output, so it ends with 82`() throws {
    let pleat = try Self.copy()
    let ending = try pleat.script("$PLEAT find pears --reveal >/dev/full")
    #expect(ending.status == 82)
    #expect(
      ending.errors.hasSuffix(
        "The edit was made, but its report could not be written: "
          + "No space left on device.\nDo not repeat the command.\n"), "\(ending.errors)")
  }

  @Test func `an edit in the editor whose report fails ends with 82`() throws {
    let session = try Session.sample()
    (session.isTerminal, session.isInputTerminal) = (true, true)
    session.editor = { _ in "tea\n" }
    session.output = try FileDescriptor.open("/dev/full", .writeOnly)
    let answer = session.run("edit", "milk", "--json")
    #expect(answer.status == 82, "\(answer.message)")
    #expect(try JSON.error(answer.message)["saved"] as? Bool == true)
    session.output = nil
    #expect(session.run("find", "tea").status == 0)
  }

  @Test func `the first edit of a file whose report fails ends with 82, and the file is there`() throws {
    let pleat = try Executable()
    #expect(try pleat.script("$PLEAT add milk --json >/dev/full").status == 82)
    #expect(try pleat.rowCount() == 1)
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
