import Foundation
import OutlineCore
import Testing

/// Edits in small worlds: all levels, all places of the rows, all flags.
///
/// The normal run tries every edit with two sections and two rows (one in 61 if a section is not collapsible), and one
/// in 997 edits in every third world with three sections and three rows. With `PLEAT_WORLDS=all` it tries all.
struct SmallWorldTests {
  private static let isComplete = ProcessInfo.processInfo.environment["PLEAT_WORLDS"] == "all"

  @Test(arguments: [nil, 0, 1] as [Int?])
  func `every edit of two sections and two rows has the changes that lead to what the model shows`(
    fixed: Int?
  ) throws {
    let worlds = SmallWorld.all(sections: 2, rows: 2).filter { $0.fixed == fixed }
    try tryEdits(of: worlds, stride: Self.isComplete || fixed == nil ? 1 : 61)
  }

  @Test(arguments: [nil, 0, 1, 2] as [Int?])
  func `every edit of three sections and three rows has the changes that lead to what the model shows`(
    fixed: Int?
  ) throws {
    let worlds = SmallWorld.all(sections: 3, rows: 3).filter { $0.fixed == fixed }
    let some = worlds.indices.filter { Self.isComplete || $0 % 3 == (fixed ?? 0) }.map { worlds[$0] }
    try tryEdits(of: some, stride: Self.isComplete ? 1 : 997)
  }

  private func tryEdits(of worlds: [SmallWorld], stride: Int) throws {
    var pairs = 0
    var tried = 0
    var failures = 0
    for (number, world) in worlds.enumerated() {
      var check = try world.build()
      for user in world.users {
        for edit in world.edits(for: user) {
          pairs += 1
          if (pairs + number) % stride != 0 { continue }
          tried += 1
          let before = check.model
          let broken = try check.perform(edit, as: user, isTrial: true)
          if broken.isEmpty { continue }
          failures += 1
          Issue.record("\(world.description)\n\(check.report(edit, as: user, in: before, broken))")
          if failures > 20 { return }
        }
      }
    }
    print("small worlds: \(tried) of \(pairs) edits in \(worlds.count) worlds")
  }

  @Test func `after an edit of a small world the file is what the model is`() throws {
    var edits = 0
    for (number, world) in SmallWorld.all(sections: 3, rows: 3).enumerated() where number % 17 == 0 {
      let user = world.users[number / 17 % world.users.count]
      var check = try world.build()
      for edit in world.edits(for: user).enumerated().filter({ $0.offset % 53 == number % 53 }).map(\.element) {
        let before = check.model
        var broken = try check.perform(edit, as: user)
        broken += try check.repository.differences(from: check.model, users: [user, "5", "a2", "s1", "nobody"])
        edits += 1
        if broken.isEmpty { continue }
        Issue.record("\(world.description)\n\(check.report(edit, as: user, in: before, broken))")
        break
      }
    }
    print("small worlds: \(edits) edits carried out and read back")
  }
}
