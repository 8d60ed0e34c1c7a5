import OutlineCore
import Testing

/// Long sequences of random edits by three users over nested outlines.
///
/// `PLEAT_SEED` repeats the run with this seed; `PLEAT_EDITS` sets how many edits are made.
struct RandomEditTests {
  private static let editsPerOutline = 150
  private static let users = ["ana", "ben", "cleo"]

  private static var seeds: [UInt64] { RandomSeeds.each(editsPerOutline, of: 1_500) }

  @Test(arguments: seeds)
  func `after every random edit the file and everyone's view are what the model says`(seed: UInt64) throws {
    let failure = try run(seed: seed)
    #expect(failure == nil, "PLEAT_SEED=\(seed): \(failure ?? "")")
  }

  @Test func `a refused edit changes nothing in the file`() throws {
    var check = try startingOutline()
    var edits = RandomEdits(seed: 2_026)
    var refused = 0
    while refused < 100 {
      let edit = edits.edit(in: check.model)
      let isRefused = (try? check.model.after(edit, as: "ana")) == nil
      #expect(try check.perform(edit, as: "ana", isTrial: !isRefused) == [])
      if !isRefused { continue }
      refused += 1
      #expect(try check.repository.differences(from: check.model, users: Self.users) == [])
    }
  }

  /// Three users: sections start expanded for ana and collapsed for ben; cleo uses the accordion.
  private func startingOutline() throws -> ModelCheck {
    var check = try ModelCheck()
    let drafts = [1, 2, 3, 2, 1, 2, 1].enumerated().map { index, level in
      SectionDraft(level: level, title: "S\(index)", rows: [RowDraft("a\(index)"), RowDraft("b\(index)")])
    }
    try check.prepare(.addSections(drafts, to: Placement()))
    try check.prepare(.resetFolds(startsCollapsed: true), as: "ben")
    try check.prepare(.setAccordion(true), as: "cleo")
    return check
  }

  /// The first thing that went wrong; nil when nothing did.
  private func run(seed: UInt64) throws -> String? {
    var check = try startingOutline()
    var edits = RandomEdits(seed: seed)
    for number in 1...Self.editsPerOutline {
      let before = check.model
      let user = edits.user(of: Self.users)
      let edit = edits.edit(in: before)
      var broken = try check.perform(edit, as: user)
      broken += try check.repository.differences(from: check.model, users: Self.users)
      if !broken.isEmpty { return "edit \(number): \(check.report(edit, as: user, in: before, broken))" }
    }
    return nil
  }
}
