import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository

extension ReceiptText {
  /// Returns the message for a merge that wrote something.
  ///
  /// It counts all changes, and names the first new items. If the merge deletes something, or is a trial, it lists the
  /// first items of each kind instead.
  package func merged(_ report: MergeReport) -> String {
    let counts = report.counts
    let start =
      "\(wholeStart) (\(counts.added) added, \(counts.changed) changed, "
      + "\(counts.moved) moved, \(counts.deleted) deleted)"
    guard isTrial || counts.deleted > 0 else {
      let names = report.added.prefix(Receipt.limit).map(Self.name)
      let more = counts.added > names.count && !names.isEmpty ? " and \(counts.added - names.count) more" : ""
      return start + (names.isEmpty ? "" : "; new: ") + names.joined(separator: ", ") + more
    }
    let lines =
      Self.lines(.added, report.added, of: counts.added) + Self.lines(.changed, report.changed, of: counts.changed)
      + Self.lines(.moved, report.moved, of: counts.moved) + Self.lines(.deleted, report.deleted, of: counts.deleted)
    return start + (isTrial ? ":" : "; \(undo) takes it back:") + lines.map { "\n  \($0)" }.joined()
  }

  /// Lists the first items of one kind, and counts the rest.
  private static func lines(_ deed: Deed, _ items: [MergeReport.Item], of count: Int) -> [String] {
    let first = items.prefix(Receipt.limit).map { deed.sentence(name($0), in: $0.holderTitle.map(Escapes.short)) }
    return first + (count > first.count ? ["\(deed.words) \(count - first.count) more"] : [])
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
