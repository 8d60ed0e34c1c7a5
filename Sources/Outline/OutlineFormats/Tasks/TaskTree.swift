/// The order of tasks that name the task around them, wherever it is in the document.
struct TaskTree {
  /// The index of the task around each task, or nil for none.
  ///
  /// A circle is cut where it would close.
  private(set) var parents: [Int?]
  /// Every task before those below it, with the number of tasks around it.
  private(set) var order: [(index: Int, depth: Int)] = []

  /// O(n) in the number of tasks.
  init(parents given: [Int?]) {
    parents = given
    if given.allSatisfy({ $0 == nil }) {
      order = given.indices.map { ($0, 0) }
      return
    }
    cutCircles()
    var children: [Int?: [Int]] = [:]
    for (index, parent) in parents.enumerated().reversed() { children[parent, default: []].append(index) }
    var rest = (children[nil] ?? []).map { (index: $0, depth: 0) }
    while let next = rest.popLast() {
      order.append(next)
      rest += (children[next.index] ?? []).map { (index: $0, depth: next.depth + 1) }
    }
  }

  private mutating func cutCircles() {
    var walks = Array(repeating: 0, count: parents.count)
    for start in parents.indices where walks[start] == 0 {
      var index = start
      walks[index] = start + 1
      while let parent = parents[index] {
        if walks[parent] == start + 1 { parents[index] = nil }
        if walks[parent] != 0 { break }
        walks[parent] = start + 1
        index = parent
      }
    }
  }
}

/// Entries in the sections that their projects name, for formats whose tasks come in any order.
struct ProjectTree {
  /// The section itself, if a task says what it is besides its title.
  private var header: ImportNode?
  /// The nodes of the section itself; their depths count from it.
  private var nodes: [ImportNode] = []
  private var sections: [(title: String, tree: ProjectTree)] = []
  private var indices: [String: Int] = [:]

  /// Adds a node below the section with the given titles, outermost first.
  ///
  /// A node that says that it is a section is the last of these sections, unless an earlier node is; a row otherwise.
  mutating func add(_ node: ImportNode, to path: some Collection<String>) {
    guard let title = path.first else {
      nodes.append(node)
      nodes[nodes.count - 1].isSection = false
      return
    }
    let index = indices[title] ?? sections.count
    if index == sections.count {
      indices[title] = index
      sections.append((title, ProjectTree()))
    }
    if path.count == 1, node.isSection == true, sections[index].tree.header == nil {
      sections[index].tree.header = node
    } else {
      sections[index].tree.add(node, to: path.dropFirst())
    }
  }

  /// Passes everything on, the entries of a section before its subsections.
  func pass(to rule: ImportRule, depth: Int = 0) throws {
    for var node in nodes {
      node.depth += depth
      try rule.add(node)
    }
    for section in sections {
      var header = section.tree.header ?? ImportNode(depth: depth, text: section.title)
      (header.depth, header.isSection, header.fixedLevel) = (depth, true, nil)
      try rule.add(header)
      try section.tree.pass(to: rule, depth: depth + 1)
    }
  }
}
