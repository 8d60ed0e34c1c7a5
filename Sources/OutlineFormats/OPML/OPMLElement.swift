import OutlineCore

/// The start tag of an `outline` element that is being written, without its closing bracket.
struct OPMLElement {
  private(set) var text = "<outline"

  /// Creates the tag for a row.
  init(_ row: RowDraft) {
    let (text, notes) = row.text.cutAtLineFeed()
    var note = EntryNote()
    note.detail = notes
    if row.schedule != .none { note.schedule = row.schedule }
    add(text: text, isDone: row.isDone, attributes: row.attributes, note)
  }

  /// Creates the tag for a section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - needsLevel: Whether to write the level because the reader would infer another one from the nesting.
  ///   - needsKind: Whether to write the kind because the reader would take the section for a row.
  init(_ section: SectionPiece, needsLevel: Bool, needsKind: Bool) {
    var note = EntryNote(section)
    if needsKind { note.kind = "section" }
    if needsLevel { note.level = section.draft.level }
    add(text: section.draft.title, isDone: section.draft.isDone, attributes: section.draft.attributes, note)
  }

  private mutating func add(text: String, isDone: Bool?, attributes: String?, _ start: EntryNote) {
    var note = start
    let visible = XMLText.visible(text)
    if visible != text { note.text = text }
    add("text", visible)
    if let notes = note.detail {
      if XMLText.canCarry(notes) { note.detail = nil }
      add(OPMLEntry.notes, XMLText.visible(notes))
    }
    if let isDone { add(OPMLEntry.checkBox, isDone ? "true" : "false") }
    let attributes = OPMLAttributes(attributes)
    note.attributes = attributes.whole.map { .some($0) }
    for attribute in attributes.plain + note.xmlAttributes { add(attribute.name, attribute.value) }
  }

  private mutating func add(_ name: String, _ value: String) {
    for part in [" ", name, "=\"", XMLText.attribute(value), "\""] { text += part }
  }
}
