/// Finds the places of sections when an entry is undone after sections were added, deleted or moved.
///
/// A returning section goes below its former parent, wherever that is now, and beside its former neighbours; its
/// subsections go along. All other sections keep their parents.
package struct SectionReturn: Sendable {
  /// Sections that go to one position, one directly after the other.
  package struct Run: Sendable {
    /// The sections with their new levels.
    package fileprivate(set) var sections: [(id: SectionID, level: Int)] = []
    /// The section that follows them; nil at the end.
    package fileprivate(set) var next: SectionID?
  }

  /// The reason why sections cannot go back.
  package enum Obstacle: Error, Hashable {
    /// A section to delete has got subsections since.
    case filled(SectionID)
    /// The former parent of a section does not exist.
    case gone(SectionID)
    /// The former parent of a section is below it now.
    case inside(SectionID, parent: SectionID)
    /// The level would exceed the limit, or the section would enclose another one.
    case noLevel(SectionID)
  }

  private let before: SectionShape
  private let after: SectionShape
  private let now: SectionShape
  private let since: PositionsSince

  /// Compares the sections before the entry with the present ones.
  ///
  /// O(n log n) in the number of sections.
  /// - Parameters:
  ///   - net: The net effect of the entry.
  ///   - since: The changes since.
  ///   - now: The present sections.
  package init(_ net: NetChanges, since: PositionsSince, now: SectionShape) {
    self.now = now
    self.since = since
    after = now.changed(by: since.oldSections)
    before = after.changed(by: Dictionary(net.sections.map { ($0.id, $0.change.before) }) { first, _ in first })
  }

  /// Whether a section is still where the entry left it: below the same parent, and between the same siblings, counting
  /// only those that were there then and are there now.
  package func isInPlace(_ id: SectionID) -> Bool {
    guard after.positions[id] != nil, now.positions[id] != nil, after.parents[id] == now.parents[id] else {
      return false
    }
    let parent = now.parents[id]
    func isCommon(_ other: SectionID) -> Bool {
      after.positions[other] != nil && after.parents[other] == parent && now.positions[other] != nil
        && now.parents[other] == parent
    }
    return isUnmoved(id) || after.neighbours(of: id, where: isCommon) == now.neighbours(of: id, where: isCommon)
  }

  /// Whether a section has its former level and sort key; making room for others does not count.
  private func isUnmoved(_ id: SectionID) -> Bool {
    guard let old = after.positions[id], let new = now.positions[id] else { return false }
    return old.level == new.level && since.isSame(.section(id), in: .sections, old.ord, as: new.ord)
  }

  /// Returns the new places of sections, in document order.
  ///
  /// O(n log n) in the number of sections.
  /// - Parameters:
  ///   - returning: The sections that come back or move back.
  ///   - leaving: The sections that are deleted.
  /// - Throws: ``Obstacle``.
  package func runs(returning: Set<SectionID>, leaving: Set<SectionID>) throws -> [Run] {
    var children = now.children.mapValues { $0.filter { !returning.contains($0) && !leaving.contains($0) } }
    for id in leaving where children[id]?.isEmpty == false { throw Obstacle.filled(id) }
    for (parent, items) in Dictionary(grouping: returning, by: { before.parents[$0] }) {
      if let parent, leaving.contains(parent) || !returning.contains(parent) && now.positions[parent] == nil {
        throw Obstacle.gone(parent)
      }
      children[parent] = FormerNeighbours.list(
        returning: Set(items), asIn: before.children[parent] ?? [], to: children[parent] ?? [], unmoved: isUnmoved)
    }
    var walk = Walk(shape: self, children: children, returning: returning)
    try walk.visit(nil, level: 0, isMoving: false)
    if let id = returning.first(where: { !walk.visited.contains($0) }) { throw cycle(above: id, returning) }
    return walk.ended()
  }

  /// Returns the obstacle for a section that would be below itself.
  private func cycle(above id: SectionID, _ returning: Set<SectionID>) -> Obstacle {
    func parent(_ id: SectionID) -> SectionID? { returning.contains(id) ? before.parents[id] : now.parents[id] }
    var seen: Set<SectionID> = []
    var current = id
    while seen.insert(current).inserted, let next = parent(current) { current = next }
    while !returning.contains(current), let next = parent(current) { current = next }
    return .inside(current, parent: before.parents[current] ?? current)
  }

  /// A walk through the new outline.
  private struct Walk {
    let shape: SectionReturn
    let children: [SectionID?: [SectionID]]
    let returning: Set<SectionID>
    var visited: Set<SectionID> = []
    private var runs: [Run] = []
    private var run = Run()

    init(shape: SectionReturn, children: [SectionID?: [SectionID]], returning: Set<SectionID>) {
      (self.shape, self.children, self.returning) = (shape, children, returning)
    }

    mutating func visit(_ parent: SectionID?, level: Int, isMoving: Bool) throws {
      var limit = Int.max
      for id in children[parent] ?? [] {
        visited.insert(id)
        let isMoving = isMoving || returning.contains(id)
        let own = try isMoving ? newLevel(of: id, below: level, limit) : shape.now.positions[id]?.level ?? 0
        if own > limit { throw Obstacle.noLevel(id) }
        limit = own
        add(id, level: own, isMoving: isMoving)
        try visit(id, level: own, isMoving: isMoving)
      }
    }

    /// The level of a section that moves: at most that of the sibling before it, which would enclose a deeper one.
    private func newLevel(of id: SectionID, below parent: Int, _ limit: Int) throws -> Int {
      let level = min(parent + (returning.contains(id) ? shape.before : shape.now).step(of: id), limit)
      guard OutlineLimits.levels.contains(level) else { throw Obstacle.noLevel(id) }
      return level
    }

    private mutating func add(_ id: SectionID, level: Int, isMoving: Bool) {
      if isMoving { return run.sections.append((id, level)) }
      guard !run.sections.isEmpty else { return }
      run.next = id
      runs.append(run)
      run = Run()
    }

    /// The sections that move, after all were visited.
    func ended() -> [Run] { run.sections.isEmpty ? runs : runs + [run] }
  }
}
