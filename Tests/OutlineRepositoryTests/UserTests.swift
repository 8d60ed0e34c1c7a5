import OutlineCore
import OutlineRepository
import Testing

struct UserTests {
  private let drawing = "▾ A\n  - ant\n  ▾ B\n    - bee\n▾ C\n  - cat"

  @Test func `one user's fold changes nothing for another`() throws {
    let outline = try DrawnOutline(drawing)
    let before = try outline.view(of: "ben")
    try outline.perform(.collapse("A"), as: "ana")
    #expect(try outline.view(of: "ana") == "▸ A · 2 hidden\n▾ C\n  - cat")
    #expect(try outline.view(of: "ben") == before)
  }

  @Test func `one user's settings change nothing for another`() throws {
    let outline = try DrawnOutline("▸ A\n  - a\n▾ B\n  - b", for: "ana")
    try outline.perform(.setAccordion(true), as: "ben")
    try outline.perform(.resetFolds(startsCollapsed: true), as: "ben")
    #expect(try outline.perform(.expand("A"), as: "ana") == "+R0.0 ~H0")
    #expect(try outline.view(of: "ana") == "▾ A\n  - a\n▾ B\n  - b")
    #expect(try outline.view(of: "ben") == "▸ A · 1 hidden\n▸ B · 1 hidden")
  }

  @Test func `for a user who starts collapsed every section is, until it is expanded`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.resetFolds(startsCollapsed: true), as: "ben") == "-S1 -R0.0 -R2.0 ~H0x2")
    #expect(try outline.view(of: "ben") == "▸ A · 2 hidden\n▸ C · 1 hidden")
    #expect(try outline.perform(.expand("A"), as: "ben") == "+S1 +R0.0 ~H0")
    #expect(try outline.view(of: "ben") == "▾ A\n  - ant\n  ▸ B · 1 hidden\n▸ C · 1 hidden")
  }

  @Test func `a new section is collapsed for a user who starts collapsed, and hides what is new below it`() throws {
    let outline = try DrawnOutline(drawing)
    try outline.perform(.resetFolds(startsCollapsed: true), as: "ben")
    let drafts = [SectionDraft(title: "D", rows: [RowDraft("d")]), SectionDraft(level: 2, title: "E")]
    #expect(try outline.perform(.addSections(drafts, to: .before("C")), as: "ben") == "+S1")
    #expect(try outline.view(of: "ben") == "▸ A · 2 hidden\n▸ D · 1 hidden\n▸ C · 1 hidden")
    #expect(try outline.view(of: "ana") == "▾ A\n  - ant\n  ▾ B\n    - bee\n▾ D\n  - d\n  ▾ E\n▾ C\n  - cat")
  }

  @Test func `resetting forgets the flags and keeps what sections start as`() throws {
    let outline = try DrawnOutline(drawing)
    try outline.perform(.resetFolds(startsCollapsed: true), as: "ben")
    try outline.perform(.expand("A", "B"), as: "ben")
    #expect(try outline.perform(.resetFolds(startsCollapsed: nil), as: "ben") == "-S1 -R0.0 ~H0")
    #expect(try outline.view(of: "ben") == "▸ A · 2 hidden\n▸ C · 1 hidden")
  }

  @Test func `another user's edit is seen by all, each with their own flags`() throws {
    let outline = try DrawnOutline(drawing)
    try outline.perform(.collapse("A"), as: "ben")
    #expect(try outline.perform(.move("bee", to: .inside("C", .first)), as: "ana") == "R1.0>2.0")
    #expect(try outline.view(of: "ben") == "▸ A · 1 hidden\n▾ C\n  - bee\n  - cat")
  }

  @Test func `a trial answers like the edit and leaves everything as it was`() throws {
    let outline = try DrawnOutline(drawing)
    let before = try outline.everything()
    let trial = try outline.repository.perform(.collapse("A"), as: "ana", with: Request(isTrial: true))
    #expect(try outline.everything() == before)
    #expect(try outline.repository.perform(.collapse("A"), as: "ana") == trial)
  }
}
