import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// What something says now and who wrote it, and edits that are refused because it says something else.
struct CurrentTextTests {
  private let folder: ScratchFolder
  private let outline: Outline
  private let row = ItemID.row(RowID(2))
  private let section = ItemID.section(SectionID(1))

  init() throws {
    folder = try ScratchFolder()
    outline = try Outline(folder.path(of: "outline.db"))
    let rows = (1...3).map { RowDraft("row \($0)") }
    _ = try outline.perform(.addSections([SectionDraft(title: "Home", rows: rows)], to: Placement()), as: "ana")
  }

  /// What an item says for bob, with the name of who wrote it.
  private func current(_ item: ItemID) throws -> String {
    let found = try outline.currentText(of: item, as: "bob")
    return "\(found.text ?? "-") \(found.writer ?? "-")"
  }

  @Test func `a text is whose edit last wrote it, whatever else changed since`() throws {
    for number in 1...3 { #expect(try current(.row(RowID(Int64(number + 1)))) == "row \(number) ana") }
    #expect(try current(section) == "Home ana")
    _ = try outline.perform(.rename("row 1", to: "tea"), as: "bob")
    _ = try outline.perform(.setCheckBox(of: "tea", to: .open), as: "eva")
    _ = try outline.perform(.move("tea", to: .inside("Home", .last)), as: "eva")
    #expect(try current(row) == "tea bob")
    _ = try outline.perform(.rename("Home", to: "House"), as: "eva")
    #expect(try current(section) == "House eva")
    _ = try outline.undo(as: "eva")
    #expect(try current(section) == "Home eva")
  }

  @Test func `what is gone has no text, but somebody who deleted it`() throws {
    _ = try outline.perform(.delete("row 1"), as: "bob")
    #expect(try current(row) == "- bob")
    _ = try outline.perform(.delete("Home", recursively: true), as: "eva")
    #expect(try current(.row(RowID(3))) == "- eva")
    #expect(try current(.row(RowID(99))) == "- -")
  }

  @Test func `a change by hand is nobody's`() throws {
    try SQLiteShell(folder.path(of: "outline.db")).run("UPDATE row SET text = 'tea' WHERE row_id = 2")
    #expect(try current(row) == "tea -")
  }

  @Test func `nothing is deleted where one of the texts is another one by now`() throws {
    let options = DeleteOptions(oldTexts: [.row(RowID(2)): "row 1", .row(RowID(3)): "row 2"])
    _ = try outline.perform(.rename("row 2", to: "tea"), as: "bob")
    let edit = Edit.delete([.row(RowID(2)), .row(RowID(3)), .row(RowID(4))], options: options)
    #expect(throws: OutlineError.otherText(.row(RowID(3)), text: "tea", wanted: nil)) {
      try outline.perform(edit, as: "ana")
    }
    #expect(try current(row) == "row 1 ana")
    _ = try outline.perform(.rename("tea", to: "row 2"), as: "bob")
    #expect(try outline.perform(edit, as: "ana").items.count == 3)
  }
}
