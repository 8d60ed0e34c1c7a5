import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// The options that set when a task is due and how it repeats.
struct ScheduleOptions {
  static let due = TextOption(
    "due", .text, "day", for: .key,
    help: "When a task is due: fri, +3d, 27 nov; or none. See 'pleat help days'.")
  static let repeats = TextOption(
    "repeat", .text, "rule", for: .key,
    help: "How a task repeats: weekly, 3d after done; or none. See 'pleat help days'.")

  static let declared: [AnyOption] = [Self.due, Self.repeats]

  private let due: String?
  private let repeats: String?

  var isEmpty: Bool { due == nil && repeats == nil }

  /// Whether `--due` is given, with a day or with `none`.
  var hasDue: Bool { due != nil }

  init(_ arguments: Arguments) throws {
    due = arguments[Self.due]
    repeats = arguments[Self.repeats]
    if due == "none", let repeats, repeats != "none" {
      throw Refusal("A task that repeats needs a due day, so --due none and --repeat cannot be used together.")
    }
  }

  /// Returns the change to make, with days relative to `today`; nil without options.
  ///
  /// - Throws: `DayError` for a text that is no day, and `RepeatError` for one that is no rule.
  func patch(today: Day) throws -> SchedulePatch? {
    if isEmpty { return nil }
    return SchedulePatch(
      due: try due.map { $0 == "none" ? nil : try DueDate(parsing: $0, today: today) },
      repeats: try repeats.map { $0 == "none" ? nil : "\(try RepeatRule(parsing: $0, today: today))" },
      start: DueDate(today))
  }

  /// Returns a remark about the first text that ends with `due:` and a mistyped day; nil if there is none.
  ///
  /// - Parameters:
  ///   - texts: The new texts as they were typed.
  ///   - items: The items with these texts, in the same order.
  ///   - areThere: Whether the items exist; they do not in a trial.
  static func slip(in texts: [String], of items: some Collection<ItemID>, areThere: Bool, today: Day) -> String? {
    for (text, item) in zip(texts, items) {
      guard let error = DatedText.slip(in: text, today: today), let nearest = error.nearest else { continue }
      if !areThere { return "\(error.remark) Perhaps \(nearest)." }
      let meant = text.dropLast(error.words.count) + nearest
      return "\(error.remark) To set the day: pleat edit \(item) " + ShellWords.quoted(String(meant))
    }
    return nil
  }
}
