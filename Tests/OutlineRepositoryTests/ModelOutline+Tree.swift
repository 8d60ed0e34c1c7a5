import ListChanges
import OutlineCore

extension ModelOutline {
  /// A section with its subsections.
  struct Node: Equatable {
    var section: Section
    var children: [Node] = []

    /// The rows of the section and its subsections, and the tasks among the rows and the subsections.
    var hidden: ItemCounts {
      let boxes = sections.flatMap { $0.rows.map(\.isDone) } + sections.dropFirst().map(\.isDone)
      return ItemCounts(
        rows: sections.reduce(0) { $0 + $1.rows.count }, tasks: boxes.count { $0 != nil },
        doneTasks: boxes.count { $0 == true })
    }

    /// The sections of the subtree, in document order.
    var sections: [Section] { [section] + children.flatMap(\.sections) }

    /// The subtree with another level at its root.
    func atLevel(_ level: Int) -> Node {
      var node = self
      node.shift(by: level - section.level)
      return node
    }

    private mutating func shift(by difference: Int) {
      section.level += difference
      for index in children.indices { children[index].shift(by: difference) }
    }
  }

  /// The sections as a tree: a section's parent is the nearest one before it with a smaller level.
  ///
  /// Setting it never makes one section the child of another that it was not put below.
  var tree: [Node] {
    get {
      var rest = sections[...]
      return Self.nodes(from: &rest, below: 0)
    }
    set {
      sections = newValue.flatMap(\.sections)
      precondition(tree == newValue, "the model captured a section")
    }
  }

  private static func nodes(from rest: inout ArraySlice<Section>, below level: Int) -> [Node] {
    var nodes: [Node] = []
    while let next = rest.first, next.level > level {
      rest.removeFirst()
      nodes.append(Node(section: next, children: Self.nodes(from: &rest, below: next.level)))
    }
    return nodes
  }

  /// The ids of a section and of everything below it.
  func subtree(of id: SectionID) -> [SectionID] {
    guard let first = sections.firstIndex(where: { $0.id == id }) else { return [] }
    let below = sections[(first + 1)...].prefix { $0.level > sections[first].level }
    return [id] + below.map(\.id)
  }

  /// The id of the section that encloses a section; nil at the top.
  func parent(of id: SectionID) -> SectionID? {
    let before = sections.prefix { $0.id != id }
    return before.last { $0.level < level(of: id) }?.id
  }

  /// The sections directly below one (nil: at the top), in order.
  func children(of parent: SectionID?) -> [Section] {
    sections.filter { self.parent(of: $0.id) == parent }
  }

  /// The level of a section; 0 for the top.
  func level(of id: SectionID?) -> Int {
    sections.first { $0.id == id }?.level ?? 0
  }

  /// Puts nodes below `parent` (nil: at the top), before its child `next` (nil: after all).
  mutating func insert(_ new: [Node], below parent: SectionID?, before next: SectionID?) {
    func insert(into nodes: inout [Node]) {
      let index = nodes.firstIndex { $0.section.id == next } ?? nodes.count
      nodes.insert(contentsOf: new, at: index)
    }
    func descend(_ nodes: inout [Node]) {
      for index in nodes.indices {
        if nodes[index].section.id == parent { insert(into: &nodes[index].children) }
        descend(&nodes[index].children)
      }
    }
    var nodes = tree
    if parent == nil { insert(into: &nodes) } else { descend(&nodes) }
    tree = nodes
  }

  /// Takes sections out, with all that is below them; the subtrees in the order of `ids`.
  mutating func remove(_ ids: [SectionID]) -> [Node] {
    var removed: [SectionID: Node] = [:]
    func without(_ nodes: [Node]) -> [Node] {
      nodes.compactMap { node in
        if ids.contains(node.section.id) {
          removed[node.section.id] = node
          return nil
        }
        return Node(section: node.section, children: without(node.children))
      }
    }
    tree = without(tree)
    return ids.compactMap { removed[$0] }
  }
}
