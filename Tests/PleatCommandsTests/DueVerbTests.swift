import Foundation
import TerminalText
import Testing

@testable import PleatOutput

/// `pleat due`; today is Tuesday, 24 November 2026.
struct DueVerbTests {
  private let session: Session

  init() throws {
    session = try Session.sample()
    for (name, day) in [
      ("apples", "2026-11-21"), ("bread", "today 14:00"), ("milk", "today"), ("plants", "30 nov"), ("butter", "1 dec"),
      ("Dairy", "fri"), ("Home", "today"), ("Reading", "2027-01-08"),
    ] { session.run("edit", name, "--due", day) }
    session.run("collapse", "--all")
  }

  private static let late = ["Late", "  ☐ apples  Groceries        ! 3 days late"]
  private static let today = [
    "Today", "  ☐ Home", "  ☐ milk  Groceries/Dairy", "  ☐ bread  Groceries         14:00",
  ]
  private static let week = ["Friday 27 November", "  ☐ Dairy  Groceries", "Monday 30 November", "  ☐ plants  Home"]
  private static let rest = [
    "Next week", "  ☐ butter  Groceries/Dairy  Tue 1 Dec", "January 2027",
    "  ☐ Reading                  Fri 8 Jan 2027",
  ]

  @Test func `what is due stands under its day, over all sections, however folded`() {
    #expect(session.run("due").lines == Self.late + Self.today + Self.week + Self.rest)
    #expect(session.run("due", "27", "nov").lines.count == 8)
    #expect(
      session.run("due", "today", "13:00").lines == [
        "Late", "  ☐ apples  Groceries      ! 3 days late", "Today", "  ☐ Home", "  ☐ milk  Groceries/Dairy",
      ])
    #expect(session.run("due", "today").text.split(separator: "\n\n").count == 2)
  }

  @Test func `what is done, and what does not fit, is left out`() {
    session.run("done", "apples", "Home")
    #expect(session.run("due", "today").lines.map { $0.dropFirst(4).prefix(5) } == ["y", "milk ", "bread"])
    #expect(session.run("due", "--where", "in:Dairy or rEAdi").lines.filter { $0.hasPrefix(" ") }.count == 3)
    #expect(session.run("due", "--where", "done").lines.isEmpty)
    #expect(session.run("due", "--where", "in:Nowhere").status != 0)
  }

  @Test func `a section or a row limits it, and ids come if they are asked for`() {
    let lines = session.run("due", "--in", "Dairy", "--ids").lines
    #expect(
      lines == [
        "Today", "  @r5 ☐ milk  Groceries/Dairy", "Next week", "  @r6 ☐ butter  Groceries/Dairy  Tue 1 Dec",
      ])
    #expect(session.run("due", "--in", "Nowhere").status != 0)
  }

  @Test(arguments: [
    ([], "nothing is due"), (["today"], "nothing is late or due today"),
    (["tomorrow"], "nothing is late or due by tomorrow"),
    (["week"], "nothing is late or due by Mon 30 Nov"), (["today", "9:00"], "nothing is late or due by today 09:00"),
  ])
  func `the message says up to when nothing is due`(words: [String], message: String) {
    #expect(session.run(["due"] + words + ["--where", "nonsense"]).message == message)
  }

  @Test func `below a day, only the time and the rule are left to say`() {
    session.run("edit", "bread", "--repeat", "weekly")
    session.run("edit", "milk", "--repeat", "every 2 weeks")
    #expect(
      session.run("due", "today").lines.suffix(3) == [
        "  ☐ Home", "  ☐ milk  Groceries/Dairy  every 2 weeks", "  ☐ bread  Groceries       14:00, weekly",
      ])
  }

  @Test func `on a terminal of any width, lines fit, no day is torn, and places are cut from the left`() {
    session.run("edit", "milk", "--repeat", "every 2 weeks")
    session.run("edit", "milk", "buy milk at the farm behind the old mill")
    session.run("add", "A section with quite a long title", "--section", "--in", "Dairy")
    session.run("add", "cream due:8jan", "--in", "A section with quite a long title")
    session.isTerminal = true
    session.environment["TERM"] = "dumb"
    for columns in 40...120 {
      session.terminalSize = (columns, 100)
      let lines = session.run("due", "--no-pager").lines
      #expect(lines.allSatisfy { CharacterWidth.of($0) <= columns }, "\(columns)")
      #expect(lines.count { $0.hasSuffix("every 2 weeks") } == 1, "\(columns)")
      #expect(lines.count { $0.hasSuffix("Fri 8 Jan 2027") } == 2, "\(columns)")
      #expect(lines.contains { $0.contains(columns < 108 ? "…" : "…/A section with quite a long title") }, "\(columns)")
    }
  }

  @Test func `programs get the days as the file has them`() throws {
    session.run("edit", "apples", "--repeat", "weekly")
    let tasks = try JSON.objects(session.run("due", "today", "--json").text)
    #expect(tasks.map { $0["due"] as? String } == ["2026-11-21", "2026-11-24", "2026-11-24", "2026-11-24T14:00"])
    #expect(tasks.map { $0["id"] as? String } == ["@r2", "@s8", "@r5", "@r3"])
    #expect(tasks[0]["repeat"] as? String == "FREQ=WEEKLY")
    #expect(tasks.map { $0["path"] as? String } == ["Groceries", "Home", "Groceries/Dairy", "Groceries"])
    #expect(session.run("due", "2020-01-01", "--json").text == "[]\n")
  }

  @Test func `programs get the object of a line that find has`() throws {
    let found = try JSON.objects(session.run("find", "due<=fri", "open", "--json").text)
    let tasks = try JSON.objects(session.run("due", "fri", "--json").text)
    func byID(_ objects: [[String: Any]]) -> [String: NSDictionary] {
      Dictionary(
        uniqueKeysWithValues: objects.map { object in
          var object = object
          object["line"] = nil
          return (object["id"] as? String ?? "", object as NSDictionary)
        })
    }
    #expect(byID(tasks) == byID(found))
    #expect(tasks.map { $0["line"] as? Int } == Array(0..<5))
    #expect(session.run("archive", "bread").status == 0)
    #expect(try JSON.objects(session.run("due", "fri", "--json").text).count == 4)
  }

  @Test func `a day that cannot be read is refused with the nearest`() {
    let answer = session.run("due", "fryday")
    #expect(answer.status == 64)
    #expect(answer.message.contains("friday"))
  }
}
