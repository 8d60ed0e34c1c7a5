import Foundation
import TestPrograms
import TestSupport
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `undo --by NAME --since TIME`: all edits of one user as one step.
struct UndoTogetherTests {
  /// Home, where bob has added bread and jam, edited milk, and deleted nuts.
  private func shared() throws -> Session {
    let session = try Session(["add", "--section", "Home"], ["add", "milk", "nuts", "--in", "Home"])
    for words in [["add", "bread"], ["add", "jam"]] { session.run(words + ["--in", "Home", "-u", "bob"]) }
    session.run("edit", "milk", "oat milk", "-u", "bob")
    session.run("add", "--section", "Work")
    session.run("delete", "nuts", "-u", "bob")
    return session
  }

  private func content(_ session: Session) throws -> [String] {
    try session.shell.lines(
      "SELECT title, row_id, text, rank, row.done FROM section LEFT JOIN row USING (section_id) ORDER BY ord, rank")
  }

  @Test func `all edits of a user are one entry of the log, which redo brings back and undo takes again`() throws {
    let session = try shared()
    let before = try content(session)
    let entries = session.run("log").lines.count
    let answer = session.run("undo", "--by", "bob")
    #expect(
      answer.messages == [
        "undone 4 edits as one step:", "undone: delete nuts (bob, just now)",
        "undone: edit milk 'oat milk' (bob, just now)", "undone: add jam --in Home (bob, just now)",
        "undone: add bread --in Home (bob, just now)",
      ])
    #expect(session.run("list", "Home").lines.map { $0.drop { $0 != ":" } } == ["", ":1 milk", ":2 nuts"])
    #expect(session.run("log").lines.count == entries + 1)
    #expect(session.run("log").lines[0].hasSuffix("ana  undo 7: 4 edits of bob, from entry 3 on"))
    #expect(try session.shell.lines("SELECT count(*) FROM log") == ["\(entries + 1)"])
    let after = try content(session)
    #expect(session.run("undo", "--by", "bob").message == "nothing to undo")
    #expect(session.run("redo").message == "redone: 4 edits of bob, from entry 3 on (bob, just now)")
    #expect(try content(session) == before)
    #expect(session.run("undo").status == 81)  // they are bob's edits, as if he had made them now
    #expect(session.run("undo", "--any").status == 0)
    #expect(try content(session) == after)
    #expect(session.run("redo").status == 0)
    #expect(session.run("undo", "--by", "bob", "-q").status == 0)
    #expect(try content(session) == after)
    #expect(session.run("check").status == 0)
  }

  @Test func `what was undone together is passed over by undo, and comes back together`() throws {
    let session = try shared()
    session.run("undo", "--by", "bob")
    #expect(session.run("undo", "--entry", "3").message == "nothing to do: entry 3 is already undone")
    let refusal = session.run("redo", "--entry", "3")
    #expect(refusal.status == 81)
    #expect(
      refusal.message.hasSuffix(
        "undone together with others, by entry 8.\nNothing was changed. They come back together: pleat redo --entry 8"))
    #expect(session.run("undo", "2").message.hasPrefix("undone: add --section Work (ana"))
    #expect(session.run("undo", "--mine").message.hasPrefix("undone: add --section Home (ana"))
    #expect(session.run("undo", "--any").message == "nothing to undo")
    #expect(session.run("redo", "3").message.contains("add --section Home"))
    #expect(session.run("redo", "--entry", "8").status == 0)
  }

  @Test func `what was undone by itself before stays so, and comes back by itself`() throws {
    let session = try shared()
    session.run("undo", "--entry", "4")
    #expect(session.run("undo", "--by", "bob").messages.first == "undone 3 edits as one step:")
    #expect(session.run("redo", "--entry", "4").message == "redone: add jam --in Home (bob, just now)")
    #expect(
      session.run("undo", "--by", "bob", "-n").messages == ["would have undone: add jam --in Home (bob, just now)"])
    #expect(session.run("redo", "--entry", "9").message.hasPrefix("redone: 3 edits of bob"))
    #expect(session.run("undo", "--entry", "11").status == 0)
    #expect(
      session.run("undo", "--by", "bob", "-n").messages == ["would have undone: add jam --in Home (bob, just now)"])
    #expect(session.run("redo").status == 0)
    #expect(session.run("undo", "--entry", "4").status == 0)
    #expect(session.run("undo", "--entry", "11").status == 0)
    #expect(session.run("check").status == 0)
  }

  @Test func `what was redone together is undone one by one where one of them is undone since`() throws {
    let session = try shared()
    for words in [["undo", "--by", "bob"], ["redo"]] { session.run(words) }
    #expect(session.run("undo", "--entry", "4").message == "undone: add jam --in Home (bob, just now)")
    let refusal = session.run("undo", "--entry", "9")
    #expect(refusal.status == 81 && refusal.message.contains("since, by entry 10."), "\(refusal.message)")
    #expect(session.run("undo", "--any").message == "undone: delete nuts (bob, just now)")
    #expect(session.run("undo", "--by", "bob").messages.count == 1 + 2)
  }

  @Test func `a later edit of somebody else that builds on one of them is named, and nothing is changed`() throws {
    let session = try shared()
    session.run("edit", "jam", "fig jam", "-u", "cy")
    let before = try session.shell.contents()
    let answer = session.run("undo", "--by", "bob")
    #expect(answer.status == 79)
    #expect(
      answer.message == """
        pleat: 'add jam --in Home' cannot be taken back: 'fig jam' (@r5) has changed since.
        "edit jam 'fig jam'" (entry 8, cy) came after it. Nothing was changed.
        """)
    #expect(try JSON.error(session.run("undo", "--by", "bob", "--json").message)["code"] as? String == "changed")
    session.run("add", "--section", "Trip", "-u", "bob")
    session.run("add", "tent", "--in", "Trip", "-u", "cy")
    #expect(session.run("undo", "--by", "bob").message.contains("'add tent --in Trip' (entry 10, cy) came after it."))
    session.run("undo", "--by", "cy", "-u", "cy")
    #expect(try session.shell.contents() != before)
    #expect(session.run("undo", "--by", "bob").status == 0)
  }

  @Test func `--since takes distances, days and times, and is that of one's own edits without --by`() throws {
    let session = try shared()
    // Entries 1 to 7 are 7 days to 1 day old, at the time of the system's clock.
    try session.shell.runAsEdit("UPDATE edit SET at = at - (8 - edit_id) * 86400000 - 1000")
    func taken(_ words: String...) throws -> [String] {
      let answer = session.run(["undo", "-n", "--json"] + words)
      #expect(answer.status == 0, "\(words): \(answer.message)")
      return try (JSON.object(answer.text)["entries"] as? [[String: Any]] ?? []).compactMap { $0["entry"] as? String }
    }
    #expect(try taken("--by", "bob", "--since", "23h").isEmpty)
    #expect(try taken("--by", "bob", "--since", "25h") == ["7"])
    #expect(try taken("--by", "bob", "--since", "4d") == ["7", "5"])
    #expect(try taken("--by", "bob", "--since", "1w") == ["7", "5", "4", "3"])
    #expect(try taken("--since", "3d") == ["6"])
    #expect(try taken("--by", "bob") == ["7", "5", "4", "3"])
    #expect(try taken("--by", "nobody").isEmpty)
    for words in ["tomorrow", "+3 days", "2999-01-01"] {
      let answer = session.run("undo", "--since", words)
      #expect(answer.status == 64 && answer.message.contains("in the past"), "\(words)")
    }
    #expect(session.run("undo", "--since", "nonsense").status == 64)
    session.today = String(try session.shell.lines("SELECT date('now')")[0])
    let day = try session.shell.lines("SELECT date('now', '-3 days', '-1 second')")[0]
    for words in [day, "\(day) 00:00", "-3 days 00:00"] {
      #expect(try taken("--by", "bob", "--since=\(words)") == ["7", "5"])
    }
  }

  @Test func `--back-to gives back what there was after an entry or at a time, as an edit that is undone`() throws {
    let session = try shared()
    let last = try content(session)
    try session.shell.run("UPDATE row SET text = 'by hand' WHERE text = 'bread';")
    session.run("collapse", "Home")
    let before = try content(session)
    let answer = session.run("undo", "--back-to", "4")
    #expect(answer.messages.first == "undone 4 edits as one step:" && answer.messages.count == 5, "\(answer)")
    #expect(answer.messages[1].hasPrefix("undone: edited outside pleat"))
    let rows = "SELECT text FROM row ORDER BY row_id"
    #expect(try session.shell.lines(rows) == ["milk", "nuts", "bread", "jam"])
    #expect(try session.shell.lines("SELECT title FROM section") == ["Home"])
    #expect(session.run("list").lines.first?.hasPrefix("▸ 1 Home") == true, "folds stay")
    #expect(session.run("log").lines[0].hasSuffix("ana  undo --back-to 4"))
    #expect(session.run("undo", "--back-to", "4").message == "nothing to undo")
    #expect(session.run("undo").message == "undone: undo --back-to 4 (ana, just now)")
    #expect(try content(session) == before)
    #expect(session.run("redo").status == 0)
    #expect(try session.shell.lines(rows) == ["milk", "nuts", "bread", "jam"])
    // A step by hand has a number as well, and so does what took something back.
    let hand = try #require(session.run("log").lines.first { $0.contains("h") && $0.contains("edited outside") })
    let number = String(hand.drop { $0 == " " }.prefix { $0 != " " })
    #expect(session.run("undo", "--back-to", number).status == 0)
    #expect(try content(session) == before)
    #expect(session.run("undo", "--back-to", "7", "-n").status == 0)
    #expect(try content(session) == before)
    #expect(session.run("undo", "--back-to", "7", "-q").messages == [])
    #expect(try content(session) == last)
    #expect(session.run("check").status == 0)
    // Times.
    try session.shell.runAsEdit("UPDATE edit SET at = at - (8 - edit_id) * 86400000 - 1000 WHERE edit_id < 8")
    #expect(session.run("undo", "--back-to", "100h").status == 0)
    #expect(try session.shell.lines(rows) == ["milk", "nuts", "bread"])
    #expect(session.run("undo", "--back-to", "2020-01-01", "-q").status == 0)
    #expect(try session.shell.lines("SELECT count(*) FROM section") == ["0"])
    for (words, status) in [("99", 66), ("tomorrow", 64), ("nonsense", 64), ("", 64), ("0", 64)] as [(String, Int32)] {
      let answer = session.run("undo", "--back-to", words)
      #expect(answer.status == status, "\(words): \(answer.message)")
    }
    #expect(session.run("redo", "--back-to", "4").status == 64)
    #expect(session.run("undo", "--back-to", "4", "--by", "bob").status == 64)
  }

  @Test func `--back-to says of an undo that it is undone, and names each entry once`() throws {
    let session = try Session(["add", "a", "b"], ["done", "a"], ["undo"])
    #expect(
      session.run("undo", "--back-to", "2", "-n").messages == ["would have undone: undo 2: done a (ana, just now)"])
    session.run("undo", "--back-to", "2", "-q")
    #expect(session.run("list").text.contains("☑ a"))
    let other = try Session(["add", "a"], ["add", "b"], ["add", "c"], ["undo"], ["add", "d"], ["undo"], ["redo"])
    let json = try JSON.object(other.run("undo", "--back-to", "1", "--json").text)
    let entries = try #require(json["entries"] as? [[String: Any]]).compactMap { $0["entry"] as? String }
    #expect(entries == ["7", "6", "5", "4", "3", "2"])
    // A time as the log has it, to the millisecond.
    let log = try JSON.object(other.run("log", "--json", "--limit", "1").lines[1])
    let time = try #require(log["at"] as? String)
    #expect(other.run("undo", "--back-to", time).messages == ["undone: undo --back-to 1 (ana, just now)"])
    #expect(other.run("undo", "--back-to", "30m", "-n").status == 0)
    #expect(other.run("undo", "--since", "90m", "-n").status == 0)
    for words in ["now", "3 hours", "2026-13-01T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "9999-01-01T00:00:00.00Z"] {
      let answer = other.run("undo", "--back-to", words)
      #expect(answer.status == 64 && answer.message.contains("For example 30m, 3h"), "\(words): \(answer.message)")
    }
    #expect(other.run("undo", "--back-to", "99").message.contains("begins with h"))
  }

  @Test(arguments: [["--mine"], ["--any"], ["--folds"], ["--entry", "2"], ["2"]])
  func `--by and --since go with no other option`(words: [String]) throws {
    let session = try shared()
    #expect(session.run(["undo", "--by", "bob"] + words).status == 64)
    #expect(session.run(["undo", "--since", "1d"] + words).status == 64)
    #expect(session.run(["undo", "--back-to", "4"] + words).status == 64)
    #expect(session.run("redo", "--by", "bob").status == 64)
  }

  @Test func `a key may do it as it may undo an entry, and not where it may only read`() throws {
    let server = try ServeTests.Server()
    #expect(try server.run("pleat undo --by '' ").status == 64)
    let answer = try server.run("pleat undo --by \(try owner(of: server)) --json -n")
    #expect(answer.status == 0 && answer.text.contains("\"words\":\"add apples --in Home\""))
    #expect(try server.run("pleat undo --by bob --since 1d", "--read-only").status == 77)
  }

  private func owner(of server: ServeTests.Server) throws -> String {
    try SQLiteShell(server.path).lines("SELECT user FROM edit WHERE edit_id = 1")[0]
  }

  /// The edits that an undo takes back.
  private func edits(_ answer: Session.Answer) throws -> [[String: String]] {
    let entries = try JSON.object(answer.text)["entries"] as? [[String: Any]] ?? []
    return entries.map { entry in
      ["words": entry["words"] as? String ?? "", "user": entry["user"] as? String ?? ""]
    }
  }

  /// Random edits of three users, and undos and redos of all kinds between them.
  @Test(arguments: 1...12)
  func `whatever was edited, an undo of all is taken back by redo, and leaves nothing to undo`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let session = try Session(["add", "--section", "Home"], ["add", "--section", "Work"])
    let users = ["ana", "bob", "cy"]
    var (taken, refused) = (0, 0)
    var user = "ana"
    for step in 1...40 {
      if Bool.random(using: &numbers) { user = users.randomElement(using: &numbers) ?? "ana" }
      let section = ["Home", "Work"].randomElement(using: &numbers) ?? "Home"
      let row = try session.shell.lines("SELECT '@r' || row_id FROM row ORDER BY row_id").randomElement(using: &numbers)
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0...3: session.run("add", "row \(step)", "--in", section, "-u", user)
      case 4: if let row { session.run("edit", row, "text \(step)", "-u", user) }
      case 5: if let row { session.run("move", row, "--in", section, "--first", "-u", user) }
      case 6: if let row { session.run("delete", row, "-u", user) }
      case 7: session.run("undo", ["--mine", "--any"].randomElement(using: &numbers) ?? "--mine", "-u", user)
      case 8: session.run("redo", "--any", "-u", user)
      default:
        let before = try content(session)
        let author = users.randomElement(using: &numbers) ?? "ana"
        let trial = session.run("undo", "--by", author, "-u", user, "-n", "--json")
        let answer = session.run("undo", "--by", author, "-u", user)
        #expect(trial.status == answer.status)
        guard answer.status == 0 else {
          #expect([79].contains(answer.status), "seed \(seed), step \(step): \(answer.message)")
          #expect(try content(session) == before)
          refused += 1
          continue
        }
        #expect(session.run("undo", "--by", author, "-n").message == "nothing to undo", "seed \(seed), step \(step)")
        if answer.message == "nothing to undo" { continue }
        taken += 1
        let after = try content(session)
        #expect(
          session.run("undo", "--mine", "-u", author, "-n").message.hasPrefix("nothing to undo"),
          "seed \(seed), step \(step)")
        // Undo goes on with an edit of somebody else. It no longer fits where it was made in what is gone.
        let next = session.run("undo", "--any", "-n", "--json")
        #expect([0, 79].contains(next.status), "seed \(seed), step \(step): \(next.message)")
        if next.status == 0 { #expect(try edits(next).first?["user"] != author, "seed \(seed), step \(step)") }
        #expect(session.run("redo", "-u", user).status == 0, "seed \(seed), step \(step)")
        #expect(try content(session) == before, "seed \(seed), step \(step)")
        let again = session.run("undo", "--by", author, "-u", user, "-n", "--json")
        #expect(again.status == 0, "seed \(seed), step \(step): \(again.message)")
        #expect(try edits(again) == edits(trial), "seed \(seed), step \(step)")
        #expect(session.run("undo", "--any").status == 0)
        #expect(try content(session) == after, "seed \(seed), step \(step)")
        if Bool.random(using: &numbers) {
          #expect(session.run("redo", "--any").status == 0)
          #expect(try content(session) == before, "seed \(seed), step \(step)")
        }
      }
    }
    #expect(session.run("check").status == 0)
    #expect(taken + refused > 0)
  }
}
