import OutlineCore
import OutlineJSON

/// The signs that Obsidian's tasks have in their texts: days, a rule and a priority, as in `call 🔁 every week 📅 2026-11-29` and
/// `call [due:: 2026-11-29]`.
///
/// A text with signs is kept as it was written in an attribute, so that it can be written again as long as it says the same.
struct MarkdownSigns {
  /// A part of the text that is a sign with its value.
  private struct Sign {
    /// The attribute that the sign means.
    let key: String
    let whole: Range<String.Index>
    let value: Range<String.Index>
    /// The value as pleat keeps it.
    let meaning: String
  }

  /// The name of the attribute with the text as it was written.
  static let sourceKey = "markdown-text"
  /// The name of the attribute with the sign in the box of a task that is neither open nor done.
  static let boxKey = "box"
  /// The signs in boxes besides those of CommonMark: `-` is given up, and done; the others are open.
  static let boxes: Set<UInt8> = Set("/->!?<".utf8)

  private static let emoji: [Unicode.Scalar: String] = [
    "\u{1F4C5}": "due", "\u{1F4C6}": "due", "\u{1F5D3}": "due", "\u{23F3}": "scheduled", "\u{231B}": "scheduled",
    "\u{1F6EB}": "start", "\u{2795}": "created", "\u{2705}": "completed", "\u{274C}": "cancelled",
    "\u{1F501}": "repeat", "\u{1F53A}": "highest", "\u{23EB}": "high", "\u{1F53C}": "medium", "\u{1F53D}": "low",
    "\u{23EC}": "lowest",
  ]
  private static let fields = [
    "due": "due", "scheduled": "scheduled", "start": "start", "created": "created", "completion": "completed",
    "cancelled": "cancelled", "repeat": "repeat", "priority": "priority",
  ]
  /// The most characters in the brackets of a field, so that a text of brackets is not searched to its end from each of them.
  private static let mostInField = 200
  private static let priorities: Set = ["highest", "high", "medium", "low", "lowest"]

  /// The text without the signs.
  private(set) var text: String
  private var source: String
  private var signs: [Sign] = []

  private static let quotedKeys = [boxKey, sourceKey].map { Array("\"\($0)\"".utf8) }

  /// Whether attributes may say how the signs of a task were written; by bytes, as this is asked for every row.
  static func mayBeNamed(in attributes: String) -> Bool {
    attributes.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.indices.contains { index in
        bytes[index] == UInt8(ascii: "\"") && quotedKeys.contains { bytes[index...].starts(with: $0) }
      }
    } ?? true
  }

  /// Whether a text may have signs.
  static func areIn(_ text: String) -> Bool {
    guard text.hasByte(where: { $0 == UInt8(ascii: ":") || $0 >= 0xE2 && ($0 == 0xE2 || $0 == 0xF0) }) else {
      return false
    }
    return text.unicodeScalars.contains { emoji[$0] != nil }
      || zip(text.utf8, text.utf8.dropFirst()).contains { ($0, $1) == (UInt8(ascii: ":"), UInt8(ascii: ":")) }
  }

  /// Reads a text; nil if it has no signs.
  init?(_ source: String) {
    guard Self.areIn(source) else { return nil }
    (self.source, text) = (source, source)
    var index = source.startIndex
    while index < source.endIndex {
      guard let sign = Self.sign(at: index, in: source), !signs.contains(where: { $0.key == sign.key }) else {
        index = source.unicodeScalars.index(after: index)
        continue
      }
      signs.append(sign)
      index = sign.whole.upperBound
    }
    if signs.isEmpty { return nil }
    var (parts, start) = ([Substring](), source.startIndex)
    for sign in signs {
      parts.append(source[start..<sign.whole.lowerBound])
      start = sign.whole.upperBound
    }
    parts.append(source[start...])
    text = parts.map { $0.trimmingBlanks() }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func sign(at index: String.Index, in text: String) -> Sign? {
    let scalar = text.unicodeScalars[index]
    if scalar == "[" || scalar == "(" { return field(at: index, in: text) }
    guard let key = emoji[scalar] else { return nil }
    let scalars = text.unicodeScalars
    var start = scalars.index(after: index)
    if start < text.endIndex, scalars[start] == "\u{FE0F}" { start = scalars.index(after: start) }
    if priorities.contains(key) {
      return Sign(key: "priority", whole: index..<start, value: index..<start, meaning: key)
    }
    while start < text.endIndex, scalars[start] == " " { start = scalars.index(after: start) }
    if key == "repeat" {
      let end = scalars[start...].firstIndex { emoji[$0] != nil || $0 == "[" || $0 == "(" || $0 == "#" || $0 == "^" }
      let value = text[start..<(end ?? text.endIndex)].trimmingBlanks()
      guard !value.isEmpty else { return nil }
      return Sign(
        key: key, whole: index..<value.endIndex, value: value.startIndex..<value.endIndex, meaning: rule(value))
    }
    guard let end = scalars.index(start, offsetBy: 10, limitedBy: text.endIndex), Day(text[start..<end]) != nil else {
      return nil
    }
    return Sign(key: key, whole: index..<end, value: start..<end, meaning: String(text[start..<end]))
  }

  /// Reads a field such as `[due:: 2026-11-28]`.
  private static func field(at index: String.Index, in text: String) -> Sign? {
    let close: Character = text.unicodeScalars[index] == "[" ? "]" : ")"
    let rest = text[text.unicodeScalars.index(after: index)...].prefix(mostInField)
    guard let colons = rest.range(ofUTF8: "::"), let key = fields[rest[..<colons.lowerBound].lowercased()],
      let end = rest[colons.upperBound...].firstIndex(of: close)
    else { return nil }
    let value = rest[colons.upperBound..<end].trimmingBlanks()
    let isDay = key != "repeat" && key != "priority"
    guard !value.isEmpty, !isDay || DueDate(String(value)) != nil else { return nil }
    return Sign(
      key: key, whole: index..<text.index(after: end), value: value.startIndex..<value.endIndex,
      meaning: key == "repeat" ? rule(value) : String(value))
  }

  /// Returns the rule that words name, or the words if pleat does not know it.
  private static func rule(_ words: Substring) -> String {
    let isFromDone = words.hasSuffix(" when done")
    let text = isFromDone ? words.dropLast(" when done".count) : words
    guard let day = Day(number: 0), var rule = try? RepeatRule(parsing: String(text), today: day) else {
      return String(words)
    }
    if isFromDone { rule.countsFromDone = true }
    return rule.description
  }

  /// The sign that has the day: that of the day that is due or, without it, of the day that is planned.
  private var dueKey: String? { ["due", "scheduled"].first { key in signs.contains { $0.key == key } } }

  private func meaning(_ key: String?) -> String? { signs.first { $0.key == key }?.meaning }

  /// The day and the rule that the signs mean.
  var schedule: Schedule {
    guard let due = meaning(dueKey).flatMap({ DueDate($0) }) else { return .none }
    let rule = meaning("repeat")
    return Schedule(due: due, repeats: rule.map { Repeat(stored: $0).isFollowed ? $0 : nil } ?? nil)
  }

  /// The attributes for what the signs say besides the day and the rule, and for the text as it was written.
  var members: [JSONTree.Member] {
    let schedule = schedule
    var members = signs.filter { sign in
      sign.key == "repeat" ? schedule.repeats == nil : sign.key != dueKey
    }.map { JSONTree.Member($0.key, .string($0.meaning)) }
    members.append(.init(Self.sourceKey, .string(source)))
    return members
  }

  /// The kinds of signs in the text, for the receipt.
  var counted: [(what: String, meaning: String)] {
    let schedule = schedule
    return signs.map { sign in
      let isDue = sign.key == dueKey
      let isRule = sign.key == "repeat" && schedule.repeats != nil
      return (isDue ? "due" : sign.key, isDue ? "due days" : isRule ? "repeat rules" : "an attribute")
    }
  }

  /// Returns the text with its signs for what a task says now.
  ///
  /// - Parameters:
  ///   - text: The text without signs.
  ///   - schedule: The day and the rule.
  ///   - attributes: The other attributes, among which are those of other signs.
  func written(_ text: String, _ schedule: Schedule, _ attributes: [JSONTree.Member]) -> String {
    func now(_ sign: Sign) -> String? {
      if sign.key == dueKey { return schedule.due?.description }
      if sign.key == "repeat", let rule = schedule.repeats {
        guard case .rule(let known) = Repeat(stored: rule) else { return rule }
        return known.countsFromDone ? nil : known.shown
      }
      return attributes.first { $0.key == sign.key }?.value.string
    }
    func isSame(_ sign: Sign) -> Bool {
      if sign.key == "repeat", let rule = schedule.repeats { return rule == sign.meaning }
      return now(sign) == sign.meaning
    }
    if text.hasSameBytes(as: self.text), signs.allSatisfy(isSame) { return source }
    let words = signs.compactMap { sign -> String? in
      if isSame(sign) { return String(source[sign.whole]) }
      guard sign.whole != sign.value, let value = now(sign) else { return nil }
      return source[sign.whole.lowerBound..<sign.value.lowerBound] + value
        + source[sign.value.upperBound..<sign.whole.upperBound]
    }
    return ([text] + words).joined(separator: " ")
  }
}

extension Repeat {
  /// Whether pleat follows the rule.
  fileprivate var isFollowed: Bool { if case .rule = self { true } else { false } }
}

// MARK: - Items

extension ImportNode {
  /// Takes the box of a task that is neither open nor done, and the signs in the text of a task.
  ///
  /// - Returns: The kinds of things that were taken, and as what.
  mutating func takeSigns() -> [(what: String, meaning: String)] {
    var (members, taken) = ([JSONTree.Member](), [(what: String, meaning: String)]())
    if isDone == nil, let (box, rest) = Self.box(in: text) {
      if box.isEscaped {
        text.removeFirst()
        return []
      }
      let word = String(decoding: [box.sign], as: UTF8.self)
      (isDone, text) = (box.sign == UInt8(ascii: "-"), rest)
      members.append(.init(MarkdownSigns.boxKey, .string(word)))
      taken.append(("[\(word)]", isDone == true ? "tasks that are done" : "open tasks"))
    }
    if isDone != nil, let signs = MarkdownSigns(text) {
      (text, schedule) = (signs.text, signs.schedule)
      members += signs.members
      taken += signs.counted
    }
    if members.isEmpty { return taken }
    attributes = JSONTree.object((attributes.flatMap(JSONTree.object) ?? []) + members).text
    return taken
  }

  /// The sign in the box that a text begins with, and the text after it; nil if it begins with none.
  private static func box(in text: String) -> (box: (sign: UInt8, isEscaped: Bool), rest: String)? {
    let bytes = text.utf8.drop { $0 == UInt8(ascii: "\\") }
    var rest = bytes
    guard rest.popFirst() == UInt8(ascii: "["), let sign = rest.popFirst(), MarkdownSigns.boxes.contains(sign),
      rest.popFirst() == UInt8(ascii: "]"), rest.first == UInt8(ascii: " ")
    else { return nil }
    return ((sign, bytes.startIndex > text.startIndex), String(Substring(rest.drop { $0 == UInt8(ascii: " ") })))
  }

  /// Whether the text of a plain item begins like a box that only Obsidian knows.
  var beginsWithBox: Bool {
    isDone == nil && isSection != true
      && text.utf8.first.map { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "\\") } == true
      && Self.box(in: text) != nil
  }

  /// The text of a task as Obsidian has it, with its box, and the node that reading it gives; nil for any other.
  var withSigns: (text: String, node: ImportNode)? {
    guard let isDone, let attributes, MarkdownSigns.mayBeNamed(in: attributes),
      var members = JSONTree.object(attributes)
    else { return nil }
    var node = self
    let sign = members.first { $0.key == MarkdownSigns.boxKey }?.value.string
    let isOwn =
      sign.map { $0.utf8.count == 1 && MarkdownSigns.boxes.contains($0.utf8.first ?? 0) && ($0 == "-") == isDone }
      ?? false
    if sign != nil, !isOwn { members.removeAll { $0.key == MarkdownSigns.boxKey } }
    let box = "[\(isOwn ? sign ?? " " : isDone ? "x" : " ")] "
    var line = text
    if let index = members.firstIndex(where: { $0.key == MarkdownSigns.sourceKey }),
      let signs = members[index].value.string.flatMap({ MarkdownSigns($0) })
    {
      line = signs.written(text, schedule, members)
      members.remove(at: index)
      guard let again = MarkdownSigns(line) else { return nil }
      members.removeAll { member in signs.members.contains { $0.key == member.key } }
      members += again.members
    }
    node.attributes = members.isEmpty ? nil : JSONTree.object(members).text
    return (box + line, node)
  }
}
