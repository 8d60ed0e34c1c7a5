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
  package func note(_ schedule: Schedule, isDone: Bool?, today: Day) -> (text: String, isLate: Bool)? {
    guard let due = schedule.due else { return nil }
    if isDone == true { return (due.day.shown(today: today), false) }
    let isLate = due.isLate(today: today)
    return ("\(isLate ? "! " : "")\(due.shown(today: today))\(rule(of: schedule))", isLate)
  }

  private func rule(of schedule: Schedule) -> String {
    guard let rule = schedule.repeats else { return "" }
    if let known = rules[rule] { return known }
    let note = schedule.repeatNote
    rules[rule] = note
    return note
  }
}
