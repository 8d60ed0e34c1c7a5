import OutlineCore
import OutlineRepository

// Due days and repeat rules; the screen shows how it understands a text before saving it.
extension Screen {
  /// Asks for the due day of the marked lines, or of the line under the cursor.
  func beginDue() {
    let lines = targets()
    guard let first = lines.first else { return }
    let known = lines.allSatisfy { $0.schedule.due == first.schedule.due } ? first.schedule.due : nil
    state.mode = .input(Input(purpose: .due(lines), line: LineInput(known?.description ?? "", isSelected: true)))
  }

  /// Returns the meaning of a day or rule being typed, or of a filter that may be meant as a text; empty for any other input.
  func understood(_ input: Input) -> String {
    if case .filter = input.purpose, let word = ItemFilter.onlyKeyword(in: input.line.text) {
      return "text:\(word) finds the text  "
    }
    guard case .due = input.purpose else { return "" }
    let help = input.isBlank ? "; fri, 27 nov 14:00, weekly or fri weekly" : ""
    return reading(input.line.text).shown + help + "  "
  }

  /// Saves the day or the rule; any other text stays in the input.
  func saveDue(_ input: Input, of lines: [ShownLine]) {
    guard let (patch, option) = reading(input.line.text).saved else {
      state.mode = .input(input)
      return
    }
    let edit = Edit.change(lines.map { Address($0.id) }, to: Patch(schedule: patch))
    let result = perform(edit, done: .changed, words: words("edit \(option)", lines))
    if case .failure(let refusal) = result { typeOn(input, after: refusal) }
  }

  /// Reads a day, a rule, both in either order, or `none`; returns the patch to save, the option of `edit` that does the same,
  /// and the meaning to show.
  private func reading(_ text: String) -> (saved: (patch: SchedulePatch, option: String)?, shown: String) {
    let today = today()
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.isEmpty || words == ["none"] {
      return ((SchedulePatch(due: .some(nil)), "--due none"), "without a day")
    }
    if words == ["once"] { return ((SchedulePatch(repeats: .some(nil)), "--repeat none"), "without a rule") }
    var problem: DayError?
    for count in (0...words.count).reversed() {
      let (first, rest) = (words.prefix(count).joined(separator: " "), words.dropFirst(count).joined(separator: " "))
      for (day, rule) in count == words.count || count == 0 ? [(first, rest)] : [(first, rest), (rest, first)] {
        do throws(DayError) {
          let due = try day.isEmpty ? nil : DueDate(parsing: day, today: today)
          if let read = reading(due, rule: rule, today: today) { return read }
        } catch {
          problem = problem ?? error
        }
      }
    }
    return (
      nil,
      problem?.nearest.map { "not a day; perhaps \($0)" }
        ?? "not a day; write fri, +3d, 27 nov 14:00, weekly or fri weekly"
    )
  }

  /// Reads a rule beside a day; nil if the rule cannot be read.
  private func reading(
    _ due: DueDate?, rule words: String, today: Day
  ) -> (saved: (patch: SchedulePatch, option: String)?, shown: String)? {
    var patch = SchedulePatch(due: due.map(Optional.some), start: DueDate(today))
    var (options, shown): ([String], [String]) = ([], [])
    if let due {
      options.append("--due \(due)")
      shown.append("due \(due.day.shown(today: today))" + (due.time.map { " \($0)" } ?? ""))
    }
    if !words.isEmpty {
      do throws(RepeatError) {
        let rule = try words == "once" ? nil : RepeatRule(parsing: words, today: today)
        patch.repeats = .some(rule.map { "\($0)" })
        options.append("--repeat \(rule.map { "\($0)" } ?? "none")")
        shown.append(rule.map { "repeats \($0.shown)" } ?? "once")
      } catch {
        if case .empty = error { return (nil, "a rule without a day from today on") }
        return nil
      }
    }
    return ((patch, options.joined(separator: " ")), shown.joined(separator: ", "))
  }
}
