import OutlineCore

/// A conflict of two sides of a merge, and its outcome.
///
/// It does not say which side had what, because the same two sides give the same conflicts whichever comes first.
package struct MergeConflict: Hashable, Sendable {
  /// The thing that the conflict is about.
  package enum Kind: String, CaseIterable, Sendable {
    /// Both sides changed the text of a row.
    case text
    /// Both sides changed the title of a section.
    case title
    /// Both sides changed the detail of a section.
    case detail
    /// Both sides changed the check box of a row.
    case checkBox = "mark"
    /// Both sides changed the due date.
    case due
    /// Both sides changed the check box, the due date or the rule of a task that repeats; it has those of one side.
    case repeats = "repeat"
    /// Both sides changed an attribute; ``MergeConflict/part`` names it, if it can be told apart from the others.
    case attribute
    /// An item was deleted on one side, and changed, moved or filled on the other; it stays.
    case kept
    /// Both sides got an inbox or an archive; it is there once, and ``MergeConflict/part`` is the id that it gave up.
    case twin
    /// Both sides moved an item, to different parents.
    case parent = "place"
    /// Items were moved into each other; the move of this one is reversed.
    case cycle
    /// One side made a row of a section, and the other put a section below it or made it an outermost one; it stays a
    /// section.
    case kind
    /// Both sides reordered the same items of a section; ``MergeConflict/values`` names them.
    case order
    /// An item is less deep than both sides have it, because none can be deeper.
    case level
    /// Both sides gave the same id to something new; the item of the conflict loses it.
    case id
    /// Both sides set the flag of the user that ``MergeConflict/part`` names.
    case fold
    /// Both sides have a new user of this name, with different settings.
    case user
    /// Both sides changed the setting of this name.
    case setting
  }

  package let kind: Kind
  /// The item; nil for a setting, for a user, for the outermost sections, and for an item that has no id.
  package var item: ItemID?
  /// The title or the text of the item in the merged document, or the name of the setting or the user; empty for the outermost sections.
  package var name = ""
  /// The attribute or the user that the conflict is about; nil where the kind says it all.
  package var part: String?
  /// The values of the two sides, in an order that does not depend on the sides.
  package var values: [String] = []
  /// The value in the merged document; nil for none, or where the kind says it all.
  package var kept: String?
}
