import Foundation
import TestPrograms
import Testing

/// Every verb on files that somebody has changed without their guards: none of them ends with a signal, with a
/// bug's exit code, or not at all.
///
/// The test takes a sample. With `PLEAT_TAMPER=300`, as `scripts/faults tamper` sets it, every verb meets more than 300 files, and
/// with `PLEAT_TAMPER=all` every one.
struct TamperTests {
  /// Verbs that read; those that change something are in ``MatrixTests/verbs``.
  private static let questions: [[String]] = [
    ["list"], ["list", "--all", "--json"], ["list", "--depth", "1"], ["list", "--from", "2", "--limit", "3"],
    ["list", "--open"], ["list", "--sections"], ["list", "Home"], ["list", "1:1"], ["find", "a"],
    ["find", "--regex", "p+", "--json"], ["folds", "--json"], ["status"], ["log"], ["log", "-v"],
    ["log", "--json"], ["log", "--folds"], ["users"], ["settings"], ["export", "-", "--format", "json"],
    ["export", "-", "--format", "opml"], ["export", "-", "--format", "markdown"],
    ["export", "Home", "-", "--format", "csv"],
    ["backup", "b.db", "--keep", "2"], ["backup", "b.db", "-n", "--json"], ["sql", "'SELECT 1'"],
    ["check"], ["check", "--json"], ["check", "--repair"],
  ]

  private static let orders: [[String]] =
    MatrixTests.verbs + [
      ["add", "milk"], ["add", "milk", "--first", "--in", "Home", "--json"],
      ["move", "pears", "--at", "1", "--json", "--layout", "flat"],
      ["undo", "3"], ["redo"], ["reset", "--json"], ["settings", "history-days", "9"],
      ["settings", "backup-every", "1d"], ["collapse", "--all", "--json"],
      ["delete", "-r", "Home", "--json", "--layout", "flat"], ["sort", "Home", "--reverse", "--json"],
      ["check", "--repair", "--replace"],
    ]

  private static let verbs = questions + orders

  private static let size = ProcessInfo.processInfo.environment["PLEAT_TAMPER"]

  /// One of many cells, every number, and every schema; or everything.
  private static let tamperings: [Tampering] = {
    let step = size == "all" ? 1 : size == "300" ? 11 : 61
    let cells = Tampering.cells.enumerated().filter { $0.offset % step == 7 % step }.map(\.element)
    return cells + Tampering.numbers + Tampering.schemas
  }()

  /// A file with sections, rows, tasks, attributes, flags, a run in the log, undone edits and statements by hand.
  static let file = Result {
    let session = try Session()
    try session.prepare(
      """
      add --section Home Work
      add --section Garden --in Home
      add apples pears plums figs nuts dates limes kiwis grapes --in Home
      add mail --in Work --set due=1
      add seeds --in Garden --done yes
      collapse Work -u bob
      collapse Garden
      accordion on -u bob
      edit apples Apples
      move mail --in Home
      delete nuts
      undo
      undo
      """)
    try session.shell.run("UPDATE row SET text = text || '.' WHERE row_id = 3")
    return try Data(contentsOf: URL(fileURLWithPath: session.path))
  }

  @Test(arguments: tamperings.indices)
  func `no verb traps or hangs on a file that was tampered with`(index: Int) throws {
    let tampering = Self.tamperings[index]
    let pleat = try Executable()
    let prepared = pleat.folder.path(of: "prepared.db")
    try Self.file.get().write(to: URL(fileURLWithPath: prepared))
    try tampering.tamper(with: SQLiteShell(prepared))
    try "# List\n\n- socks\n- shoes\n".write(
      toFile: pleat.folder.path(of: "list.md"), atomically: true, encoding: .utf8)
    try "add --section Trip\nadd tent --in Trip\n".write(
      toFile: pleat.folder.path(of: "edits"), atomically: true, encoding: .utf8)
    for (number, verb) in Self.verbs.enumerated() where Self.size != nil || (number + index) % 31 == 0 {
      try Data(contentsOf: URL(fileURLWithPath: prepared)).write(to: URL(fileURLWithPath: pleat.path))
      let words = verb.joined(separator: " ")
      let ending = try pleat.script("exec timeout -s KILL 100 $PLEAT \(words)")
      #expect(
        ending.status < 128 && ending.status != 70, "\(tampering.testDescription): \(words): \(ending.errors)")
    }
  }

  @Test(arguments: ["rows + 1", "rows - 1"])
  func `a list from which rows are missing, or in which some are too many, is damage and no short list`(count: String)
    throws
  {
    let session = try Session(["add", "--section", "Home"], ["add", "milk", "bread", "eggs", "--in", "Home"])
    try session.shell.run("UPDATE counting SET is_open = 1; UPDATE row_count SET rows = \(count)")
    for words in [["list"], ["export", "-", "--format", "json"]] {
      let answer = session.run(words)
      #expect(answer.status == 65, "\(words): \(answer.text)")
      #expect(answer.message.contains("'Home' should have"), "\(answer.message)")
    }
  }
}
