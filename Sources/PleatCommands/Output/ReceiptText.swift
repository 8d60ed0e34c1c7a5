import OutlineCore
import OutlineRepository

/// The message that tells a user what an edit did, or would do.
struct ReceiptText {
  /// The verb as it is typed, and its participle: "delete" and "deleted".
  let verb: (name: String, done: String)
  let isTrial: Bool

  /// Words between what an edit did and the section that it did it in.
  private static let prepositions = ["added": "to", "moved": "to", "deleted": "from", "changed": "in"]

  /// The message for an edit that wrote something.
  func message(_ receipt: Receipt) -> String {
    let done = isTrial ? "would \(verb.name)" : verb.done
    guard let first = receipt.items.first else { return done }
    if Self.prepositions[verb.done] == nil { return ([done] + [folded(receipt)]).joined(separator: " ") }
    let count = receipt.sectionCount + receipt.rowCount
    if count == 1 {
      return "\(done) \(Self.name(first))\(place(of: receipt))\(contents(of: [first]))\(wayBack(receipt))"
    }
    let names = receipt.items.map(Self.name)
    let more = count - names.count
    let rest = more > 0 ? " and \(more) more" : ""
    let list = isTrial ? ":" + names.map { "\n  \($0)" }.joined() : ": " + names.joined(separator: ", ")
    return
      "\(done) \(Self.count(receipt))\(place(of: receipt))\(contents(of: receipt.items))\(list)\(rest)\(wayBack(receipt))"
  }

  /// The message for an edit that wrote nothing.
  func nothing(_ receipt: Receipt?) -> String {
    guard let first = receipt?.items.first, Self.prepositions[verb.done] == nil else { return "nothing to do" }
    let others = (receipt?.sectionCount ?? 1) > 1
    return "nothing to do: \(others ? "the sections are" : Self.title(first) + " is") already \(verb.done)"
  }

  /// Sections whose flags were set, with what they hide.
  private func folded(_ receipt: Receipt) -> String {
    let names = receipt.items.map { item in
      let hidden = verb.done == "collapsed" && item.rows > 0 ? " (\(item.rows) hidden)" : ""
      return Self.title(item) + hidden
    }
    let more = receipt.sectionCount + receipt.rowCount - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The section that all items are in, if it is one.
  private func place(of receipt: Receipt) -> String {
    guard let place = receipt.items.first?.place, let word = Self.prepositions[verb.done],
      receipt.items.allSatisfy({ $0.place?.id == place.id })
    else { return "" }
    let hidden = place.isHidden && word == "to" ? ", which is collapsed" : ""
    return " \(word) \(Escapes.oneLine(place.title))\(hidden)"
  }

  /// What is deleted together with sections.
  private func contents(of items: [Receipt.Item]) -> String {
    let (subsections, rows) = items.reduce((0, 0)) { ($0.0 + $1.subsections, $0.1 + $1.rows) }
    guard verb.done == "deleted", subsections + rows > 0 else { return "" }
    let parts = [
      subsections > 0 ? Count.subsections(subsections) : nil, rows > 0 ? Count.rows(rows) : nil,
    ].compactMap(\.self)
    return " with \(parts.joined(separator: " and "))"
  }

  /// How to bring back what was deleted, if it was more than one thing.
  private func wayBack(_ receipt: Receipt) -> String {
    let things = receipt.items.reduce(0) { $0 + 1 + $1.subsections + $1.rows }
    return verb.done == "deleted" && things > 1 && !isTrial ? "; 'pleat undo' brings it back" : ""
  }

  private static func count(_ receipt: Receipt) -> String {
    let parts = [
      receipt.sectionCount > 0 ? Count.sections(receipt.sectionCount) : nil,
      receipt.rowCount > 0 ? Count.rows(receipt.rowCount) : nil,
    ].compactMap(\.self)
    return parts.joined(separator: " and ")
  }

  private static func name(_ item: Receipt.Item) -> String { "\"\(title(item))\" (\(item.id))" }

  private static func title(_ item: Receipt.Item) -> String {
    let line = Escapes.oneLine(item.name)
    return line.count > 60 ? "\(line.prefix(59))…" : line
  }
}
