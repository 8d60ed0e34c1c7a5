import OutlineCore

/// The rule that decides, for every format alike, what becomes a section and what becomes a row.
enum ImportRule {
  /// Turns the nodes of a document into drafts; see ``OutlineReader/read(_:as:documentName:)`` for the rule.
  static func drafts(from nodes: [ImportNode], documentName: String) throws(ImportError) -> [SectionDraft] {
    var builder = DraftBuilder(documentName: documentName)
    let headingLevels = levelsOfNextSiblingHeading(nodes)
    for (index, node) in nodes.enumerated() {
      let hasChildren = index + 1 < nodes.count && nodes[index + 1].depth > node.depth
      try builder.add(node, hasChildren: hasChildren, nextHeadingLevel: headingLevels[index] ?? 1)
    }
    return builder.drafts
  }

  /// For every node, the fixed level of the first sibling after it that has one.
  ///
  /// A section without a level of its own must be at least that deep: at a smaller level it would become that
  /// heading's parent.
  private static func levelsOfNextSiblingHeading(_ nodes: [ImportNode]) -> [Int?] {
    var result = [Int?](repeating: nil, count: nodes.count)
    var levelAtDepth: [Int?] = []
    for (index, node) in nodes.enumerated().reversed() {
      let count = node.depth + 1
      if levelAtDepth.count > count { levelAtDepth.removeLast(levelAtDepth.count - count) }
      while levelAtDepth.count < count { levelAtDepth.append(nil) }
      result[index] = levelAtDepth[node.depth]
      if let level = node.fixedLevel { levelAtDepth[node.depth] = level }
    }
    return result
  }
}

/// Collects drafts from nodes that arrive in document order.
private struct DraftBuilder {
  /// A node whose children may still arrive; the first one stands for the document.
  private struct Parent {
    /// Where the node's rows go: an index into `drafts`.
    var draft: Int?
    var level: Int
    var hasSubsection = false
  }

  private(set) var drafts: [SectionDraft] = []
  private let documentName: String
  private var parents = [Parent(draft: nil, level: 0)]

  init(documentName: String) { self.documentName = documentName }

  mutating func add(_ node: ImportNode, hasChildren: Bool, nextHeadingLevel: Int) throws(ImportError) {
    parents.removeLast(parents.count - node.depth - 1)
    if hasChildren || node.isSection || parents[node.depth].hasSubsection {
      try addSection(node, nextHeadingLevel: nextHeadingLevel)
    } else {
      try addRow(node, nextHeadingLevel: nextHeadingLevel)
    }
  }

  private mutating func addSection(_ node: ImportNode, nextHeadingLevel: Int) throws(ImportError) {
    parents[node.depth].hasSubsection = true
    let level = node.fixedLevel ?? max(parents[node.depth].level + 1, nextHeadingLevel)
    let title = node.keepsLines ? node.text : node.text.joinedLines()
    try check(title, "title", most: OutlineLimits.titleBytes, at: node)
    try check(node.attributes ?? "", "entry's attributes", most: OutlineLimits.textBytes, at: node)
    parents.append(Parent(draft: drafts.count, level: level))
    let deepest = OutlineLimits.levels.upperBound
    drafts.append(SectionDraft(level: min(level, deepest), title: title, attributes: node.attributes))
  }

  private mutating func addRow(_ node: ImportNode, nextHeadingLevel: Int) throws(ImportError) {
    try check(node.text, "text", most: OutlineLimits.textBytes, at: node)
    try check(node.attributes ?? "", "entry's attributes", most: OutlineLimits.textBytes, at: node)
    let section: Int
    if let draft = parents[node.depth].draft {
      section = draft
    } else {
      section = drafts.count
      drafts.append(SectionDraft(level: nextHeadingLevel, title: documentName.joinedLines()))
      parents[node.depth].draft = section
    }
    drafts[section].rows.append(RowDraft(node.text, attributes: node.attributes))
    // Nothing can follow below a row, but the parents must reach as deep as the node.
    parents.append(Parent(draft: section, level: parents[node.depth].level))
  }

  private func check(_ text: String, _ what: String, most: Int, at node: ImportNode) throws(ImportError) {
    let count = text.utf8.count
    guard count > most else { return }
    throw ImportError(line: node.line, message: "The \(what) is \(count) bytes long; at most \(most) are possible")
  }
}

extension String {
  /// The text as one line: its lines without the white space around them, joined with a space.
  func joinedLines() -> String {
    guard utf8.contains(where: \.isLineEnd) else { return self }
    return utf8.split(whereSeparator: \.isLineEnd)
      .map { String(decoding: Array($0).trimmed(), as: UTF8.self) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
