import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// Errors of the file while a batch is carried out.
struct BatchErrorTests {
  @Test func `a batch on a file that can only be read fails as every other edit does, without SQL`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    _ = try Outline(path).perform(.addSections([SectionDraft(title: "Home")], to: Placement(.anywhere)), as: "ana")
    let outline = try Outline(path, for: .reading)
    let edit = Edit.addRows([RowDraft("milk")], to: Placement(.inside(.path(["Home"]))))
    let single = #expect(throws: StoreError.self) { try outline.perform(edit, as: "ana") }
    let batch = #expect(throws: StoreError.self) { try outline.perform([BatchEdit(edit)], as: "ana") }
    guard case .noPermission(path, let message) = batch else {
      Issue.record("\(String(describing: batch))")
      return
    }
    #expect(batch == single)
    #expect(!message.contains("INSERT"))
  }
}
