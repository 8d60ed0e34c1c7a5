/// When a task is due, and the rule by which it comes again.
public struct Schedule: Hashable, Sendable {
  /// The day or the time at which the task is due; nil for none.
  public var due: DueDate?
  /// The rule by which the task comes again, as the file has it; nil for none.
  ///
  /// ``Repeat`` reads it.
  public var repeats: String?

  /// The schedule of an item that is never due.
  public static let none = Schedule()

  /// Creates a schedule.
  public init(due: DueDate? = nil, repeats: String? = nil) {
    self.due = due
    self.repeats = repeats
  }

  /// Whether both have the same bytes.
  package func isSame(as other: Schedule) -> Bool { due == other.due && repeats.hasSameBytes(as: other.repeats) }

  /// The schedule after a merge with a document's, which keeps the parts that the document does not mention.
  package func updated(from document: Schedule) -> Schedule {
    Schedule(due: document.due ?? due, repeats: document.repeats ?? repeats)
  }

  /// The schedule after a patch.
  ///
  /// A rule counts from the due day: a task without one gets the first day of the rule from the patch's `start` on, and
  /// removing the due day removes the rule. A rule without days of its own that begins at the end of a month is kept there,
  /// see ``keepToEndOfMonth()``.
  package func changed(by patch: SchedulePatch) -> Schedule {
    if case .some(nil) = patch.due { return .none }
    var changed = Schedule(due: patch.due ?? due, repeats: patch.repeats ?? repeats)
    if let start = patch.start { changed.begin(on: start) }
    if patch.due != nil || patch.repeats != nil { changed.keepToEndOfMonth() }
    return changed
  }

  /// Gives a task that has a rule but no due date the first day of the rule on the date's day or after it.
  package mutating func begin(on start: DueDate) {
    guard due == nil, let repeats else { return }
    var first = start
    if case .rule(let rule) = Repeat(stored: repeats) { first.day = rule.first(from: start.day) ?? start.day }
    due = first
  }

  /// Lets a monthly rule without days take the last day of a shorter month if the task is due on the 29th, 30th or 31st, and a
  /// yearly one that of February if it is due on the 29th.
  ///
  /// RFC 5545 leaves such months and years out. A rule that was changed in this way is changed back for another day.
  package mutating func keepToEndOfMonth() {
    guard let day = due?.day, let repeats, case .rule(let rule) = Repeat(stored: repeats) else { return }
    let kept = rule.keptToEndOfMonth(from: day)
    if kept != rule { self.repeats = "\(kept)" }
  }
}

extension Schedule {
  /// Refuses a rule that has no day on the due day or after it.
  package func checkRule() throws(RepeatError) {
    guard let day = due?.day, let before = day.adding(days: -1), let repeats,
      case .rule(let rule) = Repeat(stored: repeats), rule.next(after: before, from: day) == nil
    else { return }
    throw .empty(words: rule.shown, from: day)
  }
}

/// What happens to a repeating task that is done.
public enum Recurrence: Hashable, Sendable {
  /// The task is open again, with this schedule.
  case again(Schedule)
  /// The task stays done, because the rule has ended.
  case ended
  /// The task stays done, because its rule has a part that pleat cannot follow, such as `BYWEEKNO`.
  case unfollowed(part: String)
}

extension Schedule {
  /// Returns what happens to a task with this schedule that is done on a day; nil if it has no rule.
  package func recurrence(doneOn today: Day) -> Recurrence? {
    guard let repeats else { return nil }
    switch Repeat(stored: repeats) {
    case .foreign(_, let part): return .unfollowed(part: part)
    case .rule(let rule):
      var due = due ?? DueDate(today)
      guard let next = rule.movedOn(from: due.day, doneOn: today) else { return .ended }
      due.day = next.due
      return .again(Schedule(due: due, repeats: next.rule == rule ? repeats : "\(next.rule)"))
    }
  }
}

/// The changes to a schedule; a part that is nil stays as it is.
public struct SchedulePatch: Hashable, Sendable {
  /// The new due date; `.some(nil)` removes it and the rule.
  public var due: DueDate??
  /// The new rule, as the file has it; `.some(nil)` removes it.
  public var repeats: String??
  /// The date from which the first day of the rule is looked for, if a task without a due date gets a rule.
  public var start: DueDate?

  /// Creates a patch; a part that is left out stays as it is.
  public init(due: DueDate?? = nil, repeats: String?? = nil, start: DueDate? = nil) {
    self.due = due
    self.repeats = repeats
    self.start = start
  }

  /// Whether the patch makes an open task of an item that is not a task.
  package var makesTask: Bool {
    if case .some(.some) = due { return true }
    if case .some(.some) = repeats { return true }
    return false
  }
}

/// The notes of a list about the schedules of its tasks.
///
/// Each rule is read once, as that takes longer than the rest of a line.
package final class ScheduleNotes {
  private var rules: [String: String] = [:]

  package init() {}

  /// Returns a note such as `Fri 4 Dec, weekly` or `! 3 days late`; nil for a task that is never due.
  ///
  /// - Parameters:
  ///   - schedule: The schedule of the task.
  ///   - isDone: Whether the task is done: its note has neither a time nor the rule, and it is never late.
  ///   - today: The current day of the user.
  /// - Returns: The note, and how many days are left: negative if the task is late, 0 if it is due today, and `Int.max` if it
  ///   is done.
  package func note(_ schedule: Schedule, isDone: Bool?, today: Day) -> (text: String, daysLeft: Int)? {
    guard let due = schedule.due else { return nil }
    if isDone == true { return (due.day.shown(today: today), .max) }
    let sign = due.isLate(today: today) ? "! " : ""
    let rule = rule(of: schedule).map { ", \($0)" } ?? ""
    return ("\(sign)\(due.shown(today: today))\(rule)", due.day.number - today.number)
  }

  /// Returns a note for a list below a heading that names the day already: `14:00, weekly`; nil if there is nothing to add.
  package func note(belowDayOf schedule: Schedule) -> String? {
    let note = [schedule.due?.time, rule(of: schedule)].compactMap(\.self).joined(separator: ", ")
    return note.isEmpty ? nil : note
  }

  private func rule(of schedule: Schedule) -> String? {
    guard let rule = schedule.repeats else { return nil }
    if let known = rules[rule] { return known }
    let note = Repeat(stored: rule).brief
    rules[rule] = note
    return note
  }
}
