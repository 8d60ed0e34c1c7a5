import Foundation
import TestPrograms
import Testing

/// Everything of one section or row, and the history of one.
struct ShowTests {
  /// The sample, in which milk was edited by bob, ticked, moved and moved back, and changed by hand.
  private func session() throws -> Session {
    let session = try Session.sample()
    session.environment["TZ"] = "UTC"
    session.run("edit", "milk", "oat milk", "-u", "bob")
    session.run("done", "oat milk")
    session.run("edit", "oat milk", "--set", "shop=market")
    session.run("move", "oat milk", "--in", "Home")
    session.run("undo")
    try session.shell.run("UPDATE row SET text = 'soy milk' WHERE row_id = 5")
    return session
  }

  /// Lines without their times.
  private func timeless(_ text: String) -> [String] {
    text.split(separator: "\n").map { String($0).replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "T") }
  }

  @Test func `further lines of a detail and of a row are all shown, and lists show the first of a detail`() throws {
    let session = try Session(["add", "--section", "Home"])
    session.run("edit", "Home", "--detail", "one\ntwo\n\u{1B}[2J")
    session.run("add", "milk\noat", "--in", "Home")
    #expect(session.run("list").lines.first == "▾ 1 Home — one ⏎")
    #expect(session.run("list", "--ascii").lines.first == "- 1 Home -- one \\n")
    #expect(
      session.run("show", "Home").lines.prefix(6) == [
        "Home (@s1)", "path:        Home", "number:      1", "detail:      one", "             two",
        "             \\x1b[2J",
      ])
    #expect(
      session.run("show", "1:1").lines.prefix(4).suffix(3) == [
        "path:        Home/milk", "number:      1:1", "notes:       oat",
      ])
    let json = try JSON.object(session.run("show", "Home", "--json").text)
    #expect(json["detail"] as? String == "one\ntwo\n\u{1B}[2J")
  }

  @Test func `a row is shown with who made it, who changed it, and its history with old and new texts`() throws {
    let session = try session()
    #expect(
      timeless(session.run("show", "soy milk").text) == [
        "soy milk (@r5)", "path:        Groceries/Dairy/soy milk", "number:      1.1:1", "box:         done",
        #"attributes:  {"shop":"market"}"#, "added:       T by ana (entry 4)", "changed:     T (entry h18)", "history:",
        "h18  T  edited outside pleat", #"    changed the text from "oat milk" to "soy milk""#,
        " 12  T  ana  undo 11: move 'oat milk' --in Home", "    moved from Home to Dairy",
        " 11  T  ana  move 'oat milk' --in Home", "    moved from Dairy to Home",
        " 10  T  ana  edit 'oat milk' --set shop=market", #"    set the attributes to {"shop":"market"}"#,
        "  9  T  ana  done 'oat milk'", "    changed done from none to yes", "  8  T  bob  edit milk 'oat milk'",
        #"    changed the text from "milk" to "oat milk""#, "  4  T  ana  add milk butter cheese --in Dairy",
        #"    added "milk" to Dairy"#,
      ])
  }

  @Test func `a section is shown with what it holds, and how you have folded it`() throws {
    let session = try session()
    session.run("collapse", "Groceries")
    session.run("edit", "Groceries", "--detail", "weekly", "-u", "bob")
    #expect(
      timeless(session.run("show", "Groceries").text) == [
        "Groceries (@s1)", "path:        Groceries", "number:      1", "detail:      weekly", "box:         none",
        "holds:       2 rows, 1 subsection", "fold:        collapsed", "added:       T by ana (entry 1)",
        "changed:     T by bob (entry 14)", "history:", "14  T  bob  edit Groceries --detail weekly",
        #"    set the detail to "weekly""#, " 1  T  ana  add --section Groceries", #"    added "Groceries""#,
      ])
    session.run("done", "Reading")
    #expect(session.run("show", "Reading").lines.contains("    changed done from none to yes"))
    #expect(session.run("show", "Reading").lines.contains("box:         done"))
    session.run("edit", "Home", "--collapsible", "no")
    #expect(session.run("show", "Home").lines.contains("fold:        not collapsible"))
    #expect(session.run("show", "Home").lines.contains("    changed collapsible from yes to no"))
  }

  @Test func `a row of a long run of rows is shown with the entry that added it`() throws {
    let session = try Session(["add", "--section", "Many"])
    session.run("add", "-", "--in", "Many", input: (1...100).map { "row \($0)\n" }.joined())
    #expect(session.run("show", "row 57").lines.suffix(1) == [#"    added "row 57" to Many"#])
    #expect(session.run("log", "row 100", "-v").lines.count == 2)
    session.run("sort", "Many", "--reverse")
    #expect(session.run("log", "row 57", "-v").lines.dropFirst().first == "    moved within Many")
  }

  @Test func `a program gets the line of the list with the history after it`() throws {
    let session = try session()
    for (address, kind) in [("soy milk", "row"), ("Dairy", "section")] {
      let shown = try JSON.object(session.run("show", address, "--json").text)
      let listed = try #require(try JSON.objects(session.run("list", address, "--json", "--limit", "1").text).first)
      for (key, value) in listed { #expect(shown[key] as? NSObject == value as? NSObject, "\(key)") }
      #expect(shown["kind"] as? String == kind && shown["lost"] as? Bool == false)
    }
    let shown = try JSON.object(session.run("show", "soy milk", "--json").text)
    #expect(shown["path"] as? String == "Groceries/Dairy/soy milk")
    #expect((shown["added"] as? [String: Any])?["user"] as? String == "ana")
    #expect((shown["changed"] as? [String: Any])?["entry"] as? String == "h18")
    let history = try #require(shown["history"] as? [[String: Any]])
    #expect(
      history.map { $0["did"] as? [String] } == [
        ["changed"], ["moved"], ["moved"], ["changed"], ["changed"], ["changed"], ["added"],
      ])
    try #require(history.count == 7)
    #expect(history[0]["fields"] as? [String: [String: String]] == ["text": ["old": "oat milk", "new": "soy milk"]])
    #expect(history[2]["from"] as? String == "Dairy" && history[2]["to"] as? String == "Home")
    let logged = try JSON.objects(session.run("log", "soy milk", "--json").text)
    #expect(logged as NSArray == history as NSArray)
  }

  @Test func `a number without a letter names what was deleted, too`() throws {
    let session = try session()
    session.run("delete", "-r", "Dairy")
    for (number, kind) in [("5", "r"), ("4", "s")] {
      for words in [["log"], ["log", "-v"], ["log", "--json"], ["show"], ["show", "--json"]] {
        let answer = session.run(words + ["@\(number)"])
        #expect(
          answer.status == 0 && answer.text == session.run(words + ["@\(kind)\(number)"]).text, "\(words) \(answer)")
      }
    }
    for words in [["log", "@99"], ["show", "@99"], ["list", "@5"], ["done", "@5"]] {
      #expect(session.run(words).status == 66, "\(words)")
    }
  }

  @Test func `the log of one thing has its entries alone, also where it was deleted`() throws {
    let session = try session()
    let entries = {
      session.run($0).lines.filter { !$0.hasPrefix("    ") }.compactMap { $0.split(separator: " ").first }
    }
    #expect(entries(["log", "soy milk"]) == ["h18", "12", "11", "10", "9", "8", "4"])
    #expect(entries(["log", "soy milk", "--limit", "2", "-v"]) == ["h18", "12"])
    #expect(entries(["log", "soy milk", "--by", "bob"]) == ["8"])
    #expect(entries(["log", "--by", "bob"]) == ["8"])
    #expect(entries(["log", "--by", "nobody"]) == [])
    #expect(try JSON.objects(session.run("log", "--by", "bob", "--json").text).count == 1)
    session.run("delete", "soy milk")
    #expect(session.run("log", "soy milk").status == 66)
    #expect(session.run("log", "@r5", "-v", "--limit", "1").lines.last == #"    deleted "soy milk" from Dairy"#)
    #expect(session.run("log", "@r99").status == 66)
    #expect(session.run("show", "soy milk").status == 66)
    #expect(session.run("show", "@r99").status == 66)
    let shown = timeless(session.run("show", "@r5").text)
    #expect(shown.prefix(2) == ["soy milk (@r5), which was deleted", "history:"])
    #expect(shown.contains(#"    changed the text from "oat milk" to "soy milk""#))
    #expect(shown.last == #"    added "milk" to Dairy"#)
    let json = try JSON.object(session.run("show", "@r5", "--json").text)
    #expect(json["id"] as? String == "@r5" && json["kind"] as? String == "row" && json["name"] as? String == "soy milk")
    #expect((json["deleted"] as? [String: Any])?["words"] as? String == "delete 'soy milk'")
    #expect((json["history"] as? [[String: Any]])?.count == 8)
    #expect(session.run("log", "Dairy", "--folds").status == 64)
    session.run("undo")
    #expect(
      session.run("show", "soy milk").lines.filter { $0.hasPrefix("    ") }.first == #"    added "soy milk" to Dairy"#)
  }

  @Test func `what the history has let go is said`() throws {
    let session = try session()
    session.run("settings", "history-changes", "1000")
    for first in [1, 2_000] {
      session.run("add", "-", "--in", "Home", input: (1...1_500).map { "x\(first + $0)\n" }.joined())
      session.run("sort", "Home", "--reverse")
    }
    #expect(session.run("show", "soy milk").lines.contains("added:       before the history begins"))
    #expect(session.run("show", "soy milk").lines.last == "older entries were trimmed")
    #expect(try JSON.object(session.run("show", "soy milk", "--json").text)["added"] is NSNull)
    #expect(session.run("log", "soy milk", "-v").lines.last == "older entries were trimmed")
  }

  @Test func `the log says old and new texts`() throws {
    let session = try session()
    #expect(session.run("log", "-v", "--limit", "1").lines.last == #"    changed "oat milk" to "soy milk" (@r5)"#)
    let first = try #require(try JSON.objects(session.run("log", "--limit", "1", "--json").text).first)
    let changed = (first["effects"] as? [String: [[String: String]]])?["changed"]
    #expect(changed == [["id": "@r5", "name": "soy milk", "oldName": "oat milk"]])
    #expect(session.run("log", "-v").lines.contains(#"    changed "oat milk" (@r5): done from none to yes"#))
  }

  @Test(arguments: [
    ["show", "milk"], ["show", "Dairy"], ["log", "milk"], ["log", "milk", "-v"], ["log", "--by", "ana"],
  ])
  func `showing writes nothing, and without a file there is nothing to show`(words: [String]) throws {
    for more in [[], ["--json"]] {
      let session = try Session.sample()
      let before = FileState(of: session.path)
      #expect(session.run(words + more).status == 0)
      #expect(FileState(of: session.path) == before)
      #expect(try Session().run(words + more).status == 66)
    }
  }
}
