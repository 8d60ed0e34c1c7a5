import OutlineCore
import OutlineJSON

extension Schedule {
  /// The rule that the schedule in a document of pleat's own breaks, as an error says it.
  static let expected =
    "\"due\" must be a day such as 2026-11-27, or 2026-11-27T14:00, and only with it there is a \"repeat\""

  /// Reads a schedule in a document of pleat's own, where nil and an empty text mean none; nil if it is not valid.
  init?(due: String?, repeats: String?) {
    let (due, repeats) = (due == "" ? nil : due, repeats == "" ? nil : repeats)
    if due == nil, repeats == nil {
      self = .none
      return
    }
    guard let due = due.flatMap(DueDate.init(_:)),
      repeats.map({ $0.utf8.count <= OutlineLimits.repeatBytes && !$0.utf8.contains(0) }) ?? true
    else { return nil }
    self.init(due: due, repeats: repeats)
  }

  /// The members of a JSON object.
  var members: [JSONTree.Member] {
    [due.map { .init("due", .string("\($0)")) }, repeats.map { .init("repeat", .string($0)) }].compactMap(\.self)
  }
}
