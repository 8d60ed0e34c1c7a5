import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// The options that set when a task is due and how it repeats.
enum ScheduleOptions {
  static let due = TextOption(
    "due",
    .suggested(["today", "tomorrow", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "next week", "eom", "none"]),
    "day",
    for: .key,
    help: "When a task is due: fri, +3d, 27 nov; or none. See 'pleat help days'.")
  static let repeats = TextOption(
    "repeat", .suggested(["daily", "weekly", "monthly", "yearly", "weekdays", "none"]), "rule", for: .key,
    help: "How a task repeats: weekly, 3d after done; or none. See 'pleat help days'.")

  static let declared: [AnyOption] = [due, repeats]

  /// Returns a remark about the first text that ends with a mistyped day or rule; nil if there is none.
  ///
  /// - Parameters:
  ///   - texts: The new texts as they were typed.
  ///   - items: The items with these texts, in the same order.
  ///   - areThere: Whether the items exist; they do not in a trial.
  static func slip(in texts: [String], of items: some Collection<ItemID>, areThere: Bool, today: Day) -> String? {
    for (text, item) in zip(texts, items) {
      guard let slip = DatedText.slip(in: text, today: today) else { continue }
      guard let nearest = slip.nearest, let corrected = slip.corrected else {
        return "\(slip.remark) 'pleat help days' shows what is read."
      }
      if !areThere { return "\(slip.remark) Perhaps \(nearest)." }
      return "\(slip.remark) To set it: pleat edit \(item) \(ShellWords.quoted(corrected))"
    }
    return nil
  }
}

extension Arguments {
  /// Refuses a rule for a task without a day.
  func checkSchedule() throws(Refusal) {
    if self[ScheduleOptions.due] == "none", let repeats = self[ScheduleOptions.repeats], repeats != "none" {
      throw Self.repeatsUndated
    }
  }

  var hasSchedule: Bool { hasDue || hasRule }

  /// Whether `--repeat` is given, with a rule or with `none`.
  var hasRule: Bool { self[ScheduleOptions.repeats] != nil }

  /// Whether `--due` is given, with a day or with `none`.
  var hasDue: Bool { self[ScheduleOptions.due] != nil }

  /// Returns the change of the schedule, with days relative to `today`; nil without options.
  ///
  /// - Parameter typed: The change that a typed text makes; an option wins over the same part of it.
  /// - Throws: `DayError` for a text that is no day, and `RepeatError` for one that is no rule.
  func schedule(over typed: SchedulePatch? = nil, today: Day) throws -> SchedulePatch? {
    if !hasSchedule, typed == nil { return nil }
    var patch = typed ?? SchedulePatch()
    patch.start = DueDate(today)
    if let words = self[ScheduleOptions.due] {
      patch.due = .some(words == "none" ? nil : try DueDate(parsing: words, today: today))
    }
    if let words = self[ScheduleOptions.repeats] {
      patch.repeats = .some(words == "none" ? nil : "\(try RepeatRule(parsing: words, today: today))")
    }
    if case .some(nil) = patch.due, case .some(.some) = patch.repeats { throw Self.repeatsUndated }
    return patch
  }

  private static let repeatsUndated = Refusal(
    "A task that repeats needs a due day, so no day and a rule cannot be used together.")
}
