import OutlineCore

/// The items of a merged document, each with the section that holds it.
struct MergedParents {
  /// Something that the merge decided about the section of an item, in numbers of ``MergeTable``.
  struct Decision {
    let kind: MergeConflict.Kind
    let item: Int
    /// The sections that the item could be in.
    var sections: [Int] = []
  }

  /// Whether the merged document has the item of a number.
  private(set) var stays: [Bool]
  /// The section of the item of each number, for items that stay.
  private(set) var parents: [Int]
  /// How much deeper a section is than the one that holds it.
  private(set) var steps: [Int]
  /// The conflicts that were decided between the sides.
  private(set) var decisions: [Decision] = []

  private let table: MergeTable

  init(_ table: MergeTable) {
    self.table = table
    stays = [Bool](repeating: false, count: table.count)
    parents = [Int](repeating: MergeTable.outline, count: table.count)
    steps = [Int](repeating: 0, count: table.count)
    stays[MergeTable.outline] = true
    for number in 1..<max(table.count, 1) { chooseParent(of: number) }
    keepChanged(in: .ours, deletedIn: .theirs)
    keepChanged(in: .theirs, deletedIn: .ours)
    keepAncestors()
    takeBackCycles()
  }

  /// Chooses the section of an item, and keeps it if both sides have it or one has added it.
  private mutating func chooseParent(of number: Int) {
    let (base, ours, theirs) = (
      table.parent(of: number, in: .base), table.parent(of: number, in: .ours), table.parent(of: number, in: .theirs)
    )
    stays[number] = ours != nil && theirs != nil || base == nil
    steps[number] = chooseStep(of: number)
    guard let ours, let theirs else {
      parents[number] = ours ?? theirs ?? MergeTable.outline
      return
    }
    if ours == theirs || theirs == base {
      parents[number] = ours
    } else if ours == base {
      parents[number] = theirs
    } else {
      let sections = [ours, theirs].sorted { table.ranks[$0] < table.ranks[$1] }
      parents[number] = sections[0]
      decisions.append(Decision(kind: .parent, item: number, sections: sections))
    }
  }

  private func chooseStep(of number: Int) -> Int {
    let (base, ours, theirs) = table.field(of: number) { $0.isSection ? $0.step : 1 }
    guard let ours, let theirs else { return ours ?? theirs ?? 0 }
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : min(ours, theirs)
  }

  /// Keeps the items that one side has deleted and the other has changed, with everything below a section.
  private mutating func keepChanged(in side: MergeSide, deletedIn other: MergeSide) {
    for number in table.numbers[side.rawValue] {
      guard table.has(number, in: .base), !table.has(number, in: other) else { continue }
      let isChanged = isChanged(number, in: side)
      let parent = table.parent(of: number, in: side) ?? MergeTable.outline
      // A section that the other side has deleted too, and that stays: everything below it stays as well.
      let isBelowKept =
        stays[parent] && parent != MergeTable.outline && !table.has(parent, in: other) && table.has(parent, in: .base)
      if isChanged || isBelowKept { stays[number] = true }
      if isChanged { decisions.append(Decision(kind: .kept, item: number)) }
    }
  }

  /// Whether one side has changed the content of an item, or moved it to another section.
  private func isChanged(_ number: Int, in side: MergeSide) -> Bool {
    guard let old = table.item(number, in: .base), let new = table.item(number, in: side) else { return false }
    return !new.content.isSame(as: old.content) || new.step != old.step
      || table.parent(of: number, in: side) != table.parent(of: number, in: .base)
  }

  /// Keeps the sections that hold items that stay.
  private mutating func keepAncestors() {
    for number in stays.indices where stays[number] {
      var section = parents[number]
      while !stays[section] {
        stays[section] = true
        decisions.append(Decision(kind: .kept, item: section))
        section = parents[section]
      }
    }
  }
}

extension MergedParents {
  /// Takes back moves until no section is below itself.
  ///
  /// The sections of a cycle were moved into each other by different sides. One of them goes back to where it was; the base
  /// has no cycles, so that this ends.
  private mutating func takeBackCycles() {
    while true {
      let cycles = cycles()
      if cycles.isEmpty { return }
      for cycle in cycles {
        let moved = cycle.filter { home(of: $0) != parents[$0] }
        let chosen = (moved.isEmpty ? cycle : moved).min { table.ranks[$0] < table.ranks[$1] }
        guard let chosen else { continue }
        let section = moved.isEmpty ? MergeTable.outline : home(of: chosen)
        decisions.append(Decision(kind: .cycle, item: chosen, sections: [section, parents[chosen]]))
        parents[chosen] = section
      }
    }
  }

  /// The nearest section that held an item in the base and stays; the outline for a new item.
  private func home(of number: Int) -> Int {
    var section = table.parent(of: number, in: .base) ?? MergeTable.outline
    while !stays[section] { section = table.parent(of: section, in: .base) ?? MergeTable.outline }
    return section
  }

  /// Returns the sections of each cycle.
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
