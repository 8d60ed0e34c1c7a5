import Foundation
import ListChanges
import OutlineRepository
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
  func `a program that follows the lines of watch has what list shows`(seed: UInt64) throws {
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
