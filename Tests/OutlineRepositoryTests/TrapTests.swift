import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// The traps that list views are known for, design section 4: each by an edit where one leads there, else by the rules.
struct TrapTests {
  private let drawing = "▾ A\n  - ant\n  - ape\n▾ B\n  - bee\n▸ C\n  - cat"

  @Test func `a row kept from a deleted section is inserted, and does not leave a section that leaves itself`() throws {
    let outline = try DrawnOutline(drawing)
    let keeping = DeleteOptions(keepsRowsIn: .path(["B"]))
    #expect(try outline.perform(.delete([.path(["A"])], options: keeping)) == "-S0 +R0.1x2")
    #expect(try outline.view() == "▾ B\n  - bee\n  - ant\n  - ape\n▸ C · 1 hidden")
  }

  @Test func `rows kept from a deleted section where they are not shown only change the count there`() throws {
    let outline = try DrawnOutline(drawing)
    let keeping = DeleteOptions(keepsRowsIn: .path(["C"]))
    #expect(try outline.perform(.delete([.path(["A"])], options: keeping)) == "-S0 ~H1")
  }

  @Test func `a row that moves into a section made in the same transaction comes with it`() throws {
    let world = Worlds(
      drawing: "▾ A\n  - ant\n  - ape",
      edits: [
        .addSections([SectionDraft(title: "N")], to: Placement()),
        .move([.row(RowID(2))], to: Placement(.inside("2"))),
      ])
    #expect(try world.changes() == "+S1 -R0.0")
  }

  @Test func `a row that moves and changes is moved first, and reloaded where it arrives`() throws {
    let world = Worlds(
      drawing: drawing,
      edits: [
        .move([.row(RowID(3))], to: Placement(.inside("2"), .first)),
        .change(.row(RowID(3)), to: Patch(text: "emu")),
      ])
    #expect(try world.changes() == "R0.1>1.0 ~R1.0")
  }

  @Test func `a row that moves up within its section is reloaded at its new place`() throws {
    let world = Worlds(
      drawing: "▾ A\n  - ant\n  - ape\n  - asp",
      edits: [
        .change(.row(RowID(4)), to: Patch(text: "emu")),
        .move([.row(RowID(4))], to: Placement(.before(.row(RowID(2))))),
      ])
    #expect(try world.changes() == "R0.2>0.0 ~R0.0")
  }

  @Test(arguments: [
    Edit.addRows([RowDraft("bat")], to: Placement(.inside(.section(SectionID(1))))),
    .move([.row(RowID(2))], to: Placement(.after(.row(RowID(3))))),
    .delete([.row(RowID(2))], options: DeleteOptions()),
  ])
  func `a section that moves while rows come, go or move in it is deleted and inserted`(edit: Edit) throws {
    let world = Worlds(drawing: drawing, edits: [.move([.section(SectionID(1))], to: Placement()), edit])
    #expect(try world.changes() == "-S0 +S2")
  }

  @Test func `a section that moves while the text of a row changes moves, and the row is reloaded there`() throws {
    let world = Worlds(
      drawing: drawing,
      edits: [.move([.section(SectionID(1))], to: Placement()), .change(.row(RowID(3)), to: Patch(text: "emu"))])
    #expect(try world.changes() == "S0>2 ~R2.1")
  }

  @Test func `a section that moves while a text is changed and changed back only moves`() throws {
    let world = Worlds(
      drawing: drawing,
      edits: [
        .move([.section(SectionID(1))], to: Placement()), .change(.row(RowID(2)), to: Patch(text: "emu")),
        .change(.row(RowID(2)), to: Patch(text: "ant")),
      ])
    #expect(try world.changes(touching: [RowID(2)]) == "S0>2")
  }

  @Test func `a section that moves with its rows as they are moves`() throws {
    let world = Worlds(
      drawing: drawing,
      edits: [
        .move([.section(SectionID(1))], to: Placement()), .change(.row(RowID(5)), to: Patch(text: "eel")),
      ])
    #expect(try world.changes() == "S0>2 ~R0.0")
  }

  @Test func `what is named twice is deleted once`() throws {
    let outline = try DrawnOutline(drawing)
    let twice: [Address] = [.path(["ant"]), "1:1", .path(["A", "ant"])]
    #expect(try outline.perform(.delete(twice, options: DeleteOptions())) == "-R0.0")
    let both: [Address] = [.path(["B"]), .path(["bee"]), "2"]
    #expect(try outline.perform(.delete(both, options: DeleteOptions(isRecursive: true))) == "-S1")
  }

  @Test func `deleting again what is gone is refused and changes nothing`() throws {
    let outline = try DrawnOutline(drawing)
    let edit = Edit.delete([.row(RowID(2))], options: DeleteOptions())
    try outline.perform(edit)
    let view = try outline.view()
    #expect(throws: OutlineError.self) { try outline.perform(edit) }
    #expect(try outline.view() == view)
  }

  @Test func `a flag stays with its section when another takes its index`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.move("C", to: .before("A"))) == "S2>0")
    #expect(try outline.perform(.delete([.path(["A"])], options: DeleteOptions(isRecursive: true))) == "-S1")
    #expect(try outline.perform(.addSections([SectionDraft(title: "N")], to: .before("C"))) == "+S0")
    #expect(try outline.view() == "▾ N\n▸ C · 1 hidden\n▾ B\n  - bee")
  }

  @Test func `what happens inside a collapsed section names no row of it, for nobody who has it collapsed`() throws {
    let outline = try DrawnOutline(drawing)
    let edits: [Edit] = [
      .addRows([RowDraft("cow")], to: .inside("C")), .change(.path(["cat"]), to: Patch(text: "cub")),
      .move("cub", to: .after("cow")), .delete([.path(["cow"])], options: DeleteOptions()),
      .addSections([SectionDraft(title: "D", rows: [RowDraft("dog")])], to: .inside("C")),
      .move("dog", to: .inside("C")), .delete([.path(["D"])], options: DeleteOptions()),
    ]
    let told = try edits.map { edit in
      let answer = try outline.repository.perform(edit, as: "ben", with: Request(observers: ["ana"]))
      return answer.observed["ana"]?.description ?? "nothing"
    }
    #expect(told == ["~H2", "nothing", "nothing", "~H2", "~H2", "~H2", "~H2"])
  }

  @Test func `naming an observer twice, or the acting user, changes nothing`() throws {
    let answers = try [["ana"], ["ana", "ben", "ana"]].map { (observers: [ExactText]) in
      let outline = try DrawnOutline(drawing)
      let request = Request(observers: observers)
      let delete = Edit.delete([.path(["cat"])], options: DeleteOptions())
      return try [
        outline.repository.perform(delete, as: "ben", with: request),
        outline.repository.perform([BatchEdit(.move("C", to: .before("A")))], as: "ben", with: request),
      ]
    }
    #expect(answers[0].map(\.observed) == answers[1].map(\.observed))
    #expect(answers[0].map(\.changes) == answers[1].map(\.changes))
  }
}

/// An outline before and after several edits that count as one, for its maker.
private struct Worlds {
  let drawing: String
  let edits: [Edit]

  /// The changes of all edits together, by the rules for compound edits; they have to keep the laws.
  ///
  /// - Parameter ids: Rows that were touched although their state is the same as before.
  func changes(touching ids: Set<RowID> = []) throws -> String {
    let outline = try DrawnOutline(drawing)
    let before = try outline.model()
    for edit in edits { _ = try outline.repository.perform(edit, as: "ana") }
    let after = try outline.model()
    let changes = ListDiff.changes(
      from: before.visibleSections(for: "ana"), to: after.visibleSections(for: "ana"),
      rows: before.rows(movedOrChangedIn: after, or: ids),
      headers: Set(before.headers(changedIn: after).map(\.rawValue)))
    let laws = PairLaws(changes: changes, before: before.visible(to: "ana"), after: after.visible(to: "ana"))
    #expect(laws.broken(isOneEdit: false) == [])
    return changes.description
  }
}

extension DrawnOutline {
  /// The outline with ana's flags, as a model.
  fileprivate func model() throws -> ModelOutline {
    var model = ModelOutline(try repository.list(ListQuery(ignoresFolds: true), as: "ana", to: ListCollector()).list)
    for fold in try repository.folds(as: "ana") where fold.id.kind == .section || fold.isCollapsed {
      model.viewers["ana", default: ModelOutline.Viewer()].flags[SectionID(fold.id.number)] = fold.isCollapsed
    }
    return model
  }
}
