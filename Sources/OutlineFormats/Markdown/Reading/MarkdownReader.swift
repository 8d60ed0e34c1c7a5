import OutlineCore

/// Reads Markdown into nodes whose texts are slices of the source, never rendered again.
///
/// Every line that is not blank ends up in a node: what no block takes is a link reference definition, which cmark
/// drops.
struct MarkdownReader {
  /// The sections and rows of the document.
  private(set) var nodes: [ImportNode] = []
  let source: SourceText
  /// How many lines of the document come before the source.
  private let linesBefore: Int
  /// The document, and the items that are being read, outermost first.
  private var containers: [MarkdownContainer]
  /// The headings that the present place is under.
  private var headings: LevelStack<Void>

  private init(_ part: MarkdownPart, headings: LevelStack<Void>) {
    source = part.source
    linesBefore = part.linesBefore
    self.headings = headings
    containers = [MarkdownContainer(depth: 0, nextLine: 0, lastLine: source.lines.count - 1, indent: 0)]
  }

  /// Gives the entries of a document to the rule: headings and what is under them, list items and what is in them.
  ///
  /// - Parameters:
  ///   - leastPart: how many bytes are parsed at once, at least; more where a block is longer.
  static func read(_ bytes: ByteStream, leastPart: Int = 262_144, into rule: ImportRule) throws {
    var parts = MarkdownParts(bytes, least: leastPart)
    var headings = LevelStack<Void>()
    while let part = try parts.next() {
      for node in nodes(of: part, headings: &headings) { try rule.add(node) }
    }
  }

  /// The entries of a part of a document; `headings` are those that its beginning is under.
  static func nodes(of part: MarkdownPart, headings: inout LevelStack<Void>) -> [ImportNode] {
    var reader = MarkdownReader(part, headings: headings)
    for block in part.blocks { reader.read(block) }
    reader.close(downTo: 0)
    reader.takeLines(before: part.source.lines.count)
    headings = reader.headings
    return reader.nodes
  }

  /// The innermost container.
  var container: MarkdownContainer { containers[containers.count - 1] }

  private mutating func read(_ block: MarkdownBlock) {
    close(downTo: block.depth)
    takeLines(before: block.firstLine)
    let last = min(block.lastLine, container.lastLine)
    guard last >= block.firstLine else { return }
    let nextLine = block.isItem ? last + 1 : readLeaf(block, lines: block.firstLine...last)
    if block.isItem { open(block, lastLine: last) }
    containers[block.depth].nextLine = nextLine
  }

  /// Ends the items that a block of the given depth is not in.
  private mutating func close(downTo depth: Int) {
    while containers.count > depth + 1 {
      takeLines(before: container.lastLine + 1)
      containers.removeLast()
    }
  }

  private mutating func open(_ item: MarkdownBlock, lastLine: Int) {
    let opened = container.item(item, lastLine: lastLine, node: nodes.count, in: source)
    containers[containers.count - 1].untitled = nil
    let depth = headings.count + item.depth
    var entry = ImportNode(depth: depth, text: "", line: line(item.firstLine))
    entry.take(itemAttributes: opened.mark)
    nodes.append(entry)
    containers.append(opened)
  }

  /// Adds a block that is not an item: as the text of the item that still lacks one, or else as an entry of its own.
  mutating func addLeaf(_ text: String, _ attributes: MarkdownAttributes, line: Int) {
    if let item = container.untitled {
      nodes[item].take(text, attributes, of: container.mark)
      containers[containers.count - 1].untitled = nil
    } else {
      let depth = headings.count + container.depth
      nodes.append(
        ImportNode(
          depth: depth, text: text, attributes: attributes.text, keepsLines: attributes.keepsLines,
          line: self.line(line)))
    }
  }

  /// Adds a heading that is not in an item: what follows goes under it until a heading of the same or a smaller level.
  mutating func addSection(_ title: String, level: Int, line: Int) {
    var node = ImportNode(depth: 0, text: title, isSection: true, fixedLevel: level, line: self.line(line))
    if let (visible, note) = MarkdownNote.split(title) { node.take(visible, note) }
    headings.enter(level: node.fixedLevel ?? level)
    node.depth = headings.count - 1
    nodes.append(node)
  }

  /// The number that a line of the source has in the document, from 1.
  private func line(_ index: Int) -> Int { linesBefore + index + 1 }

  /// Adds the lines of the innermost container that no block has taken.
  private mutating func takeLines(before end: Int) {
    let lines = container.nextLine..<min(max(end, container.nextLine), container.lastLine + 1)
    addDefinitions(lines)
  }
}
