import Foundation
import OutlineCore
import OutlineRepository
import Testing

/// The live view of a file that pleat and the `sqlite3` program edit.
///
/// `PLEAT_SEED` repeats a run with this seed; `PLEAT_EDITS` sets how many edits are made.
struct ViewTests {
  private static let editsPerFile = 75

  private static var seeds: [UInt64] { RandomSeeds.each(editsPerFile, of: 3 * editsPerFile) }

  @Test(arguments: seeds)
  func `after every edit the view takes one step to the list that the repository shows`(seed: UInt64) throws {
    var file = try EditedFile(seed: seed)
    for number in 1...Self.editsPerFile {
      try file.edit()
      guard try follow(file, atMost: .max, "seed \(seed), edit \(number)") else { return }
    }
    #expect(file.views.reduce(0) { $0 + $1.comparisons } > 0)
  }

  @Test(arguments: seeds)
  func `in a burst the view answers from its own revision, and takes one step to the list that was committed last`(
    seed: UInt64
  ) throws {
    var file = try EditedFile(seed: seed &+ 1_000)
    for number in 1...(Self.editsPerFile / 10) {
      for _ in 0..<file.number(1...30) {
        try file.edit()
        if file.number(0...4) > 0 { continue }
        for view in file.views {
          let problems = try view.problems()
          #expect(problems == [], "seed \(seed), burst \(number), \(view.user)\n\(file.ending)")
        }
      }
      let steps = file.number(0...2) == 0 ? file.number(1...10) : Int.max
      guard try follow(file, atMost: steps, "seed \(seed), burst \(number)") else { return }
    }
    _ = try follow(file, atMost: .max, "seed \(seed), at the end")
  }

  @Test(arguments: seeds)
  func `a step that is read first joins everything that is new, and the view answers as before until it moves`(
    seed: UInt64
  ) throws {
    var file = try EditedFile(seed: seed &+ 3_000)
    for number in 1...(Self.editsPerFile / 3) {
      for _ in 0..<file.number(1...5) { try file.edit() }
      for view in file.views {
        if file.number(0...3) == 0 { continue }
        let problems = try view.leap()
        #expect(problems == [], "seed \(seed), burst \(number), \(view.user)\n\(file.ending)")
        if !problems.isEmpty { return }
      }
    }
  }

  @Test func `a reset is known before the view moves, and a step of the past or of another view moves nothing`() throws
  {
    let (file, other) = (try EditedFile(seed: 1), try EditedFile(seed: 2))
    let (view, twin) = (try OutlineView(file.shell.path, as: "dan"), try OutlineView(file.shell.path, as: "dan"))
    try file.shell.run("UPDATE section SET title = 'new' WHERE section_id = 1")
    let first = try #require(try view.nextStep())
    let same = try #require(try twin.nextStep())
    #expect(same.changes == first.changes && !view.move(to: same) && !twin.move(to: first))
    #expect(view.header(ofSection: 0)?.section.title == "S0")
    #expect(view.move(to: first) && !view.move(to: first))
    #expect(try view.nextStep() == nil && view.header(ofSection: 0)?.section.title == "new")
    try other.shell.run("UPDATE section SET title = 'other'")
    try other.shell.run("VACUUM INTO '\(file.shell.path).newer'")
    #expect(rename(file.shell.path + ".newer", file.shell.path) == 0)
    let reset = try #require(try view.nextStep())
    #expect(reset.isReset && view.header(ofSection: 0)?.section.title == "new")
    #expect(!view.move(to: first))
    #expect(try view.advance()?.isReset == true && view.header(ofSection: 0)?.section.title == "other")
    #expect(!view.move(to: reset))
  }

  /// Lets all views take steps, and asks them everything after each; false where something is wrong.
  private func follow(_ file: EditedFile, atMost steps: Int, _ what: String) throws -> Bool {
    for view in file.views {
      var problems = try view.problems()
      var step = 0
      while problems.isEmpty, step < steps, let broken = try view.advance() {
        step += 1
        problems = try broken + view.problems()
      }
      #expect(problems == [], "\(what), step \(step) of \(view.user)\n\(file.ending)")
      if !problems.isEmpty { return false }
    }
    return true
  }
}
