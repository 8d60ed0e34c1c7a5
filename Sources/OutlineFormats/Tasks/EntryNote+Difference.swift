import OutlineCore
import OutlineJSON

extension SectionContent {
  /// What the entry of a row has to say again: its first line, and the others as its detail.
  init(lines row: RowDraft) {
    let (first, rest) = row.text.cutAtLineFeed()
    self.init(first, detail: rest, isDone: row.isDone, attributes: row.attributes, schedule: row.schedule)
  }
}

extension EntryNote {
  /// Creates the note of what a wanted content says beyond what reading the rest of an entry gives.
  ///
  /// Attributes are the same in any order.
  init(_ wanted: SectionContent, beyond read: SectionContent) {
    if !read.title.hasSameBytes(as: wanted.title) { text = wanted.title }
    if !read.detail.hasSameBytes(as: wanted.detail) { detail = wanted.detail }
    if read.isDone != wanted.isDone { isDone = .some(wanted.isDone) }
    isCollapsible = wanted.isCollapsible
    newRows = wanted.newRows
    if !wanted.schedule.isSame(as: read.schedule) { schedule = wanted.schedule }
    if !Self.areSame(wanted.attributes, read.attributes) { attributes = .some(wanted.attributes) }
  }

  private static func areSame(_ first: String?, _ second: String?) -> Bool {
    if first.hasSameBytes(as: second) { return true }
    guard let first = first.flatMap(JSONTree.object), let second = second.flatMap(JSONTree.object) else { return false }
    func parts(_ members: [JSONTree.Member]) -> [[UInt8]] {
      members.map { Array(JSONTree.object([$0]).text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return parts(first) == parts(second)
  }
}
