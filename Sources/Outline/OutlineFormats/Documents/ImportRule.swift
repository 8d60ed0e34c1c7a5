import OutlineCore

/// Decides which entries of a document become sections and which become rows, by the same rule for every format.
///
/// Takes the nodes of a document in order; ``OutlineReader/read(_:as:documentName:options:into:)`` describes the rule. Memory
/// is limited to the ancestors of the current node and to the levels of the sections that a later heading may still
/// move to a deeper level.
final class ImportRule {
  /// Receives the pieces of a document one by one, in document order.
  typealias Sink = (OutlinePiece) throws -> Void

  /// A node whose children may still follow; the first one is the document itself.
  private struct Parent {
    /// Whether there is a section that can take rows.
    var hasSection: Bool
    /// The level of the section, or of the row among those of its section.
    var level: Int
    /// Whether it is a row, below which everything is a row.
    var isRow = false
    var hasSubsection = false
  }

  let documentName: String
  let sink: Sink
  private var parents = [Parent(hasSection: false, level: 0)]
  /// The last node, held back until it is known whether it has children.
  private var pending: ImportNode?
  /// Whether every entry with entries below it becomes a section, as in documents of pleat from before rows had levels.
  var hasFormerKinds = false
  /// Whether flags may follow for all items that have children, which then come with one.
  var hasLateFlags = false
  /// Called for each node that a flag may follow for, with the index by which ``setFlag(of:isCollapsed:)`` knows it, and
  /// whether the node has children.
  var added: ((_ node: ImportNode, _ index: Int, _ hasChildren: Bool) -> Void)?
  /// The front matter of the document, for the first section; nil for none, and once the section has it.
  var frontMatter: String?
  /// The number of sections passed to the sink so far.
  private var sectionCount = 0
  /// The number of items whose level was too deep.
  private var tooDeep = 0
  /// The number of sections so far, and of rows that came with a flag.
  private var flaggedCount = 0
  /// The sections since the last heading whose level follows from their depth, at this depth or deeper.
  ///
  /// Indices count the document's sections from 0.
  private var loose: (depth: Int, sections: [(ordinal: Int, level: Int)]) = (0, [])

  init(documentName: String, sink: @escaping Sink) {
    self.documentName = documentName
    self.sink = sink
  }

  /// The limit for nesting, which no honest document comes close to.
  private static let deepest = 10_000

  /// Adds the next node.
  ///
  /// - Throws: ``ImportError`` if the node before exceeds a limit of ``OutlineLimits`` or this one is nested too deep,
  ///   and every error of the sink.
  func add(_ node: ImportNode) throws {
    if node.depth >= Self.deepest {
      throw ImportError(line: node.line, message: "Entries are nested more than \(Self.deepest) levels deep")
    }
    if let last = pending { try add(last, hasChildren: node.depth > last.depth) }
    pending = node
  }

  /// Ends the document, after which no node may follow.
  ///
  /// - Throws: The same as ``add(_:)``.
  func finish() throws {
    if let last = pending { try add(last, hasChildren: false) }
    pending = nil
    if frontMatter != nil {
      parents.removeLast(parents.count - 1)
      try emit(DocumentSection.draft(named: documentName), isCollapsed: nil, depth: 0)
    }
  }

  /// Passes on the importing user's flag for an earlier item.
  func setFlag(of index: Int, isCollapsed: Bool) throws { try sink(.flag(of: index, isCollapsed: isCollapsed)) }

  private func add(_ node: ImportNode, hasChildren: Bool) throws {
    parents.removeLast(parents.count - node.depth - 1)
    if isSection(node, hasChildren: hasChildren) {
      try addSection(node)
      added?(node, flaggedCount - 1, hasChildren)
    } else if try addRow(node, isCollapsed: hasChildren ? node.isCollapsed ?? (hasLateFlags ? false : nil) : nil) {
      added?(node, flaggedCount - 1, hasChildren)
    }
  }

  private func isSection(_ node: ImportNode, hasChildren: Bool) -> Bool {
    let parent = parents[node.depth]
    // Where rows end, subsections begin: what follows one is a section, or it would come before it.
    if parent.isRow || parent.hasSubsection { return !parent.isRow }
    return node.isSection ?? (hasChildren && (node.depth == 0 || hasFormerKinds))
  }

  private func addSection(_ node: ImportNode) throws {
    parents[node.depth].hasSubsection = true
    let title = node.keepsLines ? node.text : node.text.joinedLines()
    try check(title, "title", most: OutlineLimits.titleBytes, at: node)
    try check(node.detail ?? "", "detail", most: OutlineLimits.textBytes, at: node)
    try check(node.attributes ?? "", "entry's attributes", most: OutlineLimits.textBytes, at: node)
    let level: Int
    if let fixed = node.fixedLevel {
      level = fixed
      try pushDown(to: fixed, depth: node.depth)
    } else {
      level = parents[node.depth].level + 1
    }
    parents.append(Parent(hasSection: true, level: level))
    let draft = SectionDraft(
      level: level, title: title, detail: node.detail, isCollapsible: node.isCollapsible,
      newRows: node.newRows, isDone: node.isDone, attributes: node.attributes,
      schedule: node.schedule)
    try emit(draft, isCollapsed: node.isCollapsed, depth: node.fixedLevel == nil ? node.depth : nil)
  }

  /// Passes a row to the sink; returns whether a flag may follow for it.
  private func addRow(_ node: ImportNode, isCollapsed: Bool?) throws -> Bool {
    let text = node.detail.map { "\(node.text)\n\($0)" } ?? node.text
    try check(text, "text", most: OutlineLimits.textBytes, at: node)
    try check(node.attributes ?? "", "entry's attributes", most: OutlineLimits.textBytes, at: node)
    if !parents[node.depth].hasSection {
      parents[node.depth].hasSection = true
      try emit(DocumentSection.draft(named: documentName), isCollapsed: nil, depth: node.depth)
    }
    let parent = parents[node.depth]
    let level = limited(node.fixedLevel ?? (parent.isRow ? parent.level + 1 : 1))
    let draft = RowDraft(
      text, isDone: node.isDone, attributes: node.attributes, schedule: node.schedule, level: level)
    if isCollapsed != nil { flaggedCount += 1 }
    try sink(.row(RowPiece(draft, isCollapsed: isCollapsed)))
    parents.append(Parent(hasSection: true, level: level, isRow: true))
    return isCollapsed != nil
  }

  /// Passes a section to the sink; `depth` is nil if its level is fixed.
  private func emit(_ draft: SectionDraft, isCollapsed: Bool?, depth: Int?) throws {
    if let depth {
      if loose.sections.isEmpty || depth < loose.depth { loose = (depth, []) }
      loose.sections.append((sectionCount, draft.level))
    }
    var draft = draft
    if let block = frontMatter {
      frontMatter = nil
      draft.content.attributes = FrontMatter.added(block, to: draft.attributes)
    }
    draft.level = limited(draft.level)
    sectionCount += 1
    flaggedCount += 1
    try sink(.section(SectionPiece(draft, isCollapsed: isCollapsed)))
  }

  /// Moves the siblings before a heading down to the heading's level, since they would otherwise become its parents.
  private func pushDown(to level: Int, depth: Int) throws {
    defer { loose = (0, []) }
    let distance = level - parents[depth].level - 1
    guard depth == loose.depth, distance > 0 else { return }
    for section in loose.sections {
      let level = section.level <= OutlineLimits.levels.upperBound ? limited(section.level + distance) : section.level
      try sink(.level(section: section.ordinal, min(level, OutlineLimits.levels.upperBound)))
    }
  }

  /// Returns a level, or the deepest one if it is deeper, and counts that.
  private func limited(_ level: Int) -> Int {
    if level > OutlineLimits.levels.upperBound { tooDeep += 1 }
    return min(level, OutlineLimits.levels.upperBound)
  }

  /// What the rule changed, for the user; one sentence each.
  var remarks: [String] { Self.remarks(onItemsTooDeep: tooDeep) }

  /// Returns the remark on a number of items whose level was too deep; none for 0.
  static func remarks(onItemsTooDeep count: Int) -> [String] {
    if count == 0 { return [] }
    let (items, kind) = count == 1 ? ("1 item", "an item") : ("\(count) items", "items")
    let deepest = OutlineLimits.levels.upperBound
    return ["Read \(items) deeper than level \(deepest) as \(kind) of level \(deepest)."]
  }

  private func check(_ text: String, _ what: String, most: Int, at node: ImportNode) throws {
    let count = text.utf8.count
    guard count > most else { return }
    throw ImportError(line: node.line, message: "The \(what) is \(count) bytes long; at most \(most) are allowed")
  }
}

extension String {
  /// The text on one line: its lines, without the spaces and tabs around them, joined with a space.
  func joinedLines() -> String {
    guard utf8.contains(where: \.isLineEnd) else { return self }
    return utf8.split(whereSeparator: \.isLineEnd)
      .map { String(decoding: Array($0).trimmed(), as: UTF8.self) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
