import ListChanges

/// One request to change an outline or a user's way of viewing it.
///
/// An edit is carried out in one transaction or not at all. Each case says what undoing it does.
public enum Edit: Hashable, Sendable {
  /// Adds rows. Undoing deletes them.
  ///
  /// If `asTyped`, rows are tasks where their section makes tasks of new rows (see ``NewRows``), even without a check
  /// box; otherwise rows are what their drafts say.
  case addRows([RowDraft], to: Placement, asTyped: Bool = false)
  /// Adds sections with their rows; levels are relative to where they go. Undoing deletes them.
  ///
  /// If `asTyped`, sections below a section that is a task are tasks, even without a check box.
  case addSections([SectionDraft], to: Placement, asTyped: Bool = false)
  /// Changes the content of sections and rows, all in the same way. Undoing restores the content.
  case change([Address], to: Patch)
  /// Ticks or unticks rows and sections, with all tasks below the sections. Undoing restores the check boxes and the due days.
  ///
  /// Repeating tasks come again if the edit names the day on which they are done; see ``Patch/doneOn`` and
  /// ``Patch/check``.
  case tick([Address], isDone: Bool, on: Day? = nil, check: TickCheck = TickCheck())
  /// Renames a tag in all texts, titles and details. Undoing restores them.
  case renameTag(Tag, to: Tag)
  /// Moves rows, or sections with their subsections. Undoing moves them back.
  case move([Address], to: Placement)
  /// Copies rows, or sections with everything below them. Without an anchor they go to a position in the section that holds all
  /// of them. Undoing deletes the copies.
  case copy([Address], to: Placement)
  /// Moves rows within their common section, or sections among their common siblings. Undoing moves them back.
  case reorder([Address], to: Placement.Position)
  /// Moves sections and rows, with everything below them, below the item of their kind before them on their level. Undoing moves
  /// them back.
  case indent([Address])
  /// Moves sections and rows one level up, with everything below them, directly after the item that they were below.
  /// Undoing moves them back.
  case outdent([Address])
  /// Makes sections of rows, which keep their numbers and flags. The rows below a row become the rows of its section,
  /// one level further out, and its note becomes the detail. Without a placement, each goes after the subsections of
  /// the section that it was in. Undoing makes rows of them.
  case promote([Address], to: Placement? = nil)
  /// Makes rows of sections, which keep their numbers and flags. Their rows go one level in, and their subsections
  /// become rows, too. Without a placement, each goes after the rows of its parent section. Undoing makes sections of
  /// them.
  case demote([Address], to: Placement? = nil)
  /// Makes rows of the subsections that are items of a list, below these sections; without an address, in the whole outline.
  /// Undoing makes sections of them.
  ///
  /// An item of a list has a check box, or an attribute that says that it was one in Markdown, and nothing but such items below it. Items
  /// that follow another subsection stay sections, because rows come before subsections.
  case demoteItems(in: [Address])
  /// Sorts the rows of sections, or their subsections; without an address, the outermost sections. Undoing restores the
  /// order.
  case sort([Address], by: SortOrder)
  /// Deletes sections and rows. Undoing restores them with their ids and all users' flags.
  case delete([Address], options: DeleteOptions)
  /// Deletes the tasks that are done, in these sections and those below them; nil for the whole outline. Undoing
  /// restores them.
  ///
  /// A section that is done goes with everything below it. It stays if something below it is open, unless the edit is
  /// recursive.
  case deleteDone(in: [Address]?, isRecursive: Bool)
  /// Moves sections and rows to the archive, which is the outermost section that ``Setting/archive`` names, and records
  /// their places in an attribute. Undoing moves them back.
  ///
  /// Rows go to the end of the archive's rows, and sections to the end of its subsections. If there is no archive, it
  /// is created, collapsed for the acting user.
  case archive([Address])
  /// Archives the tasks that are done, in these sections and those below them; nil for the whole outline. Undoing moves them
  /// back.
  ///
  /// A section that is done goes with everything below it, and stays if something there is open.
  case archiveDone(in: [Address]?)
  /// Moves archived items back to their former places, or to the placement, and removes the attribute. Undoing archives
  /// them again.
  case unarchive([Address], to: Placement?)
  /// Sets flags of the acting user. Undoing restores the flags.
  case fold(FoldScope, FoldRequest)
  /// Turns the acting user's accordion on or off. Undoing restores the setting.
  case setAccordion(Bool)
  /// Removes all flags of the acting user and, if the value is not nil, sets whether the user's sections start
  /// collapsed. Undoing restores the flags and the setting.
  case resetFolds(startsCollapsed: Bool?)
}

extension Edit {
  /// Whether the beginning of a title or text is enough to name an item, if no other begins with it.
  ///
  /// What takes an item away from where it is needs its whole name, so that a mistyped word takes nothing away.
  package var takesBeginnings: Bool {
    switch self {
    case .delete, .deleteDone, .move, .archive, .archiveDone, .unarchive, .promote, .demote, .demoteItems: false
    case .addRows, .addSections, .change, .tick, .renameTag, .copy, .reorder, .indent, .outdent, .sort, .fold,
      .setAccordion, .resetFolds:
      true
    }
  }

  /// The check box that the edit gives, for which a beginning means the items that do not have it yet first; nil for none.
  package var givenBox: Bool? {
    switch self {
    case .change(_, let patch): patch.checkBox?.isDone
    case .tick(_, let isDone, _, _): isDone
    default: nil
    }
  }
}

/// Options for deleting sections and rows.
public struct DeleteOptions: Hashable, Sendable {
  /// Whether sections that are not empty may be deleted.
  public var isRecursive: Bool
  /// The section to whose end the rows of deleted sections move; nil to delete the rows.
  public var keepsRowsIn: Address?
  /// The titles and texts that these sections and rows must still have to be deleted; others may have any.
  public var oldTexts: [ItemID: String]

  /// Creates options; the default deletes only rows and empty sections.
  public init(isRecursive: Bool = false, keepsRowsIn: Address? = nil, oldTexts: [ItemID: String] = [:]) {
    self.isRecursive = isRecursive
    self.keepsRowsIn = keepsRowsIn
    self.oldTexts = oldTexts
  }
}

/// The sections and rows that a fold edit applies to.
public enum FoldScope: Hashable, Sendable {
  /// These sections and rows and, if `recursive`, everything below them.
  case sections([Address], recursive: Bool)
  /// Every section of the outline and, if `withRows`, every row that has others below it; expanding always takes rows too.
  case all(withRows: Bool)
  /// The sections and rows that enclose these rows and sections, including the section that contains a row.
  case enclosing([ItemID])
}
