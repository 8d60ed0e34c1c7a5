import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// The options that say when a task is due and how it comes again.
struct ScheduleOptions {
  static let due = TextOption(
    "due", .text, "day", for: .key,
    help: "The day a task is due: fri, +3d, 27 nov; or none.")
  static let repeats = TextOption(
    "repeat", .text, "rule", for: .key,
    help: "How a task comes again: weekly, 3d after done; or none.")

  static let declared = [Self.due.option, Self.repeats.option]

  private let due: String?
  private let repeats: String?

  /// Whether neither option is there.
  var isEmpty: Bool { due == nil && repeats == nil }

  /// Whether there is a day, or `none`.
  var hasDue: Bool { due != nil }

  /// Reads the options.
  init(_ arguments: Arguments) throws {
    due = arguments[Self.due]
    repeats = arguments[Self.repeats]
    if due == "none", let repeats, repeats != "none" {
      throw Refusal("A task comes again from its due day on; --due none and --repeat do not go together.")
    }
  }

  /// What the options ask for, said on a day; nil if neither is there.
  ///
  /// - Throws: `DayError` for what names no day, and `RepeatError` for what names no rule.
  func patch(today: Day) throws -> SchedulePatch? {
    if isEmpty { return nil }
    return SchedulePatch(
      due: try due.map { $0 == "none" ? nil : try DueDate(parsing: $0, today: today) },
      repeats: try repeats.map { $0 == "none" ? nil : "\(try RepeatRule(parsing: $0, today: today))" },
      start: DueDate(today))
  }

  /// Says of the first text that ends in `due:` and nearly a day that this is a part of it, and how to get the day.
  ///
  /// - Parameters:
  ///   - texts: The new texts as they were typed.
  ///   - items: What has them, one for each text and in the same order.
  static func slip(in texts: [String], of items: some Collection<ItemID>, today: Day) -> String? {
    for (text, item) in zip(texts, items) {
      guard let error = DatedText.slip(in: text, today: today), let nearest = error.nearest else { continue }
      let meant = text.dropLast(error.words.count) + nearest
      return "'\(error.words)' is no day, so due: is a part of the text. For the day: pleat edit \(item) "
        + ShellWords.quoted(String(meant))
    }
    return nil
  }
}
