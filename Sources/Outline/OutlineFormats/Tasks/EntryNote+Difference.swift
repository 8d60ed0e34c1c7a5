import OutlineCore
import OutlineJSON

extension ImportNode {
  /// Creates the node that reading a written row must give.
  init(wanted row: RowDraft) {
    let (first, rest) = row.text.cutAtLineFeed()
    self.init(
      depth: 0, text: first, detail: rest, isDone: row.isDone, attributes: row.attributes,
      schedule: row.schedule)
  }

  /// Creates the node that reading a written section must give.
  init(wanted section: SectionDraft) {
    self.init(
      depth: 0, text: section.title, detail: section.detail, isCollapsible: section.isCollapsible,
      newRows: section.newRows, isDone: section.isDone, attributes: section.attributes, schedule: section.schedule,
      isSection: true)
  }
}

extension EntryNote {
  /// Creates the note of the properties of a wanted node that reading the rest of an entry does not give.
  ///
  /// The order of attributes does not matter.
  init(_ wanted: ImportNode, beyond read: ImportNode) {
    if !read.text.hasSameBytes(as: wanted.text) { text = wanted.text }
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
