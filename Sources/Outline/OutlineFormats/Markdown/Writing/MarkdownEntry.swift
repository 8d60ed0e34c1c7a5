import OutlineCore

// The content of an entry that is written, which must be the same after reading it back.
extension ImportNode {
  /// Creates the content of a row; `level` is nil for the level that follows from its place.
  fileprivate init(_ row: RowDraft, level: Int?) {
    self.init(
      depth: 0, text: row.text, isDone: row.isDone, attributes: row.attributes, schedule: row.schedule,
      isSection: false, fixedLevel: level)
  }

  /// Creates the content of a section; `level` is nil for the level that follows from its place.
  fileprivate init(_ section: SectionDraft, level: Int?) {
    self.init(wanted: section)
    (isSection, fixedLevel) = (true, level)
  }

  /// The text as an item has it: with its check box, or escaped.
  fileprivate var writtenText: String {
    beginsWithBox ? "\\" + text : BoxedText(isDone: isDone, text: text).written
  }

  /// The check box, the text before a note, and the note, on one line.
  fileprivate func line(_ visible: String, _ note: EntryNote) -> String {
    let text = [visible, note.comment].filter { !$0.isEmpty }.joined(separator: " ")
    return beginsWithBox && note.comment.isEmpty
      ? "\\" + text : BoxedText(isDone: isDone, text: text).written
  }

  /// Whether the reader's result has the same content.
  fileprivate func isSame(as node: ImportNode) -> Bool {
    let found = isSection == true && !node.keepsLines ? node.text.joinedLines() : node.text
    return found.hasSameBytes(as: text) && node.attributes.hasSameBytes(as: attributes)
      && node.isDone == isDone && node.detail.hasSameBytes(as: detail) && node.isCollapsible == isCollapsible
      && node.newRows == newRows && node.fixedLevel == fixedLevel && node.schedule.isSame(as: schedule)
  }

  /// Creates the note with everything that the rest of the entry does not say.
  ///
  /// - Parameters:
  ///   - visible: The text before the note.
  ///   - plainAttributes: The attributes that the entry would get without a note.
  ///   - level: The level to state in the note; nil for none.
  fileprivate func note(besides visible: String, _ plainAttributes: String?, level: Int?) -> EntryNote {
    var note = EntryNote()
    if !visible.hasSameBytes(as: text) { note.text = text }
    note.detail = detail
    note.isCollapsible = isCollapsible
    note.newRows = newRows
    note.level = level
    if level != nil, isSection == false { note.kind = "row" }
    if schedule != .none { note.schedule = schedule }
    if !attributes.hasSameBytes(as: plainAttributes) { note.attributes = .some(attributes) }
    return note
  }
}

extension MarkdownLines.Entry {
  static func heading(_ section: SectionDraft) -> Self {
    let meaning = ImportNode(section, level: section.level)
    let start = String(repeating: "#", count: min(section.level, 6))
    func entry(_ visible: String) -> Self {
      var note = meaning.note(besides: visible, nil, level: section.level > 6 ? section.level : nil)
      if visible.isEmpty, meaning.isDone != nil { note.text = meaning.text }  // a box alone is read as a text
      return Self(
        kind: .heading, lines: [[start, meaning.line(visible, note)].filter { !$0.isEmpty }.joined(separator: " ")])
    }
    let shown = visibleTexts(section.title, at: { $0.isPlainHeading }).first {
      $0.isPlainHeading || isRead(entry($0).lines, at: .block(indent: 0), meaning)
    }
    return entry(shown ?? "")
  }

  /// Writes a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - indent: The column where the contents of the row around it begin.
  ///   - hasChildren: Whether anything is below it, so that it has to be an item.
  ///   - needsLevel: Whether its level does not follow from its place.
  static func row(_ row: RowDraft, indent: Int, hasChildren: Bool, needsLevel: Bool) -> Self {
    let meaning = ImportNode(row, level: needsLevel ? row.level : nil)
    if !needsLevel, row.attributes == nil, row.schedule == .none, row.text.isPlainItem {
      return Self(kind: .item(.bullet), lines: ["- " + meaning.writtenText], width: 2, isParagraph: true)
    }
    let shape = row.attributes.map { MarkdownShape($0) } ?? MarkdownShape.item
    if !needsLevel, let (text, read) = meaning.withSigns {
      let marker = shape?.marker ?? .bullet
      let entry = Self(kind: .item(marker), lines: [marker.text + text], width: marker.width, isParagraph: true)
      if isRead(entry.lines, at: entry.trial(indent, hasChildren), read) { return entry }
    }
    if let shape, !needsLevel, shape.marker != nil || !hasChildren,
      let plain = plain(meaning, shape, indent: indent, hasChildren: hasChildren)
    {
      return plain
    }
    return noted(meaning, shape?.marker ?? .bullet, indent: indent, hasChildren: hasChildren)
  }

  /// Writes an item with a note.
  private static func noted(
    _ meaning: ImportNode, _ marker: MarkdownShape.Marker, indent: Int, hasChildren: Bool
  ) -> Self {
    let attributes = MarkdownShape(marker: marker).rowAttributes
    func entry(_ visible: String) -> Self {
      var note = meaning.note(besides: visible, attributes, level: meaning.fixedLevel)
      // The item must begin with something, and text that looks like a note must not come last.
      if visible.isEmpty || visible.utf8.last == UInt8(ascii: ">") { note.text = meaning.text }
      return Self(
        kind: .item(marker), lines: MarkdownShape(marker: marker).lines(meaning.line(visible, note)),
        width: marker.width,
        isParagraph: true)
    }
    // The further lines of a text stay lines where they are read as such.
    let whole = meaning.text.hasByte(UInt8(ascii: "\n")) ? [meaning.text] : []
    let shown = (whole + visibleTexts(meaning.text, at: { $0.isPlainItem })).first {
      $0.isPlainItem || isRead(entry($0).lines, at: entry($0).trial(indent, hasChildren), meaning)
    }
    return entry(shown ?? "")
  }

  /// Writes an entry without a note; nil if it would not be read back unchanged.
  private static func plain(
    _ meaning: ImportNode, _ shape: MarkdownShape, indent: Int, hasChildren: Bool
  ) -> Self? {
    guard meaning.schedule == .none else { return nil }
    let isItem = shape.marker != nil && shape.isParagraph
    let lines = shape.lines(isItem ? meaning.writtenText : meaning.text)
    let isDefinition = shape.content == "definition" && lines.count == 1
    var entry = Self(kind: isDefinition ? .definition : .block, lines: lines)
    if let marker = shape.marker {
      entry = Self(
        kind: .item(marker), lines: lines, width: marker.width, isParagraph: shape.isParagraph)
      if entry.isParagraph, meaning.text.isPlainItem,
        meaning.attributes.hasSameBytes(as: MarkdownShape(marker: marker).rowAttributes)
      {
        return entry
      }
    }
    return isRead(lines, at: entry.trial(indent, hasChildren), meaning) ? entry : nil
  }

  private func trial(_ indent: Int, _ hasChildren: Bool) -> MarkdownTrial.Context {
    hasChildren ? .container(indent: indent, width: width) : .block(indent: indent)
  }

  private static func isRead(_ lines: [String], at context: MarkdownTrial.Context, _ meaning: ImportNode) -> Bool {
    MarkdownTrial.read(lines, at: context).map { meaning.isSame(as: $0) } ?? false
  }

  /// Returns the texts that could come before a note, best first.
  private static func visibleTexts(_ text: String, at isPlain: (String) -> Bool) -> [String] {
    if isPlain(text) { return [text] }
    let line = text.joinedLines().withoutControls()
    return line.isEmpty ? [] : [line, "\\" + line]
  }
}

extension MarkdownShape.Marker {
  /// The number of columns from the start of the marker to the text.
  var width: Int { text.utf8.count }
}
