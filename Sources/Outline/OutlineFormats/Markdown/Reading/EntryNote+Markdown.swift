import OutlineCore
import OutlineJSON

// The note as a comment at the end of a heading or an item, for example `## Title <!-- pleat {"level":9} -->`.
//
// The comment contains a JSON object without `--` and `>`, so that it cannot end early. Any other comment
// is part of the text.
extension EntryNote {
  private static let start = "<!-- pleat "
  private static let end = " -->"

  /// The comment as text; empty if there is nothing to say.
  var comment: String {
    let object = json { Self.isSafe($0) ? .written($0) : .string($0) }
    return object.isEmptyObject ? "" : Self.start + Self.escaped(object.text) + Self.end
  }

  /// Whether an object can be written into a comment as an object and read back byte by byte.
  private static func isSafe(_ json: String) -> Bool {
    guard let members = JSONTree.object(json) else { return false }
    return JSONTree.object(members).text.hasSameBytes(as: json)
  }

  /// Escapes everything in JSON that could end a comment or a line.
  private static func escaped(_ json: String) -> String {
    var last: Unicode.Scalar?
    return JSONText.escaping(json) { scalar in
      defer { last = scalar }
      switch scalar {
      case ">", "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": return true
      default: return scalar == "-" && last == "-"
      }
    }
  }

  /// Splits a raw text into the visible text and the note at its end; nil if it ends with no note.
  static func split(_ text: String) -> (visible: String, note: EntryNote)? {
    let bytes = Array(text.utf8)
    guard bytes.suffix(end.utf8.count).elementsEqual(end.utf8), let place = lastStart(in: bytes) else { return nil }
    let json = bytes[(place + start.utf8.count)...].dropLast(end.utf8.count)
    guard let note = JSONTree.object(String(decoding: json, as: UTF8.self)).flatMap(EntryNote.init) else { return nil }
    return (String(decoding: bytes[..<place].trimmed(), as: UTF8.self), note)
  }

  private static func lastStart(in bytes: [UInt8]) -> Int? {
    let start = Array(start.utf8)
    return bytes.indices.reversed().first { bytes[$0] == start[0] && bytes[$0...].starts(with: start) }
  }
}

extension ImportNode {
  /// Sets the text and everything that a note says; the note's text takes precedence over the visible one.
  mutating func take(_ visible: String, _ note: EntryNote) {
    text = visible
    note.apply(to: &self)
  }

  /// Sets the check box, the text and the attributes of an item from its first block.
  ///
  /// - Returns: The kinds of things that were taken from a task of Obsidian, and as what.
  mutating func take(_ block: String, _ shape: MarkdownShape) -> [(what: String, meaning: String)] {
    // Only a paragraph can begin with a check box.
    let box = shape.isParagraph ? BoxedText(reading: block) : BoxedText(isDone: nil, text: block)
    (isDone, text, keepsLines) = (box.isDone, box.text, shape.keepsLines)
    let split = shape.isParagraph || shape.content == "html" ? EntryNote.split(text) : nil
    if let split, shape.isParagraph || split.visible.isEmpty {
      keepsLines = false
      take(split.visible, split.note)
    } else if shape.isParagraph {
      return takeSigns()
    } else {
      attributes = shape.rowAttributes
    }
    return []
  }
}
