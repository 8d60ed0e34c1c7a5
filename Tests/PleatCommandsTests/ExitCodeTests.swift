import Foundation
import TestPrograms
import Testing

/// The exit codes that scripts rely on, each with its code under `--json`.
struct ExitCodeTests {
  @Test func `a file that is no outline ends with 65`() throws {
    let session = try Session()
    try Data("# Notes\n".utf8).write(to: URL(fileURLWithPath: session.path))
    try expect(65, "bad-data", session, ["list"])
    try expect(65, "bad-data", session, ["add", "--section", "x"])
    #expect(session.run("list", "-f", session.folder.path).message.contains("it is a folder"))
  }

  @Test func `a file of a newer version ends with 69`() throws {
    let session = try Session.sample()
    try session.shell.run("PRAGMA user_version = 99")
    try expect(69, "newer-version", session, ["list"])
    try expect(69, "newer-version", session, ["add", "x"])
  }

  @Test func `what is not there ends with 66`() throws {
    let session = try Session.sample()
    try expect(66, "not-found", session, ["list", "Nowhere"])
    try expect(66, "not-found", session, ["import", session.folder.path(of: "nowhere.md")])
    session.environment["PLEAT_FILE"] = session.folder.path(of: "nowhere.db")
    try expect(66, "not-found", session, ["list"])
  }

  @Test func `a file that cannot be made ends with 73`() throws {
    let session = try Session()
    session.environment["PLEAT_FILE"] = "/proc/pleat/outline.db"
    try expect(73, "cannot-create", session, ["add", "--section", "x"])
  }

  @Test func `a locked file ends with 75 and names the process in the way`() throws {
    let session = try Session.sample()
    let holder = try session.shell.hold("BEGIN IMMEDIATE; DELETE FROM row")
    try expect(75, "busy", session, ["add", "x", "--wait", "0.05"])
    let message = session.run("add", "x", "--wait", "0").message
    #expect(message.contains("is locked by process \(holder.pid) (sqlite3)."), "\(message)")
    #expect(session.run("list", "--wait", "0").status == 0)
    try holder.release()
    #expect(session.run("add", "x").status == 0)
  }

  @Test func `without a home there is no file, and that ends with 78`() throws {
    let session = try Session()
    session.environment = ["PLEAT_USER": "ana"]
    try expect(78, "configuration", session, ["list"])
    session.environment = ["PLEAT_USER": "ana", "HOME": "not/absolute", "XDG_DATA_HOME": "neither"]
    try expect(78, "configuration", session, ["list"])
  }

  @Test func `without a name there is no user, and that ends with 78`() throws {
    let session = try Session.sample()
    session.loginName = nil
    session.environment["PLEAT_USER"] = nil
    try expect(78, "configuration", session, ["list"])
  }

  @Test func `what a rule refuses ends with 81`() throws {
    let session = try Session.sample()
    session.run("edit", "Home", "--collapsible", "no")
    try expect(81, "refused", session, ["collapse", "Home"])
    try expect(81, "refused", session, ["rm", "Groceries"])
    try expect(81, "refused", session, ["mv", "Groceries", "--in", "Dairy"])
    try expect(81, "refused", session, ["rm", "-r", "Groceries", "--keep-rows", "Dairy"])
  }

  @Test func `texts that no file can hold end with 65`() throws {
    let session = try Session.sample()
    try expect(65, "bad-data", session, ["add", String(repeating: "x", count: 1 << 20 + 1)])
    try expect(65, "bad-data", session, ["edit", "Home", String(repeating: "x", count: 65_537)])
    try expect(65, "bad-data", session, ["edit", "Home", "--detail", String(repeating: "x", count: 1 << 20 + 1)])
    #expect(session.run("add", String(repeating: "x", count: 1 << 20)).status == 0)
    let answer = session.run(["add", "-"], input: Array("good\n".utf8) + [0xFF, 0xFE, 0x0A])
    #expect(answer.status == 65)
    #expect(answer.message.contains("line 2"))
    #expect(session.run(["add", "-"], input: Array("a\0b\n".utf8)).status == 65)
    #expect(session.run("find", "good").status == 1)
  }

  /// The code, and the same under `--json`, as one object on one line.
  private func expect(
    _ status: Int32, _ code: String, _ session: Session, _ words: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let answer = session.run(words)
    #expect(answer.status == status, "\(words): \(answer.message)", sourceLocation: location)
    #expect(answer.text.isEmpty && answer.message.hasPrefix("pleat: "), sourceLocation: location)
    let json = session.run(words + ["--json"])
    #expect(json.status == status, sourceLocation: location)
    #expect(json.messages.count == 1 && !json.message.contains("\n"), sourceLocation: location)
    let error = try JSON.error(json.message)
    #expect(error["code"] as? String == code, sourceLocation: location)
    #expect((error["message"] as? String)?.isEmpty == false, sourceLocation: location)
    #expect(error["candidates"] as? [Any] != nil, sourceLocation: location)
  }
}
