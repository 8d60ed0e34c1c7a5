import OutlineCore
import OutlineJSON

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
