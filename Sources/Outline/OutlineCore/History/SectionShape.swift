import ListChanges

/// The nesting and the order of the sections of an outline.
///
/// The parent of a section is the nearest section before it with a smaller level.
package struct SectionShape: Sendable {
  /// The position of a section as the file stores it.
  package struct Position: Sendable {
    package let ord: OrderKey
    package let level: Int

    package init(ord: OrderKey, level: Int) {
      self.ord = ord
      self.level = level
    }
  }

  package let positions: [SectionID: Position]
  /// The parents of the sections that are not at the top.
  package private(set) var parents: [SectionID: SectionID] = [:]
  /// The sections directly below each section (nil: the top), in order.
  package private(set) var children: [SectionID?: [SectionID]] = [:]
  /// The index of each section among its siblings.
  private var indices: [SectionID: Int] = [:]

  /// Creates the shape of an outline.
  ///
  /// O(n log n).
  package init(_ positions: [SectionID: Position]) {
    self.positions = positions
    var path = LevelStack<SectionID>()
    for (id, position) in positions.sorted(by: { $0.value.ord < $1.value.ord }) {
      let parent = path.enter(id, level: position.level)
      parents[id] = parent
      indices[id] = children[parent]?.count ?? 0
      children[parent, default: []].append(id)
    }
  }

  /// Returns the shape with other positions; nil removes a section.
  package func changed(by images: [SectionID: SectionImage?]) -> SectionShape {
    var positions = positions
    for (id, image) in images { positions[id] = image.map { Position(ord: $0.ord, level: $0.level) } }
    return SectionShape(positions)
  }

  /// How much deeper a section is than its parent: 1, unless levels that jump were written by hand.
  package func step(of id: SectionID) -> Int {
    (positions[id]?.level ?? 0) - (parents[id].flatMap { positions[$0]?.level } ?? 0)
  }

  /// The nearest siblings before and after a section that fulfil the condition.
  package func neighbours(of id: SectionID, where isMeant: (SectionID) -> Bool) -> [SectionID?] {
    guard let index = indices[id], let siblings = children[parents[id]] else { return [] }
    return [siblings[..<index].last(where: isMeant), siblings[(index + 1)...].first(where: isMeant)]
  }
}
