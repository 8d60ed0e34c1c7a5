import OutlineCore
import OutlineJSON

extension Schedule {
  /// The error message for an invalid schedule in one of pleat's own documents.
  static let expected =
    "\"due\" must be a day such as 2026-11-27, or 2026-11-27T14:00, and \"repeat\" needs \"due\""

  /// Reads a schedule in one of pleat's own documents, where nil and an empty text mean none; nil if it is invalid.
  init?(due: String?, repeats: String?) {
    let (due, repeats) = (due == "" ? nil : due, repeats == "" ? nil : repeats)
    if due == nil, repeats == nil {
      self = .none
      return
    }
    guard let due = due.flatMap(DueDate.init(_:)), repeats.map(Self.isRule) ?? true else { return nil }
    self.init(due: due, repeats: repeats)
  }

  /// Whether a file can keep a text as the rule of a repeat, known to pleat or not.
  static func isRule(_ text: String) -> Bool {
    1...OutlineLimits.repeatBytes ~= text.utf8.count && !text.utf8.contains(0)
  }

  /// The schedule as members of a JSON object.
  var members: [JSONTree.Member] {
    [due.map { .init("due", .string("\($0)")) }, repeats.map { .init("repeat", .string($0)) }].compactMap(\.self)
  }
}
