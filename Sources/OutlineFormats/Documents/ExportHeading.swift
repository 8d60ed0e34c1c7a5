import OutlineCore

/// The facts about an outline that a writer needs before its first piece.
public struct ExportHeading: Sendable {
  /// The name of the document.
  public var title: String
  /// All sections of the outline in document order, with the flags of the exporting user.
  public var sections: [SectionState]
  /// Whether to write which sections are collapsed, and the settings of users.
  public var hasFolds: Bool
  /// The identity of the outline; nil where the document has no ids.
  var identity: OutlineIdentity?
  /// The user's clock, for formats that have times in coordinated universal time.
  public var clock = LocalClock.utc
  /// The seconds since 1970 at which the document is written.
  public var now = 0
  /// Whether some row has a level above 1.
  var hasRowLevels = false
  /// The number of rows before the first section header, which is not 0 only if the first section's header is left out.
  var rowsBeforeSections = 0

  /// Creates a heading with the name of the document and all its sections in document order.
  ///
  /// Without folds, the document is the same for all users, and does not depend on which sections are collapsed.
  public init(title: String, sections: [SectionState], hasFolds: Bool = true) {
    self.title = title
    self.sections = sections
    self.hasFolds = hasFolds
  }
}
