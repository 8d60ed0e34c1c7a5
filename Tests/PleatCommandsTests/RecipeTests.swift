import Foundation
import TestPrograms
import Testing

@testable import PleatOutput

/// The recipes in SQL of the page about the file.
struct RecipeTests {
  /// A recipe: the first sentence of its comment, and its statements.
  struct Recipe: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    var isQuestion: Bool { !sql.contains("UPDATE") && !sql.contains("INSERT") }
    var changesTables: Bool { sql.contains("CREATE") }
  }

  static let recipes = Result {
    let blocks = try PageTests.text(of: "docs/file.md").components(separatedBy: "```sql\n").dropFirst()
    return blocks.compactMap { $0.components(separatedBy: "```").first }.flatMap { block in
      block.components(separatedBy: "\n\n").map { text in
        let lines = text.split(separator: "\n")
        let title = lines.first?.dropFirst(3).prefix { $0 != "." && $0 != ":" } ?? ""
        return Recipe(testDescription: String(title), sql: lines.drop { $0.hasPrefix("--") }.joined(separator: "\n"))
      }
    }
  }

  private func sample() throws -> Session {
    let session = try Session()
    session.run("import", PageTests.root.appending(path: "scripts/sample.md").path)
    session.run("add", "red", "green", "--in", "apples")
    session.run("add", "dark red", "--in", "red")
    return session
  }

  /// The outline as one line, with a sign for each level.
  private func list(_ session: Session) -> String {
    session.run("list", "--all", "-u", "ana").lines.map { line in
      line.drop { " ▾▸".contains($0) }.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    }.joined(separator: "/")
  }

  private static let beginning =
    "Groceries/apples/red/dark red/green/bread/Dairy/milk/butter/a piece of cheese/Home/"
    + "water the plants/call the plumber/Reading/The Odyssey/Middlemarch"

  /// The list after each recipe that changes it, or the answer of one that asks, in the order of the page.
  private static let results: [String] = [
    "Groceries/apples/red/dark red/green/Dairy/milk/butter/a piece of cheese/Home/water the plants/call the plumber/bread/"
      + "Reading/The Odyssey/Middlemarch",
    "Groceries/bread/Dairy/milk/butter/a piece of cheese/Home/water the plants/call the plumber/apples/red/dark red/green/"
      + "Reading/The Odyssey/Middlemarch",
    "Groceries/apples/red/dark red/green/bread/milk/Dairy/butter/a piece of cheese/Home/water the plants/call the plumber/"
      + "Reading/The Odyssey/Middlemarch",
    "Groceries/apples/red/dark red/green/bread/Dairy/a piece of cheese/butter/milk/Home/water the plants/call the plumber/"
      + "Reading/The Odyssey/Middlemarch",
    "Groceries/apples/red/dark red/green/bread/Dairy/a piece of cheese/butter/milk/Home/water the plants/call the plumber/"
      + "Reading/The Odyssey/Middlemarch",
    "Groceries/apples/red/dark red/green/bread/Dairy/☑ milk/☐ butter · Tue 1 Dec/a piece of cheese/Home/water the plants/"
      + "call the plumber/Reading/The Odyssey/Middlemarch",
    beginning,
    "Groceries|apples/Groceries|red/Groceries|dark red/Groceries|green/Groceries|bread/Dairy|milk/Dairy|butter/"
      + "Dairy|a piece of cheese/Home|water the plants/Home|call the plumber/Reading|The Odyssey/Reading|Middlemarch",
    "Groceries|apples/Groceries|red/Groceries|dark red/Groceries|green/Groceries|bread/Dairy|milk/Dairy|butter/"
      + "Dairy|a piece of cheese",
    "red/dark red/green", "red/green", "red/apples", "Groceries",
    "1|Groceries/2|Groceries/apples/14|Groceries/apples/red/16|Groceries/apples/red/dark red/15|Groceries/apples/green/"
      + "3|Groceries/bread/4|Groceries/Dairy/5|Groceries/Dairy/milk/6|Groceries/Dairy/butter/"
      + "7|Groceries/Dairy/a piece of cheese/8|Home/9|Home/water the plants/10|Home/call the plumber/11|Reading/"
      + "12|Reading/The Odyssey/13|Reading/Middlemarch",
    "a piece of cheese",
  ]

  @Test(arguments: [false, true])
  func `every recipe does what it says, in the shell and as an edit of pleat`(byPleat: Bool) throws {
    let recipes = try Self.recipes.get()
    #expect(recipes.count == Self.results.count)
    for (recipe, result) in zip(recipes, Self.results) {
      let session = try sample()
      #expect(list(session) == Self.beginning)
      if byPleat {
        let answer = session.run("sql", "--write", recipe.sql)
        if recipe.changesTables {
          #expect(answer.status == 81, "\(recipe): \(answer)")
          continue
        }
        #expect(answer.status == 0, "\(recipe): \(answer)")
        if recipe.isQuestion { #expect(answer.lines.dropFirst().joined(separator: "/") == result, "\(recipe)") }
      } else if recipe.isQuestion {
        #expect(try session.shell.lines(recipe.sql).joined(separator: "/") == result, "\(recipe)")
      } else {
        let ending = try session.shell.run(recipe.sql)
        #expect(ending.errors == "", "\(recipe)")
        if recipe.changesTables { #expect(ending.text == result + "\n", "\(recipe)") }
      }
      if !recipe.isQuestion, !recipe.changesTables { #expect(list(session) == result, "\(recipe)") }
      if recipe.sql.contains("fold") { #expect(session.run("list").text.contains("Dairy · 3 hidden")) }
      #expect(session.run("check").status == 0, "\(recipe)")
      if !recipe.isQuestion {
        while session.run("undo", "--any").message.contains(byPleat ? "sql" : "outside") {}
        session.run("redo", "--any")
        #expect(recipe.sql.contains("fold") || list(session) == Self.beginning, "\(recipe)")
      }
    }
  }

  /// 10 and 100 thousand rows below one row, of which every tenth has one below it.
  private func wide(_ count: Int) throws -> Session {
    let session = try sample()
    let path = session.folder.path(of: "wide.md")
    let rows = (0..<count).map { $0 % 10 == 9 ? "    - deep \($0)\n" : "  - row \($0)\n" }
    try Data("# Wide\n\n- top\n\(rows.joined())".utf8).write(to: URL(fileURLWithPath: path))
    #expect(session.run("import", path, "-q").status == 0)
    return session
  }

  @Test func `no recipe is quadratic where many rows are below one, and the way up costs the same for all`() throws {
    let (small, large) = (try wide(2_500), try wide(10_000))
    for recipe in try Self.recipes.get() where recipe.isQuestion && recipe.sql.contains("row") {
      func work(_ session: Session, _ last: Int) throws -> Double {
        let sql = recipe.sql.replacing("'apples'", with: "'top'").replacing("'Groceries'", with: "'Wide'")
          .replacing("'dark red'", with: "'deep \(last)'")
        return Double(try session.shell.work(of: sql))
      }
      let ratio = try work(large, 9_999) / work(small, 2_499)
      #expect(ratio < 6, "\(recipe): \(ratio)")
      if recipe.sql.contains("'dark red'") || recipe.sql.contains("LIMIT 50") {
        #expect(ratio < 3, "\(recipe): \(ratio)")
      }
    }
  }

  @Test func `items cost what their tables cost, and the first page of a list no more than its rows`() throws {
    let session = try wide(10_000)
    let shell = session.shell
    let tables =
      try shell.work(of: "SELECT text, done, due FROM row") + shell.work(of: "SELECT title, done, due FROM section")
    #expect(try shell.work(of: "SELECT text, done, due FROM item") < tables + tables / 10)
    #expect(try shell.work(of: "SELECT * FROM item WHERE id = 17") < 100)
    #expect(try shell.work(of: "SELECT * FROM section JOIN row USING (section_id) ORDER BY ord, rank LIMIT 50") < 2_000)
    #expect(
      try shell.lines("SELECT kind, section_id, depth, text FROM item WHERE id IN (4, 5, 16) ORDER BY id") == [
        "section|4|2|Dairy", "row|4|3|milk", "row|1|4|dark red",
      ])
  }
}
