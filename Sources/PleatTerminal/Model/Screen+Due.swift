import OutlineCore
import OutlineRepository

// Due days and repeat rules; the screen shows how it understands a text before saving it.
extension Screen {
  /// Asks for the due day of the marked lines, or of the line under the cursor.
  func beginDue() {
    let lines = targets()
    guard let first = lines.first else { return }
    let known = lines.allSatisfy { $0.schedule.due == first.schedule.due } ? first.schedule.due : nil
    state.mode = .input(Input(purpose: .due(lines), line: LineInput(known?.description ?? "")))
  }

  /// Returns the meaning of a day or rule being typed; empty for any other input.
  func understood(_ input: Input) -> String {
    guard case .due = input.purpose else { return "" }
    return reading(input.line.text).shown + "  "
  }

  /// Saves the day or the rule; any other text stays in the input.
  func saveDue(_ input: Input, of lines: [ShownLine]) {
    guard let (patch, option) = reading(input.line.text).saved else {
      state.mode = .input(input)
      return
    }
    let edit = Edit.change(lines.map { Address($0.id) }, to: Patch(schedule: patch))
    let result = perform(edit, done: "changed", words: words("edit \(option)", lines))
    if case .failure(let refusal) = result { typeOn(input, after: refusal) }
  }

  /// Reads a day, a rule or nothing; returns the patch to save, the option of `edit` that does the same, and the
  /// meaning to show.
  private func reading(_ text: String) -> (saved: (patch: SchedulePatch, option: String)?, shown: String) {
    let today = today()
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if words.isEmpty || words == "none" {
      return ((SchedulePatch(due: .some(nil)), "--due none"), "never due")
    }
    let problem: DayError
    do {
      let due = try DueDate(parsing: words, today: today)
      let shown = due.day.shown(today: today) + (due.time.map { " \($0)" } ?? "")
      return ((SchedulePatch(due: due), "--due \(due)"), "due \(shown)")
    } catch { problem = error }
    do throws(RepeatError) {
      let rule = try RepeatRule(parsing: words, today: today)
      return (
        (SchedulePatch(repeats: "\(rule)", start: DueDate(today)), "--repeat \(rule)"), "repeats \(rule.shown)"
      )
    } catch {
      if case .empty = error { return (nil, "a rule without a day from today on") }
    }
    return (
      nil, problem.nearest.map { "not a day; perhaps \($0)" } ?? "not a day; write fri, +3d, 27 nov 14:00 or weekly"
    )
  }
}
