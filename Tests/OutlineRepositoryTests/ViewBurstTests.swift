import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// A view whose file is several edits ahead: its answers, and the steps that it takes to catch up.
struct ViewBurstTests {
  private let ana = "ana"

  /// The steps that ana's view takes after some work on the outline of ``EditedFile``: seven sections S0 to S6 with the
  /// ids 1, 4, 7 and so on, each followed by two rows with the ids after its own.
  private func steps(after work: (inout EditedFile) throws -> Void) throws -> [String] {
    var file = try EditedFile(seed: 1)
    try work(&file)
    let view = file.views[0]
    var steps: [String] = []
    var problems = try view.problems()
    while problems.isEmpty, let broken = try view.advance() {
      problems += try broken + view.problems()
      steps.append(view.lastChanges.description)
    }
    #expect(problems == [])
    #expect(try file.repository.list(ListQuery(), as: ana, to: LineCollector()).list == view.list)
    return steps
  }

  @Test func `a text that is changed twice is read as it was after the first change, and then after the second`() throws
  {
    let steps = try steps { file in
      try file.perform(.change(.row(RowID(2)), to: Patch(text: "first")), as: ana)
      try file.run(["UPDATE row SET text = 'second' WHERE row_id = 2"])
    }
    #expect(steps == ["~R0.0", "~R0.0"])
  }

  @Test func `a row that is moved and then deleted is still there where it was moved to`() throws {
    let steps = try steps { file in
      try file.perform(.move([.row(RowID(2))], to: Placement(.after(.row(RowID(6))))), as: ana)
      try file.run(["DELETE FROM row WHERE row_id = 2"])
    }
    #expect(steps == ["R0.0>1.2", "-R1.2"])
  }

  @Test func `the rows of a section that is deleted later in the burst are read from the log`() throws {
    let steps = try steps { file in
      try file.perform(.addRows([RowDraft("new")], to: Placement(.inside(.section(SectionID(13))), .first)), as: ana)
      try file.perform(.change(.row(RowID(14)), to: Patch(text: "old")), as: "ben")
      try file.perform(.delete([.section(SectionID(13))], options: DeleteOptions(isRecursive: true)), as: ana)
    }
    #expect(steps == ["+R4.0", "~R4.1", "-S4x2"])
  }

  @Test func `rows that were all deleted are read in windows that begin in their middle`() throws {
    let steps = try steps { file in
      try file.perform(
        .addRows((0..<40).map { RowDraft("n\($0)") }, to: Placement(.inside(.section(SectionID(19))))), as: ana)
      try file.run(["DELETE FROM row WHERE section_id = 19 AND row_id <> 37"])
      try file.run(["UPDATE row SET section_id = 1, rank = -5 WHERE row_id = 37"])
    }
    #expect(steps == ["+R6.2x40", "-R6.0x17 -R6.18x24", "R6.0>0.0"])
  }

  @Test func `edits of other users that ana does not see take no step`() throws {
    let steps = try steps { file in
      try file.perform(.fold(.all(withRows: false), .collapse), as: "ben")
      try file.perform(.setAccordion(false), as: "cleo")
      try file.perform(.resetFolds(startsCollapsed: true), as: "dan")
    }
    #expect(steps == [])
  }
}
