import OutlineCore

/// The rows and subsections of each section after a merge, in their order.
struct MergedLists {
  /// The numbers of the rows of each section.
  private(set) var rows: [Int: [Int]] = [:]
  /// The numbers of the subsections of each section.
  private(set) var sections: [Int: [Int]] = [:]
  /// The sections whose items both sides reordered, with these items.
  private(set) var conflicts: [(section: Int, items: [Int])] = []

  /// Whether the item of each number is a section after the merge; the others are rows.
  private(set) var isSection: [Bool]

  init(_ table: MergeTable, _ parents: MergedParents) {
    isSection = (0..<table.count).map { $0 == MergeTable.outline || Self.isSection($0, table) }
    for number in isSection.indices where parents.stays[number] { isSection[parents.parents[number]] = true }
    let mixed = sectionsWithOtherKinds(table, parents)
    var rows: [[Int: [Int]]] = [[:], [:], [:]]
    var sections = rows
    for side in MergeSide.allCases {
      for (index, number) in table.numbers[side.rawValue].enumerated() where parents.stays[number] {
        let parent = table.parent(ofItem: index, in: side)
        guard parents.parents[number] == parent else { continue }
        if isSection[number] || mixed.contains(parent) {
          sections[side.rawValue][parent, default: []].append(number)
        } else {
          rows[side.rawValue][parent, default: []].append(number)
        }
      }
    }
    for parent in 0..<table.count where parents.stays[parent] {
      self.rows[parent] = merge(rows.map { $0[parent] ?? [] }, of: parent, table)
      self.sections[parent] = merge(sections.map { $0[parent] ?? [] }, of: parent, table)
      if mixed.contains(parent) { split(parent, table) }
    }
    addLeft(table, parents)
  }

  /// Whether an item is a section: on a side that changed its kind, or else on both.
  private static func isSection(_ number: Int, _ table: MergeTable) -> Bool {
    let (base, ours, theirs) = table.field(of: number, \.isSection)
    guard let ours, let theirs else { return ours ?? theirs ?? false }
    return ours == base ? theirs : ours
  }

  /// The sections that hold something that is a section in one document and a row in another one.
  private func sectionsWithOtherKinds(_ table: MergeTable, _ parents: MergedParents) -> Set<Int> {
    let changed = isSection.indices.filter { number in
      number != MergeTable.outline && parents.stays[number]
        && MergeSide.allCases.contains { side in
          table.item(number, in: side).map { $0.isSection != isSection[number] } ?? false
        }
    }
    return Set(changed.map { parents.parents[$0] })
  }

  /// Splits a list of rows and sections: every item after the first section is a section, as no row comes after one.
  ///
  /// A row that is too long for a title comes before them, and stays a row.
  private mutating func split(_ parent: Int, _ table: MergeTable) {
    var (rows, sections): ([Int], [Int]) = ([], [])
    for number in self.sections[parent] ?? [] {
      let canBeSection = [MergeSide.ours, .theirs].allSatisfy {
        table.item(number, in: $0).map { $0.content.section != nil } ?? true
      }
      if parent == MergeTable.outline || !sections.isEmpty && canBeSection { isSection[number] = true }
      if isSection[number] { sections.append(number) } else { rows.append(number) }
    }
    self.rows[parent] = rows
    self.sections[parent] = sections
  }

  private mutating func merge(_ lists: [[Int]], of parent: Int, _ table: MergeTable) -> [Int]? {
    if lists[1].isEmpty, lists[2].isEmpty { return nil }
    let order = MergedOrder(base: lists[0], lists[1], lists[2]) { table.ranks[$0] }
    if !order.conflicts.isEmpty { conflicts.append((parent, order.conflicts)) }
    return order.elements
  }

  /// Appends sections whose move was reverted, since neither side lists them under that parent.
  private mutating func addLeft(_ table: MergeTable, _ parents: MergedParents) {
    let taken = Set(parents.decisions.filter { $0.kind == .cycle }.map(\.item))
    for number in taken.sorted(by: { table.ranks[$0] < table.ranks[$1] }) {
      let parent = parents.parents[number]
      let isThere = [MergeSide.ours, .theirs].contains { table.parent(of: number, in: $0) == parent }
      if !isThere { sections[parent, default: []].append(number) }
    }
  }
}
