import OutlineCore
import OutlineRepository
import Testing

/// Edits that are made a second time with the idempotency key of the first.
struct RepeatedEditTests {
  private let outline: Outline

  init() throws {
    outline = try Outline()
    _ = try outline.perform(.addSections([SectionDraft(title: "Home")], to: Placement(.anywhere)), as: "ana")
  }

  private func add(_ text: String, key: Int64?, as user: String = "ana", isTrial: Bool = false) throws -> Answer {
    let request = Request(words: "add \(text)", isTrial: isTrial, report: .names, idempotencyKey: key)
    return try outline.perform(
      .addRows([RowDraft(text), RowDraft(text)], to: .inside("Home")), as: user, with: request)
  }

  private func rows() throws -> [String] {
    try outline.lines(for: "ana").compactMap { if case .row(let row) = $0 { row.content.text } else { nil } }
  }

  @Test func `an edit with an idempotency key is made once, and answered with the same items`() throws {
    let first = try add("milk", key: -7)
    _ = try add("eggs", key: 8)
    let second = try add("milk", key: -7)
    #expect(!first.isRepeated && second.isRepeated && second.hasWritten)
    #expect(first.items.count == 2 && second.items == first.items)
    #expect(try rows() == ["milk", "milk", "eggs", "eggs"])
  }

  @Test func `an edit that was undone is not made again by its key`() throws {
    _ = try add("milk", key: 1)
    _ = try outline.undo(as: "ana")
    #expect(try add("milk", key: 1).isRepeated)
    #expect(try rows() == [])
  }

  @Test func `an undo with a key takes back one edit`() throws {
    _ = try add("milk", key: nil)
    _ = try add("eggs", key: nil)
    for _ in 1...3 { _ = try outline.undo(as: "ana", with: Request(idempotencyKey: .min)) }
    #expect(try rows() == ["milk", "milk"])
  }

  @Test func `the key of an undo or a redo answers the same request alone`() throws {
    for text in ["milk", "eggs", "bread"] { _ = try add(text, key: nil) }
    _ = try outline.undo(.lastOwn(1), as: "ana", with: Request(idempotencyKey: 5))
    let before = try rows()
    let requests: [(String, () throws -> Answer)] = [
      ("another selection", { try outline.undo(as: "ana", with: Request(idempotencyKey: 5)) }),
      ("more", { try outline.undo(.lastOwn(2), as: "ana", with: Request(idempotencyKey: 5)) }),
      ("a redo", { try outline.redo(.lastOwn(1), as: "ana", with: Request(idempotencyKey: 5)) }),
      ("an edit", { try add("tea", key: 5) }),
      ("another user", { try outline.undo(.lastOwn(1), as: "bob", with: Request(idempotencyKey: 5)) }),
    ]
    for (what, request) in requests {
      #expect(throws: OutlineError.idempotencyKeyInUse(5, words: "undo 1 --mine", hasOtherInput: false), "\(what)") {
        try request()
      }
    }
    #expect(try outline.undo(.lastOwn(1), as: "ana", with: Request(idempotencyKey: 5)).isRepeated)
    #expect(try rows() == before)
    _ = try outline.redo(.lastOwn(1), as: "ana", with: Request(idempotencyKey: 6))
    #expect(throws: OutlineError.idempotencyKeyInUse(6, words: "redo 1 --mine", hasOtherInput: false)) {
      try add("tea", key: 6)
    }
  }

  @Test func `users who rename themselves may repeat it, and what they did before under either name`() throws {
    _ = try add("milk", key: 1)
    let request = Request(words: "users --rename ana ada", idempotencyKey: 2)
    for isRepeated in [false, true] {
      #expect(try outline.rename(user: "ana", to: "ada", as: "ana", with: request).isRepeated == isRepeated)
    }
    #expect(try outline.users().map(\.user.name) == ["ada"])
    for name in ["ana", "ada"] { #expect(try add("milk", key: 1, as: name).isRepeated) }
    #expect(throws: OutlineError.idempotencyKeyInUse(2, words: "users --rename ana ada", hasOtherInput: false)) {
      let request = Request(words: "users --rename ada ana", idempotencyKey: 2)
      _ = try outline.rename(user: "ada", to: "ana", as: "ada", with: request)
    }
  }

  @Test func `the key of another edit or of another user's is refused`() throws {
    _ = try add("milk", key: 1)
    #expect(throws: OutlineError.idempotencyKeyInUse(1, words: "add milk", hasOtherInput: false)) {
      try add("eggs", key: 1)
    }
    #expect(throws: OutlineError.idempotencyKeyInUse(1, words: "add milk", hasOtherInput: false)) {
      try add("milk", key: 1, as: "bob")
    }
    #expect(try rows() == ["milk", "milk"])
  }

  @Test func `the key of an edit that read something else is refused`() throws {
    func add(_ input: Int64?) throws -> Bool {
      let request = Request(words: "add -", idempotencyKey: 1, input: input)
      return try outline.perform(.addRows([RowDraft("milk")], to: .inside("Home")), as: "ana", with: request).isRepeated
    }
    #expect(try !add(.min))
    #expect(try add(.min))
    for other in [.max, 0, nil] as [Int64?] {
      #expect(throws: OutlineError.idempotencyKeyInUse(1, words: "add -", hasOtherInput: true)) { try add(other) }
    }
    #expect(try rows() == ["milk"])
  }

  @Test func `a trial and an edit that changes nothing leave no key`() throws {
    _ = try add("milk", key: 1, isTrial: true)
    #expect(try !add("milk", key: 1).isRepeated)
    let request = Request(words: "expand", idempotencyKey: 2)
    for _ in 1...2 {
      let answer = try outline.perform(.fold(.sections(["Home"], recursive: false), .expand), as: "ana", with: request)
      #expect(!answer.isRepeated)
    }
  }
}
