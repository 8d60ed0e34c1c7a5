import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// The options that set when a task is due and how it repeats.
enum ScheduleOptions {
  static let due = TextOption(
    "due", .text, "day", for: .key,
    help: "When a task is due: fri, +3d, 27 nov; or none. See 'pleat help days'.")
  static let repeats = TextOption(
    "repeat", .text, "rule", for: .key,
    help: "How a task repeats: weekly, 3d after done; or none. See 'pleat help days'.")

  static let declared: [AnyOption] = [due, repeats]

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

extension Arguments {
  /// Refuses a rule for a task without a day.
  func checkSchedule() throws(Refusal) {
    if self[ScheduleOptions.due] == "none", let repeats = self[ScheduleOptions.repeats], repeats != "none" {
      throw Refusal("A task that repeats needs a due day, so --due none and --repeat cannot be used together.")
    }
  }

  var hasSchedule: Bool { hasDue || hasRule }

  /// Whether `--repeat` is given, with a rule or with `none`.
  var hasRule: Bool { self[ScheduleOptions.repeats] != nil }

  /// Whether `--due` is given, with a day or with `none`.
  var hasDue: Bool { self[ScheduleOptions.due] != nil }

  /// Returns the change of the schedule, with days relative to `today`; nil without options.
  ///
  /// - Throws: `DayError` for a text that is no day, and `RepeatError` for one that is no rule.
  func schedule(today: Day) throws -> SchedulePatch? {
    if !hasSchedule { return nil }
    return SchedulePatch(
      due: try self[ScheduleOptions.due].map { $0 == "none" ? nil : try DueDate(parsing: $0, today: today) },
      repeats: try self[ScheduleOptions.repeats].map { rule in
        rule == "none" ? nil : "\(try RepeatRule(parsing: rule, today: today))"
      },
      start: DueDate(today))
  }
}
