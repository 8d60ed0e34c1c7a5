import OutlineCore

/// The merge of two documents that were made from one: the changes of both sides, in one document.
///
/// Items are the same if they have the same id; those without an id if they say the same in the same section. Fields that
/// one side has changed are taken from it, one by one; an item that one side has added, moved or deleted is added, moved or
/// deleted. The order of rows, sections and users is described at ``MergedOrder``, changes of both sides at
/// ``MergeConflict``.
///
/// Neither side is the first one: if they are exchanged, the merge is the same, conflicts included. Choices are made by the
/// values alone. So machines that merge the same two documents get the same one, without asking each other.
///
/// O(n log n), where n is the number of sections and rows.
package struct ThreeWayMerge: Sendable {
  /// The titles of the inbox and the archive of a file that does not set them.
  package static let sharedTitles: Set = ["\(Setting.inbox.standard)", "\(Setting.archive.standard)"]

  package let document: Document
  /// The conflicts: first those of settings, then of users, then of items in document order.
  package let conflicts: [MergeConflict]

  /// Merges two documents.
  ///
  /// - Parameters:
  ///   - base: The document that both sides were made from; empty if it is not known.
  ///   - ours: One side.
  ///   - theirs: The other side.
  ///   - keeper: The side that keeps an id that both gave to something new, because others have seen it there; nil to choose by the
  ///     contents.
  ///   - titles: The titles of inboxes and archives: an outermost section with one of them that both sides have made is
  ///     one section.
  /// - Throws: ``ThreeWayMergeError`` for a document that has an id or a user twice.
  package init(
    base: Document, ours: Document, theirs: Document, idsStayIn keeper: MergeSide? = nil,
    sharing titles: Set<String> = sharedTitles
  ) throws(ThreeWayMergeError) {
    try base.checkOnce(.base)
    try ours.checkOnce(.ours)
    try theirs.checkOnce(.theirs)
    let table = MergeTable(base, ours, theirs, keeper: keeper, sharing: titles)
    let flags = MergedFlags(table)
    var outline = MergedOutline(table)
    outline.write()
    let identity = OutlineIdentity.merged(base.identity, ours.identity, theirs.identity)
    let settings = Self.settings(Sides(base, ours, theirs).map(\.settings))
    var document = Document(identity: identity, settings: settings.merged, users: flags.users, outline.items)
    document.forgetPlaces(ofItemsArchivedIn: [.ours, .theirs].map(table.documentWithKeptIDs))
    self.document = document
    conflicts = settings.conflicts + flags.conflicts.map { MergeConflict(kind: .user, name: $0) } + outline.conflicts
  }

  /// Merges the settings; of two new values, one that is not the standard wins, or else the one that comes first by its
  /// bytes.
  private static func settings(
    _ sides: Sides<[Setting: SettingValue]>
  ) -> (merged: [Setting: SettingValue], conflicts: [MergeConflict]) {
    var merged: [Setting: SettingValue] = [:]
    var conflicts: [MergeConflict] = []
    for setting in Setting.allCases {
      merged[setting] = sides.map { $0[setting] }.merged { ours, theirs in
        guard let ours, let theirs else { return ours ?? theirs }
        let values = ["\(ours)", "\(theirs)"].map { ExactText($0) }.sorted().map(\.text)
        conflicts.append(MergeConflict(kind: .setting, name: setting.rawValue, values: values, kept: values[0]))
        return .text(values[0])
      }
    }
    return (merged, conflicts)
  }
}
