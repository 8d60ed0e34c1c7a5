import OutlineCore

/// The start tag of an `outline` element that is being written, without its closing bracket.
struct OPMLElement {
  private(set) var text = "<outline"

  /// Creates the tag for a row.
  init(_ row: RowDraft) {
    add(text: row.text, isDone: row.isDone, attributes: row.attributes, EntryNote())
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
    let (isDone, attributes) = SectionCheckBox.split(section.draft.attributes)
    add(text: section.draft.title, isDone: isDone, attributes: attributes, note)
  }

  private mutating func add(text: String, isDone: Bool?, attributes: String?, _ start: EntryNote) {
    var note = start
    if !XMLText.canCarry(text) { note.text = text }
    let attributes = OPMLAttributes(attributes)
    note.attributes = attributes.whole.map { .some($0) }
    let checkBox = isDone.map { [XMLAttribute(name: OPMLEntry.checkBox, value: "\($0)")] } ?? []
    let shown = [XMLAttribute(name: "text", value: XMLText.visible(text))] + checkBox
    for attribute in shown + attributes.plain + note.xmlAttributes {
      self.text += " \(attribute.name)=\"\(XMLText.attribute(attribute.value))\""
    }
  }
}
