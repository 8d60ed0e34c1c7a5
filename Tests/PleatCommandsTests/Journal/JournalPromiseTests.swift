import Foundation
import Locking
import TestPrograms
import Testing

@testable import OutlineStore
@testable import PleatCommands
@testable import PleatHost
@testable import PleatJournal
@testable import PleatOutput
@testable import PleatSystem

/// What a host with a journal promises: an edit is answered when the journal has it, on two servers, and no outline replaces another.
@Suite(.enabled(if: JournalServer.isInstalled, "PostgreSQL is not installed."))
struct JournalPromiseTests {
  @Test func `without a synchronous standby there is no journal, unless that is asked for`() throws {
    let server = try JournalServer()
    let folder = try ScratchFolder()
    let messages = HostMessages()
    func journal(_ url: String, isWithoutStandby: Bool = false) throws -> Journal {
      try Journal(url, folder.path, isWithoutStandby: isWithoutStandby, log: messages.add)
    }
    func refusal(_ url: String) -> String? {
      let failure = #expect(throws: Failure.self) { try journal(url) }
      #expect(failure?.status == 69 && failure?.hint?.contains("--journal-without-standby") == true)
      return failure?.message
    }
    _ = try journal(server.url)
    try server.sql(
      "CREATE ROLE ana LOGIN", "GRANT ALL ON SCHEMA pleat TO ana", "GRANT ALL ON ALL TABLES IN SCHEMA pleat TO ana")
    let url = server.url.replacing("//pleat@", with: "//ana@")
    #expect(refusal(url)?.contains("GRANT pg_monitor TO \"ana\"") == true)
    try server.sql("GRANT pg_monitor TO ana")
    _ = try journal(url)
    try server.run("lose")
    #expect(refusal(server.url)?.contains("no synchronous standby is connected") == true)
    try server.setStandbys("")
    #expect(refusal(server.url)?.contains("synchronous_standby_names is empty") == true)
    #expect(messages.count == 0)
    let host = try HostedFolder(folder.path, journal: journal(server.url, isWithoutStandby: true))
    defer { host.stop() }
    try waitUntil("the host says so") { messages.contain("--journal-without-standby") }
    #expect(try host.figure("journal_without_standby") == 1)
    let session = Session(folder, path: folder.path(of: "home.db"), user: "ana")
    #expect(session.run("add", "milk").status == 0)
    #expect(try server.sql("SELECT count(*) FROM pleat.journal WHERE outline = 'home.db'") == ["1"])
  }

  @Test func `the alerts of the package are about figures that there are`() throws {
    let server = try JournalServer()
    let folder = try ScratchFolder()
    let host = try HostedFolder(folder.path, journal: Journal(server.url, folder.path) { _ in })
    defer { host.stop() }
    try waitUntil("the database is reached") { try host.figure("journal_reached") == 1 }
    let session = Session(folder, path: folder.path(of: "home.db"), user: "ana")
    let names = Set(session.run("host", folder.path, "--metrics").lines.compactMap { $0.split(separator: " ").first })
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/scripts/package-deb.d"
    let alerts = try String(contentsOfFile: "/\(package)/pleat-alerts.yml", encoding: .utf8)
    let used = alerts.matches(of: /pleat_host_[a-z_]+/).map(\.output)
    #expect(used.count >= 7 && used.allSatisfy(names.contains), "\(used)")
  }

  @Test func `a log has a line for each command, with the key that the journal has too`() throws {
    let server = try JournalServer()
    let folder = try ScratchFolder()
    let lines = HostMessages()
    let host = try HostedFolder(folder.path, journal: Journal(server.url, folder.path) { _ in }, log: lines.add)
    defer { host.stop() }
    let session = Session(folder, path: folder.path(of: "our list.db"), user: "ana")
    #expect(session.run("add", "milk", "--idempotency-key", "4711").status == 0)
    #expect(session.run("add", "tea", "--in", "None", "--idempotency-key", "4712").status == 66)
    #expect(lines.count == 2)
    func has(_ start: String, _ end: String) -> Bool {
      lines.contain("user=ana verb=add outline='our list.db' status=\(start) ms=") && lines.contain(" key=\(end)")
    }
    #expect(has("0", "4711") && has("66", "4712"))
    #expect(session.run("add", "oats", "--idempotency-key", "4713").status == 0)
    let keys = "SELECT seq, heading -> 'edits' -> -1 ->> 'key' FROM pleat.journal ORDER BY seq"
    #expect(try server.sql(keys) == ["1|", "2|4713"], "the first entry is the whole outline")
  }

  @Test func `an edit that PostgreSQL lets go without a standby is not answered as saved`() throws {
    let two = try TwoHosts(patience: .seconds(2))
    defer { two.stop() }
    let server = two.server
    #expect(try two.hosts[0].figure("journal_without_standby") == 0)
    #expect(two.run(0, "home.db", "add", "milk").status == 0)
    try server.run("lose")
    // The COMMIT of this edit waits. Then the server is told to wait no more, and reports success.
    let path = two.paths("home.db")[0]
    let edit = try Program(
      starting: [Executable.program, "-f", path, "-u", "ana", "add", "tea", "--idempotency-key", "4711"])
    try waitUntil("the edit waits for the standby", by: edit) {
      try server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != ["0"]
    }
    try server.setStandbys("")
    let unknown = try edit.wait()
    // What waited was the edit, or the lease before it; then nothing was written.
    let isWritten = unknown.status != 75
    let isUnknown = unknown.errors.contains("not known") && unknown.errors.contains("--idempotency-key 4711")
    #expect(!isWritten || unknown.status == 74 && isUnknown, "\(unknown)")
    // Nothing is begun either; what was written before is not said to be saved by being there.
    let refused = two.run(0, "home.db", "add", "rice")
    #expect(refused.status == 75 && refused.message.contains("standby"), "\(refused)")
    #expect(two.run(0, "home.db", "add", "tea", "--idempotency-key", "4711").status == 75)
    #expect(two.run(0, "new.db", "add", "rice").status == 75)
    #expect(two.run(1, "home.db", "add", "rice").status == 75)
    #expect(two.run(0, "home.db", "list").status == 0)
    try server.setStandbys("*")
    try server.run("rejoin")
    let again = two.run(0, "home.db", "add", "tea", "--idempotency-key", "4711")
    #expect(again.message.contains(isWritten ? "already saved" : "added"), "\(again)")
    #expect(two.run(1, "home.db", "add", "oats").status == 0)
    try two.waitForEntries(of: "home.db")
    #expect(try two.rows(0, "home.db") == ["milk", "tea", "oats"])
    #expect(try two.names(0) == ["home.db"])
  }

  @Test func `a host that ends hands its lease over, and every edit through the other one is made once`() throws {
    let two = try TwoHosts()
    defer { two.stop() }
    #expect(two.run(0, "home.db", "add", "--section", "Home").status == 0)
    #expect(two.run(0, "home.db", "add", "milk", "--in", "Home").status == 0)  // takes the lease
    try two.waitForEntries(of: "home.db")
    let path = two.paths("home.db")[1]
    struct Made: Sendable {
      let text: String
      let status: Int32
      let errors: String
      let seconds: Double
    }
    let (made, hasToEnd) = (Lock<[Made]>([]), Latch())
    let editors = Latch()
    let threads = Lock(4)
    for editor in 0..<4 {
      #expect(
        Platform.startThread {
          var number = 0
          repeat {
            number += 1
            let (text, start) = ("\(editor)-\(number)", MonotonicTime.now)
            let words = ["-f", path, "-u", "ana", "add", text, "--in", "Home"]
            let ending = try? Program(starting: [Executable.program] + words).wait()
            let edit = Made(
              text: text, status: ending?.status ?? -1, errors: ending?.errors ?? "",
              seconds: start.elapsed / .seconds(1))
            made.withLock { $0.append(edit) }
          } while !hasToEnd.wait(milliseconds: 0)
          threads.withLock { left in
            left -= 1
            if left == 0 { editors.open() }
          }
        })
    }
    func count() -> Int { made.withLock(\.count) }
    try waitUntil("edits are passed on") { count() > 10 }
    // A request that it has not taken is answered too: this one is too old to be taken.
    try two.server.sql(
      """
      INSERT INTO pleat.request (id, outline, sender, receiver, user_name, user_right, line, input, at)
      SELECT 1, outline, 'other', holder, 'ana', 'own', 'pleat', '', now() - interval '1 minute' FROM pleat.lease
      """)
    two.hosts[0].stop()
    let declined = try two.server.sql("SELECT is_taken, encode(answer, 'escape') FROM pleat.request WHERE id = 1")
    #expect(declined.first?.hasPrefix("t|") == true && declined[0].contains("The host that leads is ending"))
    let before = count()
    try waitUntil("the other host leads") { count() > before + 10 }
    hasToEnd.open()
    #expect(editors.wait(milliseconds: 60_000))
    let all = made.withLock { $0 }
    let others = all.filter { $0.status != 0 }
    #expect(others.isEmpty, "\(others)")
    // Nobody has waited for the lease to run out.
    #expect(all.allSatisfy { $0.seconds < 5 }, "\(all.map(\.seconds).max() ?? 0)")
    #expect(try two.rows(1, "home.db").sorted() == (["milk"] + all.map(\.text)).sorted())
  }

  @Test func `two machines that have an outline of one name keep both`() throws {
    let own = [try Session(["add", "apples"]), try Session(["add", "pears"])]
    let two = try TwoHosts(with: own)
    defer { two.stop() }
    // One of them was entered, and the other host has found its own in the way.
    try waitUntil("one host leaves its file alone") { two.messages.contain("leaves home.db alone") }
    #expect(two.messages.contain("enters home.db into the journal"))
    let identity = try own[0].shell.lines("SELECT value FROM setting WHERE name = 'identity'")
    let first = try two.server.sql("SELECT identity FROM pleat.lease") == identity ? 0 : 1
    let second = 1 - first
    #expect(two.run(first, "home.db", "add", "milk").status == 0)
    for words in [["add", "tea"], ["edit", "1:1", "plums"], ["undo"]] {
      let refused = two.sessions[second].run(words + ["-f", two.paths("home.db")[second]])
      #expect(refused.status == 81, "\(words): \(refused)")
      #expect(
        refused.message.contains("another outline with the name 'home.db'") && refused.message.contains("both are kept")
      )
    }
    #expect(try two.rows(first, "home.db") == [["apples"], ["pears"]][first] + ["milk"])
    #expect(try two.rows(second, "home.db") == [["apples"], ["pears"]][second])
    #expect(two.run(second, "home.db", "list").status == 0)
    #expect(try two.names(first) == ["home.db"] && two.names(second) == ["home.db"])
    // As the message says: under another name, it is an outline of the journal as well.
    try FileManager.default.moveItem(atPath: two.paths("home.db")[second], toPath: two.paths("mine.db")[second])
    #expect(two.run(second, "mine.db", "add", "tea").status == 0)
    #expect(two.run(second, "home.db", "add", "oats").status == 0)
    for name in ["home.db", "mine.db"] { try two.waitForEntries(of: name) }
    #expect(try two.rows(second, "home.db") == [["apples"], ["pears"]][first] + ["milk", "oats"])
    #expect(try two.rows(first, "mine.db") == [["apples"], ["pears"]][second] + ["tea"])
    // A file that a person puts in the place of one, and a copy, are left alone too, whoever leads.
    for host in [first, second] {
      try FileManager.default.moveItem(atPath: two.paths("home.db")[host], toPath: two.paths("kept")[host])
      try FileManager.default.copyItem(atPath: own[second].path, toPath: two.paths("home.db")[host])
      #expect(two.run(host, "home.db", "add", "lost").status == 81)
      #expect(try two.rows(host, "home.db") == [["apples"], ["pears"]][second])
      try FileManager.default.removeItem(atPath: two.paths("home.db")[host])
      try FileManager.default.moveItem(atPath: two.paths("kept")[host], toPath: two.paths("home.db")[host])
    }
    try FileManager.default.copyItem(atPath: two.paths("home.db")[0], toPath: two.paths("copy.db")[0])
    let copy = two.run(0, "copy.db", "add", "lost")
    #expect(copy.status == 81 && copy.message.contains("is a copy of 'home.db'"), "\(copy)")
    #expect(two.run(1, "home.db", "add", "rice").status == 0)
    try two.waitForEntries(of: "home.db")
    #expect(try two.rows(0, "home.db").last == "rice")
    #expect(
      try !two.names(0).contains { $0.contains("replaced") } && !two.names(1).contains { $0.contains("replaced") })
  }

  @Test func `an edit is answered when the journal has it`() throws {
    let two = try TwoHosts(with: [Session(["add", "apples"])])
    defer { two.stop() }
    func entries(_ name: String) throws -> String? {
      try two.server.sql("SELECT count(*) FROM pleat.journal WHERE outline = '\(name)'").first
    }
    // What was there before the host is entered without an edit.
    try waitUntil("what was there is entered") { two.messages.contain("enters home.db into the journal") }
    try two.waitForEntries(of: "home.db")
    // The first edit of a new outline; one that is refused makes none, nor does a trial.
    let alone = try Session()
    #expect(two.run(1, "new.db", "add", "milk", "--in", "Nowhere").status == 66)
    #expect(two.run(1, "new.db", "undo").status == 66)
    #expect(two.run(1, "new.db", "add", "milk", "-n").message == alone.run("add", "milk", "-n").message)
    #expect(try entries("new.db") == "0" && two.names(1) == ["home.db"])
    #expect(two.run(1, "new.db", "add", "milk").message == alone.run("add", "milk").message)
    #expect(try entries("new.db") == "1")
    #expect(try !two.sessions[1].folder.names().contains { $0.contains(".new-") })
    try two.waitForEntries(of: "new.db")
    // Two hosts begin the same outline at once.
    let answers = Lock<[Int32]>([])
    let paths = two.paths("both.db")
    DispatchQueue.concurrentPerform(iterations: 2) { host in
      guard let session = try? Session() else { return }
      session.environment["PLEAT_FILE"] = paths[host]
      let status = session.run("add", "from \(host)").status
      answers.withLock { $0.append(status) }
    }
    #expect(answers.withLock { $0 } == [0, 0])
    try two.waitForEntries(of: "both.db")
    #expect(try two.rows(0, "both.db").sorted() == ["from 0", "from 1"])
    // The file goes while a host leads; the next edit at either host has all edits before it.
    for host in 0...1 {
      #expect(two.run(host, "new.db", "add", "before \(host)").status == 0)
      try two.waitForEntries(of: "new.db")
      for path in [two.paths("new.db")[host], two.paths("new.db")[host] + "-journal"] {
        _ = Result { try FileManager.default.removeItem(atPath: path) }
      }
      #expect(two.run(host, "new.db", "add", "after \(host)").status == 0)
      try two.waitForEntries(of: "new.db")
    }
    #expect(try two.rows(0, "new.db") == ["milk", "before 0", "after 0", "before 1", "after 1"])
    // Nothing makes an edit without the host, on an outline that is entered, that is not, or that is new.
    let late = try Session(["add", "pears"])
    try FileManager.default.copyItem(atPath: late.path, toPath: two.paths("late.db")[0])
    for name in ["new.db", "late.db", "none.db"] {
      let refused = two.run(0, name, "add", "lost", "--no-host")
      #expect(refused.status == 81, "\(name): \(refused)")
    }
    #expect(two.run(0, "below/none.db", "add", "lost").status == 66)
    #expect(try !two.names(0).contains("none.db") && !two.names(0).contains("below"))
    #expect(two.run(0, "late.db", "add", "plums").status == 0)
    try two.waitForEntries(of: "late.db")
    // A file with a name that no outline of a host has is not the host's.
    #expect(two.run(0, "notes.txt", "add", "mine").status == 0)
    // While a host starts again, an edit can be repeated.
    two.hosts[0].stop()
    for name in ["new.db", "none.db"] {
      let busy = two.run(0, name, "add", "lost")
      #expect(busy.status == 75 && busy.message.contains("its host does not answer"), "\(busy)")
    }
    #expect(two.run(0, "new.db", "add", "lost", "--no-host").status == 81)
    #expect(two.run(0, "new.db", "list").status == 0)
    #expect(try !two.rows(0, "new.db").contains("lost"))
  }
}
