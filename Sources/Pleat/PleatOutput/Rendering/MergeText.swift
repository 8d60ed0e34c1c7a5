import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository

/// The message about a merge that was made or tried.
///
/// It counts all changes, and names the first new items. If the merge deletes something, or is a trial, it lists the
/// first items of each kind instead.
package struct MergeText {
  /// The participle that the message begins with.
  package var done = "merged"
  package let isTrial: Bool
  /// The command or the key that takes the merge back.
  package var undo = "'pleat undo'"

  package init(done: String = "merged", isTrial: Bool, undo: String = "'pleat undo'") {
    self.done = done
    self.isTrial = isTrial
    self.undo = undo
  }

  /// Returns the message for a merge that wrote something.
  package func message(_ report: MergeReport) -> String {
    let counts = report.counts
    let start =
      "\(isTrial ? "would have \(done)" : done) (\(counts.added) added, \(counts.changed) changed, "
      + "\(counts.moved) moved, \(counts.deleted) deleted)"
    guard isTrial || counts.deleted > 0 else {
      let names = report.added.prefix(Receipt.limit).map(Self.name)
      let more = counts.added > names.count && !names.isEmpty ? " and \(counts.added - names.count) more" : ""
      return start + (names.isEmpty ? "" : "; new: ") + names.joined(separator: ", ") + more
    }
    let lists = [
      ("added", "to", report.added, counts.added), ("changed", "in", report.changed, counts.changed),
      ("moved", "to", report.moved, counts.moved), ("deleted", "from", report.deleted, counts.deleted),
    ]
    let lines = lists.flatMap { done, word, items, count in Self.lines(done, word, items, of: count) }
    return start + (isTrial ? ":" : "; \(undo) takes it back:") + lines.map { "\n  \($0)" }.joined()
  }

  /// Lists the first items of one kind, and counts the rest.
  private static func lines(_ done: String, _ word: String, _ items: [MergeReport.Item], of count: Int) -> [String] {
    let first = items.prefix(Receipt.limit).map { item in
      let location = item.holderTitle.map { " \(word) \(Escapes.short($0))" } ?? ""
      return "\(done) \(name(item))\(location)"
    }
    return first + (count > first.count ? ["\(done) \(count - first.count) more"] : [])
  }

  private static func name(_ item: MergeReport.Item) -> String { "\"\(Escapes.short(item.name))\" (\(item.id))" }

  /// Lists the first ids of the new items; empty if there are none.
  static func ids(_ items: [ItemID], after colon: String = "") -> String {
    if items.isEmpty { return "" }
    let more = items.count > 3 ? " and \(items.count - 3) more" : ""
    return colon + " " + items.prefix(3).map { "\($0)" }.joined(separator: ", ") + more
  }
}

extension MergeReport {
  /// The lists as one JSON object.
  package var json: JSONTree {
    let lists = [("added", added), ("changed", changed), ("moved", moved), ("deleted", deleted)]
    return .object(lists.map { .init($0, .array($1.map(\.json))) })
  }
}

extension MergeReport.Item {
  fileprivate var json: JSONTree {
    let isRow = if case .row = id { true } else { false }
    return [
      "id": .string("\(id)"), isRow ? "text" : "title": .string(name), "in": .text(section.map { "\($0)" }),
    ]
  }
}
