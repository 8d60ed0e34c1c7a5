import ListChanges

/// One change that the store makes to the file; a plan is a sequence of these.
package enum Write: Hashable, Sendable {
  /// Inserts a section, without its rows.
  case insertSection(SectionContent, ord: OrderKey, level: Int)
  /// Inserts rows into the section that the last ``insertSection(_:ord:level:)`` created, with new ranks.
  case fillSection([RowDraft])
  case insertRow(RowDraft, in: SectionID, rank: OrderKey)
  /// Sets the sort key and the level of a section.
  case moveSection(SectionID, ord: OrderKey, level: Int)
  /// Sets the sort key of a section that makes room for others.
  case spaceSection(SectionID, ord: OrderKey)
  /// Moves a section to a temporary sort key, because another one takes its key before it gets its own.
  case parkSection(SectionID, ord: OrderKey)
  /// Sets the section and the sort key of a row.
  case moveRow(RowID, in: SectionID, rank: OrderKey)
  /// Sets the sort key of a row that makes room for others.
  case spaceRow(RowID, rank: OrderKey)
  /// Moves a row to a temporary sort key, because another one takes its key before it gets its own.
  case parkRow(RowID, rank: OrderKey)
  case changeSection(Section)
  /// Sets the parts of a row's content that differ from what it was.
  case changeRow(Row, before: RowContent)
  /// Moves all rows of one section to the end of another, in order.
  case moveAllRows(from: SectionID, to: SectionID)
  /// Deletes a section with its rows and all users' flags for it.
  case deleteSection(SectionID)
  case deleteRow(RowID)
  /// Sets the acting user's flag for sections.
  case setFlag([SectionID], isCollapsed: Bool)
  /// Removes all flags of the acting user.
  case clearFlags
  /// Sets the acting user's settings.
  case setUser(User)
  /// Inserts a section that was deleted, with its id, without rows and flags.
  case restoreSection(Section)
  /// Inserts a row that was deleted, with its id.
  case restoreRow(Row)
  /// Sets a user's flag for a section, or removes it if the value is nil; `user` is `user.user_id`. Does nothing if the
  /// user does not exist any more.
  case restoreFlag(SectionID, user: Int64, isCollapsed: Bool?)
  /// Sets the settings of a user, given by `user.user_id`.
  case restoreUser(Int64, User)
}

/// A part of an edit; it is planned after the parts before it were written.
package struct EditPart: Sendable {
  /// What a part does.
  package enum Step: Sendable {
    /// An edit of one item, named by its id.
    case edit(Edit)
    /// A row becomes a section, at a placement of sections.
    case makeSection(RowID, Placement)
    /// A section becomes a row, at a placement of rows.
    case makeRow(SectionID, Placement)
    /// Rows or sections move to a placement of their kind, without being converted.
    case moveAlone([ItemID], Placement)
    /// Items are changed, each by its own patch.
    case patch([(ItemID, Patch)])
    /// An archived item goes back to the place where it was.
    case unarchive(ItemID)
  }

  package let step: Step
  /// The index of the part's item among the items that the whole edit names; nil for a part about none of them.
  package let index: Int?

  package init(_ step: Step, index: Int? = nil) {
    self.step = step
    self.index = index
  }
}

/// The writes that carry an edit out, and the changes in the acting user's view.
package struct Plan: Sendable {
  /// The parts of an edit that takes several plans; all other properties except ``kept`` are empty then.
  package var parts: [EditPart] = []
  /// The writes, in order; empty if there is nothing to do.
  package var writes: [Write]
  package var changes: ViewChanges
  /// The existing items that the edit addressed and keeps, in the order of their addresses.
  package var items: [ItemID]
  /// The items that already were as the edit asks.
  package var unchanged: Set<ItemID> = []
  /// The addressed items that a receipt does not count, because they go along with another one that they are below.
  package var carried: Set<ItemID> = []
  /// The items with a rule that the edit ticks.
  package var ticked: [TickedTask] = []
  /// How many tasks below those that come again the edit opens besides the items that it addresses.
  package var opened = 0
  /// The items that get another due date or rule without being ticked.
  package var rescheduled: Set<ItemID> = []
  /// The indices of the created items that the edit asked for; nil for all.
  package var asked: [Int]?
  /// The numbers of sections and rows below the items, which move or go with them.
  package var below = (sections: 0, rows: 0)
  /// The done tasks that are kept because something below them is open.
  package var kept: [ItemID] = []
  /// The number of rows of deleted sections that move to another section, and that section; nil if they are deleted
  /// too.
  package var keptRows: (count: Int, section: SectionID)?
  /// Whether the plan changes levels of rows, so that the changes have to be found by a diff.
  package var isDiffed = false
  /// The attribute to sort by, if no item to be sorted has it.
  package var missingAttribute: MissingAttribute?

  package init(
    writes: [Write] = [], changes: ViewChanges = ViewChanges(), items: [ItemID] = [], unchanged: Set<ItemID> = []
  ) {
    self.writes = writes
    self.changes = changes
    self.items = items
    self.unchanged = unchanged
  }
}

extension Plan {
  package init(parts: [EditPart]) {
    self.init()
    self.parts = parts
  }

  /// The numbers of the sections and rows whose flags the plan sets or removes for the acting user.
  package var flagged: [Int64] {
    writes.flatMap { write -> [Int64] in
      switch write {
      case .setFlag(let ids, _): ids.map(\.rawValue)
      case .restoreFlag(let id, _, _): [id.rawValue]
      default: []
      }
    }
  }
}
