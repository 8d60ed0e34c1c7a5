/// A text being typed, with the usual keys of a line editor.
struct LineInput {
  private(set) var characters: [Character]
  /// The index of the character before which the next one is inserted.
  private(set) var cursor: Int
  /// The last characters that were cut.
  private var cut: [Character] = []
  /// Whether the text may have line breaks.
  let hasLines: Bool
  /// Whether the whole text is selected, so that the first character that is typed replaces it.
  private(set) var isSelected: Bool

  init(_ text: String = "", hasLines: Bool = false, isSelected: Bool = false) {
    characters = Array(text)
    cursor = characters.count
    self.hasLines = hasLines
    self.isSelected = isSelected && !text.isEmpty
  }

  var text: String { String(characters) }

  var isBlank: Bool { characters.allSatisfy(\.isWhitespace) }

  /// Inserts a text at the cursor; line breaks become spaces if they are not allowed.
  mutating func insert(_ text: String) {
    var new = Array(Self.withUnixLines(text))
    if !hasLines { new = new.map { $0 == "\n" ? " " : $0 } }
    characters.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  /// Applies a key to the text; returns false if the key has no meaning here.
  mutating func take(_ key: Key) -> Bool {
    if isSelected {
      isSelected = false
      switch key {
      case .character, .paste: remove(0..<characters.count)
      case .backspace, .delete:
        remove(0..<characters.count)
        return true
      default: break
      }
    }
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .altEnter, .control("j"):
      if !hasLines { return false }
      insert("\n")
    case .left, .control("b"): cursor = max(cursor - 1, 0)
    case .right, .control("f"): cursor = min(cursor + 1, characters.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .altLeft, .alt("b"): cursor = wordStart
    case .altRight, .alt("f"): cursor = wordEnd
    case .backspace, .control("h"): remove(max(cursor - 1, 0)..<cursor)
    case .delete, .control("d"): remove(cursor..<min(cursor + 1, characters.count))
    case .control("u"): cut(0..<cursor)
    case .control("k"): cut(cursor..<characters.count)
    case .control("w"): cut(wordStart..<cursor)
    case .alt("d"): cut(cursor..<wordEnd)
    case .control("y"): insert(String(cut))
    default: return false
    }
    return true
  }

  /// The keys and their effects, for the help.
  static let help: [(keys: [String], name: String)] = [
    (["enter"], "save, and begin the next new item; on an empty item: end"),
    (["escape"], "leave everything as it was; the same key offers the text again"),
    (["alt-enter", "ctrl-j"], "a line break, in a row"), (["tab", "shift-tab"], "indent or outdent the new item"),
    (["left", "right", "ctrl-b", "ctrl-f"], "one character back or forward"),
    (["alt-left", "alt-right", "alt-b", "alt-f"], "one word back or forward"),
    (["home", "end", "ctrl-a", "ctrl-e"], "to the beginning or to the end"),
    (["backspace", "delete", "ctrl-h", "ctrl-d"], "delete a character; backspace in an empty new task: its box"),
    (["ctrl-w", "alt-d"], "cut the word before or after the cursor"),
    (["ctrl-u", "ctrl-k", "ctrl-y"], "cut everything before or after the cursor; paste it"),
  ]

  /// Returns a text with every line break as `\n`.
  static func withUnixLines(_ text: String) -> String {
    String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func cut(_ range: Range<Int>) {
    if range.isEmpty { return }
    cut = Array(characters[range])
    remove(range)
  }

  private var wordStart: Int {
    var index = cursor
    while index > 0, !Self.isWordPart(characters[index - 1]) { index -= 1 }
    while index > 0, Self.isWordPart(characters[index - 1]) { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = cursor
    while index < characters.count, !Self.isWordPart(characters[index]) { index += 1 }
    while index < characters.count, Self.isWordPart(characters[index]) { index += 1 }
    return index
  }

  private static func isWordPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
