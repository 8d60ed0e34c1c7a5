import Foundation
import TestPrograms
import Testing

/// Every verb on files that somebody has changed behind the back of the guards: none of them ends with a signal, with a
/// bug's exit code, or not at all.
///
/// The test takes a sample. With `PLEAT_TAMPER=300`, as `scripts/faults/tamper` sets it, every verb meets more than 300 files, and
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
    let pleat = try Executable()
    let ending = try pleat.script(
      """
      set -e
      $PLEAT add --section Home Work -q; $PLEAT add --section Garden --in Home -q
      $PLEAT add apples pears plums figs nuts dates limes kiwis grapes --in Home -q
      $PLEAT add mail --in Work --set due=1 -q; $PLEAT add seeds --in Garden --done yes -q
      $PLEAT collapse Work -u bob -q; $PLEAT collapse Garden -q; $PLEAT accordion on -u bob -q
      $PLEAT edit apples Apples -q; $PLEAT move mail --in Home -q; $PLEAT delete nuts -q; $PLEAT undo -q; $PLEAT undo -q
      sqlite3 "$PLEAT_FILE" "UPDATE row SET text = text || '.' WHERE row_id = 3"
      """)
    guard ending.status == 0 else { throw SQLiteShell.ShellError(message: ending.errors) }
    return pleat
  }

  @Test(arguments: tamperings.indices)
  func `no verb traps or hangs on a file that was tampered with`(index: Int) throws {
    let tampering = Self.tamperings[index]
    let original = try Self.file.get()
    let pleat = try Executable()
    let prepared = pleat.folder.path(of: "prepared.db")
    try FileManager.default.copyItem(atPath: original.path, toPath: prepared)
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
    let pleat = try Executable.withSection()
    _ = try pleat.run("add", "milk", "bread", "eggs", "--in", "Home")
    try pleat.shell.run("UPDATE counting SET is_open = 1; UPDATE row_count SET rows = \(count)")
    for words in [["list"], ["export", "-", "--format", "json"]] {
      let ending = try Program.run([Executable.program] + words, environment: pleat.environment)
      #expect(ending.status == 65, "\(words): \(ending.text)")
      #expect(ending.errors.contains("'Home' should have"), "\(ending.errors)")
    }
  }
}
