import OutlineCore

/// The start tag of an `outline` element that is being written, without its closing bracket.
struct OPMLElement {
  private(set) var text = "<outline"

  /// Creates the tag for a row.
  init(_ row: RowDraft) {
    add(text: row.text, isDone: row.isDone, attributes: row.attributes)
  }

  /// Creates the tag for a section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - needsLevel: Whether to write the level because the reader would infer another one from the nesting.
  ///   - needsKind: Whether to write the kind because the reader would take the section for a row.
  init(_ section: SectionPiece, needsLevel: Bool, needsKind: Bool) {
    let draft = section.draft
    let (isDone, attributes) = SectionCheckBox.split(draft.attributes)
    add(text: draft.title, isDone: isDone, attributes: attributes)
    if let detail = draft.detail { add(.detail, OPMLPrivate.carried(detail)) }
    if needsKind { add(.kind, "section") }
    if needsLevel { add(.level, draft.level.description) }
    if !draft.isCollapsible { add(.collapsible, "no") }
    if let isCollapsed = section.isCollapsed { add(.collapsed, isCollapsed ? "yes" : "no") }
  }

  private mutating func add(text: String, isDone: Bool?, attributes: String?) {
    let visible = XMLText.visible(text)
    let attributes = OPMLAttributes(attributes)
    add("text", visible)
    if let isDone { add(OPMLEntry.checkBox, "\(isDone)") }
    for attribute in attributes.plain { add(attribute.name, attribute.value) }
    if !XMLText.canCarry(text) { add(.text, OPMLPrivate.carried(text)) }
    if let whole = attributes.whole { add(.attributes, OPMLPrivate.carried(whole)) }
  }

  private mutating func add(_ name: OPMLPrivate.Name, _ value: String) {
    add(OPMLNamespaces.ownPrefix + name.rawValue, value)
  }

  private mutating func add(_ name: String, _ value: String) { text += " \(name)=\"\(XMLText.attribute(value))\"" }
}
