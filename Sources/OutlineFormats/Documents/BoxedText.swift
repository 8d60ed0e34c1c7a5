import OutlineCore
import OutlineJSON

/// A check box at the start of a text, as Markdown and pleat's own text have it: `[ ] call` and `[x] bread`.
///
/// The text of a plain row may begin in the same way; then it is written with a backslash before it.
struct BoxedText: Hashable {
  /// Whether the task is done; nil for a text without a box.
  var isDone: Bool?
  /// The text after the box.
  var text: String

  init(isDone: Bool?, text: String) {
    self.isDone = isDone
    self.text = text
  }

  /// Reads a text: takes a box off its start, or the backslash that keeps the text from having one.
  init(reading written: String) {
    let bytes = written.utf8
    let boxed = bytes.drop { $0 == UInt8(ascii: "\\") }
    guard let isDone = Self.box(at: boxed) else {
      self.init(isDone: nil, text: written)
      return
    }
    if boxed.startIndex > bytes.startIndex {
      self.init(isDone: nil, text: String(written.dropFirst()))
    } else {
      let rest = boxed.dropFirst(3).drop { $0.isBlank || $0.isLineEnd }
      self.init(isDone: isDone, text: String(decoding: Array(rest), as: UTF8.self))
    }
  }

  /// The text with its box, so that reading it gives the same again; the text must not begin with white space.
  var written: String {
    if let isDone { return (isDone ? "[x]" : "[ ]") + (text.isEmpty ? "" : " \(text)") }
    return Self.box(at: text.utf8.drop { $0 == UInt8(ascii: "\\") }) == nil ? text : "\\" + text
  }

  /// Whether the box at the start of some bytes says done; nil where there is none with white space after it.
  private static func box(at bytes: Substring.UTF8View) -> Bool? {
    let start = Array(bytes.prefix(4))
    guard start.count == 4, start[0] == UInt8(ascii: "["), start[2] == UInt8(ascii: "]"),
      start[3].isBlank || start[3].isLineEnd
    else { return nil }
    switch start[1] {
    case UInt8(ascii: " "): return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }
}

/// The check box that a section keeps in its attributes because it was a task with entries below it: `"done":true`.
enum SectionCheckBox {
  /// The attributes with the check box as their last member.
  static func attributes(_ attributes: String?, isDone: Bool?) -> String? {
    guard let isDone else { return attributes }
    let members = attributes.flatMap(JSONTree.object) ?? []
    guard let attributes, !members.isEmpty else { return "{\(member(isDone))}" }
    if attributes.hasSuffix("}"), !members.contains(where: { $0.key == "done" }) {
      return attributes.dropLast() + ",\(member(isDone))}"
    }
    return self.attributes(JSONTree.object(members.filter { $0.key != "done" }).text, isDone: isDone)
  }

  /// The check box in the attributes of a section, and the attributes without it; none where putting it back would give
  /// other attributes.
  static func split(_ attributes: String?) -> (isDone: Bool?, attributes: String?) {
    guard let attributes else { return (nil, nil) }
    for isDone in [false, true] where attributes.hasSuffix(member(isDone) + "}") {
      var rest: String? = attributes.dropLast(member(isDone).utf8.count + 1) + "}"
      if rest == "{}" { rest = nil }
      if rest?.hasSuffix(",}") == true { rest = rest.map { $0.dropLast(2) + "}" } }
      if let rest, JSONTree.object(rest) == nil { continue }
      if self.attributes(rest, isDone: isDone).hasSameBytes(as: attributes) { return (isDone, rest) }
    }
    return (nil, attributes)
  }

  private static func member(_ isDone: Bool) -> String { "\"done\":\(isDone)" }
}
