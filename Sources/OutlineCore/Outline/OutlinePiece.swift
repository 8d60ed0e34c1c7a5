/// A piece of an outline on its way in from a document or out to one, in document order.
///
/// Rows belong to the last section before them; nesting is `level` alone.
public enum OutlinePiece: Hashable, Sendable {
  /// A user with settings; users come before the first section.
  case user(User)
  /// A section, without its rows.
  case section(SectionPiece)
  /// A row of the last section.
  case row(RowPiece)
  /// Of a section that came before, by its place among the sections of the document, counted from 0: another level.
  case level(section: Int, Int)
  /// Of a section that came before, by its place among the sections of the document, counted from 0: the flag of the
  /// user who imports it.
  case collapsed(section: Int, Bool)
}

extension [SectionDraft] {
  /// Adds a piece of a document; users, keys and flags are left out.
  public mutating func add(_ piece: OutlinePiece) {
    switch piece {
    case .section(let section): append(section.draft)
    case .row(let row): self[count - 1].rows.append(row.draft)
    case .level(let index, let level): self[index].level = level
    case .user, .collapsed: break
    }
  }
}

/// A section of a document.
public struct SectionPiece: Hashable, Sendable {
  /// The key that the document gives it; nil for none.
  public var id: SectionID?
  /// The content; `rows` stays empty.
  public var draft: SectionDraft
  /// The flags that users have set, by their names.
  public var flags: [String: Bool]
  /// Whether the user who exports it has it collapsed, or the document says so of the one who imports it; nil where it
  /// says nothing.
  public var isCollapsed: Bool?

  /// Makes a section of a document.
  public init(_ draft: SectionDraft, id: SectionID? = nil, flags: [String: Bool] = [:], isCollapsed: Bool? = nil) {
    self.draft = draft
    self.id = id
    self.flags = flags
    self.isCollapsed = isCollapsed
  }
}

/// A row of a document.
public struct RowPiece: Hashable, Sendable {
  /// The key that the document gives it; nil for none.
  public var id: RowID?
  /// The content.
  public var draft: RowDraft

  /// Makes a row of a document.
  public init(_ draft: RowDraft, id: RowID? = nil) {
    self.draft = draft
    self.id = id
  }
}
