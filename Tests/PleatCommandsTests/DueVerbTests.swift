import Foundation
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

  private static let late = ["@r2 Groceries: ☐ apples · ! 3 days late"]
  private static let today = [
    "@s8 ☐ Home · today", "@r5 Groceries/Dairy: ☐ milk · today", "@r3 Groceries: ☐ bread · today 14:00",
  ]
  private static let week = ["@s4 Groceries: ☐ Dairy · Fri 27 Nov", "@r9 Home: ☐ plants · Mon 30 Nov"]
  private static let rest = ["@r6 Groceries/Dairy: ☐ butter · Tue 1 Dec", "@s10 ☐ Reading · Fri 8 Jan 2027"]

  @Test func `what is due comes the earliest first, over all sections, however folded`() {
    #expect(session.run("due").lines == Self.late + Self.today + Self.week + Self.rest)
    #expect(session.run("due", "week").lines == Self.late + Self.today + Self.week)
    #expect(session.run("due", "today").lines == Self.late + Self.today)
    #expect(session.run("due", "today", "13:00").lines == Self.late + Self.today.dropLast())
    #expect(session.run("due", "27", "nov").lines == Self.late + Self.today + Self.week.prefix(1))
  }

  @Test func `what is done, and what does not fit, is left out`() {
    session.run("done", "apples", "Home")
    #expect(session.run("due", "today").lines == Array(Self.today.dropFirst()))
    #expect(session.run("due", "--where", "in:Dairy or rEAdi").lines == [Self.today[1], Self.rest[0], Self.rest[1]])
    #expect(session.run("due", "--where", "done").lines.isEmpty)
    #expect(session.run("due", "--where", "nonsense").message == "nothing is due")
    #expect(session.run("due", "--where", "in:Nowhere").status != 0)
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
