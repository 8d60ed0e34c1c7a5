import Foundation
import TestPrograms
import Testing

@testable import OutlineStore
@testable import PleatCommands
@testable import PleatHost
@testable import PleatJournal
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The life of an outline that has a journal: it is entered, gets another name, is deleted, and its name begins again.
@Suite(.enabled(if: JournalServer.isInstalled, "PostgreSQL is not installed."))
struct JournalEndingTests {
  /// Gives the host of a session an order.
  private func order(_ two: TwoHosts, _ host: Int, _ words: String...) -> Session.Answer {
    two.sessions[host].run(["host", two.sessions[host].folder.path] + words)
  }

  @Test func `a deleted outline is gone on all hosts, stays so, and leaves files that anybody may edit`() throws {
    let two = try TwoHosts()
    defer { two.stop() }
    #expect(two.run(0, "home.db", "add", "milk").status == 0)
    #expect(two.run(0, "home.db", "add", "tea").status == 0)
    try two.waitForEntries(of: "home.db")
    // Through the host that does not lead.
    let deleted = order(two, 1, "--delete", "home.db")
    #expect(
      deleted.status == 0
        && deleted.text == "deleted home.db on all hosts, which keep its file as home.db.deleted-3\n", "\(deleted)")
    try waitUntil("both have it no longer") {
      try (0...1).allSatisfy { try two.names($0) == ["home.db.deleted-3"] }
    }
    for host in 0...1 {
      let path = two.sessions[host].folder.path(of: "home.db.deleted-3")
      #expect(try SQLiteShell(path).lines("SELECT text FROM row") == ["milk", "tea"])
      #expect(two.run(host, "home.db.deleted-3", "add", "own").status == 0)
      #expect(two.run(host, "home.db.deleted-3", "check").status == 0)
      #expect(two.run(host, "home.db", "list").status == 66)
      let unknown = order(two, host, "--delete", "home.db")
      #expect(unknown.status == 66 && unknown.message.contains("The journal has no outline 'home.db'."), "\(unknown)")
    }
    #expect(try two.server.sql("SELECT count(*) FROM pleat.snapshot") == ["0"])
    // The name begins again, after its old entries.
    #expect(two.run(1, "home.db", "add", "oats").status == 0)
    try two.waitForEntries(of: "home.db")
    #expect(try two.rows(0, "home.db") == ["oats"])
    #expect(two.run(0, "home.db", "add", "rice").status == 0)
    try two.waitForEntries(of: "home.db")
    #expect(try two.rows(1, "home.db") == ["oats", "rice"])
  }

  @Test func `a host that was away puts its file aside, and takes over what has the name now`() throws {
    let two = try TwoHosts()
    defer { two.stop() }
    #expect(two.run(0, "home.db", "add", "milk").status == 0)
    try two.waitForEntries(of: "home.db")
    two.hosts[1].stop()
    #expect(two.run(0, "home.db", "add", "tea").status == 0)
    #expect(order(two, 0, "--delete", "home.db").status == 0)
    #expect(two.run(0, "home.db", "add", "oats").status == 0)
    let folder = try #require(Platform.absolutePath(of: two.sessions[1].folder.path))
    let back = try HostedFolder(folder, journal: Journal(two.server.url, folder, log: two.messages.add))
    defer { back.stop() }
    try two.waitForEntries(of: "home.db")
    #expect(try two.rows(1, "home.db") == ["oats"])
    // It has got the last edit before that, too.
    let aside = two.sessions[1].folder.path(of: "home.db.deleted-3")
    #expect(try SQLiteShell(aside).lines("SELECT text FROM row") == ["milk", "tea"])
    #expect(two.run(1, "home.db", "add", "rice").status == 0)
    try two.waitForEntries(of: "home.db")
    #expect(try two.rows(0, "home.db") == ["oats", "rice"])
  }

  @Test(arguments: [0, 1])
  func `an outline gets another name on all hosts, with its history, and can be edited there`(host: Int) throws {
    let two = try TwoHosts()
    defer { two.stop() }
    #expect(two.run(0, "home.db", "add", "milk").status == 0)
    #expect(two.run(0, "other.db", "add", "pears").status == 0)
    try two.waitForEntries(of: "home.db")
    let inTheWay = order(two, host, "--rename", "home.db", "--to", "other.db")
    #expect(inTheWay.status == 81 && inTheWay.message.contains("There is an outline 'other.db' already."))
    #expect(two.run(host, "home.db", "add", "tea").status == 0)
    let renamed = order(two, host, "--rename", "home.db", "--to", "team/new.db", "--json")
    #expect(
      renamed.status == 0 && renamed.text == "{\"outline\":\"home.db\",\"name\":\"team/new.db\",\"entry\":3}\n",
      "\(renamed)")
    try two.waitForEntries(of: "team/new.db")
    try waitUntil("the old name is gone") { try (0...1).allSatisfy { try two.names($0) == ["other.db", "team"] } }
    for host in 0...1 {
      #expect(two.run(host, "team/new.db", "log").lines.last?.hasSuffix("add milk") == true)
      #expect(two.run(host, "team/new.db", "add", "by \(host)").status == 0)
      try two.waitForEntries(of: "team/new.db")
    }
    #expect(try two.rows(0, "team/new.db") == ["milk", "tea", "by 0", "by 1"])
    #expect(try two.rows(1, "team/new.db") == ["milk", "tea", "by 0", "by 1"])
  }

  @Test func `--enter takes in what is new in the folder, and names what it leaves out`() throws {
    let two = try TwoHosts()
    defer { two.stop() }
    let outline = try Session(["add", "milk"])
    #expect(two.run(0, "home.db", "add", "milk").status == 0)
    let folder = two.sessions[0].folder
    try FileManager.default.copyItem(atPath: outline.path, toPath: folder.path(of: "new.db"))
    try FileManager.default.copyItem(atPath: folder.path(of: "home.db"), toPath: folder.path(of: "copy.db"))
    // A backup is an outline of its own.
    #expect(two.run(0, "home.db", "backup", folder.path(of: "backup.db")).status == 0)
    let entered = order(two, 0, "--enter")
    #expect(
      entered.status == 0 && entered.lines.first == "entered 2 outlines into the journal"
        && entered.lines.dropFirst().first?.hasPrefix("left out copy.db: ") == true && entered.lines.count == 2,
      "\(entered)")
    let again = order(two, 0, "--enter", "--json")
    #expect(again.text.hasPrefix("{\"entered\":[],\"left\":[{\"outline\":\"copy.db\""), "\(again)")
    try two.waitForEntries(of: "new.db")
    try two.waitForEntries(of: "backup.db")
    #expect(two.run(1, "backup.db", "add", "tea").status == 0)
    #expect(try two.rows(1, "backup.db") == ["milk", "tea"])
  }

  @Test func `a lost database begins anew from the files of one host, and the other keeps what it had`() throws {
    let two = try TwoHosts()
    defer { two.stop() }
    #expect(two.run(0, "home.db", "add", "milk").status == 0)
    #expect(two.run(0, "home.db", "add", "tea").status == 0)
    try two.waitForEntries(of: "home.db")
    two.stop()
    try two.server.sql("DROP SCHEMA pleat CASCADE")
    let folders = try two.sessions.map { try #require(Platform.absolutePath(of: $0.folder.path)) }
    func start(_ host: Int) throws -> HostedFolder {
      try HostedFolder(folders[host], journal: Journal(two.server.url, folders[host], log: two.messages.add))
    }
    let old = try start(0)
    let refused = two.run(0, "home.db", "add", "oats")
    #expect(refused.status == 81 && refused.message.contains("If that journal is lost"), "\(refused)")
    old.stop()
    let files = two.paths("home.db")
    #expect(two.run(0, "home.db", "backup", files[0] + ".new").status == 0)
    #expect(rename(files[0] + ".new", files[0]) == 0)
    let hosts = try [start(0), start(1)]
    defer { hosts.forEach { $0.stop() } }
    #expect(two.run(0, "home.db", "add", "oats").status == 0)
    try two.waitForEntries(of: "home.db")
    #expect(try two.rows(1, "home.db") == ["milk", "tea", "oats"])
    let kept = try two.names(1).first { $0.contains(".replaced-") }
    #expect(try SQLiteShell(folders[1] + "/" + #require(kept)).lines("SELECT text FROM row") == ["milk", "tea"])
  }

  @Test func `entries that are too old go behind a snapshot, from which a host that was away goes on`() throws {
    let two = try TwoHosts(days: 2, calm: .milliseconds(100), checkDistance: .milliseconds(100))
    defer { two.stop() }
    for text in ["milk", "tea"] { #expect(two.run(0, "home.db", "add", text).status == 0) }
    try two.waitForEntries(of: "home.db")
    two.hosts[1].stop()
    for text in ["oats", "rice"] { #expect(two.run(0, "home.db", "add", text).status == 0) }
    func entries(_ table: String = "journal") throws -> [String] {
      try two.server.sql("SELECT seq FROM pleat.\(table) ORDER BY seq")
    }
    #expect(try entries() == ["1", "2", "3", "4"])
    try two.server.sql("UPDATE pleat.journal SET at = at - interval '25 hours' WHERE seq < 4")
    // A snapshot now, for a time when the entries before it are too old.
    try waitUntil("there is a second snapshot") { try entries("snapshot") == ["1", "4"] }
    #expect(try entries() == ["1", "2", "3", "4"])
    try two.server.sql("UPDATE pleat.journal SET at = at - interval '25 hours' WHERE seq < 4")
    try waitUntil("it has looked again") { try two.hosts[0].figure("journal_sums_total") > 8 }
    #expect(try entries() == ["1", "2", "3", "4"], "they are behind no snapshot that is old enough")
    try two.server.sql("UPDATE pleat.journal SET at = at - interval '49 hours' WHERE seq = 4")
    try waitUntil("what is before the snapshot is gone") { try entries() == ["4"] && entries("snapshot") == ["4"] }
    #expect(two.run(0, "home.db", "add", "salt").status == 0)
    let folder = try #require(Platform.absolutePath(of: two.sessions[1].folder.path))
    let back = try HostedFolder(folder, journal: Journal(two.server.url, folder, log: two.messages.add))
    defer { back.stop() }
    try two.waitForEntries(of: "home.db")
    #expect(two.messages.contain("entry 2 is no longer in the journal"))
    #expect(try two.rows(1, "home.db") == ["milk", "tea", "oats", "rice", "salt"])
    #expect(two.run(1, "home.db", "add", "plums").status == 0)
    try two.waitForEntries(of: "home.db")
    #expect(try back.figure("journal_replaced_files_total") == 1)
  }

  private static let refused: [(words: [String], status: Int32)] = [
    (["--delete", "../home.db"], 64), (["--delete", "home"], 64), (["--delete", ".home.db"], 64),
    (["--delete", ""], 64),
    (["--delete", "none.db"], 66), (["--rename", "none.db", "--to", "x.db"], 66),
    (["--rename", "home.db", "--to", "home.db"], 81), (["--rename", "home.db", "--to", "../x.db"], 64),
    (["--rename", "home.db"], 64), (["--to", "x.db"], 64), (["--delete", "home.db", "--enter"], 64),
    (["--status", "--enter"], 64),
  ]

  @Test func `an order that cannot be carried out changes nothing`() throws {
    let folder = try ScratchFolder()
    let server = try JournalServer()
    let host = try HostedFolder(folder.path, journal: Journal(server.url, folder.path) { _ in })
    defer { host.stop() }
    let session = Session(folder, path: folder.path(of: "home.db"), user: "ana")
    #expect(session.run("add", "milk").status == 0)
    for (words, status) in Self.refused {
      for json in [[], ["--json"]] {
        let answer = session.run(["host", folder.path] + words + json)
        #expect(answer.status == status && answer.text.isEmpty && !answer.message.isEmpty, "\(words): \(answer)")
      }
    }
    #expect(session.run("list").text.contains("milk"))
    #expect(session.run("add", "tea").status == 0)
    #expect(try server.sql("SELECT count(*) FROM pleat.journal") == ["2"])
  }

  @Test func `a host without a journal refuses orders, and a folder without a host says so`() throws {
    let folder = try ScratchFolder()
    let session = Session(folder, path: folder.path(of: "home.db"), user: "ana")
    session.run("add", "milk")
    for words in [["--delete", "home.db"], ["--rename", "home.db", "--to", "x.db"], ["--enter"]] {
      #expect(session.run(["host", folder.path] + words).status == 69)
    }
    let host = try HostedFolder(folder.path)
    defer { host.stop() }
    for words in [["--delete", "home.db"], ["--rename", "home.db", "--to", "x.db"], ["--enter"]] {
      let answer = session.run(["host", folder.path] + words)
      #expect(answer.status == 81 && answer.message.contains("keeps no journal"), "\(answer)")
    }
    #expect(session.run("list").text.contains("milk"))
  }
}
