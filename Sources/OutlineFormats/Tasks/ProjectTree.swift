/// Entries in the sections that their projects name, for formats whose tasks come in any order.
struct ProjectTree {
  /// The nodes of the section itself; their depths count from it.
  private var nodes: [ImportNode] = []
  private var sections: [(title: String, tree: ProjectTree)] = []
  private var indices: [String: Int] = [:]

  /// Adds a node below the section with the given titles, outermost first.
  mutating func add(_ node: ImportNode, to path: some Collection<String>) {
    guard let title = path.first else {
      nodes.append(node)
      return
    }
    let index = indices[title] ?? sections.count
    if index == sections.count {
      indices[title] = index
      sections.append((title, ProjectTree()))
    }
    sections[index].tree.add(node, to: path.dropFirst())
  }

  /// Passes everything on, the entries of a section before its subsections.
  func pass(to rule: ImportRule, depth: Int = 0) throws {
    for var node in nodes {
      node.depth += depth
      try rule.add(node)
    }
    for section in sections {
      try rule.add(ImportNode(depth: depth, text: section.title, isSection: true))
      try section.tree.pass(to: rule, depth: depth + 1)
    }
  }
}
