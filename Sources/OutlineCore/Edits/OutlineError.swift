/// Why an edit or a question was refused; nothing has changed.
public enum OutlineError: Error, Hashable {
  /// Words that are no address.
  case badAddress(AddressError)
  /// Nothing fits the address; `suggestions` are titles that nearly do.
  case notFound(Address, suggestions: [String])
  /// A number in an address, or a position asked for, is outside the list; `noun` says what is counted.
  case outOfRange(Int, noun: String, validUpTo: Int)
  /// Several things fit the address.
  case ambiguous(Address, candidates: [Candidate])
  /// A section was needed and the address names a row, or the other way round.
  case needsSection(Address)
  /// A row was needed and the address names a section.
  case needsRow(Address)
  /// Rows and sections cannot be moved by the same words.
  case mixedMove
  /// There is no section yet that a row could go to.
  case noSection
  /// A section with rows or subsections, to be deleted without being told so.
  case notEmpty(title: String, rows: Int, sections: Int)
  /// A section that cannot be collapsed, to be collapsed.
  case notCollapsible(title: String)
  /// A section to be moved into or next to itself, or its rows to be kept in what is deleted.
  case insideItself(title: String)
  /// A move or an import that would nest deeper than ``OutlineLimits/levels``.
  case tooDeep(title: String, level: Int)
  /// A title or text longer than the file takes.
  case tooLong(bytes: Int, limit: Int)
  /// A text with a NUL character, at which drivers would cut it.
  case containsNUL
  /// An empty title or an empty name.
  case emptyName(String)
  /// A detail or a collapsible flag for a row, which has none.
  case notForRows(String)
  /// Attributes that are not a JSON object.
  case badAttributes(String)
  /// A setting does not take this value.
  case badSetting(Setting, Int)
  /// An entry of the history that no longer fits what is there; `words` are the entry's.
  case conflict(Conflict, words: String)
  /// More steps to undo or redo than there are.
  case historyEnds(after: Int, History.Direction)
  /// An entry of the history whose changes are not all in the log any more; `words` are the entry's.
  case historyCut(words: String)
}

/// What stands in the way of taking an edit back.
public enum Conflict: Hashable, Sendable {
  /// A section or row is not as the edit left it.
  case changed(ItemID, text: String)
  /// A section or row is not there any more, or its section is not.
  case gone(ItemID)
  /// A section or row that the edit deleted is there again.
  case back(ItemID, text: String)
  /// Something else stands at the place.
  case placeTaken(by: ItemID, text: String)
  /// A section that the edit made has got other rows since.
  case filled(SectionID, title: String)
}

/// One of several things that an address fits.
public struct Candidate: Hashable, Sendable {
  /// The key to name it by.
  public let id: ItemID
  /// Where it is: the titles from the top, and the row's text.
  public let path: [String]

  /// Makes a candidate.
  public init(id: ItemID, path: [String]) {
    self.id = id
    self.path = path
  }
}
