import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// Edits of so many rows at once that SQLite has to take much back where one fails: what one statement takes back
/// is more than it keeps in memory for that.
struct LargeEditTests {
  private static let count = 21_000

  /// The kind, level, text and check box of every line.
  private func lines(_ outline: Outline) throws -> [String] {
    try outline.lines(for: "ana").map { line in
      switch line {
      case .header(let header): "\(header.section.id) \(header.section.level) \(header.section.title)"
      case .row(let row): "\(row.id) \(row.section) \(row.text) \(row.isDone.map(String.init) ?? "")"
      }
    }
  }

  @Test func `copying, ticking, indenting, sorting and deleting 21,000 rows leaves a good file, and is taken back`()
    throws
  {
    let folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    let outline = try Outline(path, for: .editing)
    let rows = (1...Self.count).map { RowDraft("row \($0) with a text of usual length", isDone: false) }
    let drafts = [SectionDraft(title: "A", rows: rows), SectionDraft(title: "B", rows: [RowDraft("b")])]
    _ = try outline.perform(.addSections(drafts, to: Placement()), as: "ana")
    _ = try outline.set(.historyChanges, to: .number(1_000_000), as: "ana")
    let (a, b) = (Address.section(SectionID(1)), Address.section(SectionID(Int64(Self.count + 2))))
    let edits: [Edit] = [
      .copy([a], to: .inside(b)), .tick([b], isDone: true), .indent([.row(RowID(3))]),
      .sort([a], by: SortOrder(isReversed: true)), .move(a, to: .after(b)),
      .delete([a], options: DeleteOptions(isRecursive: true)),
      .delete([b], options: DeleteOptions(isRecursive: true)),
    ]
    var states: [[String]] = []
    for edit in edits {
      states.append(try lines(outline))
      #expect(try outline.perform(edit, as: "ana").hasWritten)
    }
    #expect(try Outline.check(path).findings.isEmpty)
    for state in states.reversed() {
      _ = try outline.undo(.lastOwn(1), as: "ana")
      #expect(try lines(outline) == state)
    }
    #expect(try Outline.check(path).findings.isEmpty)
  }
}
