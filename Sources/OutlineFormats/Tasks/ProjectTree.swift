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
