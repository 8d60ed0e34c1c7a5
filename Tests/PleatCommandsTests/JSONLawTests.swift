import Foundation
import ListChanges
import OutlineRepository
import TestSupport
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The law of replay on the JSON lines themselves.
///
/// `PLEAT_SEED` repeats a run with this seed.
struct JSONLawTests {
  private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["PLEAT_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? Array(1...6)

  /// Sections start expanded for ana, collapsed for bob.
  private static let users = ["ana", "bob"]

  @Test(arguments: seeds)
  func `whoever follows the lines of watch has what list shows`(seed: UInt64) throws {
    let session = try Session.sample()
    session.run("reset", "--collapsed", "-u", "bob")
    var words = RandomWords(seed: seed)
    var watchers = try Self.users.flatMap { user in
      try ListLayout.allCases.map { try Watcher(session.path, as: user, layout: $0) }
    }
    var story: [String] = []
    for _ in 0..<40 {
      let edit = try words.edit(of: session)
      story.append("\(edit)")
      guard session.run(edit.words, input: Array(edit.input.utf8)).status == 0 else { continue }
      for user in Self.users {
        let shown = try JSON.objects(session.run("list", "--json", "-u", user).text).map(text)
        for index in watchers.indices where watchers[index].user == user {
          let run = "PLEAT_SEED=\(seed), \(user), \(watchers[index].layout)"
          let ending = ([run] + story.suffix(4)).joined(separator: "\n")
          do {
            let followed = try watchers[index].follow().map(text)
            try #require(followed == shown, "\(ending)")
          } catch let error as JSONFollower.Missing {
            Issue.record("\(error), \(ending)")
            return
          }
        }
      }
    }
  }

  /// An object in one form, whatever the order of its members.
  private func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
  }
}

/// A list that is followed through what `watch --json` prints.
private struct Watcher {
  let user: String
  let layout: ListLayout
  private let view: OutlineView
  private var follower: JSONFollower

  init(_ path: String, as user: String, layout: ListLayout) throws {
    self.user = user
    self.layout = layout
    view = try OutlineView(path, as: user)
    let output = OutputBuffer(nil)
    try StepPrinter(view: view, user: user, layout: layout, form: .json(hasContent: true), output: output)
      .printSnapshot(as: "snapshot")
    follower = try JSONFollower(String(decoding: output.bytes, as: UTF8.self), layout: layout.rawValue)
  }

  /// Follows what is new; the list then.
  mutating func follow() throws -> [[String: Any]] {
    while let step = try view.advance() {
      let output = OutputBuffer(nil)
      try StepPrinter(view: view, user: user, layout: layout, form: .json(hasContent: true), output: output).print(step)
      try follower.follow(String(decoding: output.bytes, as: UTF8.self))
    }
    return follower.lines
  }
}

/// Makes up commands for an outline as it is.
private struct RandomWords {
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
    if chance(12) {
      let lines = (0..<number(2...5)).map { _ in change(outline).map { "'\($0)'" }.joined(separator: " ") }
      return (["apply"] + user, lines.joined(separator: "\n"))
    }
    return (chance(25) ? view(outline) + user : change(outline) + user, "")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "@s1" }

  /// Words that change one user's view alone.
  private mutating func view(_ outline: (sections: [String], rows: [String])) -> [String] {
    switch number(0...9) {
    case 0: ["reset", pick(["--collapsed", "--expanded"])]
    case 1: ["accordion", pick(["on", "off"])]
    case 2: [pick(["collapse", "expand"]), "--all"]
    case 3: ["undo", "--folds"]
    default: [pick(["collapse", "expand", "toggle"]), pick(outline.sections), pick(outline.sections)]
    }
  }

  /// Words that change the outline or a fold.
  private mutating func change(_ outline: (sections: [String], rows: [String])) -> [String] {
    let (section, other, row) = (pick(outline.sections), pick(outline.sections), pick(outline.rows))
    let place = [pick(["--in", "--before", "--after"]), pick(outline.sections)]
    switch number(0...15) {
    case 0...1: return ["add", pick(["a", "b"]), "c", "--in", section]
    case 2...3: return ["add", "--section", pick(["A", "B"])] + (chance(80) ? place : [])
    case 4: return ["edit", row, pick(["x", "y"])]
    case 5: return ["edit", section, pick(["X", "Y"]), "--detail", pick(["d", ""]), "--set", "k=\(number(0...3))"]
    case 6: return ["edit", section, "--collapsible", pick(["yes", "no"])]
    case 7...9: return ["move", row, pick(outline.rows)] + (chance(70) ? ["--in", section] : ["--after", row])
    case 10...12: return ["move", section] + place
    case 13: return ["delete", chance(50) ? row : section] + (chance(50) ? ["-r", "--keep-rows", other] : [])
    case 14: return [pick(["undo", "redo"]), pick(["--any", "--mine"])]
    default: return ["toggle", section]
    }
  }
}
