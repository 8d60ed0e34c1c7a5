import OutlineCore
import SQLite

/// An edit in the file that carries an idempotency key, which its caller chose.
package struct KeyedEdit: Sendable {
  /// The items that the edit answered with, in order.
  package let items: [ItemID]
  /// The name of its user when the edit was made, and the present name if the history still has the edit.
  package let users: [String]
  /// The command.
  package let words: String
  /// A digest of its input from standard input or a document; nil if it read nothing.
  package let input: Int64?
}

extension StoreReader {
  /// Returns the edit with an idempotency key; nil if there is none.
  ///
  /// O(log n + items).
  package func edit(withIdempotencyKey key: Int64) throws -> KeyedEdit? {
    try db.first(
      """
      SELECT items, idempotency_key.words, idempotency_key.user, edit.user, input
      FROM idempotency_key LEFT JOIN edit USING (edit_id) WHERE idempotency_key.key = ?
      """, [key]
    ) { line in
      let (asking, present): (String, String?) = (try line[2], try line[3])
      return KeyedEdit(
        items: try ItemRuns(text: line[0]).items, users: [asking, present].compactMap(\.self), words: try line[1],
        input: try line[4])
    }
  }
}

/// A list of items as a short text that writes items with consecutive ids as a range: `s4 r17 r18-r30`.
struct ItemRuns {
  let items: [ItemID]

  /// Creates the list of the items that an edit answers with.
  ///
  /// - Throws: ``StoreError/refused(message:)`` for more items than a text may list, which could not be read again.
  init(items: [ItemID]) throws(StoreError) {
    if items.count > Self.limit {
      throw .refused(message: "an edit with an idempotency key can have at most \(Self.limit) items")
    }
    self.items = items
  }

  /// Reads the text.
  ///
  /// - Throws: A `DatabaseError` for a text that is no such list, or one of more items than a file can have.
  init(text: String) throws {
    var items: [ItemID] = []
    for word in text.split(separator: " ") {
      guard let run = Self.run(word), items.count + run.ids.count <= Self.limit else {
        throw DatabaseError(.mismatch, message: "idempotency_key has '\(word)' instead of an item")
      }
      items += run.ids.map { run.isSection ? .section(SectionID($0)) : .row(RowID($0)) }
    }
    self.items = items
  }

  var text: String {
    var words: [String] = []
    var index = items.startIndex
    while index < items.endIndex {
      let end = runEnd(from: index)
      words.append(end > index ? "\(name(index))-\(name(end))" : name(index))
      index = end + 1
    }
    return words.joined(separator: " ")
  }

  /// The most items that a text may list.
  static let limit = 10_000_000

  /// The index of the last item of the run that begins at an index.
  private func runEnd(from start: Int) -> Int {
    var end = start
    while end + 1 < items.endIndex, isNext(items[end + 1], after: items[end]) { end += 1 }
    return end
  }

  private func isNext(_ next: ItemID, after item: ItemID) -> Bool {
    switch (item, next) {
    case (.section(let first), .section(let second)): second.rawValue - first.rawValue == 1
    case (.row(let first), .row(let second)): second.rawValue - first.rawValue == 1
    case (.section, .row), (.row, .section): false
    }
  }

  private func name(_ index: Int) -> String { String("\(items[index])".dropFirst()) }

  private static func run(_ word: Substring) -> (isSection: Bool, ids: ClosedRange<Int64>)? {
    let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = ends.first.flatMap(item), let last = ends.last.flatMap(item), first.isSection == last.isSection,
      first.id <= last.id
    else { return nil }
    return (first.isSection, first.id...last.id)
  }

  private static func item(_ word: Substring) -> (isSection: Bool, id: Int64)? {
    guard word.hasPrefix("s") || word.hasPrefix("r"), let id = Int64(word.dropFirst()), id > 0, id < 1 << 53 else {
      return nil
    }
    return (word.hasPrefix("s"), id)
  }
}
