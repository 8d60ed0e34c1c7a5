import OutlineCore

/// The start tag of an `outline` element that is being written, without its closing bracket.
struct OPMLElement {
  private(set) var text = "<outline"

  /// Creates the tag for a row; `note` has the properties that its place does not determine.
  init(_ row: RowPiece, _ note: EntryNote) {
    let (text, notes) = row.draft.text.cutAtLineFeed()
    var note = note
    note.detail = notes
    if row.draft.schedule != .none { note.schedule = row.draft.schedule }
    if row.isCollapsed == true { note.isCollapsed = true }
    add(text: text, isDone: row.draft.isDone, attributes: row.draft.attributes, note)
  }

  /// Creates the tag for a section; `place` has the properties that its place does not determine.
  init(_ section: SectionPiece, _ place: EntryNote) {
    var note = EntryNote(section)
    (note.kind, note.level) = (place.kind, place.level)
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
    for attribute in attributes.plain + note.xmlAttributes {
      let isStale = attribute.name == OPMLEntry.status && (attribute.value == "checked") != (isDone == true)
      add(attribute.name, isStale ? OPMLEntry.status(isDone) ?? attribute.value : attribute.value)
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    for part in [" ", name, "=\"", XMLText.attribute(value), "\""] { text += part }
  }
}
