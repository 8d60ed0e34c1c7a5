import OutlineCore

extension ImportNode {
  /// Sets the text and everything that a note says; the note's text takes precedence over the visible one.
  mutating func take(_ visible: String, _ note: EntryNote) {
    text = visible
    note.apply(to: &self)
  }

  /// Sets the check box, the text and the attributes of an item from its first block.
  mutating func take(_ block: String, _ shape: MarkdownShape) {
    // Only a paragraph can begin with a check box.
    let box = shape.isParagraph ? BoxedText(reading: block) : BoxedText(isDone: nil, text: block)
    (isDone, text, keepsLines) = (box.isDone, box.text, shape.keepsLines)
    let split = shape.isParagraph || shape.content == "html" ? EntryNote.split(text) : nil
    if let split, shape.isParagraph || split.visible.isEmpty {
      keepsLines = false
      take(split.visible, split.note)
    } else if !shape.isParagraph {
      attributes = shape.rowAttributes
    }
  }
}
