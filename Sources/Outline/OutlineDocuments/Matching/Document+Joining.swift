import OutlineCore

extension Document {
  /// Returns for each item the number of the same one in another document; nil for none.
  ///
  /// Items of copies of one outline are the same by their ids, see ``CommonIDs``, and all others by their names, if they are
  /// in the same section. O(n × depth).
  package func numbers(in other: Document) -> [Int64?] {
    let common = CommonIDs(identity, other.identity)
    var matching = Matching(other.items.map(\.number), items.map(\.number)) { number, one, own in
      common.include(.row(RowID(number)), named: items[own].content.name, other.items[one].content.name)
    }
    matching.matchIDs()
    let depths = items.reduce(into: [Int]()) { depths, item in depths.append(item.parent.map { depths[$0] + 1 } ?? 0) }
    for depth in 0...(depths.max() ?? 0) {
      let found = matching.found
      for (own, others) in [(rowPaths, other.rowPaths), ([], [])] {
        matching.matchKeys(
          other.items.indices.map { other.key(of: $0, in: other.home(of: $0), below: others) },
          items.indices.map { index in
            guard depths[index] == depth else { return nil }
            guard let parent = items[index].parent else { return key(of: index, in: nil, below: own) }
            return found[parent].map { key(of: index, in: $0, below: own) }
          })
      }
    }
    return matching.found
  }

  /// The properties that two documents have in common for the same item in the same section.
  private struct Key: Hashable {
    let section: Int64?
    let isSection: Bool
    let name: ExactText
    /// The texts of the rows above a row, if they count.
    let above: [String]
  }

  private func key(of index: Int, in section: Int64?, below above: [[String]]) -> Key {
    Key(
      section: section, isSection: items[index].isSection, name: ExactText(items[index].content.name),
      above: above.isEmpty ? [] : above[index])
  }
}
