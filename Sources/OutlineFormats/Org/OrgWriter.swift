import OutlineCore
import OutlineJSON

/// Writes sections and rows as headings of org, and rows that were list items as list items.
struct OrgWriter: NestedSyntax {
  private let output: DocumentOutput
  private var keywords = OrgKeywords()
  /// Whether the last section already has a heading in it, to which an item would then belong.
  private var hasHeading = false

  init(to output: DocumentOutput) { self.output = output }

  mutating func open(_ section: SectionPiece, _ nesting: Nesting) throws {
    hasHeading = false
    try output.write(
      written(
        TaskEntry(section.draft), ImportNode(wanted: section.draft), stars: nesting.depth + 1,
        nesting.note(of: section), isFolded: section.isCollapsed == true))
  }

  mutating func write(_ piece: RowPiece, depth: Int) throws {
    let row = piece.draft
    if !hasHeading, let item = OrgItem.text(row) { return try output.write(item) }
    hasHeading = true
    try output.write(
      written(TaskEntry(row), ImportNode(wanted: row), stars: depth + 1, EntryNote(), isFolded: false))
  }

  func close(depth: Int) {}

  func end() throws {
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
    _ = try? OrgReader.read(OrgReader.lines(of: Array(text.utf8)) + [(keywords.line ?? "")[...]]) { nodes.append($0) }
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
    guard let value = attribute.value.string, !key.isEmpty, !key.contains(where: { $0.isWhitespace || $0 == ":" }),
      !["VISIBILITY", OrgReader.noteKey].contains(key.uppercased()), !value.contains(where: \.isNewline)
    else { return nil }
    line = value.isEmpty ? ":\(key):" : ":\(key): \(value)"
  }

  /// Writes an attribute of several lines as a drawer; nil for any other attribute.
  static func drawer(_ attribute: JSONTree.Member) -> [String]? {
    guard let value = attribute.value.string, value.contains("\n"), OrgKeywords.isWord(attribute.key) else {
      return nil
    }
    return [":\(attribute.key):", value, ":END:"]
  }
}

extension OrgItem {
  /// Writes a row that was a list item as one; nil if it was none, or if an item cannot express all of it.
  static func text(_ row: RowDraft) -> String? {
    let bullets = ["item": "-", "ordered": "1."]
    guard let members = row.attributes.flatMap(JSONTree.object), members.count == 1,
      let bullet = members[0].value.string.flatMap({ bullets[$0] }), members[0].key == OrgReader.shapeKey
    else { return nil }
    let lines = row.text.split(separator: "\n", omittingEmptySubsequences: false)
    let box = row.isDone.map { $0 ? "[X] " : "[ ] " } ?? ""
    let indent = String(repeating: " ", count: bullet.count + 1)
    let text = (["\(bullet) \(box)\(lines.first ?? "")"] + lines.dropFirst().map { $0.isEmpty ? "" : indent + $0 })
      .joined(separator: "\n")
    var nodes: [ImportNode] = []
    _ = try? OrgReader.read(OrgReader.lines(of: Array(text.utf8)) + ["- x"]) { nodes.append($0) }
    guard nodes.count == 2, nodes[1].depth == 0 else { return nil }
    return EntryNote(ImportNode(wanted: row), beyond: nodes[0]) == EntryNote() ? text + "\n" : nil
  }
}
