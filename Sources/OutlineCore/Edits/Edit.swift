/// One request to change an outline or a user's way of viewing it.
///
/// An edit is carried out as one transaction or not at all. Undoing it means what stands with each case.
public enum Edit: Hashable, Sendable {
  /// Make rows. Undone by deleting them.
  case addRows([RowDraft], to: Place)
  /// Make sections with their rows, levels counted from the place. Undone by deleting them.
  case addSections([SectionDraft], to: Place)
  /// Change what a section or a row says. Undone by the values before.
  case change(Address, to: Patch)
  /// Move rows, or sections with their subsections. Undone by the places before.
  case move([Address], to: Place)
  /// Delete sections and rows. Undone by making them again with their keys and everyone's flags.
  case delete([Address], options: DeleteOptions)
  /// Set the acting user's flags. Undone by the flags before.
  case fold(FoldScope, FoldRequest)
  /// Set the acting user's accordion. Undone by the setting before.
  case setAccordion(Bool)
  /// Forget the acting user's flags, and set what sections start as unless that is nil. Undone by the flags before.
  case resetFolds(startsCollapsed: Bool?)
}

/// What to change in a section or a row; nil leaves a part as it is.
public struct Patch: Hashable, Sendable {
  /// The new title of a section or text of a row.
  public var text: String?
  /// The new detail of a section; the empty string removes it.
  public var detail: String?
  /// Whether users may collapse the section.
  public var isCollapsible: Bool?
  /// A JSON object to merge into the attributes; `null` removes a key (RFC 7396).
  public var attributes: String?

  /// Makes a patch; every part left out stays as it is.
  public init(text: String? = nil, detail: String? = nil, isCollapsible: Bool? = nil, attributes: String? = nil) {
    self.text = text
    self.detail = detail
    self.isCollapsible = isCollapsible
    self.attributes = attributes
  }
}

/// How far a delete may go.
public struct DeleteOptions: Hashable, Sendable {
  /// Whether sections that are not empty may be deleted.
  public var isRecursive: Bool
  /// The section whose end the rows of deleted sections are moved to; nil to delete them.
  public var keepsRowsIn: Address?

  /// Makes the options; the default deletes rows and empty sections only.
  public init(isRecursive: Bool = false, keepsRowsIn: Address? = nil) {
    self.isRecursive = isRecursive
    self.keepsRowsIn = keepsRowsIn
  }
}

/// The sections whose flags are to be set.
public enum FoldScope: Hashable, Sendable {
  /// These sections; with `recursive`, their subsections too.
  case sections([Address], recursive: Bool)
  /// Every section of the outline.
  case all
  /// The sections that enclose these rows and sections, and the rows' own.
  case enclosing([ItemID])
}

/// What to do with flags.
public enum FoldRequest: Hashable, Sendable {
  /// Collapse.
  case collapse
  /// Expand.
  case expand
  /// Collapse what is expanded and expand what is collapsed.
  case toggle
}
