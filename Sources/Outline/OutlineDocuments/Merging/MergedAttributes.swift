import OutlineCore
import OutlineJSON

/// The attributes of an item that both sides have changed, merged member by member.
struct MergedAttributes {
  /// The merged attributes, as text; nil for none.
  private(set) var text: String?
  /// The value that both sides have changed: a member, or the attributes as a whole.
  private(set) var conflicts: [MergeConflict] = []

  /// Merges attributes, given as text.
  init(_ sides: Sides<String?>) {
    if let agreed = sides.agreed(by: { $0.hasSameBytes(as: $1) }) { text = agreed } else { mergeMembers(sides) }
  }

  private mutating func mergeMembers(_ sides: Sides<String?>) {
    guard let lists = sides.compactMap({ Members($0) }) else { return choose(sides.ours, sides.theirs) }
    let keys = Set(lists.all.flatMap(\.keys)).sorted()
    let numbers = Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
    var merged: [Int: ExactText] = [:]
    for (number, key) in keys.enumerated() {
      merged[number] = value(lists.map { $0.values[key] }, of: key)
    }
    let order = MergedOrder(
      base: lists.base.numbers(numbers), lists.ours.numbers(numbers).filter { merged[$0] != nil },
      lists.theirs.numbers(numbers).filter { merged[$0] != nil }, rank: { $0 })
    let members = order.elements.compactMap { number in
      merged[number].map { JSONTree.Member(keys[number].text, .written($0.text)) }
    }
    text = members.isEmpty ? nil : JSONTree.object(members).text
    if text?.utf8.count ?? 0 > OutlineLimits.textBytes { choose(sides.ours, sides.theirs) }
  }

  /// The value of one member; one that was removed on one side and changed on the other stays.
  private mutating func value(_ sides: Sides<ExactText?>, of key: ExactText) -> ExactText? {
    sides.merged { ours, theirs in
      let values = [ours, theirs].compactMap(\.self).sorted()
      conflicts.append(
        MergeConflict(kind: .attribute, part: key.text, values: values.map(\.text), kept: values.first?.text))
      return values.first
    }
  }

  /// Takes one side's attributes as they are.
  private mutating func choose(_ one: String?, _ other: String?) {
    let values = [one, other].compactMap { $0.map { ExactText($0) } }.sorted().map(\.text)
    text = values.first
    conflicts = [MergeConflict(kind: .attribute, values: values, kept: text)]
  }
}

/// The members of attributes, by their names.
private struct Members {
  let keys: [ExactText]
  let values: [ExactText: ExactText]

  /// Takes attributes apart; nil if that is not possible, or if two members have the same name.
  init?(_ text: String?) {
    guard let members = text.map(JSONTree.object) ?? [] else { return nil }
    keys = members.map { ExactText($0.key) }
    values = Dictionary(members.map { (ExactText($0.key), ExactText($0.value.text)) }) { first, _ in first }
    if values.count != keys.count { return nil }
  }

  func numbers(_ numbers: [ExactText: Int]) -> [Int] { keys.compactMap { numbers[$0] } }
}
