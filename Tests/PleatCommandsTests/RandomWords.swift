import TestSupport

/// Makes up commands for an outline as it is.
struct RandomWords {
  private typealias Items = (sections: [String], rows: [String])

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A command of either user, with its standard input; it may be refused.
  mutating func edit(of session: Session) throws -> (words: [String], input: String) {
    let all = try JSON.objects(session.run("list", "--all", "--json").text)
    func ids(_ kind: String) -> [String] {
      all.filter { $0["kind"] as? String == kind }.compactMap { $0["id"] as? String }
    }
    let outline = (sections: ids("section"), rows: ids("row"))
    let user = ["-u", chance(60) ? "ana" : "bob"]
    if all.count > 25 { return (["delete", pick(outline.sections), pick(outline.sections), "-r"] + user, "") }
    if chance(12) {
      let lines = (0..<number(2...5)).map { _ in change(outline).map { "'\($0)'" }.joined(separator: " ") }
      return (["apply"] + user, lines.joined(separator: "\n"))
    }
    return (chance(25) ? view(outline) + user : change(outline) + user, "")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "@s1" }
  private mutating func word() -> String { pick(["a", "b", "x", "é", "12 \"", "\\", "🛒 z"]) }

  /// Up to three rows, one after another.
  private mutating func neighbours(_ rows: [String]) -> [String] {
    let start = number(0...max(0, rows.count - 1))
    return Array(rows.dropFirst(start).prefix(number(1...3)))
  }

  /// Words that change one user's view alone.
  private mutating func view(_ outline: Items) -> [String] {
    switch number(0...9) {
    case 0: ["reset", pick(["--collapsed", "--expanded"])]
    case 1: ["accordion", pick(["on", "off"])]
    case 2: [pick(["collapse", "expand"]), "--all"]
    case 3: ["undo", "--folds"]
    default: [pick(["collapse", "expand", "toggle"]), pick(outline.sections), pick(outline.sections)]
    }
  }

  /// Words that change the outline or a fold.
  private mutating func change(_ outline: Items) -> [String] {
    let (section, other, row) = (pick(outline.sections), pick(outline.sections), pick(outline.rows))
    let place = [pick(["--in", "--before", "--after"]), pick(outline.sections)]
    switch number(0...20) {
    case 0...1: return ["add"] + (0..<number(1...4)).map { _ in word() } + ["--in", section]
    case 2...3: return ["add", "--section", word()] + (chance(80) ? place : [])
    case 4:
      return chance(50)
        ? ["edit", row, word()] : ["edit"] + neighbours(outline.rows) + ["--set", "k=\(number(0...3))"]
    case 5: return ["edit", section, word(), "--detail", pick(["d", ""]), "--set", "k=\(number(0...3))"]
    case 6: return ["edit", section, "--collapsible", pick(["yes", "no"])]
    case 7: return ["move", row, pick(outline.rows)] + (chance(70) ? ["--in", section] : ["--after", row])
    case 8...9: return ["move"] + neighbours(outline.rows) + ["--in", section] + (chance(50) ? ["--first"] : [])
    case 10...12: return ["move", section] + place
    case 13: return ["delete", chance(50) ? row : section] + (chance(50) ? ["-r", "--keep-rows", other] : [])
    case 14: return [pick(["undo", "redo"]), pick(["--any", "--mine"])]
    case 15: return [pick(["indent", "outdent"]), chance(70) ? row : section]
    case 16: return ["promote", row]
    case 17: return ["demote", section] + (chance(50) ? ["--in", other] : [])
    case 18: return [pick(["done", "undone"])] + (chance(70) ? neighbours(outline.rows) : [section])
    case 19: return ["sort", section, "--reverse"]
    default: return ["toggle", section]
    }
  }
}
