/// Reads Markdown into nodes whose texts are slices of the source, never rendered again.
///
/// Every line that is not blank ends up in a node: what no block takes is a link reference definition, which cmark
/// drops.
struct MarkdownReader {
  /// The sections and rows of the document.
  private(set) var nodes: [ImportNode] = []
  let source: SourceText
  /// The document, and the items that are being read, outermost first.
  private var containers: [MarkdownContainer]
  /// The levels of the headings that the present place is under.
  private var headings: [Int] = []

  private init(_ source: SourceText) {
    self.source = source
    containers = [MarkdownContainer(depth: 0, nextLine: 0, lastLine: source.lines.count - 1, indent: 0)]
  }

  /// Gives the entries of a document to the rule: headings with what is under them, and list items with what is in them.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws {
    for node in try nodes(of: SourceText(bytes.rest())) { try rule.add(node) }
  }

  private static func nodes(of source: SourceText) throws(ImportError) -> [ImportNode] {
    var reader = MarkdownReader(source)
    for block in try MarkdownParser.blocks(of: source) { reader.read(block) }
    reader.close(downTo: 0)
    reader.takeLines(before: source.lines.count)
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
    nodes.append(ImportNode(depth: depth, text: "", attributes: opened.mark.text, line: item.firstLine + 1))
    containers.append(opened)
  }

  /// Adds a block that is not an item: as the text of the item that still lacks one, or else as an entry of its own.
  mutating func addLeaf(_ text: String, _ attributes: MarkdownAttributes, line: Int) {
    if let item = container.untitled {
      nodes[item].text = text
      nodes[item].keepsLines = attributes.keepsLines
      nodes[item].attributes = container.mark.containing(attributes).text
      containers[containers.count - 1].untitled = nil
    } else {
      let depth = headings.count + container.depth
      nodes.append(
        ImportNode(
          depth: depth, text: text, attributes: attributes.text, keepsLines: attributes.keepsLines, line: line + 1))
    }
  }

  /// Adds a heading that is not in an item: what follows goes under it until a heading of the same or a smaller level.
  mutating func addSection(_ title: String, level: Int, line: Int) {
    while let last = headings.last, last >= level { headings.removeLast() }
    nodes.append(
      ImportNode(depth: headings.count, text: title, isSection: true, fixedLevel: level, line: line + 1))
    headings.append(level)
  }

  /// Adds the lines of the innermost container that no block has taken.
  private mutating func takeLines(before end: Int) {
    let lines = container.nextLine..<min(max(end, container.nextLine), container.lastLine + 1)
    addDefinitions(lines)
  }
}
