import OutlineCore

/// The rule that decides, for every format alike, what becomes a section and what becomes a row.
///
/// It takes the nodes of a document in order; see ``OutlineReader/read(_:as:documentName:into:)``. Of the past it keeps
/// what is open, and the levels of sections that a heading to come may push down.
final class ImportRule {
  /// A node whose children may still arrive; the first one stands for the document.
  private struct Parent {
    /// Whether rows have a section to go to.
    var hasSection: Bool
    var level: Int
    var hasSubsection = false
  }

  private let documentName: String
  private let sink: OutlineReader.Sink
  private var parents = [Parent(hasSection: false, level: 0)]
  /// The last node, until it is known whether anything is below it.
  private var pending: ImportNode?
  /// Told of every node that became a section: its place among the sections, and whether anything is below it.
  var placed: ((_ node: ImportNode, _ section: Int, _ hasChildren: Bool) -> Void)?
  /// How many sections came out.
  private(set) var sectionCount = 0
  /// Sections without a level of their own since the last heading, at this depth and below.
  private var loose: (depth: Int, sections: [(ordinal: Int, level: Int)]) = (0, [])

  init(documentName: String, sink: @escaping OutlineReader.Sink) {
    self.documentName = documentName
    self.sink = sink
  }

  /// The deepest node that is taken; nobody nests so deep but to do harm.
  private static let deepest = 10_000

  /// Takes the next node.
  func add(_ node: ImportNode) throws {
    if node.depth >= Self.deepest {
      throw ImportError(line: node.line, message: "Entries are nested more than \(Self.deepest) deep")
    }
    if let last = pending { try place(last, hasChildren: node.depth > last.depth) }
    pending = node
  }

  /// Takes the end of the document.
  func finish() throws {
    if let last = pending { try place(last, hasChildren: false) }
    pending = nil
  }

  /// Gives away what is known of the flags of a section that came before.
  func collapse(section: Int, _ isCollapsed: Bool) throws { try sink(.collapsed(section: section, isCollapsed)) }

  private func place(_ node: ImportNode, hasChildren: Bool) throws {
    parents.removeLast(parents.count - node.depth - 1)
    if hasChildren || node.isSection || parents[node.depth].hasSubsection {
      try addSection(node)
      placed?(node, sectionCount - 1, hasChildren)
    } else {
      try addRow(node)
    }
  }

  private func addSection(_ node: ImportNode) throws {
    parents[node.depth].hasSubsection = true
    let title = node.keepsLines ? node.text : node.text.joinedLines()
    try check(title, "title", most: OutlineLimits.titleBytes, at: node)
    try check(node.detail ?? "", "detail", most: OutlineLimits.titleBytes, at: node)
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
      attributes: node.sectionAttributes ?? node.attributes)
    try emit(draft, isCollapsed: node.isCollapsed, depth: node.fixedLevel == nil ? node.depth : nil)
  }

  private func addRow(_ node: ImportNode) throws {
    try check(node.text, "text", most: OutlineLimits.textBytes, at: node)
    try check(node.attributes ?? "", "entry's attributes", most: OutlineLimits.textBytes, at: node)
    if !parents[node.depth].hasSection {
      parents[node.depth].hasSection = true
      try emit(DocumentSection.draft(named: documentName), isCollapsed: nil, depth: node.depth)
    }
    try sink(.row(RowPiece(RowDraft(node.text, attributes: node.attributes))))
    // Nothing can follow below a row, but the parents must reach as deep as the node.
    parents.append(Parent(hasSection: true, level: parents[node.depth].level))
  }

  /// Gives a section away; `depth` is nil where its level is fixed.
  private func emit(_ draft: SectionDraft, isCollapsed: Bool?, depth: Int?) throws {
    if let depth {
      if loose.sections.isEmpty || depth < loose.depth { loose = (depth, []) }
      loose.sections.append((sectionCount, draft.level))
    }
    var draft = draft
    draft.level = min(draft.level, OutlineLimits.levels.upperBound)
    sectionCount += 1
    try sink(.section(SectionPiece(draft, isCollapsed: isCollapsed)))
  }

  /// A heading comes: sections before it among its siblings must be at least as deep, or they would become its parents.
  private func pushDown(to level: Int, depth: Int) throws {
    defer { loose = (0, []) }
    let distance = level - parents[depth].level - 1
    guard depth == loose.depth, distance > 0 else { return }
    for section in loose.sections {
      try sink(
        .level(section: section.ordinal, min(section.level + distance, OutlineLimits.levels.upperBound)))
    }
  }

  private func check(_ text: String, _ what: String, most: Int, at node: ImportNode) throws {
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
