import OutlineCore

/// The rows and the subsections directly below each item after a merge, in their order.
struct MergedLists {
  /// The numbers of the rows below each item.
  private(set) var rows: [Int: [Int]] = [:]
  /// The numbers of the subsections of each section.
  private(set) var sections: [Int: [Int]] = [:]
  /// The items below which both sides reordered items, each with the reordered ones.
  private(set) var conflicts: [(parent: Int, items: [Int])] = []

  init(_ table: MergeTable, _ parents: MergedParents) {
    var rows: [[Int: [Int]]] = [[:], [:], [:]]
    var sections = rows
    for side in MergeSide.allCases {
      for (index, number) in table.numbers[side.rawValue].enumerated() where parents.stays[number] {
        let parent = table.parent(ofItem: index, in: side)
        guard parents.parents[number] == parent else { continue }
        if parents.isSection[number] {
          sections[side.rawValue][parent, default: []].append(number)
        } else {
          rows[side.rawValue][parent, default: []].append(number)
        }
      }
    }
    for parent in 0..<table.count where parents.stays[parent] {
      self.rows[parent] = merge(rows.map { $0[parent] ?? [] }, of: parent, table)
      self.sections[parent] = merge(sections.map { $0[parent] ?? [] }, of: parent, table)
    }
    addLeft(table, parents)
  }

  private mutating func merge(_ lists: [[Int]], of parent: Int, _ table: MergeTable) -> [Int]? {
    if lists[1].isEmpty, lists[2].isEmpty { return nil }
    let order = MergedOrder(base: lists[0], lists[1], lists[2]) { table.ranks[$0] }
    if !order.conflicts.isEmpty { conflicts.append((parent, order.conflicts)) }
    return order.elements
  }

  /// Appends the items that neither side has below their parent, because a move was reversed, or a row has no
  /// subsections.
  private mutating func addLeft(_ table: MergeTable, _ parents: MergedParents) {
    let left = (1..<max(table.count, 1)).filter { number in
      parents.stays[number]
        && ![MergeSide.ours, .theirs].contains { table.parent(of: number, in: $0) == parents.parents[number] }
    }
    for number in left.sorted(by: { table.ranks[$0] < table.ranks[$1] }) {
      let parent = parents.parents[number]
      if parents.isSection[number] {
        sections[parent, default: []].append(number)
      } else {
        rows[parent, default: []].append(number)
      }
    }
  }
}
