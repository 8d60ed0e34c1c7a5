import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What `merge-file` does to files, and what it says.
struct MergeFileTests {
  private let session: Session
  private let paths: [String]

  /// Makes a base of the sample, and two copies of it.
  init() throws {
    session = try Session.sample()
    paths = ["base", "ours", "theirs"].map { [folder = session.folder] in folder.path(of: $0 + ".json") }
    session.run("collapse", "Home")
    for path in paths { session.run("export", path, "-q") }
  }

  private func text(_ file: Int) throws -> String { try String(contentsOfFile: paths[file], encoding: .utf8) }

  private func write(_ text: String, to file: Int) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: paths[file]))
  }

  /// Makes an edit, and exports the outline to a file.
  private func edit(_ file: Int, _ words: String...) {
    #expect(session.run(words).status == 0)
    #expect(session.run("export", paths[file], "--force", "-q").status == 0)
    session.run("undo")
  }

  private func merge(_ words: String...) -> Session.Answer { session.run(["merge-file"] + paths + words) }

  @Test func `files that are the same stay as they are, byte for byte`() throws {
    session.run("edit", "milk", "--set", "note= a  b", "--set", #"list=[1, {"a" : 2}]"#)
    _ = try session.shell.run(#"UPDATE row SET attributes = '{ "a" : 1.0 }' WHERE text = 'apples'"#)
    for path in paths { session.run("export", path, "--force", "-q") }
    let before = try text(1)
    #expect(before.contains(#"{"a":1.0}"#))
    let answer = merge()
    #expect(answer.status == 0 && answer.message.isEmpty && answer.text.isEmpty)
    #expect(try text(1) == before)
    #expect(session.run("import", paths[1], "-f", session.folder.path(of: "copy.db")).status == 0)
    #expect(session.run("export", "-", "--format", "json", "-f", session.folder.path(of: "copy.db")).text == before)
  }

  @Test func `what only one side has changed is what export writes`() throws {
    edit(2, "move", "milk", "--in", "Home")
    let answer = merge()
    #expect(answer.status == 0 && answer.message.isEmpty)
    #expect(try text(1) == text(2))
  }

  @Test func `settings are merged one by one, and one that both sides changed is named`() throws {
    session.run("settings", "archive", "Old")
    session.run("export", paths[1], "--force", "-q")
    session.run("settings", "archive", "Attic")
    session.run("settings", "inbox", "Post")
    session.run("export", paths[2], "--force", "-q")
    #expect(merge("--print").text.contains(#""settings":{"inbox":"Post","archive":"Attic"},"#))
    #expect(merge().message == "pleat: both sides changed the setting archive: Attic and Old; Attic stays")
    #expect(session.run("merge-file", paths[2], paths[2], paths[0]).status == 0)
    #expect(try !text(2).contains("settings") && text(2).hasPrefix(#"{"pleat":2,"#))
  }

  @Test func `both sides' changes are taken over, and what both changed is named`() throws {
    edit(1, "edit", "milk", "oat milk")
    edit(2, "edit", "milk", "soy milk")
    let answer = merge()
    #expect(answer.status == 0)
    #expect(
      answer.message == #"pleat: both sides changed the text of @r5: "oat milk", "soy milk"; both stay"#)
    #expect(try text(1).contains(#""text":"oat milk ≠ soy milk","attributes":{"conflict":["oat milk","soy milk"]}}"#))
    session.run("import", paths[1], "--merge")
    #expect(session.run("find", "≠").text.contains("oat milk ≠ soy milk"))
  }

  @Test func `a task that repeats has the day and the rest of the rule of one side, and archives are one`() throws {
    session.run("edit", "milk", "--due", "2026-11-27", "--repeat", "daily 5 times")
    for path in paths { session.run("export", path, "--force", "-q") }
    edit(1, "edit", "milk", "--due", "2026-11-28", "--repeat", "daily 4 times")
    edit(2, "edit", "milk", "--due", "2026-11-29", "--repeat", "daily 3 times")
    #expect(
      merge().message == #"pleat: both sides changed when and how often "milk" (@r5) is due: 2026-11-29 "#
        + "FREQ=DAILY;COUNT=3 and 2026-11-28 FREQ=DAILY;COUNT=4; it is 2026-11-29 FREQ=DAILY;COUNT=3")
    #expect(try text(1).contains(#""due":"2026-11-29","repeat":"FREQ=DAILY;COUNT=3""#))
    for path in paths { session.run("export", path, "--force", "-q") }
    edit(1, "archive", "apples")
    edit(2, "archive", "bread")
    #expect(merge().message.contains(#"pleat: both sides added "Archive""#))
    #expect(try text(1).components(separatedBy: #""title":"Archive""#).count == 2)
  }

  @Test func `with --json, the remarks are on standard output`() throws {
    edit(1, "delete", "milk")
    edit(2, "done", "milk")
    let answer = merge("--json")
    #expect(answer.messages.isEmpty)
    let json = try JSON.object(answer.text)
    #expect(json["sections"] as? Int == 4 && json["rows"] as? Int == 6)
    let remarks = json["remarks"] as? [[String: Any]]
    #expect(remarks?.map { $0["kind"] as? String } == ["kept"])
    #expect(remarks?.map { $0["id"] as? String } == ["@r5"])
  }

  @Test func `a trial and --print leave the file as it is`() throws {
    edit(1, "edit", "milk", "oat milk")
    edit(2, "edit", "bread", "toast")
    let before = try text(1)
    let trial = merge("-n")
    #expect(trial.message == "would have merged to 4 sections and 6 rows")
    #expect(trial.text.isEmpty)
    let printed = merge("--print")
    #expect(try text(1) == before)
    #expect(merge().status == 0)
    #expect(try text(1) == printed.text)
    #expect(merge("--print", "--json").status == 64)
  }

  @Test func `an empty file is an empty outline, and the permissions stay`() throws {
    try write("", to: 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: paths[1])
    edit(2, "add", "tea", "--in", "Home")
    #expect(merge().status == 0)
    #expect(try text(1) == text(2))
    let permissions = try FileManager.default.attributesOfItem(atPath: paths[1])[.posixPermissions]
    #expect(permissions as? Int == 0o640)
  }

  @Test(arguments: [0, 1, 2])
  func `a file that cannot be read is named, and nothing changes`(file: Int) throws {
    for broken in [
      "{\"pleat\":2,", "# Home\n", "\u{0}",
      #"{"pleat":2,"sections":[{"id":1,"level":1,"title":"a","rows":[{"id":2,"text":"a"},{"id":2,"text":"b"}]}]}"#,
    ] {
      let copy = try text(file)
      try write(broken, to: file)
      let before = try text(1)
      let answer = merge()
      #expect(answer.status == 65)
      #expect(
        answer.message.contains(paths[file]) && answer.message.contains("Nothing was changed."), "\(answer.message)")
      #expect(try text(1) == before)
      try write(copy, to: file)
    }
    try FileManager.default.removeItem(atPath: paths[file])
    #expect(merge().status == 66)
  }

  @Test func `no outline is opened, and none is made`() throws {
    session.environment = [:]
    session.loginName = nil
    #expect(merge().status == 0)
  }

  @Test func `remarks of all kinds are sentences, in the order of the document`() throws {
    let outline = { (sections: String, users: String) in "{\"pleat\":2,\"users\":[\(users)],\"sections\":[\(sections)]}"
    }
    let section = { (id: Int, level: Int, more: String, rows: String) in
      "{\"id\":\(id),\"level\":\(level),\"title\":\"s\(id)\"\(more),\"rows\":[\(rows)]}"
    }
    let row = { (id: Int, more: String) in "{\"id\":\(id + 10),\"text\":\"r\(id)\"\(more)}" }
    try write(
      outline(
        [section(1, 1, "", row(1, "") + "," + row(2, "")), section(2, 1, "", ""), section(3, 1, "", "")].joined(
          separator: ","), ""),
      to: 0)
    try write(
      outline(
        [
          section(2, 1, "", row(2, "")),
          section(1, 2, #","detail":"x","collapsed":{"ana":true}"#, row(1, #","done":true,"attributes":{"a":1}"#)),
          section(3, 1, "", row(9, "")),
        ].joined(separator: ","), #"{"name":"eve","startsCollapsed":true}"#), to: 1)
    try write(
      outline(
        [
          section(1, 1, #","detail":"y","collapsed":{"ana":false}"#, row(1, #","done":false,"attributes":{"a":2}"#)),
          section(2, 2, "", ""), section(3, 1, "", row(2, "") + "," + row(9, #","done":true"#)),
        ].joined(separator: ","), #"{"name":"eve","startsCollapsed":false}"#), to: 2)
    #expect(
      merge("-n").messages.dropFirst() == [
        "pleat: both sides added the user eve, with different settings",
        #"pleat: both sides changed the detail of @s1: "x", "y"; both stay"#,
        #"pleat: "s1" (@s1) and s2 were moved into each other; the move of "s1" (@s1) is undone"#,
        #"pleat: ana has collapsed "s1" (@s1) on one side and expanded it on the other; it is expanded"#,
        #"pleat: both sides marked "r1" (@r11), as open and as done; it is done"#,
        #"pleat: both sides changed the attribute 'a' of "r1" (@r11): 1 and 2; 1 stays"#,
        #"pleat: "r2" (@r12) was moved to s2 on one side and to s3 on the other; it is in s2"#,
        #"pleat: both sides gave the id @r19 to a new item; "r9" has no id now"#,
      ])
  }
}
