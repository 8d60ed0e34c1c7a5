import ListChanges

/// What the store is to write, one step of a plan.
package enum Write: Hashable, Sendable {
  /// A new section, without its rows.
  case insertSection(SectionDraft, ord: OrderKey, level: Int)
  /// Rows for the section that the last ``insertSection(_:ord:level:)`` made, at fresh ranks.
  case fillSection([RowDraft])
  /// A new row.
  case insertRow(RowDraft, in: SectionID, rank: OrderKey)
  /// Another sort key and level for a section.
  case placeSection(SectionID, ord: OrderKey, level: Int)
  /// Another sort key for a section that makes way.
  case spaceSection(SectionID, ord: OrderKey)
  /// Another section and sort key for a row.
  case placeRow(RowID, in: SectionID, rank: OrderKey)
  /// Another sort key for a row that makes way.
  case spaceRow(RowID, rank: OrderKey)
  /// The content of a section: title, detail, attributes, and whether it may be collapsed.
  case changeSection(Section)
  /// The content of a row: text and attributes.
  case changeRow(Row)
  /// All rows of one section to the end of another, in order.
  case moveAllRows(from: SectionID, to: SectionID)
  /// A section goes, with its rows and everyone's flags for it.
  case deleteSection(SectionID)
  /// A row goes.
  case deleteRow(RowID)
  /// The acting user's flag for sections.
  case setFlag([SectionID], isCollapsed: Bool)
  /// All of the acting user's flags go.
  case clearFlags
  /// The acting user's settings.
  case setUser(User)
  /// A section that was there before, under its key, without rows and flags.
  case restoreSection(Section)
  /// A row that was there before, under its key.
  case restoreRow(Row)
  /// Any user's flag for a section, by `user.user_id`; nil takes it away, and a user who is gone has none.
  case restoreFlag(SectionID, user: Int64, isCollapsed: Bool?)
}

/// How an edit is carried out, and what it means to the acting user's view.
package struct Plan: Sendable {
  /// The steps, in order; none where there is nothing to do.
  package var writes: [Write]
  /// The changes of the acting user's view.
  package var changes: ViewChanges
  /// What the edit was about and stays, in the order named.
  package var items: [ItemID]

  /// Makes a plan.
  package init(writes: [Write] = [], changes: ViewChanges = ViewChanges(), items: [ItemID] = []) {
    self.writes = writes
    self.changes = changes
    self.items = items
  }
}
