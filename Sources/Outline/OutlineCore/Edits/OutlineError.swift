/// A refusal of an edit or a query by the rules of outlines; nothing has changed.
public enum OutlineError: Error, Hashable {
  /// A part of an item besides its text.
  public enum Part: String, Sendable {
    case note
    case day
  }

  /// There is no section or row with this number: the section numbered `in` (empty: the outline) has only `count`.
  case noNumber(ItemNumber, in: ItemNumber, count: Int, suggestions: [String])
  /// The text is not an address.
  case badAddress(AddressError)
  /// Nothing matches the address; `suggestions` are similar addresses. `wanted` is the kind that it had to name; nil
  /// for either.
  case notFound(Address, wanted: ItemKind? = nil, suggestions: [String])
  /// A number in an address, or a requested position, is out of range; `noun` says what is counted.
  case outOfRange(Int, noun: String, validUpTo: Int)
  /// Several sections or rows match the address.
  case ambiguous(Address, candidates: [Candidate])
  /// The address names a row where a section is needed.
  case needsSection(Address)
  /// The address names a section where a row is needed.
  case needsRow(Address)
  /// The ends of the range have different parents.
  case badRange(Address)
  /// The address is a range, and one section or row is needed.
  case needsOne(Address)
  /// The rows are in several sections, or the sections have several parents, so that they have no common order.
  case severalParents
  /// The item to move one level up is an outermost section, or a row that is directly in its section.
  case atTop(ItemID, name: String)
  /// The section is the archive itself, which cannot be archived.
  case isArchive(title: String)
  /// The section or row was not archived, or only as a part of another item.
  case notArchived(name: String)
  /// The section that held the archived item does not exist any more; `path` has the titles down to it as an address.
  case placeGone(name: String, path: String)
  /// No item on the same level is before the section or row, so there is none that it could go below.
  case nothingBefore(ItemID, name: String)
  /// A row would come after a subsection of its section, or among outermost sections.
  case rowAfterSection(title: String)
  /// A section would come among rows, or below one.
  case sectionAmongRows(Address)
  /// An outermost section can be made a row only of another section, which has to be named.
  case needsHolder(title: String)
  /// The outline has no section yet that could hold the row.
  case noSection
  /// The section to delete has rows or subsections, and the edit does not allow that.
  case notEmpty(title: String, rows: Int, sections: Int)
  /// The row to collapse has nothing below it.
  case nothingBelow(name: String)
  /// The section to collapse is not collapsible.
  case notCollapsible(title: String)
  /// The section would move into or next to itself, or the section that is to receive the rows is itself deleted.
  case insideItself(title: String)
  /// The section would be nested deeper than ``OutlineLimits/levels`` allow.
  case tooDeep(title: String, level: Int)
  /// The title or text is longer than the file allows.
  case tooLong(String, limit: Int)
  /// The text contains a NUL character; some database drivers would cut it off there.
  case containsNUL
  /// A title or a name is empty; the value says which.
  case emptyName(String)
  /// A title or a text has only spaces, tabs and line breaks; the value says which.
  case onlySpaces(String)
  /// The edit asks for a property that only sections have; the value names it, such as a detail.
  case notForRows(String)
  /// The attributes are not a JSON object.
  case badAttributes(String)
  /// Nothing in the outline has this tag; `suggestions` are tags that are similar.
  case noTag(Tag, suggestions: [String])
  /// The value is out of range for the setting.
  case badSetting(Setting, SettingValue)
  /// A merge would delete more than half of the sections and rows that it covers, and its options do not allow that.
  case deletesMost(deleted: Int, of: Int)
  /// A changed copy of a part of the outline conflicts with changes that the outline got since the copy was made.
  case outdated(Conflict)
  /// The title or text of the item is `text` by now, and not the one that the edit began from. `wanted` is the text
  /// that the edit would have written; nil if it writes none.
  case otherText(ItemID, text: String, wanted: String?)
  /// The note or the due date of the item is `value` by now, empty for none, and not the one that the edit began from.
  case otherValue(ItemID, of: Part, value: String, wanted: String)
  /// A repeating task is not due on the day that a tick expects, or another user has just ticked it: `tick` is the last
  /// edit that ticked it, if nothing has changed its day since.
  case otherDay(ItemID, name: String, due: DueDate?, tick: HistoryEntry?)
  /// The file has no user with this name; `suggestions` are names that are similar.
  case noUser(String, suggestions: [String])
  /// Another user has this name.
  case nameTaken(String)
  /// An entry of the history cannot be undone or redone because the outline has changed since; `words` describe the
  /// entry, and `by` is another user's later edit that prevents several from being undone as one step.
  case conflict(Conflict, words: String, by: HistoryEntry? = nil)
  /// There are fewer entries to undo or redo than requested.
  case historyEnds(after: Int, History.Direction)
  /// An entry of the history can no longer be undone because the log has lost some of its changes; `words` describe the
  /// entry.
  case historyCut(words: String)
  /// The newest entry to undo or redo is another user's, and the request did not include others' edits.
  case othersEdit(HistoryEntry, History.Direction)
  /// The edit was undone together with others as one step, by the entry `with`, and can only be redone with them.
  case undoneTogether(EntryID, with: HistoryEntry)
  /// The entry redid several edits as one step, and the entry `since` later undid or redid one of them by itself.
  case partlyUndone(EntryID, since: HistoryEntry)
  /// The entry changed a setting of the file, which undo does not reverse; `words` describe the entry.
  case notUndoable(EntryID, words: String)
  /// The file has another edit with the idempotency key of the request.
  ///
  /// `words` describe that edit; `hasOtherInput` says whether it is the same request with another document or standard
  /// input.
  case idempotencyKeyInUse(Int64, words: String, hasOtherInput: Bool)
  /// The history of the content has no entry with this number.
  case noEntry(EntryID)
}

/// A later change that prevents an entry from being undone or redone.
public enum Conflict: Hashable, Sendable {
  /// The section or row has changed since.
  case changed(ItemID, text: String)
  /// The section or row has been moved since.
  case moved(ItemID, text: String)
  /// The section or row, or the section that it was in, does not exist any more; the text is nil if it is not known.
  case gone(ItemID, text: String?)
  /// The row has become a section since, or the section a row; the id is the present one.
  case converted(ItemID, text: String)
  /// The section or row that the edit deleted exists again.
  case back(ItemID, text: String)
  /// The section or row that the edit created has items below it now.
  case filled(ItemID, title: String)
  /// The item that held the item `of` is now inside it.
  case inside(ItemID, title: String, of: ItemID, named: String)
  /// The section or row would be nested too deep, or would enclose one that follows.
  case noLevel(ItemID, title: String)

  /// The section or row that prevents the undo or redo.
  package var item: ItemID {
    switch self {
    case .changed(let id, _), .moved(let id, _), .gone(let id, _), .converted(let id, _), .back(let id, _): id
    case .filled(let id, _), .noLevel(let id, _), .inside(let id, _, _, _): id
    }
  }
}

/// One of several sections or rows that an address matches.
public struct Candidate: Hashable, Sendable {
  /// The id, an address that is never ambiguous.
  public let id: ItemID
  /// The titles from the top down, followed by the text if it is a row.
  public let path: [String]

  /// The number, as lists show it; nil after the first eleven candidates, as it costs time.
  public let number: ItemNumber?
  /// The day or the time at which it is due; nil for none.
  public let due: DueDate?

  /// How many candidates have numbers.
  package static let mostNumbered = 11

  package init(id: ItemID, path: [String], number: ItemNumber?, due: DueDate?) {
    (self.id, self.path, self.number, self.due) = (id, path, number, due)
  }
}
