import OutlineCore

/// The items of a merged document, each with the section or the row that it is directly below.
struct MergedParents {
  /// Something that the merge decided about the parent or the kind of an item, in numbers of ``MergeTable``.
  struct Decision {
    let kind: MergeConflict.Kind
    let item: Int
    /// The items that the item could be below.
    var parents: [Int] = []
  }

  /// Whether the merged document has the item of a number.
  private(set) var stays: [Bool]
  /// The parent of the item of each number, for items that stay.
  private(set) var parents: [Int]
  /// How much deeper an item is than its parent.
  private(set) var steps: [Int]
  /// Whether the item of each number is a section after the merge; the others are rows.
  private(set) var isSection: [Bool]
  /// The conflicts that were decided between the sides.
  private(set) var decisions: [Decision] = []

  private let table: MergeTable

  init(_ table: MergeTable) {
    self.table = table
    stays = [Bool](repeating: false, count: table.count)
    parents = [Int](repeating: MergeTable.outline, count: table.count)
    steps = [Int](repeating: 0, count: table.count)
    isSection = (0..<table.count).map { $0 == MergeTable.outline || Self.isSection($0, table) }
    stays[MergeTable.outline] = true
    for number in 1..<max(table.count, 1) { chooseParent(of: number) }
    keepChanged(in: .ours, deletedIn: .theirs)
    keepChanged(in: .theirs, deletedIn: .ours)
    keepAncestors()
    takeBackCycles()
    settleKinds()
  }

  /// Whether an item is a section: on a side that changed its kind, or else on both.
  private static func isSection(_ number: Int, _ table: MergeTable) -> Bool {
    let sides = table.field(of: number, \.isSection)
    guard let ours = sides.ours, let theirs = sides.theirs else { return sides.ours ?? sides.theirs ?? false }
    return Sides(sides.base ?? ours, ours, theirs).merged { ours, _ in ours }
  }

  /// Chooses the parent of an item, and keeps it if both sides have it or one has added it.
  private mutating func chooseParent(of number: Int) {
    let sides = Sides { table.parent(of: number, in: $0) }
    stays[number] = sides.ours != nil && sides.theirs != nil || sides.base == nil
    steps[number] = chooseStep(of: number)
    guard let ours = sides.ours, let theirs = sides.theirs else {
      parents[number] = sides.ours ?? sides.theirs ?? MergeTable.outline
      return
    }
    if let agreed = sides.agreed() {
      parents[number] = agreed ?? ours
    } else {
      let both = [ours, theirs].sorted { table.ranks[$0] < table.ranks[$1] }
      parents[number] = both[0]
      decisions.append(Decision(kind: .parent, item: number, parents: both))
    }
  }

  private func chooseStep(of number: Int) -> Int {
    let sides = Sides { table.step(of: number, in: $0) }
    guard let ours = sides.ours, let theirs = sides.theirs else { return sides.ours ?? sides.theirs ?? 0 }
    return sides.merged { _, _ in min(ours, theirs) } ?? ours
  }

  /// Keeps the items that one side has deleted and the other has changed, with everything below them.
  private mutating func keepChanged(in side: MergeSide, deletedIn other: MergeSide) {
    for number in table.numbers[side.rawValue] {
      guard table.has(number, in: .base), !table.has(number, in: other) else { continue }
      let isChanged = isChanged(number, in: side)
      let parent = table.parent(of: number, in: side) ?? MergeTable.outline
      // Its parent was deleted by the other side too, and stays: everything below it stays as well.
      let isBelowKept =
        stays[parent] && parent != MergeTable.outline && !table.has(parent, in: other) && table.has(parent, in: .base)
      if isChanged || isBelowKept { stays[number] = true }
      if isChanged { decisions.append(Decision(kind: .kept, item: number)) }
    }
  }

  /// Whether one side has changed the content of an item, or moved it to another parent.
  private func isChanged(_ number: Int, in side: MergeSide) -> Bool {
    guard let old = table.item(number, in: .base), let new = table.item(number, in: side) else { return false }
    return !new.content.isSame(as: old.content) || table.step(of: number, in: side) != table.step(of: number, in: .base)
      || table.parent(of: number, in: side) != table.parent(of: number, in: .base)
  }

  /// Keeps the items below which something stays.
  private mutating func keepAncestors() {
    for number in stays.indices where stays[number] {
      var parent = parents[number]
      while !stays[parent] {
        stays[parent] = true
        decisions.append(Decision(kind: .kept, item: parent))
        parent = parents[parent]
      }
    }
  }

  /// Lets no section be below a row: the row stays the section that it was in one of the documents, or the section goes
  /// to the nearest one around the row.
  private mutating func settleKinds() {
    for number in stays.indices where stays[number] && !isSection[number] && parents[number] == MergeTable.outline {
      if !table.hasOutermostRow(number) { keepSection(number) }
    }
    var sections = stays.indices.filter { $0 != MergeTable.outline && stays[$0] && isSection[$0] }
    while let section = sections.popLast() {
      let wanted = parents[section]
      while !isSection[parents[section]], !table.hasAsSection(parents[section]) {
        parents[section] = parents[parents[section]]
      }
      let parent = parents[section]
      if parent != wanted {
        decisions.removeAll { $0.kind == .parent && $0.item == section }
        decisions.append(Decision(kind: .parent, item: section, parents: [parent, wanted]))
      }
      if !isSection[parent] {
        keepSection(parent)
        sections.append(parent)
      }
    }
  }

  private mutating func keepSection(_ number: Int) {
    isSection[number] = true
    decisions.append(Decision(kind: .kind, item: number))
  }
}

extension MergedParents {
  /// Reverses moves until no item is below itself.
  ///
  /// The items of a cycle were moved into each other by different sides. One of them goes back to where it was; the
  /// base has no cycles, so that this ends.
  private mutating func takeBackCycles() {
    while true {
      let cycles = cycles()
      if cycles.isEmpty { return }
      for cycle in cycles {
        let moved = cycle.filter { home(of: $0) != parents[$0] }
        // A row can only go back to a section, or to another row.
        let fitting = moved.filter { isSection[$0] || home(of: $0) != MergeTable.outline }
        let choices = [fitting, moved, cycle].first { !$0.isEmpty } ?? cycle
        guard let chosen = choices.min(by: { table.ranks[$0] < table.ranks[$1] }) else { continue }
        let parent = moved.isEmpty ? MergeTable.outline : home(of: chosen)
        decisions.append(Decision(kind: .cycle, item: chosen, parents: [parent, parents[chosen]]))
        parents[chosen] = parent
      }
    }
  }

  /// The nearest item above an item in the base that stays; the outline for a new item.
  private func home(of number: Int) -> Int {
    var parent = table.parent(of: number, in: .base) ?? MergeTable.outline
    while !stays[parent] { parent = table.parent(of: parent, in: .base) ?? MergeTable.outline }
    return parent
  }

  /// Returns the items of each cycle.
  private func cycles() -> [[Int]] {
    var cycles: [[Int]] = []
    var walk = [Int](repeating: -1, count: stays.count)  // the number of the walk that came through
    walk[MergeTable.outline] = .max
    for start in stays.indices where stays[start] && walk[start] < 0 {
      var number = start
      while walk[number] < 0 {
        walk[number] = start
        number = parents[number]
      }
      if walk[number] == start { cycles.append(cycle(through: number)) }
    }
    return cycles
  }

  private func cycle(through number: Int) -> [Int] {
    var cycle = [number]
    var next = parents[number]
    while next != number {
      cycle.append(next)
      next = parents[next]
    }
    return cycle
  }
}
