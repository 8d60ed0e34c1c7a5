import OutlineCore
import OutlineStore

/// A gap between two sections in document order, and a level, where sections go.
struct SectionSpot {
  /// The section that encloses the spot; nil at the top level.
  let parent: Section?
  /// The level for new sections: that of the neighbouring sibling, so that they do not enclose later sections.
  let level: Int
  /// The next section in document order; nil at the end.
  let next: Section?
}

extension Planner {
  /// Returns the spot for sections that a placement names; `moving` are the outermost sections that will leave for it.
  func sectionSpot(_ placement: Placement, moving: Set<SectionID> = []) throws -> SectionSpot {
    switch placement.anchor {
    case .anywhere:
      return try sectionSpot(below: nil, placement.position, moving: moving)
    case .inside(let address):
      return try sectionSpot(below: neighbour(address), placement.position, moving: moving)
    case .before(let address):
      let sibling = try neighbour(address)
      let parent = try reader.parent(ord: sibling.ord, level: sibling.level)
      return SectionSpot(parent: parent, level: sibling.level, next: sibling)
    case .after(let address):
      let sibling = try neighbour(address)
      let parent = try reader.parent(ord: sibling.ord, level: sibling.level)
      return SectionSpot(parent: parent, level: sibling.level, next: try sectionAfterSubtree(of: sibling))
    }
  }

  private func neighbour(_ address: Address) throws -> Section {
    guard case .section(let section) = try resolver.item(address, among: .section, needing: .section) else {
      throw OutlineError.sectionAmongRows(address)
    }
    return section
  }

  private func sectionSpot(
    below parent: Section?, _ position: Placement.Position, moving: Set<SectionID>
  ) throws -> SectionSpot {
    switch position {
    case .first:
      return try sectionSpot(below: parent, at: 1, moving: [])
    case .at(let number):
      return try sectionSpot(below: parent, at: number, moving: moving)
    case .last:
      let next = try parent.flatMap { try sectionAfterSubtree(of: $0) }
      let last = try lastSubsection(of: parent, before: next?.ord)
      return SectionSpot(parent: parent, level: last?.level ?? (parent?.level ?? 0) + 1, next: next)
    }
  }

  /// Returns the spot of subsection number `number`, once the moving sections have left.
  ///
  /// O(number × log n).
  private func sectionSpot(below parent: Section?, at number: Int, moving: Set<SectionID>) throws -> SectionSpot {
    var count = 0
    var lastLevel: Int?
    let first = try reader.section(atOrAfter: parent.map { $0.ord + 1 } ?? -OrderKeys.bound)
    var sibling = first.flatMap { $0.level > (parent?.level ?? 0) ? $0 : nil }
    var next = first
    while let current = sibling {
      if !moving.contains(current.id) { count += 1 }
      if count == number, number > 0 { return SectionSpot(parent: parent, level: current.level, next: current) }
      lastLevel = current.level
      next = try sectionAfterSubtree(of: current)
      sibling = next.flatMap { $0.level > (parent?.level ?? 0) ? $0 : nil }
    }
    guard number == count + 1 else {
      throw OutlineError.outOfRange(number, noun: "position", validUpTo: count + 1)
    }
    return SectionSpot(parent: parent, level: lastLevel ?? (parent?.level ?? 0) + 1, next: next)
  }

  /// Returns the last section before `end` that is directly below `parent`, or at the top level if `parent` is nil.
  ///
  /// O(depth × log n).
  func lastSubsection(of parent: Section?, before end: OrderKey?) throws -> Section? {
    guard var last = try reader.section(before: end ?? OrderKeys.bound), last.id != parent?.id else { return nil }
    while let above = try reader.parent(ord: last.ord, level: last.level), above.id != parent?.id { last = above }
    return last
  }

  /// Returns the first section that is not below a section and comes after it; nil at the end of the outline.
  func sectionAfterSubtree(of section: Section) throws -> Section? {
    try reader.subtreeEnd(ord: section.ord, level: section.level).flatMap { try reader.section(atOrAfter: $0) }
  }

  /// Returns sort keys for `count` sections directly before another one, or at the end, and the writes that make room.
  func makeRoom(for count: Int, before next: Section?) throws -> (ords: [OrderKey], writes: [Write]) {
    let before = try reader.section(before: next?.ord ?? OrderKeys.bound)
    let spacing: Spacing<SectionID> = try Gap(lower: before?.ord, upper: next?.ord).spacing(
      for: count,
      before: { try reader.section(before: $0).map { Keyed($0.id, at: $0.ord) } },
      after: { try reader.section(after: $0).map { Keyed($0.id, at: $0.ord) } })
    return (spacing.keys, spacing.moved.map { .spaceSection($0.id, ord: $0.key) })
  }
}
