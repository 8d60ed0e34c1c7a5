/// The day and the rule at the end of a text, as people type them: `call mom due:fri repeat:weekly`.
///
/// They come in any order, and tags may be among them: `call mom due:fri #home`. A backslash before such a word keeps it in the
/// text: `call mom \due:fri`.
package struct DatedText: Hashable {
  /// The text without the day and the rule.
  package var text: String
  package var due: DueDate?
  package var rule: RepeatRule?

  private init(_ text: String) { self.text = text }

  /// Reads a typed text: removes a day and a rule from its end, or the backslash that keeps such a word in the text.
  ///
  /// `due:` begins a day, and `repeat:` a rule, only if the rest of the text can be read as one. A text that is nothing else
  /// stays as it is.
  package init(reading typed: String, today: Day) {
    let read = Self.split(typed, today: today)
    self = read.text.isBlank ? DatedText(typed) : read
  }

  /// The changes to the schedule of the item with the text; nil for none.
  package func schedule(today: Day) -> SchedulePatch? {
    if due == nil, rule == nil { return nil }
    return SchedulePatch(due: due.map(Optional.some), repeats: rule.map { "\($0)" }, start: DueDate(today))
  }

  private static func split(_ typed: String, today: Day) -> DatedText {
    var read = DatedText(typed)
    while let found = ending(of: read.text, today: today) {
      let before = read.text.utf8[..<found.start]
      if before.last == UInt8(ascii: "\\") {
        read.text = String(read.text[..<before.index(before: found.start)]) + read.text[found.start...]
        break
      }
      switch found.value {
      case .due(let due) where read.due == nil: read.due = due
      case .rule(let rule) where read.rule == nil: read.rule = rule
      case .due, .rule: return read
      }
      let kept = before.reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.reversed()
      let words = [String(decoding: Array(kept), as: UTF8.self)] + found.tags
      read.text = words.filter { !$0.isEmpty }.joined(separator: " ")
    }
    return read
  }

  /// Reads the new text of an edited item; the text is nil if there are only a day and a rule, because the item's text stays as
  /// it is.
  package static func edit(_ typed: String, today: Day) -> (text: String?, schedule: SchedulePatch?) {
    let read = split(typed, today: today)
    let schedule = read.schedule(today: today)
    return (read.text.isBlank && schedule != nil ? nil : read.text, schedule)
  }

  /// Returns the text with a backslash where it needs one, so that reading it gives the same text.
  package static func written(_ text: String, today: Day) -> String {
    guard let found = ending(of: text, today: today) else { return text }
    return text[..<found.start] + "\\" + text[found.start...]
  }

  /// Returns the error for words after the last `due:` that name no day but are close to one; nil for any other text.
  package static func slip(in typed: String, today: Day) -> DayError? {
    guard let (start, sign, words, _) = ending(of: typed), sign == .due, typed[..<start].last != "\\" else {
      return nil
    }
    do throws(DayError) { _ = try DueDate(parsing: words, today: today) } catch {
      if error.nearest != nil { return error }
    }
    return nil
  }

  /// The words that begin a day and a rule.
  private enum Sign: String, CaseIterable {
    case due = "due:"
    case rule = "repeat:"
  }

  private enum Value {
    case due(DueDate)
    case rule(RepeatRule)
  }

  /// Finds the last sign that a day or a rule follows, at the beginning of a text or after a space, with or without
  /// backslashes, and the tags after it.
  private static func ending(of text: String, today: Day) -> (start: String.Index, value: Value, tags: [String])? {
    guard let (start, sign, words, tags) = ending(of: text) else { return nil }
    let value: Value? =
      switch sign {
      case .due: (try? DueDate(parsing: words, today: today)).map(Value.due)
      case .rule: (try? RepeatRule(parsing: words, today: today)).map(Value.rule)
      }
    return value.map { (start, $0, tags) }
  }

  /// Finds the last sign of a text in the same places, with the words and the tags after it.
  private static func ending(of text: String) -> (start: String.Index, sign: Sign, words: String, tags: [String])? {
    let (end, tags) = tags(atEndOf: text)
    let bytes = text.utf8[..<end]
    guard bytes.count >= 7, var start = bytes.index(bytes.endIndex, offsetBy: -4, limitedBy: bytes.startIndex) else {
      return nil
    }
    // A day or a rule is shorter than this many bytes, so a long text is not searched to its beginning.
    var most = 64
    var sign: Sign?
    while true {
      sign = Sign.allCases.first { bytes[start...].starts(with: $0.rawValue.utf8) }
      if sign != nil { break }
      most -= 1
      guard start > bytes.startIndex, most > 0 else { return nil }
      start = bytes.index(before: start)
    }
    let before = bytes[..<start].reversed().first { $0 != UInt8(ascii: "\\") }
    guard let sign, before == nil || before == 0x20 || before == 0x09 || before == 0x0A else { return nil }
    let words = text[bytes.index(start, offsetBy: sign.rawValue.utf8.count)..<end]
    guard let first = words.utf8.first, first > 0x20, !words.contains(where: \.isNewline) else { return nil }
    return (start, sign, String(words), tags)
  }

  /// Finds the tags at the end of a text, at most 20, and where what is before them ends.
  private static func tags(atEndOf text: String) -> (end: String.Index, tags: [String]) {
    let bytes = text.utf8
    func end(before index: String.Index) -> String.Index {
      bytes[..<index].lastIndex { $0 != UInt8(ascii: " ") }.map(bytes.index(after:)) ?? bytes.startIndex
    }
    var (rest, tags) = (end(before: bytes.endIndex), [String]())
    // A word of more bytes is no tag that somebody types, and a long text is not searched.
    while tags.count < 20, let space = bytes[..<rest].suffix(200).lastIndex(of: UInt8(ascii: " ")) {
      let word = String(text[bytes.index(after: space)..<rest])
      guard word.first == "#", Tag.ranges(in: word).first == word.startIndex..<word.endIndex else { break }
      tags.append(word)
      rest = end(before: space)
    }
    return tags.isEmpty ? (bytes.endIndex, []) : (rest, tags.reversed())
  }
}
