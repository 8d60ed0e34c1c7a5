extension ImportNode {
  /// Sets the text and everything that a note says; the note's text takes precedence over the visible one.
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

  /// Sets the text from the first block of an item, and the attributes from the block and the item.
  mutating func take(_ block: String, _ attributes: MarkdownAttributes, of item: MarkdownAttributes) {
    // Only a paragraph can begin with a check box.
    let box = attributes.mayEndWithNote ? BoxedText(reading: block) : BoxedText(isDone: nil, text: block)
    let block = box.text
    isDone = box.isDone
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

  /// Sets the attributes of an item, replacing those of its marker alone.
  mutating func take(itemAttributes item: MarkdownAttributes) {
    attributes = item.text
    sectionAttributes = attributes ?? MarkdownAttributes.bulletSection
  }
}
