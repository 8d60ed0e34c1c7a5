import Foundation
import TestPrograms
import Testing

@testable import PleatOutput

/// Outlines that an older pleat has made, with the commands of this one.
struct UpgradeCommandTests {
  private let session: Session
  private var backup: String { session.path + ".before-\(OldVersion.current)" }

  init() throws {
    session = try Session()
    try OldVersion.copy(13, to: session.path)
  }

  /// The names of what is in the folder, without SQLite's journal, which is empty.
  private func names() throws -> [String] { try session.folder.names().filter { $0 != "outline.db-journal" } }

  private func version(_ path: String) throws -> [String] { try SQLiteShell(path).lines("PRAGMA user_version") }

  private static let questions = [
    ["list"], ["list", "--all", "--json"], ["list", "--open"], ["find", "milk"], ["show", "Trip"], ["log", "-v"],
    ["folds"],
    ["users"], ["settings"], ["status"], ["export", "--format", "json"], ["export", "--format", "markdown"],
    ["help"],
  ]

  @Test(arguments: questions)
  func `a question to an older file is answered and changes nothing`(question: [String]) throws {
    let before = FileState(ofAged: session.path)
    let answer = session.run(question)
    #expect(answer.status == 0, "\(answer.message)")
    #expect(answer.message == "")
    #expect(FileState(of: session.path) == before)
    #expect(try names() == ["outline.db"])
  }

  @Test(arguments: questions.dropLast(4))
  func `an older file answers as it does after its upgrade`(question: [String]) throws {
    let before = session.run(question)
    #expect(session.run("add", "--section", "New").status == 0)
    #expect(session.run("undo").status == 0)
    if question.first != "log" { #expect(session.run(question).text == before.text) }
  }

  @Test(arguments: OldVersion.all)
  func `a file of any older version is listed and edited, and its history goes on`(old: Int) throws {
    try OldVersion.copy(old, to: session.path)
    for question in [["due"], ["due", "week"], ["find", "--open"], ["find", "done"], ["find", "in:Trip open"]] {
      #expect(session.run(question).status < 2, "\(question)")
    }
    for trial in [["archive", "--done", "-n"], ["delete", "--done", "--all", "-n"]] {
      #expect(session.run(trial).status == 0, "\(trial)")
    }
    let (list, log) = (session.run("list", "--all").text, session.run("log", "-v").text)
    let answer = session.run("add", "--section", "New", "-u", "ana")
    #expect(answer.message.contains("upgraded to version \(OldVersion.current)"), "\(answer.message)")
    #expect(session.run("log", "-v").text.hasSuffix(log))
    #expect(session.run("undo", "--by", "ana", "-n").status != 64)
    #expect(session.run("undo", "-u", "ana").status == 0)
    #expect(session.run("list", "--all").text == list)
    #expect(session.run("check").status == 0)
    #expect(try version(backup) == ["\(old)"])
  }

  @Test func `the first edit upgrades the file after a backup, says so, and the second has nothing to say`() throws {
    let list = session.run("list", "--all").text
    let bytes = FileState(of: session.path)
    let answer = session.run("done", "bread")
    #expect(answer.status == 0)
    #expect(answer.message.contains("The file was upgraded to version \(OldVersion.current)"), "\(answer.message)")
    #expect(answer.message.contains(backup))
    #expect(try version(session.path) == ["\(OldVersion.current)"])
    #expect(try version(backup) == ["13"])
    #expect(FileState(of: backup)?.permissions == bytes?.permissions)
    #expect(session.run("-f", backup, "list", "--all").text == list)
    #expect(session.run("check").status == 0)
    #expect(session.run("undone", "bread").message.contains("version") == false)
    #expect(session.run("list", "--all").text == list)
    #expect(try names() == ["outline.db", "outline.db.before-\(OldVersion.current)"])
  }

  @Test func `the edits of an older file are undone after its upgrade`() throws {
    #expect(session.run("undo", "--entry", "12").status == 0)
    #expect(session.run("list").text.contains("in May") == false)
    #expect(session.run("undo", "--entry", "11").status == 0)
    #expect(session.run("find", "butter").status == 0)
    #expect(session.run("check").status == 0)
  }

  @Test(arguments: [["done", "bread", "-n"], ["done", "nothing"], ["move", "Groceries", "--in", "Dairy"]])
  func `an edit that is tried or refused changes nothing`(words: [String]) throws {
    let before = FileState(ofAged: session.path)
    session.run(words)
    #expect(FileState(of: session.path)?.bytes == before?.bytes)
    #expect(try names() == ["outline.db"])
  }

  @Test(arguments: ["CREATE VIEW item AS SELECT 1", "CREATE TABLE item (x)", "CREATE INDEX item ON row (text)"])
  func `a file with an item of its own is left as it is, and the edit says what to rename`(statement: String) throws {
    try session.shell.run(statement)
    let bytes = FileState(ofAged: session.path)?.bytes
    for words in [["done", "bread"], ["sql", "--write", "UPDATE row SET done = 1"]] {
      let answer = session.run(words)
      #expect(answer.status == 65 && answer.message.contains("rename it with sqlite3"), "\(answer.message)")
    }
    #expect(FileState(of: session.path)?.bytes == bytes)
    #expect(session.run("list").status == 0)
    // The backup of an upgrade that was taken back would be in the way after edits by an older pleat.
    #expect(try names() == ["outline.db"])
    try session.shell.run("DROP \(statement.split(separator: " ")[1]) item; UPDATE section SET detail = 'other'")
    #expect(session.run("done", "bread").status == 0)
    #expect(try version(backup) == ["13"])
  }

  @Test(arguments: [("SELECT 1 AS a", 0), ("SELECT nothing", 64), ("DELETE FROM row; DROP TABLE row", 81)])
  func `SQL that changes nothing upgrades nothing, and leaves no backup`(statements: String, status: Int32) throws {
    let answer = session.run("sql", "--write", statements)
    #expect(answer.status == status, "\(answer.message)")
    if status == 0 { #expect(answer.text == "a\n1\n" && answer.message == "nothing was changed") }
    #expect(try version(session.path) == ["13"])
    #expect(try names() == ["outline.db"])
  }

  @Test func `an older file that came back from its backup is upgraded once the backup has another name`() throws {
    #expect(session.run("done", "bread").status == 0)
    try FileManager.default.removeItem(atPath: session.path)
    try FileManager.default.copyItem(atPath: backup, toPath: session.path)
    try session.shell.run("UPDATE section SET detail = 'other'")
    let answer = session.run("done", "bread")
    #expect(answer.status == 81 && answer.message.contains("Give that file another name"), "\(answer.message)")
    try FileManager.default.moveItem(atPath: backup, toPath: backup + ".first")
    #expect(session.run("done", "bread").status == 0)
    #expect(session.run("show", "Groceries").text.contains("other"))
  }

  @Test func `where the backup's name is taken, the edit is refused and says what to do`() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: backup))
    let before = FileState(ofAged: session.path)
    let answer = session.run("done", "bread")
    #expect(answer.status == 81)
    #expect(answer.message.contains("has to be backed up before an edit upgrades it"), "\(answer.message)")
    #expect(answer.message.contains(backup))
    #expect(FileState(of: session.path)?.bytes == before?.bytes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == Data("mine".utf8))
    #expect(session.run("list").status == 0)
  }

  @Test func `a backup that an upgrade has left which was cut short is taken, and another one is not`() throws {
    #expect(session.run("done", "bread").status == 0)
    try OldVersion.copy(13, to: session.path)
    #expect(session.run("undone", "eggs").status == 0)
    try OldVersion.copy(13, to: session.path)
    try session.shell.run("INSERT INTO section (title) VALUES ('later')")
    let answer = session.run("undone", "eggs")
    #expect(answer.status == 81, "\(answer.message)")
    #expect(try version(session.path) == ["13"])
  }

  @Test func `a dump of an older file is upgraded by its first edit`() throws {
    let path = session.folder.path(of: "dump.db")
    #expect(try SQLiteShell(path).run(session.shell.dump()).errors == "")
    let list = session.run("-f", path, "list", "--all").text
    #expect(list == session.run("list", "--all").text)
    #expect(try SQLiteShell(path).lines("PRAGMA user_version") == ["0"])
    #expect(session.run("-f", path, "add", "--section", "New").status == 0)
    #expect(try version(path) == ["\(OldVersion.current)"])
    #expect(session.run("-f", path, "check").status == 0)
    #expect(session.run("-f", path, "list", "--all").text.hasPrefix(list))
  }

  @Test func `the repair of a damaged older file makes one of this version`() throws {
    try session.shell.run("DROP TRIGGER row_insert")
    #expect(session.run("check").status == 1)
    #expect(session.run("done", "bread").status == 65)
    let list = session.run("list", "--all").text
    #expect(session.run("check", "--repair", "--replace").status == 0)
    #expect(try version(session.path) == ["\(OldVersion.current)"])
    #expect(session.run("list", "--all").text == list)
  }

  @Test func `a backup of an older file keeps its version, and is no edited one for this pleat`() throws {
    let path = session.folder.path(of: "b.db")
    for _ in 1...3 { #expect(session.run("backup", path, "--keep", "2").status == 0) }
    #expect(try version(path) == ["13"])
    #expect(session.run("done", "bread").status == 0)
    #expect(session.run("backup", path, "--keep", "2").status == 0)
    #expect(try version(path) == ["\(OldVersion.current)"])
    #expect(try version(path + ".1") == ["13"])
  }

  @Test func `eight processes that edit an older file at once upgrade it once, and each edit is there`() throws {
    let pleat = try Executable()
    try OldVersion.copy(13, to: pleat.path)
    let programs = try (1...8).map { try pleat.start("add", "row\($0)", "--in", "Home") }
    let endings = try programs.map { try $0.wait() }
    #expect(endings.allSatisfy { $0.status == 0 }, "\(endings.map(\.errors))")
    #expect(endings.filter { $0.errors.contains("upgraded to version \(OldVersion.current)") }.count == 1)
    #expect(try pleat.shell.lines("SELECT count(*) FROM row WHERE text GLOB 'row[1-8]'") == ["8"])
    #expect(pleat.session.run("check").status == 0)
  }

  @Test(arguments: [["add", "new", "--in", "Home"], ["list"]])
  func `an upgrade that was cut short is taken back, and the next edit makes it again`(command: [String]) throws {
    let file = URL(fileURLWithPath: session.path)
    let old = [UInt8](try Data(contentsOf: file))
    let list = session.run("list", "--all").text
    #expect(session.run("add", "lost", "--in", "Home").status == 0)
    try FileManager.default.removeItem(atPath: backup)
    try Data(Self.journal(of: old)).write(to: URL(fileURLWithPath: session.path + "-journal"))
    let answer = session.run(command)
    #expect(answer.status == 0, "\(answer.message)")
    #expect(answer.message.contains("upgraded to version \(OldVersion.current)") == (command != ["list"]))
    if command == ["list"] { #expect(session.run("list", "--all").text == list) }
    #expect(session.run("find", "lost").status == 1)
    #expect(session.run("check").status == 0)
  }

  /// The journal of a transaction that has changed every page of a file, and was cut short before its end.
  private static func journal(of file: [UInt8]) -> [UInt8] {
    func number(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    let (pageSize, sector) = (Int(file[16]) << 8 | Int(file[17]), 512)
    let count = file.count / pageSize
    var journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    for value in [count, 0, count, sector, pageSize] { journal += number(value) }
    journal += Array(repeating: 0, count: sector - journal.count)
    for page in 0..<count {
      let start = page * pageSize
      let sum = stride(from: pageSize - 200, to: 0, by: -200).reduce(0) { $0 + Int(file[start + $1]) }
      journal += number(page + 1) + file[start..<start + pageSize] + number(sum)
    }
    return journal
  }

  @Test func `killed at any time, the file is the older or the newer one, and the next edit goes on`() throws {
    let pleat = try Executable()
    var versions: Set<String> = []
    // On a busy machine it takes longer until one has come through.
    for number in 0..<400 where number < 40 || versions.count < 2 {
      for name in try pleat.folder.names() { try FileManager.default.removeItem(atPath: pleat.folder.path(of: name)) }
      try OldVersion.copy(13, to: pleat.path)
      let writer = try pleat.start("add", "new", "--in", "Home")
      try writer.run(for: .microseconds(number * 700))
      writer.send(SIGKILL)
      _ = try writer.wait()
      let found = try pleat.shell.lines("PRAGMA user_version; SELECT count(*) FROM row WHERE text = 'new'")
      #expect(found == ["13", "0"] || found == ["\(OldVersion.current)", "1"])
      versions.insert(found[0])
      let next = pleat.session.run("add", "next", "--in", "Home")
      #expect(next.status == 0, "\(next)")
      #expect(pleat.session.run("check").status == 0)
    }
    #expect(versions == ["13", "\(OldVersion.current)"])
  }
}
