import OutlineCore
import OutlineRepository
import TerminalText

/// A list of sections, followed by rows that have rows below them, in which the user picks a target by typing a part of
/// its path.
struct Picker {
  /// The lines that move to the picked target.
  let lines: [ShownLine]
  let targets: [Fold]
  var input = LineInput()
  var cursor = 0

  /// The targets whose path contains all the typed words in any order; sections come first.
  var matches: [Fold] {
    let words = input.text.lowercased().split(separator: " ").map(String.init)
    if words.isEmpty { return targets }
    return targets.filter { section in
      let paths = [section.path.joined(separator: "/"), Address.path(of: section.path)].map { $0.lowercased() }
      return words.allSatisfy { word in paths.contains { TextMatch.occurs(word, in: $0) } }
    }.sorted { Self.rank($0, words) < Self.rank($1, words) }
  }

  /// Ranks sections before rows, and among each first those whose own title or text contains the words.
  private static func rank(_ target: Fold, _ words: [String]) -> Int {
    let title = target.path.last?.lowercased() ?? ""
    return (target.id.kind == .row ? 2 : 0) + (words.allSatisfy { TextMatch.occurs($0, in: title) } ? 0 : 1)
  }
}

extension Screen {
  func beginPicking() {
    let lines = targets()
    if lines.isEmpty { return }
    do {
      let found = try lines.reduce(outline.folds(as: user)) { Self.targets(for: $1, in: $0) }
      // A section cannot go into a row.
      let rows = lines.allSatisfy(\.marker.isRow) ? found.filter { $0.id.kind == .row } : []
      state.mode = .picker(Picker(lines: lines, targets: found.filter { $0.id.kind != .row } + rows))
    } catch {
      state.message = texts.failure(error)
    }
  }

  /// Returns the targets that a line can move to: all except itself and those below it.
  private static func targets(for line: ShownLine, in all: [Fold]) -> [Fold] {
    guard let own = all.firstIndex(where: { $0.id == line.id }) else { return all }
    let level = all[own].path.count
    let below = all[(own + 1)...].prefix { $0.path.count > level }
    return Array(all[..<own] + all[below.endIndex...])
  }

  func take(_ key: Key, in picker: Picker) {
    var picker = picker
    switch key {
    case .escape, .control("c"):
      state.mode = .list
      return
    case .enter:
      let matches = picker.matches
      guard matches.indices.contains(picker.cursor) else { return }
      state.mode = .list
      let result = perform(
        .move(picker.lines.map { Address($0.id) }, to: .inside(Address(matches[picker.cursor].id))), done: .moved,
        words: "move \(picker.lines.title)")
      if result.isSuccess { state.marks = Marks() } else { state.mode = .picker(picker) }
      return
    case .down, .control("n"): picker.cursor += 1
    case .up, .control("p"): picker.cursor -= 1
    default: if picker.input.take(key) { picker.cursor = 0 }
    }
    picker.cursor = min(max(picker.cursor, 0), max(picker.matches.count - 1, 0))
    state.mode = .picker(picker)
  }

  func frame(of picker: Picker) -> Frame {
    let matches = picker.matches
    let top = max(picker.cursor - listRows + 2, 0)
    var frame = Frame()
    frame.rows.append([Span(layout.shown("Move \(picker.lines.title) to:"), .bold)])
    for (index, section) in matches.enumerated().dropFirst(top).prefix(max(listRows - 1, 0)) {
      let path = layout.shown(Address.path(of: section.path))
      frame.rows.append([Span("  " + path, index == picker.cursor ? .reversed : [])])
    }
    if matches.isEmpty { frame.rows.append([Span("  No section has this in its title.", .dim)]) }
    while frame.rows.count < listRows { frame.rows.append([]) }
    return withStatus(frame)
  }
}

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
    let result = perform(edit, done: .changed, words: words("edit \(option)", lines))
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
