import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// Edits of several things at once, and of tasks.
struct TaskEditTests {
  private static let home = """
    ▾ Home
      - keys
      ▸ Kitchen
        - pan
        - pot
        ▾ Drawer
          - knife
    ▾ Work
      - desk
      - lamp
    """

  @Test func `ticking rows reloads those that are shown`() throws {
    let outline = try DrawnOutline(Self.home)
    #expect(try outline.perform(.setCheckBox(of: "lamp", "pan", "keys", to: .done)) == "~R0.0 ~R2.1")
    #expect(try outline.perform(.setCheckBox(of: "pot", to: .open)) == "none")
    #expect(try outline.perform(.setCheckBox(of: "lamp", "keys", to: .done)) == "none")
  }

  @Test func `several headers that change are reloaded`() throws {
    let outline = try DrawnOutline(Self.home)
    #expect(try outline.perform(.change("Work", "Home", "Drawer", to: Patch(detail: "x"))) == "~H0 ~H2")
    #expect(try outline.perform(.change("Work", "keys", to: Patch(text: "x"))) == "~R0.0 ~H2")
  }

  @Test func `sections that may no longer be collapsed open together`() throws {
    let outline = try DrawnOutline(Self.home)
    let changes = try outline.perform(.change("Kitchen", "Drawer", "Work", to: Patch(isCollapsible: false)))
    #expect(changes == "+S2 +R1.0x2 ~H1 ~H3")
  }

  @Test func `deleting the done rows of sections leaves the others`() throws {
    let outline = try DrawnOutline(Self.home)
    _ = try outline.perform(.setCheckBox(of: "lamp", "pan", "knife", "keys", to: .done))
    #expect(try outline.perform(.deleteDone(in: ["Kitchen", "Drawer"])) == "~H1")
    #expect(try outline.perform(.deleteDone(in: nil)) == "-R0.0 -R2.1")
    #expect(try outline.perform(.deleteDone(in: nil)) == "none")
    #expect(throws: OutlineError.self) { try outline.perform(.deleteDone(in: ["desk"])) }
  }

  @Test func `a section has no check box`() throws {
    let outline = try DrawnOutline(Self.home)
    #expect(throws: OutlineError.notForSections("check box", title: "Work")) {
      try outline.perform(.setCheckBox(of: "keys", "Work", to: .open))
    }
  }
}
