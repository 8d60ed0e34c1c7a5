import ListChanges
import OutlineCore

/// Reads Markdown into nodes whose texts are taken from the source unchanged.
///
/// Every line that is not empty ends up in a node. Lines that belong to no block are link reference definitions, which
/// cmark drops.
struct MarkdownReader {
  private(set) var nodes: [ImportNode] = []
  let source: SourceText
  /// The number of lines of the document before the source.
  private let linesBefore: Int
  /// The document and the items that are open, outermost first.
  private var containers: [MarkdownContainer]
  /// The headings above the current position.
  private var headings: LevelStack<Void>
  private var tally = ReadingTally()

  private init(_ part: MarkdownPart, headings: LevelStack<Void>) {
    source = part.source
    linesBefore = part.linesBefore
    self.headings = headings
    containers = [MarkdownContainer(depth: 0, nextLine: 0, lastLine: source.lines.count - 1, indent: 0)]
  }

  /// Passes the entries of a document to the rule: headings and list items with their content.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - leastPart: The least number of bytes to parse at once; more if a block is longer.
  ///   - rule: Receives the entries.
  /// - Returns: Remarks on the signs of Obsidian that were read.
  /// - Throws: ``ImportError`` for bytes that are not UTF-8 or contain NUL and for extreme nesting, and every error of the
  ///   rule.
  @discardableResult
  static func read(_ bytes: ByteStream, leastPart: Int = 262_144, into rule: ImportRule) throws -> [String] {
    let (block, rest, lines) = try FrontMatter.take(from: bytes)
    rule.frontMatter = block
    var parts = MarkdownParts(rest, least: leastPart, linesBefore: lines)
    var headings = LevelStack<Void>()
    var tally = ReadingTally()
    while let part = try parts.next() {
      for node in nodes(of: part, headings: &headings, &tally) { try rule.add(node) }
    }
    return tally.remarks
  }

  /// Returns the entries of a part of a document.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - headings: The headings above the start of the part; on return, those above its end.
  ///   - tally: Counts the signs of Obsidian.
  static func nodes(
    of part: MarkdownPart, headings: inout LevelStack<Void>, _ tally: inout ReadingTally
  ) -> [ImportNode] {
    var reader = MarkdownReader(part, headings: headings)
    reader.tally = tally
    for block in part.blocks { reader.read(block) }
    reader.close(downTo: 0)
    reader.takeLines(before: part.source.lines.count)
    (headings, tally) = (reader.headings, reader.tally)
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

  /// Closes the items that do not contain a block of the given depth.
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
    var entry = ImportNode(depth: depth, text: "", isSection: false, line: line(item.firstLine))
    entry.attributes = MarkdownShape(marker: opened.marker).rowAttributes
    nodes.append(entry)
    containers.append(opened)
  }

  /// Adds a block that is not an item.
  ///
  /// It becomes the text of the innermost item if that has none yet, and otherwise an entry of its own.
  mutating func addLeaf(_ text: String, _ shape: MarkdownShape, line: Int) {
    if let item = container.untitled {
      for (what, meaning) in nodes[item].take(text, shape.marked(container.marker)) { tally.took(what, as: meaning) }
      containers[containers.count - 1].untitled = nil
    } else {
      let depth = headings.count + container.depth
      nodes.append(
        ImportNode(
          depth: depth, text: text, attributes: shape.attributes, keepsLines: shape.keepsLines, isSection: false,
          line: self.line(line)))
    }
  }

  /// Adds a heading that is not in an item.
  ///
  /// All entries after it go below it, up to the next heading of the same or a smaller level.
  mutating func addSection(_ title: String, level: Int, line: Int) {
    let box = BoxedText(reading: title)
    var node = ImportNode(
      depth: 0, text: box.text, isDone: box.isDone, isSection: true, fixedLevel: level, line: self.line(line))
    if let (visible, note) = EntryNote.split(box.text) { node.take(visible, note) }
    headings.enter(level: node.fixedLevel ?? level)
    node.depth = headings.count - 1
    nodes.append(node)
  }

  /// The line number in the document, counted from 1, of a line of the source.
  private func line(_ index: Int) -> Int { linesBefore + index + 1 }

  /// Adds the lines of the innermost container that belong to no block.
  private mutating func takeLines(before end: Int) {
    let lines = container.nextLine..<min(max(end, container.nextLine), container.lastLine + 1)
    addDefinitions(lines)
  }
}
