import ListChanges

/// One change that the store makes to the file; a plan is a sequence of these.
package enum Write: Hashable, Sendable {
  /// Inserts a section, without its rows.
  case insertSection(SectionContent, ord: OrderKey, level: Int)
  /// Inserts rows into the section that the last ``insertSection(_:ord:level:)`` created, with new ranks.
  case fillSection([RowDraft])
  /// Inserts a row.
  case insertRow(RowDraft, in: SectionID, rank: OrderKey)
  /// Sets the sort key and the level of a section.
  case moveSection(SectionID, ord: OrderKey, level: Int)
  /// Sets the sort key of a section that makes room for others.
  case spaceSection(SectionID, ord: OrderKey)
  /// Moves a section aside from a position that another one takes, until it gets its own.
  case parkSection(SectionID, ord: OrderKey)
  /// Sets the section and the sort key of a row.
  case moveRow(RowID, in: SectionID, rank: OrderKey)
  /// Sets the sort key of a row that makes room for others.
  case spaceRow(RowID, rank: OrderKey)
  /// Moves a row aside from a position that another one takes, until it gets its own.
  case parkRow(RowID, rank: OrderKey)
  /// Sets the title, the detail and the attributes of a section, and whether it is collapsible.
  case changeSection(Section)
  /// Sets the text and the attributes of a row.
  case changeRow(Row)
  /// Moves all rows of one section to the end of another, in order.
  case moveAllRows(from: SectionID, to: SectionID)
  /// Deletes a section with its rows and all users' flags for it.
  case deleteSection(SectionID)
  /// Deletes a row.
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
  /// Sets a user's flag for a section, or removes it if the value is nil; `user` is `user.user_id`. If the user does
  /// not exist any more, there is nothing to do.
  case restoreFlag(SectionID, user: Int64, isCollapsed: Bool?)
  /// Sets the settings of a user, given by `user.user_id`.
  case restoreUser(Int64, User)
}

/// A part of an edit, which is planned in the state of the file that the parts before it leave.
package struct EditPart: Sendable {
  /// What a part does.
  package enum Step: Sendable {
    /// It is an edit of one thing, which is named by its id.
    case edit(Edit)
    /// Rows become sections without content, at a placement of sections.
    case makeSections([Row], Placement)
    /// Copies of sections with everything below them are added; `asked` has the indices of the outermost ones.
    case addCopies([SectionDraft], asked: [Int], Placement)
    /// The rows of a section are sorted, as if there were no subsections.
    case sortRows(SectionID, by: SortOrder)
    /// The subsections of a section are sorted, or only what is between those that have content.
    case sortSections(SectionID, by: SortOrder, keepingFull: Bool)
    /// A section without content becomes a row, at a placement of rows.
    case makeRow(SectionID, Placement)
    /// Rows or sections move to a placement of their kind, and become nothing else.
    case moveAlone([ItemID], Placement)
    /// Items are changed, each by its own patch.
    case patch([(ItemID, Patch)])
    /// What was archived goes back to where it stood.
    case unarchive(ItemID)
  }

  /// What the part does.
  package let step: Step
  /// The index of what the part is about among the things that the whole edit names; nil for what the edit needs and does not
  /// name.
  package let index: Int?

  /// Creates a part.
  package init(_ step: Step, index: Int? = nil) {
    self.step = step
    self.index = index
  }
}

/// The writes that carry an edit out, and the changes in the acting user's view.
package struct Plan: Sendable {
  /// What the edit is made of if one plan cannot say it; everything else but ``keptDone`` is empty then.
  package var parts: [EditPart] = []
  /// The writes, in order; empty if there is nothing to do.
  package var writes: [Write]
  /// The changes in the acting user's view.
  package var changes: ViewChanges
  /// The existing items that the edit addressed and keeps, in the order of their addresses.
  package var items: [ItemID]
  /// Those of the items that were already as the edit asks for.
  package var unchanged: Set<ItemID> = []
  /// Those of the items that repeat and are ticked.
  package var ticked: [TickedTask] = []
  /// Those of the items that get another due date, and were not ticked.
  package var rescheduled: Set<ItemID> = []
  /// Which of the sections and rows that the plan creates are those that the edit asked for, by their order; nil for all.
  package var asked: [Int]?
  /// How many sections and rows below the items go with them, apart from the items themselves.
  package var below = (sections: 0, rows: 0)
  /// The tasks that are done and were kept because something below them is open.
  package var keptDone: [ItemID] = []
  /// How many rows of deleted sections move to another section, and to which; nil if they are deleted too.
  package var keptRows: (count: Int, section: SectionID)?
  /// The attribute to sort by, if none of what is to be sorted has it.
  package var missingAttribute: MissingAttribute?

  /// Creates a plan.
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
  /// Creates the plan of an edit that is carried out part by part.
  package init(parts: [EditPart]) {
    self.init()
    self.parts = parts
  }

  /// The rows that become sections, as sections.
  package var madeSections: [ItemID] {
    var rows: Set<RowID> = []
    for case .deleteRow(let row) in writes { rows.insert(row) }
    return writes.compactMap { write in
      guard case .restoreSection(let section) = write, rows.contains(RowID(section.id.rawValue)) else { return nil }
      return .section(section.id)
    }
  }

  /// How many flags of the acting user the plan sets.
  package var flagCount: Int {
    writes.reduce(0) { count, write in
      if case .setFlag(let ids, _) = write { count + ids.count } else { count }
    }
  }
}
