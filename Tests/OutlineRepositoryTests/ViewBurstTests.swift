import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// A view whose file is several edits ahead: its answers, and the one step that it takes to catch up.
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

  @Test func `a text that is changed twice is read as it was before both changes, and then after the second`() throws {
    let steps = try steps { file in
      try file.perform(.change(.row(RowID(2)), to: Patch(text: "first")), as: ana)
      try file.run(["UPDATE row SET text = 'second' WHERE row_id = 2"])
    }
    #expect(steps == ["~R0.0"])
  }

  @Test func `a row that is moved and then deleted is only deleted`() throws {
    let steps = try steps { file in
      try file.perform(.move([.row(RowID(2))], to: Placement(.after(.row(RowID(6))))), as: ana)
      try file.run(["DELETE FROM row WHERE row_id = 2"])
    }
    #expect(steps == ["-R0.0"])
  }

  @Test func `the rows of a section that is deleted later in the burst are read from the log`() throws {
    let steps = try steps { file in
      try file.perform(.addRows([RowDraft("new")], to: Placement(.inside(.section(SectionID(13))), .first)), as: ana)
      try file.perform(.change(.row(RowID(14)), to: Patch(text: "old")), as: "ben")
      try file.perform(.delete([.section(SectionID(13))], options: DeleteOptions(isRecursive: true)), as: ana)
    }
    #expect(steps == ["-S4x2"])
  }

  @Test func `rows that were all deleted are read in windows that begin in their middle`() throws {
    let steps = try steps { file in
      try file.perform(
        .addRows((0..<40).map { RowDraft("n\($0)") }, to: Placement(.inside(.section(SectionID(19))))), as: ana)
      try file.run(["DELETE FROM row WHERE section_id = 19 AND row_id <> 37"])
      try file.run(["UPDATE row SET section_id = 1, rank = -5 WHERE row_id = 37"])
    }
    #expect(steps == ["-R6.0x2 +R0.0"])
  }

  @Test(
    arguments: [
      // A list is emptied and filled again, which is three steps of the log at least.
      (
        ["DELETE FROM row WHERE section_id = 1", "INSERT INTO row (section_id, text) VALUES (1, 'x'), (1, 'y')"],
        "+R0.0x2 -R0.0x2"
      ),
      (["DELETE FROM section", "INSERT INTO section (title) VALUES ('only')"], "+S0 -S0x7"),
      (["UPDATE row SET text = 'x' WHERE row_id = 2", "UPDATE row SET text = 'a0' WHERE row_id = 2"], nil),
    ] as [([String], String?)])
  func `a transaction by hand is one step, whatever its statements leave in between`(
    statements: [String], step: String?
  )
    throws
  {
    let steps = try steps { file in
      try file.run(
        statements.flatMap {
          [
            $0,
            "SELECT count(*) FROM (WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n)",
          ]
        })
    }
    #expect(steps.map { $0.split(separator: " ").sorted() } == [step].compactMap { $0?.split(separator: " ").sorted() })
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
