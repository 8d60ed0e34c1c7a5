import Foundation
import OutlineCore
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat backup`, and the backups that an edit makes.
struct BackupTests {
  @Test(arguments: [[], ["--json"], ["-n"], ["--json", "-n"]])
  func `backup answers with and without a file, with --json and with -n`(words: [String]) throws {
    let session = try Session.sample()
    let target = session.folder.path(of: "b.db")
    let answer = session.run(["backup", target] + words)
    #expect(answer.status == 0)
    let isTrial = words.contains("-n")
    #expect(FileManager.default.fileExists(atPath: target) == !isTrial)
    if words.contains("--json") {
      let json = try JSON.object(answer.text)
      #expect(json["file"] as? String == target && json["rows"] as? Int == 6 && json["sections"] as? Int == 4)
      #expect(json["backups"] as? [String] == [target] && json["deleted"] as? [String] == [])
      #expect((json["bytes"] as? Int != nil) == !isTrial)
    } else {
      #expect(answer.message == "\(isTrial ? "would back up" : "backed up") 4 sections and 6 rows to \(target)")
    }
    if !isTrial { #expect(session.run("list", "-f", target).text == session.run("list").text) }
    let missing = try Session()
    let refused = missing.run(["backup", missing.folder.path(of: "b.db")] + words)
    #expect(refused.status == 66 && refused.message.contains("pleat add milk"))
    #expect(try missing.folder.names() == [])
  }

  @Test func `backup says why it does not write, and what to do`() throws {
    let session = try Session.sample()
    let target = session.folder.path(of: "b.db")
    try Data("mine\n".utf8).write(to: URL(fileURLWithPath: target))
    for (words, status, part) in [
      ([target], 81, "The file \(target) exists already."), ([target, "--keep", "2"], 81, "\(target) is in the way"),
      ([session.path], 64, "is the outline itself"), ([session.path, "--force"], 64, "is the outline itself"),
      ([session.folder.path], 73, "is not a file"), (["/nowhere/at/all.db"], 73, "cannot be created"),
      (["-"], 64, "./-"), ([target, "--keep", "0"], 64, "--keep"), ([target, "--keep", "2", "--force"], 64, "--force"),
      ([""], 64, "empty"),
    ] as [([String], Int32, String)] {
      let answer = session.run(["backup"] + words)
      #expect(answer.status == status && answer.message.contains(part), "\(words): \(answer.message)")
    }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine\n")
    #expect(session.run("backup", target, "--force", "-q").messages.isEmpty)
    #expect(session.run("backup", target, "--keep", "1").message.hasSuffix("to \(target); deleted the oldest backup"))
  }

  @Test func `a file of 0 bytes has nothing to back up`() throws {
    let session = try Session()
    let empty = session.folder.path(of: "empty")
    try Data().write(to: URL(fileURLWithPath: empty))
    let answer = session.run("backup", session.folder.path(of: "b.db"), "-f", empty)
    #expect(answer.status == 66 && answer.message.contains("There is no outline at"), "\(answer)")
    #expect(try session.folder.names() == ["empty"])
  }

  /// The files that an edit made beside the outline.
  private func backups(_ session: Session) throws -> [String] {
    try session.folder.names().filter { $0.hasPrefix("outline.db.") }
  }

  /// Makes all edits so many days older.
  private func age(_ session: Session, days: Int = 1) throws {
    try session.shell.runAsEdit("UPDATE edit SET at = at - \(days) * 86400000")
  }

  @Test func `the first edit of a day backs up what was there before, and the second does not`() throws {
    let session = try Session.sample()
    try age(session)
    #expect(session.run("settings", "backup-every", "1d").status == 0)
    session.run("add", "one", "--in", "Home")
    #expect(try backups(session) == [])
    try age(session)
    #expect(session.run("list").status == 0 && session.run("add", "two", "--in", "Home", "-n").status == 0)
    #expect(session.run("collapse", "Nowhere").status == 66)
    #expect(try backups(session) == [])
    #expect(session.run("add", "three", "--in", "Home").message == "added \"three\" (@r12) to Home")
    session.run("add", "four", "--in", "Home")
    #expect(try backups(session) == ["outline.db.backup"])
    let copy = session.path + ".backup"
    #expect(session.run("list", "Home", "-f", copy).lines == ["▾ 2 Home", "  2:1 plants", "  2:2 one"])
    #expect(session.run("list", "Home").lines.count == 5)
  }

  @Test func `automatic backups keep seven, and off makes none`() throws {
    let session = try Session.sample()
    session.run("settings", "backup-every", "1d")
    for number in 1...9 {
      try age(session)
      session.run("add", "row \(number)", "--in", "Home")
    }
    #expect(try backups(session) == ["outline.db.backup"] + (1...6).map { "outline.db.backup.\($0)" })
    session.run("settings", "backup-every", "off")
    try age(session)
    session.run("add", "more")
    #expect(session.run("list", "Home", "-f", session.path + ".backup").lines.last == "  2:9 row 8")
  }

  @Test func `a backup that fails is said, and does not prevent the edit`() throws {
    let session = try Session.sample()
    session.run("settings", "backup-every", "1d")
    try age(session)
    try Data("mine\n".utf8).write(to: URL(fileURLWithPath: session.path + ".backup"))
    let answer = session.run("add", "one", "--in", "Home", "-q")
    #expect(answer.status == 0)
    #expect(
      answer.message == """
        pleat: The edit was made without the backup that was due: \(session.path).backup is in the way: it is not a backup, \
        or it has been edited since it was made.
        To make one: pleat backup \(session.path).backup --keep 7
        """)
    try age(session)
    let json = session.run("add", "two", "--in", "Home", "--json")
    #expect(json.status == 0)
    #expect((try JSON.object(json.message)["warning"] as? [String: Any])?["message"] as? String != nil)
    #expect(session.run("list", "Home").lines.count == 4)
    #expect(try String(contentsOfFile: session.path + ".backup", encoding: .utf8) == "mine\n")
  }

  @Test func `a backup that would take more than a second is left to pleat backup`() throws {
    var messages: [String] = []
    let context = Context(
      variable: { _ in nil }, output: OutputBuffer(nil), send: { messages.append($0) }, input: .init([]),
      isTerminal: false, commands: Pleat.commands, loginName: { nil })
    context.warn(of: .failed(path: "/a/o.db.backup", .tooSlow(path: "/a/o.db.backup")), isJSON: false)
    #expect(
      messages == [
        """
        pleat: The edit was made without the backup that was due: The backup /a/o.db.backup would hold up the edit for more \
        than a second.
        To make one: pleat backup /a/o.db.backup --keep 7
        """
      ])
    context.warn(of: .made(path: "/a/o.db.backup"), isJSON: false)
    context.warn(of: nil, isJSON: false)
    #expect(messages.count == 1)
  }

  @Test(arguments: ["", "1", "d", "0d", "1m", "10000d", "often"])
  func `backup-every takes a number and a unit, or off`(value: String) throws {
    let session = try Session.sample()
    let answer = session.run("settings", "backup-every", value)
    #expect(answer.status == 64 && answer.message.contains("12h, 1d or 2w, or off"), "\(answer.message)")
    let ending = try session.shell.runAsEdit("UPDATE setting SET value = '\(value)' WHERE name = 'backup-every'")
    #expect(ending.errors.contains("backup-every must be off"), "\(ending.errors)")
  }

  @Test func `backups beside two writers are whole, and no edit is lost`() throws {
    let pleat = try Executable.withSection()
    let ending = try pleat.script(
      """
      writer() { for i in $(seq 40); do $PLEAT add "$1 $i" --in Home -q || echo lost; done; }
      writer a & writer b &
      for i in $(seq 15); do $PLEAT backup b.db --keep 3 -q || echo failed; done
      wait
      for f in b.db b.db.1 b.db.2; do sqlite3 "$f" 'PRAGMA integrity_check'; $PLEAT list -f "$f" >/dev/null || echo bad; done
      ls
      """)
    #expect(ending.lines == ["ok", "ok", "ok", "b.db", "b.db.1", "b.db.2", "outline.db", "outline.db-journal"])
    #expect(try pleat.rowCount() == 80)
  }

  @Test func `an earlier backup that cannot be read is not called edited`() throws {
    let session = try Session.sample()
    let target = session.folder.path(of: "b.db")
    #expect(session.run("backup", target, "--keep", "3").status == 0)
    session.run("add", "x", "--in", "Home")
    let holder = try SQLiteShell(target).hold("BEGIN EXCLUSIVE")
    let busy = session.run("backup", target, "--keep", "3")
    try holder.release()
    #expect(busy.status == 75 && busy.message.contains("\(target) is locked"), "\(busy)")
    #expect(session.run("backup", target, "--keep", "3").status == 0)
    #expect(try session.folder.names().filter { $0.hasPrefix("b.db") } == ["b.db", "b.db.1"])
  }
}
