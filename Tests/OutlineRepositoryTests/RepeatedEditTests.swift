import OutlineCore
import OutlineRepository
import Testing

/// Edits that are made a second time with the mark of the first.
struct RepeatedEditTests {
  private let outline: Outline

  init() throws {
    outline = try Outline()
    _ = try outline.perform(.addSections([SectionDraft(title: "Home")], to: Place(.anywhere)), as: "ana")
  }

  private func add(_ text: String, mark: Int64?, as user: String = "ana", isTrial: Bool = false) throws -> Answer {
    let request = Request(words: "add \(text)", isTrial: isTrial, report: .names, mark: mark)
    return try outline.perform(
      .addRows([RowDraft(text), RowDraft(text)], to: .inside("Home")), as: user, with: request)
  }

  private func rows() throws -> [String] {
    try outline.lines(for: "ana").compactMap { if case .row(let row) = $0 { row.content.text } else { nil } }
  }

  @Test func `an edit with a mark is made once, and answered with the same items`() throws {
    let first = try add("milk", mark: -7)
    _ = try add("eggs", mark: 8)
    let second = try add("milk", mark: -7)
    #expect(!first.isRepeated && second.isRepeated && second.hasWritten)
    #expect(first.items.count == 2 && second.items == first.items)
    #expect(second.receipt?.items.map(\.name) == ["milk", "milk"])
    #expect(try rows() == ["milk", "milk", "eggs", "eggs"])
  }

  @Test func `an edit that was undone is not made again by its mark`() throws {
    _ = try add("milk", mark: 1)
    _ = try outline.undo(as: "ana")
    #expect(try add("milk", mark: 1).isRepeated)
    #expect(try rows() == [])
  }

  @Test func `an undo with a mark takes back one edit`() throws {
    _ = try add("milk", mark: nil)
    _ = try add("eggs", mark: nil)
    for _ in 1...3 { _ = try outline.undo(as: "ana", with: Request(mark: .min)) }
    #expect(try rows() == ["milk", "milk"])
  }

  @Test func `the mark of another edit or of another user's is refused`() throws {
    _ = try add("milk", mark: 1)
    #expect(throws: OutlineError.markInUse(1, words: "add milk")) { try add("eggs", mark: 1) }
    #expect(throws: OutlineError.markInUse(1, words: "add milk")) { try add("milk", mark: 1, as: "bob") }
    #expect(try rows() == ["milk", "milk"])
  }

  @Test func `a trial and an edit that changes nothing leave no mark`() throws {
    _ = try add("milk", mark: 1, isTrial: true)
    #expect(try !add("milk", mark: 1).isRepeated)
    let request = Request(words: "expand", mark: 2)
    for _ in 1...2 {
      let answer = try outline.perform(.fold(.sections(["Home"], recursive: false), .expand), as: "ana", with: request)
      #expect(!answer.isRepeated)
    }
  }
}
