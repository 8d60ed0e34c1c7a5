/// The day and the rule at the end of a text, as people type them: `call mom due:fri repeat:weekly`.
///
/// They come in any order, and tags may be among them: `call mom due:fri #home`. `none` takes the day or the rule of an edited
/// item away. A backslash before such a word keeps it in the text: `call mom \due:fri`.
package struct DatedText: Hashable {
  /// The text without the day and the rule.
  package var text: String
  /// The day; `.some(nil)` for `due:none`.
  package var due: DueDate??
  /// The rule; `.some(nil)` for `repeat:none`.
  package var rule: RepeatRule??

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
    return SchedulePatch(due: due, repeats: rule.map { $0.map { "\($0)" } }, start: DueDate(today))
  }

  private static func split(_ typed: String, today: Day) -> DatedText {
    var read = DatedText(typed)
    var (rest, tail) = (typed[...], [String]())
    for _ in 1...most {
      guard let sign = SignedWords(endOf: rest) else { break }
      guard let value = sign.value(today: today) else {
        guard sign.mayBeMistyped(today: today) else { break }
        tail = [String(rest[sign.start..<sign.end])] + sign.tags + tail
        rest = rest[..<sign.start]
        continue
      }
      if sign.isEscaped {
        let escape = rest.utf8.index(before: sign.start)
        if read.isUndated {
          read.text = String(typed[..<escape] + typed[sign.start...])
          return read
        }
        rest = (rest[..<escape] + rest[sign.start...])[...]
        break
      }
      switch value {
      case .due(let due) where read.due == nil && (due != nil || (read.rule ?? nil) == nil): read.due = .some(due)
      case .rule(let rule) where read.rule == nil && (rule == nil || read.due != .some(nil)): read.rule = .some(rule)
      case .due, .rule: return read.joined(rest, tail)
      }
      tail = sign.tags + tail
      rest = rest[..<sign.start]
    }
    return read.joined(rest, tail)
  }

  /// How many signs are read at most, so that a long text of them is not read to its beginning.
  private static let most = 4

  private var isUndated: Bool { due == nil && rule == nil }

  /// Returns the text without the day and the rule: the words before them, followed by those after them.
  private func joined(_ rest: Substring, _ tail: [String]) -> DatedText {
    if isUndated { return self }
    var joined = self
    let kept = rest.utf8.reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.reversed()
    joined.text = ([String(decoding: Array(kept), as: UTF8.self)] + tail).filter { !$0.isEmpty }.joined(separator: " ")
    return joined
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
    var rest = text[...]
    for _ in 1...most {
      guard let sign = SignedWords(endOf: rest) else { break }
      if sign.value(today: today) != nil { return text[..<sign.start] + "\\" + text[sign.start...] }
      if !sign.mayBeMistyped(today: today) { break }
      rest = rest[..<sign.start]
    }
    return text
  }

  /// Words at the end of a text that look like a day or a rule, and cannot be read.
  package struct Slip: Hashable {
    /// What they are not, and that they stay in the text, as a sentence.
    package let remark: String
    /// The nearest words that can be read; nil if none are near.
    package let nearest: String?
    /// The text with the nearest words instead; nil if none are near.
    package let corrected: String?
  }

  /// Returns the slip at the end of a text; nil for any other text.
  package static func slip(in typed: String, today: Day) -> Slip? {
    guard let sign = SignedWords(endOf: typed[...]), !sign.isEscaped, let error = sign.error(today: today) else {
      return nil
    }
    let isMeant = sign.kind == .rule || sign.words.utf8.contains { (0x30...0x39).contains($0) }
    guard error.nearest != nil || sign.isOneWord && isMeant else { return nil }
    let corrected = error.nearest.map { typed[..<sign.start] + sign.kind.rawValue + $0 + typed[sign.end...] }
    return Slip(
      remark: "\(error.sentence.dropLast()), so \(sign.kind.rawValue) stays in the text.", nearest: error.nearest,
      corrected: corrected.map { String($0) })
  }
}

/// The last `due:` or `repeat:` of a text, with the words after it.
private struct SignedWords {
  /// The words that begin a day and a rule.
  enum Kind: String, CaseIterable {
    case due = "due:"
    case rule = "repeat:"
  }

  enum Value {
    case due(DueDate?)
    case rule(RepeatRule?)
  }

  let kind: Kind
  let words: String
  /// The tags after the words.
  let tags: [String]
  let start: String.Index
  /// Where the words end.
  let end: String.Index
  /// Whether a backslash keeps it in the text.
  let isEscaped: Bool

  var isOneWord: Bool { !words.utf8.contains { $0 == 0x20 || $0 == 0x09 } }

  /// What the words mean; nil if they cannot be read.
  func value(today: Day) -> Value? {
    if words == "none" { return kind == .due ? .due(nil) : .rule(nil) }
    return switch kind {
    case .due: (try? DueDate(parsing: words, today: today)).map(Value.due)
    case .rule: (try? RepeatRule(parsing: words, today: today)).map(Value.rule)
    }
  }

  /// Why the words cannot be read, and the nearest ones that can; nil for words that can be read.
  func error(today: Day) -> (sentence: String, nearest: String?)? {
    if words == "none" { return nil }
    switch kind {
    case .due:
      do throws(DayError) { _ = try DueDate(parsing: words, today: today) } catch { return ("\(error)", error.nearest) }
    case .rule:
      do throws(RepeatError) { _ = try RepeatRule(parsing: words, today: today) } catch {
        if case .unreadable(_, let nearest) = error { return ("\(error)", nearest) }
        return ("\(error)", nil)
      }
    }
    return nil
  }

  /// Whether words that cannot be read were probably meant as a day or a rule; one before them then still counts as being at the end.
  func mayBeMistyped(today: Day) -> Bool { !isEscaped && (isOneWord || error(today: today)?.nearest != nil) }

  /// Finds the last sign of a text, at its beginning or after a space, with or without backslashes, with the words and the tags
  /// after it.
  init?(endOf text: Substring) {
    let (end, tags) = Self.tags(atEndOf: text)
    let bytes = text.utf8[..<end]
    guard bytes.count >= 7, var start = bytes.index(bytes.endIndex, offsetBy: -4, limitedBy: bytes.startIndex) else {
      return nil
    }
    // A day or a rule is shorter than this many bytes, so a long text is not searched to its beginning.
    var most = 64
    var kind: Kind?
    while true {
      kind = Kind.allCases.first { bytes[start...].starts(with: $0.rawValue.utf8) }
      if kind != nil { break }
      most -= 1
      guard start > bytes.startIndex, most > 0 else { return nil }
      start = bytes.index(before: start)
    }
    let before = bytes[..<start].reversed().first { $0 != UInt8(ascii: "\\") }
    guard let kind, before == nil || before == 0x20 || before == 0x09 || before == 0x0A else { return nil }
    let words = text[bytes.index(start, offsetBy: kind.rawValue.utf8.count)..<end]
    guard let first = words.utf8.first, first > 0x20, !words.contains(where: \.isNewline) else { return nil }
    (self.kind, self.words, self.tags, self.start) = (kind, String(words), tags, start)
    self.end = end
    isEscaped = bytes[..<start].last == UInt8(ascii: "\\")
  }

  /// Finds the tags at the end of a text, at most 20, and where what is before them ends.
  private static func tags(atEndOf text: Substring) -> (end: String.Index, tags: [String]) {
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
    return (rest, tags.reversed())
  }
}
