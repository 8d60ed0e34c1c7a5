/// One piece of a document that is imported or exported; the pieces come in document order.
///
/// Rows belong to the last section before them. The nesting of sections is given by their levels alone.
public enum OutlinePiece: Hashable, Sendable {
  /// Some row has a level above 1; it comes before everything else, and imports ignore it.
  case rowLevels
  /// A setting of the outline that is not the standard one; all settings come before the identity.
  case setting(Setting, SettingValue)
  /// The identity of the outline; it comes before all users, and other programs' documents have none.
  case identity(OutlineIdentity)
  /// A user with settings; all users come before the first section.
  case user(User)
  /// A section, without its rows.
  case section(SectionPiece)
  /// A row of the last section.
  case row(RowPiece)
  /// A new level for an earlier section, given by its index among the sections of the document.
  case level(section: Int, Int)
  /// Whether an earlier item is collapsed for the user who imports it.
  ///
  /// The item is given by its index among the sections of the document and those rows that came with a flag.
  case flag(of: Int, isCollapsed: Bool)
}

extension [SectionDraft] {
  /// Adds a piece of a document, without users, ids and flags.
  package mutating func add(_ piece: OutlinePiece) {
    switch piece {
    case .section(let section): append(section.draft)
    case .row(let row): self[count - 1].rows.append(row.draft)
    case .level(let index, let level): self[index].level = level
    case .rowLevels, .setting, .identity, .user, .flag: break
    }
  }
}

extension OutlinePiece {
  /// The approximate number of bytes of memory that the piece takes.
  package var roughBytes: Int {
    switch self {
    case .section(let section):
      256 + section.draft.title.utf8.count + (section.draft.detail?.utf8.count ?? 0)
        + (section.draft.attributes?.utf8.count ?? 0) + 64 * section.flags.count
    case .row(let row): row.roughBytes
    case .rowLevels, .setting, .identity, .user, .level, .flag: 256
    }
  }

  package var isItem: Bool {
    switch self {
    case .section, .row: true
    case .rowLevels, .setting, .identity, .user, .level, .flag: false
    }
  }

  /// The id of a section or a row; nil if it has none.
  package var itemID: ItemID? {
    switch self {
    case .section(let section): section.id.map(ItemID.section)
    case .row(let row): row.id.map(ItemID.row)
    case .rowLevels, .setting, .identity, .user, .level, .flag: nil
    }
  }

  /// The piece with another id, or with none; identities, users and folds have none.
  package func with(number: Int64?) -> OutlinePiece {
    switch self {
    case .section(var section):
      section.id = number.map { SectionID($0) }
      return .section(section)
    case .row(var row):
      row.id = number.map { RowID($0) }
      return .row(row)
    case .rowLevels, .setting, .identity, .user, .level, .flag: return self
    }
  }
}

/// A section of a document.
public struct SectionPiece: Hashable, Sendable {
  /// The id in the document; nil for none.
  public var id: SectionID?
  /// The content; `rows` stays empty.
  public var draft: SectionDraft
  /// The flags of all users for the section, by the users' names.
  public var flags: [ExactText: Bool]
  /// Whether the section is collapsed for the user who exports or imports it; nil if the document does not say.
  public var isCollapsed: Bool?

  /// Creates a section of a document.
  public init(_ draft: SectionDraft, id: SectionID? = nil, flags: [ExactText: Bool] = [:], isCollapsed: Bool? = nil) {
    self.draft = draft
    self.id = id
    self.flags = flags
    self.isCollapsed = isCollapsed
  }
}

/// A row of a document.
public struct RowPiece: Hashable, Sendable {
  /// The id in the document; nil for none.
  public var id: RowID?
  /// The content.
  public var draft: RowDraft
  /// The flags of all users for the row, by the users' names; empty unless something is below it.
  public var flags: [ExactText: Bool]
  /// Whether the row is collapsed for the user who exports or imports it; nil if the document does not say.
  public var isCollapsed: Bool?

  /// Creates a row of a document.
  public init(_ draft: RowDraft, id: RowID? = nil, flags: [ExactText: Bool] = [:], isCollapsed: Bool? = nil) {
    self.draft = draft
    self.id = id
    self.flags = flags
    self.isCollapsed = isCollapsed
  }
}

extension RowPiece {
  /// The approximate number of bytes of memory that the row takes.
  package var roughBytes: Int {
    256 + draft.text.utf8.count + (draft.attributes?.utf8.count ?? 0) + 64 * flags.count
  }
}
