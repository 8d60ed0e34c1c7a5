import Foundation
import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// Documents of other outlines, and of copies of an outline.
struct OutlineIdentityTests {
  private let folder: ScratchFolder
  private let outline: Outline

  init() throws {
    folder = try ScratchFolder()
    outline = try Outline(folder.path(of: "one.db"), for: .editing)
    try add("milk", "bread", to: outline)
  }

  private func add(_ texts: String..., to outline: Outline) throws {
    for text in texts { _ = try outline.perform(.addRows([RowDraft(text)], to: Placement()), as: "ana") }
  }

  private func change(_ row: Int64, to text: String, in outline: Outline) throws {
    _ = try outline.perform(.change(.row(RowID(row)), to: Patch(text: text)), as: "ana")
  }

  private func texts(_ outline: Outline) throws -> [String] {
    try outline.pieces(as: "ana").compactMap { if case .row(let row) = $0 { row.draft.text } else { nil } }
  }

  private func identity(_ outline: Outline) throws -> OutlineIdentity? {
    guard case .identity(let identity)? = try outline.pieces(as: "ana").first else { return nil }
    return identity
  }

  private func copy() throws -> Outline {
    try FileManager.default.copyItem(atPath: folder.path(of: "one.db"), toPath: folder.path(of: "copy.db"))
    return try Outline(folder.path(of: "copy.db"), for: .editing)
  }

  private func merge(_ other: Outline) throws {
    let document = try other.pieces(as: "ana")
    _ = try outline.merge(as: "ana") { take in try document.forEach(take) }
  }

  @Test func `ids of another outline's document mean nothing`() throws {
    let other = try Outline()
    try add("eggs", "cheese", to: other)
    try merge(other)
    #expect(
      try texts(outline) == ["eggs", "cheese", "milk", "bread"]
        || texts(outline) == ["milk", "bread", "eggs", "cheese"])
    #expect(try identity(outline)?.word != identity(other)?.word)
  }

  @Test func `a document without an identity is another outline's`() throws {
    let document = try outline.pieces(as: "ana").dropFirst()
    try change(2, to: "oat milk", in: outline)
    _ = try outline.merge(as: "ana") { take in try document.forEach(take) }
    #expect(try Set(texts(outline)) == ["oat milk", "milk", "bread"])
  }

  @Test func `what a copy has changed is changed, and what both have added since stays two`() throws {
    let copy = try copy()
    try add("eggs", to: outline)
    try add("cheese", to: copy)
    try change(2, to: "oat milk", in: copy)
    try merge(copy)
    #expect(try texts(outline).sorted() == ["bread", "cheese", "eggs", "oat milk"])
    #expect(try outline.pieces(as: "ana").contains { $0.itemID == .row(RowID(4)) && $0.name == "eggs" })
  }

  @Test func `a file that came back from an older copy keeps what was added in both`() throws {
    let old = try copy()
    try add("eggs", to: outline)
    let document = try outline.pieces(as: "ana")
    try add("cheese", to: old)
    _ = try old.merge(as: "ana") { take in try document.forEach(take) }
    #expect(try texts(old).sorted() == ["bread", "cheese", "eggs", "milk"])
  }

  @Test func `an empty outline takes the identity of a document over, and ids count from then on`() throws {
    let new = try Outline()
    let document = try outline.pieces(as: "ana")
    _ = try new.importDocument(as: "ana") { take in try document.forEach(take) }
    #expect(try new.pieces(as: "ana") == document)
    try change(2, to: "oat milk", in: new)
    try add("eggs", to: new)
    try add("cheese", to: outline)
    try merge(new)
    #expect(try texts(outline).sorted() == ["bread", "cheese", "eggs", "oat milk"])
  }

  @Test func `an outline that was emptied takes the identity over, and no ids`() throws {
    let (new, document) = (try Outline(), try outline.pieces(as: "ana"))
    try add("mine", to: new)
    _ = try new.perform(.delete(["Inbox"], options: DeleteOptions(isRecursive: true)), as: "ana")
    _ = try new.importDocument(as: "ana") { take in try document.forEach(take) }
    #expect(try identity(new)?.word == identity(outline)?.word && identity(new)?.lineage == "")
    _ = try new.undo(as: "ana")
    _ = try new.undo(as: "ana")
    #expect(try texts(new) == ["mine"])
    _ = try new.merge(as: "ana") { take in try document.forEach(take) }
    #expect(try texts(new).sorted() == ["bread", "milk", "mine"])
  }

  @Test func `what has no id gets one after the greatest of the document`() throws {
    let new = try Outline()
    let row = { (text: String, id: Int64?) in OutlinePiece.row(RowPiece(RowDraft(text), id: id.map { RowID($0) })) }
    let section = { (title: String, id: Int64?) in
      OutlinePiece.section(SectionPiece(SectionDraft(title: title), id: id.map { SectionID($0) }))
    }
    let document = [section("A", nil), row("a", nil), row("b", 1), section("B", 2), row("c", nil), row("d", 4)]
    _ = try new.importDocument(as: "ana") { take in try document.forEach(take) }
    let ids = try new.pieces(as: "ana").compactMap(\.itemID).map(\.description)
    #expect(ids == ["@s5", "@r6", "@r1", "@s2", "@r7", "@r4"])
  }
}

extension OutlinePiece {
  /// The title or the text.
  fileprivate var name: String? {
    switch self {
    case .section(let section): section.draft.title
    case .row(let row): row.draft.text
    case .rowLevels, .setting, .identity, .user, .level, .flag: nil
    }
  }
}
