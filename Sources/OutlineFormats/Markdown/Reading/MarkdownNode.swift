extension ImportNode {
  /// Takes what is shown of an entry, and a note as the truth.
  mutating func take(_ visible: String, _ note: MarkdownNote) {
    text = note.text ?? visible
    if note.text != nil { keepsLines = true }
    detail = note.detail
    isCollapsible = note.isCollapsible
    if let level = note.level {
      fixedLevel = level
      isSection = true
    }
    switch note.attributes {
    case .asMarkdown: return
    case .none: (attributes, sectionAttributes) = (nil, nil)
    case .json(let json): (attributes, sectionAttributes) = (json, nil)
    }
  }

  /// Takes the first block of the item that the entry is, with the block's attributes and the item's.
  mutating func take(_ block: String, _ attributes: MarkdownAttributes, of item: MarkdownAttributes) {
    text = block
    keepsLines = attributes.keepsLines
    let split = attributes.mayEndWithNote || attributes.mayBeNote ? MarkdownNote.split(block) : nil
    if let split, attributes.mayEndWithNote || split.visible.isEmpty {
      keepsLines = false
      take(split.visible, split.note)
    } else if !attributes.mayEndWithNote {
      take(itemAttributes: item.containing(attributes))
    }
  }

  /// Takes the attributes of an item, which has those of its marker before.
  mutating func take(itemAttributes item: MarkdownAttributes) {
    attributes = item.text
    sectionAttributes = attributes ?? MarkdownAttributes.bulletSection
  }
}
