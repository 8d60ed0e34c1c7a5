import ListChanges
import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// Where a view shows a section or a row that is given by its id.
struct FindingTests {
  private let folder: ScratchFolder
  private let outline: Outline
  private let view: OutlineView

  /// Home with "water", Dairy below it with "milk", Cheese below that with "feta"; and Work with "call".
  init() throws {
    folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    outline = try Outline(path)
    let drafts = [(1, "Home", "water"), (2, "Dairy", "milk"), (3, "Cheese", "feta"), (1, "Work", "call")]
    _ = try outline.perform(
      .addSections(drafts.map { SectionDraft(level: $0, title: $1, rows: [RowDraft($2)]) }, to: Placement()), as: "ana")
    view = try OutlineView(path, as: "ana")
  }

  private func perform(_ edit: Edit) throws {
    _ = try outline.perform(edit, as: "ana")
    while try view.advance() != nil {}
  }

  @Test func `what is hidden is shown by the header that hides it`() throws {
    let all = try view.lines().map(\.id)
    #expect(try all.map(view.line(showing:)) == Array(all.indices))
    try perform(.collapse("Cheese"))
    #expect(try all.map(view.line(showing:)) == [0, 1, 2, 3, 4, 4, 5, 6])
    try perform(.collapse("Home"))
    #expect(try all.map(view.line(showing:)) == [0, 0, 0, 0, 0, 0, 1, 2])
  }

  @Test func `what is gone is shown nowhere`() throws {
    try perform(.collapse("Home"))
    let milk = try outline.lines(for: "ana", ListQuery(addresses: ["milk"]))[0].id
    try perform(.delete("milk"))
    #expect(try view.line(showing: milk) == nil)
    #expect(try view.line(showing: .section(SectionID(99))) == nil)
    #expect(try view.line(showing: .row(RowID(99))) == nil)
  }

  @Test func `the lines of a section end where the next one of its level begins`() throws {
    #expect((0..<4).map { view.linesBelow(section: $0) } == [0..<6, 2..<6, 4..<6, 6..<8])
    #expect(view.linesBelow(section: 4) == nil)
  }

  @Test func `a hit names the sections that it is in`() throws {
    let hit = try #require(try outline.find("feta", as: "ana").first)
    let headers = try view.lines().compactMap { line -> SectionID? in
      if case .section(let id) = line.id { id } else { nil }
    }
    #expect(hit.sections == Array(headers.prefix(3)))
  }
}
