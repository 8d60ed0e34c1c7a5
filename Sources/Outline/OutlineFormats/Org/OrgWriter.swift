import ListChanges
import OutlineCore
import OutlineJSON

/// Writes sections and rows as headings of org, and plain rows as list items where everything below them is one too.
struct OrgWriter: NestedSyntax {
  /// The inside of the document or of a heading.
  private struct Inside {
    /// Whether a heading here is a row even if nothing says so.
    var rowsOnly = false
    /// Whether a heading is here already, to which an item would then belong.
    var hasHeading = false
  }

  /// The most rows that are held back until it is known whether all of them are items.
  private static let mostHeld = 4_096

  private let output: DocumentOutput
  private var keywords = OrgKeywords()
  private var isNew = true
  /// The document and the open headings.
  private var insides = [Inside()]
  /// A row that may be an item, with the rows below it so far.
  private var held: [(row: RowPiece, nesting: Nesting, item: [String])] = []
  /// The number of the last item at each depth since the last heading; 0 if it had none.
  private var numbers: [Int] = []

  init(to output: DocumentOutput) { self.output = output }

  mutating func writeFrontMatter(_ block: String) throws {
    keywords = OrgKeywords(OrgReader.lines(of: Array(block.utf8)))
    try output.write(block)
  }

  mutating func open(_ section: SectionPiece, _ nesting: Nesting) throws {
    var section = section
    if isNew, let (block, rest) = FrontMatter.split(section.draft.attributes, as: OrgKeywords.isBlock) {
      try writeFrontMatter(block)
      section.draft.content.attributes = rest
    }
    isNew = false
    try giveItems()
    let inside = enter(nesting, isRow: false)
    let entry = TaskEntry(section.draft)
    var note = EntryNote()
    if !nesting.followsSection, entry.isDone != nil || inside.rowsOnly { note.kind = "section" }
    if nesting.needsLevel { note.level = section.draft.level }
    try output.write(
      written(
        entry, ImportNode(wanted: section.draft), stars: nesting.depth + 1, note,
        isFolded: section.isCollapsed == true))
  }

  mutating func open(_ row: RowPiece, _ nesting: Nesting) throws {
    isNew = false
    if held.first.map({ nesting.depth <= $0.nesting.depth }) == true { try giveItems() }
    let canBegin = !held.isEmpty || !insides[nesting.depth].hasHeading
    guard canBegin, held.count < Self.mostHeld, !nesting.needsLevel, row.isCollapsed != true,
      let item = OrgItem.lines(row.draft)
    else {
      let rows = held
      held = []
      for (row, nesting, _) in rows { try openHeading(row, nesting) }
      return try openHeading(row, nesting)
    }
    held.append((row, nesting, item))
  }

  private mutating func openHeading(_ row: RowPiece, _ nesting: Nesting) throws {
    let inside = enter(nesting, isRow: true)
    let entry = TaskEntry(row.draft)
    var note = nesting.note(of: row)
    if entry.isDone == nil, !inside.rowsOnly { note.kind = "row" }
    try output.write(
      written(
        entry, ImportNode(wanted: row.draft), stars: nesting.depth + 1, note, isFolded: row.isCollapsed == true))
  }

  /// Enters a heading, and returns what was around it.
  private mutating func enter(_ nesting: Nesting, isRow: Bool) -> Inside {
    insides.removeLast(max(0, insides.count - nesting.depth - 1))
    let around = insides[nesting.depth]
    numbers = []
    insides[nesting.depth].hasHeading = true
    if isRow { insides[nesting.depth].rowsOnly = true }
    insides.append(Inside(rowsOnly: isRow))
    return around
  }

  /// Writes the rows that were held back as items.
  private mutating func giveItems() throws {
    var widths = LevelStack<Int>()
    for (_, nesting, lines) in held {
      let item = numbered(lines, depth: nesting.depth)
      while widths.leave(for: nesting.depth) != nil {}
      let column = widths.innermost ?? 0
      let indent = String(repeating: " ", count: column)
      for line in item { try output.write(line.isEmpty ? "\n" : indent + line + "\n") }
      widths.enter(column + (item[0].prefix { $0 != " " }.count + 1), level: nesting.depth)
    }
    held = []
  }

  /// Gives an item of an ordered list the number after that of the item before it, or the one that its text sets, `[@5]`.
  private mutating func numbered(_ item: [String], depth: Int) -> [String] {
    numbers.removeLast(max(0, numbers.count - depth - 1))
    while numbers.count <= depth { numbers.append(0) }
    guard item[0].hasPrefix(OrgItem.ordered) else {
      numbers[depth] = 0
      return item
    }
    let text = item[0].dropFirst(OrgItem.ordered.count)
    let set = text.hasPrefix(" [@") ? Int(text.dropFirst(3).prefix { $0 != "]" }.prefix(9)) : nil
    numbers[depth] = max(0, set ?? numbers[depth] + 1)
    let extra = String(repeating: " ", count: "\(numbers[depth])".utf8.count - 1)
    return ["\(numbers[depth]).\(text)"] + item.dropFirst().map { $0.isEmpty ? "" : extra + $0 }
  }

  func close(depth: Int) {}

  mutating func end() throws {
    try giveItems()
    if let line = keywords.line { try output.write(line + "\n") }
  }

  /// Writes an entry, with a note of everything that would be read back differently.
  private mutating func written(
    _ entry: TaskEntry, _ wanted: ImportNode, stars: Int, _ needed: EntryNote, isFolded: Bool
  ) -> String {
    if needed == EntryNote(), !isFolded, entry.isPlain(as: wanted), OrgHeading.isPlain(entry.title, keywords) {
      return Self.lines(entry, stars: stars, &keywords, needed, isFolded: false).joined(separator: "\n") + "\n"
    }
    var plain = entry
    plain.attributes = plain.attributes.filter { OrgProperty($0) != nil || $0.value.string != nil }
    var (untitled, bare) = (plain, plain)
    untitled.title = ""
    bare.notes = nil
    for candidate in [plain, bare, untitled, TaskEntry()] {
      var words = keywords
      func text(_ note: EntryNote) -> String {
        Self.lines(candidate, stars: stars, &words, note, isFolded: isFolded).joined(separator: "\n") + "\n"
      }
      let written = text(needed)
      guard let read = Self.read(written, words) else { continue }
      var note = EntryNote(wanted, beyond: read)
      (note.kind, note.level) = (needed.kind, needed.level)
      let whole = note == needed ? written : text(note)
      keywords = words
      return whole
    }
    return ""
  }

  /// Reads a heading back; nil if it is more than one entry.
  private static func read(_ text: String, _ keywords: OrgKeywords) -> ImportNode? {
    var nodes: [ImportNode] = []
    let declared = keywords.declared + [(keywords.line ?? "")[...]]
    _ = try? OrgReader.read(OrgReader.lines(of: Array(text.utf8)) + declared) { nodes.append($0) }
    return nodes.count == 1 ? nodes[0] : nil
  }

  private static func lines(
    _ entry: TaskEntry, stars: Int, _ keywords: inout OrgKeywords, _ note: EntryNote, isFolded: Bool
  ) -> [String] {
    var entry = entry
    var lines = [OrgHeading.line(&entry, stars: stars, &keywords)]
    if let planning = OrgPlanning.line(&entry) { lines.append(planning) }
    var properties = entry.attributes.compactMap { OrgProperty($0)?.line }
    if let repetition = entry.repetition { properties.append(":repeat: \(repetition)") }
    if isFolded { properties.append(":VISIBILITY: folded") }
    if note != EntryNote() { properties.append(":\(OrgReader.noteKey): \(note.json().text)") }
    if !properties.isEmpty { lines += [":PROPERTIES:"] + properties + [":END:"] }
    for attribute in entry.attributes { lines += OrgProperty.drawer(attribute) ?? [] }
    if let notes = entry.notes { lines.append(notes) }
    return lines
  }
}

/// An attribute as a property of org: `:KEY: value`.
struct OrgProperty {
  let line: String

  /// Creates the property of an attribute; nil if a property cannot express it.
  init?(_ attribute: JSONTree.Member) {
    let key = attribute.key
    guard let value = attribute.value.string, !key.isEmpty, !key.hasWhitespace, !key.contains(":" as Character),
      !["VISIBILITY", OrgReader.noteKey].contains(key.uppercased()), !value.hasLineBreak,
      !Self.isDrawer(key, value)
    else { return nil }
    line = value.isEmpty ? ":\(key):" : ":\(key): \(value)"
  }

  /// Writes an attribute of several lines, and the log of a task, as a drawer; nil for any other attribute.
  static func drawer(_ attribute: JSONTree.Member) -> [String]? {
    guard let value = attribute.value.string, isDrawer(attribute.key, value), OrgKeywords.isWord(attribute.key) else {
      return nil
    }
    return [":\(attribute.key):", value, ":END:"]
  }

  private static func isDrawer(_ key: String, _ value: String) -> Bool {
    value.hasSeveralLines && value.contains("\n" as Character) || key == "LOGBOOK" && !value.isEmpty
  }
}

extension OrgItem {
  /// The lines of an item that is a row; nil for a task that was no item, and if an item cannot express all of the row.
  static func lines(_ row: RowDraft) -> [String]? {
    var wanted = ImportNode(wanted: row)
    guard let bullet = bullet(row) else { return nil }
    if row.attributes == nil, isPlain(row.text) { return ["- " + row.text] }
    if bullet == "-", row.isDone == nil { wanted.attributes = nil }
    let box = row.isDone.map { $0 ? "[X] " : "[ ] " } ?? ""
    let indent = String(repeating: " ", count: bullet.count + 1)
    let lines = row.text.split(separator: "\n", omittingEmptySubsequences: false)
    let written =
      ["\(bullet) \(box)\(lines.first ?? "")"] + lines.dropFirst().map { $0.isEmpty ? "" : indent + $0 }
    var nodes: [ImportNode] = []
    let text = written.joined(separator: "\n")
    _ = try? OrgReader.read(OrgReader.lines(of: Array(text.utf8)) + ["- x"]) { nodes.append($0) }
    guard nodes.count == 2, nodes[1].depth == 0 else { return nil }
    return EntryNote(wanted, beyond: nodes[0]) == EntryNote() ? written : nil
  }

  /// Whether a text is read back as it is after the sign of an item.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return first != UInt8(ascii: "[") && !first.isBlank && !last.isBlank && !text.hasByte { $0 < 0x20 }
  }

  /// The sign of an item of an ordered list, before it has its number.
  static let ordered = "1."

  /// The sign of the item that a row was, or can be; nil for none.
  private static func bullet(_ row: RowDraft) -> String? {
    guard let attributes = row.attributes else { return row.isDone == nil && row.schedule == .none ? "-" : nil }
    guard attributes.contains(utf8: OrgReader.shapeKey) || attributes.hasByte(UInt8(ascii: "\\")),
      let members = JSONTree.object(attributes), members.count == 1, members[0].key == OrgReader.shapeKey
    else { return nil }
    return members[0].value.string.flatMap { ["item": "-", "ordered": ordered][$0] }
  }
}
