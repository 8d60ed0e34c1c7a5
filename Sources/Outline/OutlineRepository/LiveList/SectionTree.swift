import ListChanges
import OutlineCore
import OutlineStore

/// All sections of an outline in document order, with their nesting.
struct SectionTree {
  /// Where a section is in the tree.
  private struct Node {
    /// The position of the parent, -1 at the top.
    var parent: Int32
    /// The position among the sections with the same parent, counted from 1.
    var number: Int32
    /// How many sections are below it, at any depth.
    var below: Int32
  }

  /// In document order.
  private(set) var sections: [LiveSection]
  private var keys: SectionKeys
  private var nodes: [Node] = []
  private var totals = PrefixSums([])

  /// Creates the tree of sections in document order.
  ///
  /// O(n log n), and O(n) where their ids are in order.
  init(_ sections: [LiveSection]) {
    self.sections = sections
    keys = SectionKeys(sections)
    arrange()
  }

  /// Returns the position of a section in document order; nil if there is no such section.
  ///
  /// O(log n).
  func position(of id: SectionID) -> Int? {
    guard let ord = keys[id] else { return nil }
    let position = sections.partitioningIndex { $0.section.ord >= ord }
    return sections.indices.contains(position) && sections[position].section.id == id ? position : nil
  }

  subscript(id: SectionID) -> LiveSection? { position(of: id).map { sections[$0] } }

  /// Returns the position after all sections below the one at a position.
  func end(of position: Int) -> Int { position + 1 + Int(nodes[position].below) }

  /// Returns the number of the section at a position.
  ///
  /// O(depth).
  func number(at position: Int) -> ItemNumber {
    var numbers: [Int] = []
    var current = position
    while current >= 0 {
      numbers.append(Int(nodes[current].number))
      current = Int(nodes[current].parent)
    }
    return ItemNumber(numbers.reversed())
  }

  /// Returns the position of the section that encloses the one at a position; nil at the top.
  func parent(of position: Int) -> Int? { nodes[position].parent < 0 ? nil : Int(nodes[position].parent) }

  /// Returns the rows and tasks in the section at a position and below it, without its own check box.
  ///
  /// O(log n).
  func total(at position: Int) -> ItemCounts {
    totals.sum(position..<end(of: position)) - ItemCounts(box: sections[position].section.isDone)
  }

  mutating func removeFlags() {
    for position in sections.indices { sections[position].flag = nil }
  }

  /// Replaces sections by newer states; nil for a section that is gone.
  ///
  /// - Returns: The positions of the sections, in no particular order, if each still is in its place; nil if sections
  ///   came, went, or changed their position or level, which costs O(n).
  mutating func update(_ updated: [SectionID: LiveSection?]) -> [Int]? {
    var positions: [Int] = []
    for (id, section) in updated {
      let position = position(of: id)
      guard let position, let section, section.section.hasSamePosition(as: sections[position].section) else {
        if position == nil, section == nil { continue }
        rearrange(updated)
        return nil
      }
      totals.add(section.total - sections[position].total, at: position)
      sections[position] = section
      positions.append(position)
    }
    return positions
  }

  /// Updates, removes and inserts sections, and finds all parents and numbers again.
  private mutating func rearrange(_ updated: [SectionID: LiveSection?]) {
    var leaving: [Int] = []
    var arriving: [LiveSection] = []
    for (id, section) in updated {
      let position = position(of: id)
      if let position, let section, section.section.ord == sections[position].section.ord {
        sections[position] = section
        continue
      }
      if let position { leaving.append(position) }
      if let section { arriving.append(section) }
    }
    keys.update(updated)
    take(arriving, for: leaving.sorted())
    arrange()
  }

  /// Removes the sections at positions, in ascending order, and inserts others by their sort keys.
  private mutating func take(_ arriving: [LiveSection], for leaving: [Int]) {
    // Each of few sections moves the sections after it by one position, which takes less time than sorting all.
    if arriving.count + leaving.count > 16 {
      var gone = leaving[...]
      let staying = sections.enumerated().filter { position, _ in
        guard gone.first == position else { return true }
        gone.removeFirst()
        return false
      }
      sections = (staying.map(\.element) + arriving).sorted { $0.section.ord < $1.section.ord }
      return
    }
    for position in leaving.reversed() { sections.remove(at: position) }
    for section in arriving {
      sections.insert(section, at: sections.partitioningIndex { $0.section.ord > section.section.ord })
    }
  }

  /// Finds the parent, the number and the subtree of every section.
  private mutating func arrange() {
    var outermost: Int32 = 0
    var children = [Int32](repeating: 0, count: sections.count)
    nodes.removeAll(keepingCapacity: true)
    nodes.reserveCapacity(sections.count)
    for position in sections.indices {
      // Each section is passed once at most on the way to a parent, so all of this is O(n).
      var parent = position - 1
      while parent >= 0, sections[parent].section.level >= sections[position].section.level {
        nodes[parent].below = Int32(position - parent - 1)
        parent = Int(nodes[parent].parent)
      }
      let number: Int32
      if parent >= 0 {
        children[parent] += 1
        number = children[parent]
      } else {
        outermost += 1
        number = outermost
      }
      nodes.append(Node(parent: Int32(parent), number: number, below: 0))
    }
    var open = sections.count - 1
    while open >= 0 {
      nodes[open].below = Int32(sections.count - open - 1)
      open = Int(nodes[open].parent)
    }
    totals = PrefixSums(sections.map(\.total))
  }
}

extension Section {
  fileprivate func hasSamePosition(as other: Section) -> Bool { ord == other.ord && level == other.level }
}

/// The sort keys of sections, to be found by their ids.
private struct SectionKeys {
  /// In the order of the ids.
  private var keys: [Keyed<SectionID>]

  init(_ sections: [LiveSection]) {
    keys = sections.map { Keyed($0.section.id, at: $0.section.ord) }
    let isInOrder = keys.indices.dropFirst().allSatisfy { keys[$0 - 1].id.rawValue < keys[$0].id.rawValue }
    if !isInOrder { keys.sort { $0.id.rawValue < $1.id.rawValue } }
  }

  subscript(id: SectionID) -> OrderKey? {
    let index = index(of: id)
    return keys.indices.contains(index) && keys[index].id == id ? keys[index].key : nil
  }

  private func index(of id: SectionID) -> Int { keys.partitioningIndex { $0.id.rawValue >= id.rawValue } }

  /// Updates the sort keys of sections; nil for a section that is gone.
  mutating func update(_ updated: [SectionID: LiveSection?]) {
    var arriving: [Keyed<SectionID>] = []
    var leaving: Set<SectionID> = []
    for (id, section) in updated {
      let index = index(of: id)
      let isKnown = keys.indices.contains(index) && keys[index].id == id
      if let section {
        let key = Keyed(id, at: section.section.ord)
        if isKnown { keys[index] = key } else { arriving.append(key) }
      } else if isKnown {
        leaving.insert(id)
      }
    }
    if !leaving.isEmpty { keys.removeAll { leaving.contains($0.id) } }
    if arriving.isEmpty { return }
    keys += arriving
    keys.sort { $0.id.rawValue < $1.id.rawValue }
  }
}
