import OutlineCore
import OutlineRepository
import TerminalText

/// A list of choices; the user picks one by typing a part of its name.
struct Picker {
  struct Choice {
    let name: String
    /// The name as it is shown, such as a path, which is searched as well.
    var shown: String
    /// The keys that do the same, shown before the name.
    var keys = ""
    /// The heading that the choice begins in the whole list.
    var heading: String?
    /// Whether it comes after all other choices that fit as well.
    var isSecond = false
    /// Carries the choice out, and returns false to let the user pick again; nil for a choice that only informs.
    let pick: ((Screen) -> Bool)?
  }

  let title: String
  let prompt: String
  let hint: String
  /// The text to show if nothing fits.
  let nothing: String
  let choices: [Choice]
  var input = LineInput()
  var cursor = 0

  /// The choices that have all typed words in any order: those with exactly this name come first, then those whose name begins
  /// with the text, then those with the words in the name, and then the others.
  var matches: [Choice] {
    let words = input.text.lowercased().split(separator: " ").map(String.init)
    guard !words.isEmpty, let pattern = try? TextPattern(words) else { return choices }
    let text = words.joined(separator: " ")
    let ranked = choices.compactMap { choice in Self.rank(choice, pattern, text).map { (rank: $0, choice: choice) } }
    return ranked.sorted { $0.rank < $1.rank }.map(\.choice)
  }

  private static func rank(_ choice: Choice, _ pattern: TextPattern, _ text: String) -> Int? {
    guard (try? pattern.fits([choice.name, choice.shown, choice.keys])) == true else { return nil }
    let name = choice.name.lowercased()
    let rank = name == text ? 0 : name.hasPrefix(text) ? 1 : (try? pattern.fits([name])) == true ? 2 : 3
    return 2 * rank + (choice.isSecond ? 1 : 0)
  }
}

extension Screen {
  /// Shows the sections, and the rows that have rows below them, to which the lines can move.
  func beginMoving() {
    let lines = targets()
    if lines.isEmpty { return }
    do {
      let found = try lines.reduce(outline.folds(as: user)) { Self.targets(for: $1, in: $0) }
      // A section cannot go into a row.
      let takesRows = lines.allSatisfy(\.marker.isRow)
      let choices = choices(found.filter { takesRows || $0.id.kind != .row }) { $0.move(lines, to: $1) }
      state.mode = .picker(
        Picker(
          title: "Move \(lines.title) to:", prompt: "Part of its title:",
          hint: "up, down: choose  enter: move it there  escape: leave it where it is",
          nothing: "No section has this in its title.", choices: choices))
    } catch {
      state.message = texts.failure(error)
    }
  }

  /// Shows the sections, and the rows that have rows below them, to go to one.
  func beginGoing() {
    do {
      let choices = choices(try outline.folds(as: user)) { screen, target in
        screen.leaveFilter()
        screen.selectShown(target, "What you picked")
        return true
      }
      state.mode = .picker(
        Picker(
          title: "Go to:", prompt: "Part of its title:", hint: "up, down: choose  enter: go there  escape: stay here",
          nothing: "No section has this in its title.", choices: choices))
    } catch {
      state.message = texts.failure(error)
    }
  }

  /// Returns the choices for sections and rows: first those that were picked before, and rows after sections.
  private func choices(_ folds: [Fold], _ pick: @escaping (Screen, ItemID) -> Bool) -> [Picker.Choice] {
    let recent = state.recentTargets
    let isRecent = Set(recent)
    let known = recent.compactMap { id in folds.first { $0.id == id } }
    let others = folds.filter { !isRecent.contains($0.id) }
    return (known + others.filter { $0.id.kind != .row } + others.filter { $0.id.kind == .row }).map { fold in
      Picker.Choice(
        name: fold.path.last ?? "", shown: Address.path(of: fold.path), isSecond: fold.id.kind == .row
      ) { screen in
        screen.state.recentTargets = Array(([fold.id] + screen.state.recentTargets.filter { $0 != fold.id }).prefix(9))
        return pick(screen, fold.id)
      }
    }
  }

  /// Returns the targets that a line can move to: all except itself and those below it.
  private static func targets(for line: ShownLine, in all: [Fold]) -> [Fold] {
    guard let own = all.firstIndex(where: { $0.id == line.id }) else { return all }
    let level = all[own].path.count
    let below = all[(own + 1)...].prefix { $0.path.count > level }
    return Array(all[..<own] + all[below.endIndex...])
  }

  private func move(_ lines: [ShownLine], to target: ItemID) -> Bool {
    let edit = Edit.move(lines.map { Address($0.id) }, to: .inside(Address(target)))
    return performOnMarks { perform(edit, done: .moved, words: "move \(lines.title)") }.isSuccess
  }

  /// The orders that `s` offers.
  static let orders: [(name: String, key: SortOrder.Key)] = [
    ("by text", .text), ("by day, the earliest first", .due), ("open tasks first, done ones last", .checkBox),
  ]

  /// Asks by what to sort what is in the section or below the row under the cursor, or around it.
  func beginSorting() {
    guard let line = current, let position = currentPosition else { return }
    let holder =
      line.marker.isFull
      ? line
      : self.line(around: position).flatMap {
        load(around: $0); return live.line($0)
      }
    guard let holder else {
      state.message = "There is nothing to sort in \([line].title)."
      return
    }
    // The last one again is one key less, as by day after more tasks have come.
    let last = state.order
    let indices = (last.map { [$0] } ?? []) + Self.orders.indices.filter { $0 != last }
    let choices = indices.map { index in
      let (name, key) = Self.orders[index]
      return Picker.Choice(name: name, shown: name) { screen in
        let isSorted = screen.perform(
          .sort([Address(holder.id)], by: SortOrder(by: key)), done: .sorted, words: screen.words("sort", [holder])
        ).isSuccess
        if isSorted { screen.state.order = index }
        return isSorted
      }
    }
    state.mode = .picker(
      Picker(
        title: "Sort the rows of \([holder].title):", prompt: "Order:",
        hint: "up, down: choose  enter: sort  escape: leave them as they are", nothing: "There is no such order.",
        choices: choices))
  }

  /// Shows all keys by what they do; typing finds one, and enter does it.
  func beginPalette() {
    var choices: [Picker.Choice] = []
    func add(_ keys: String, _ name: String, _ heading: String?, _ pick: ((Screen) -> Void)?) {
      let picked = pick.map { pick in
        { (screen: Screen) in
          pick(screen)
          return true
        }
      }
      choices.append(Picker.Choice(name: name, shown: name, keys: keys, heading: heading, pick: picked))
    }
    for (heading, commands) in Self.commands {
      for (index, command) in commands.enumerated() {
        let keys = command.keys.map(\.name).joined(separator: ", ")
        add(keys, command.name, index == 0 ? heading : nil) { $0.run(command, count: nil) }
      }
    }
    for (index, command) in Self.typedCommands.enumerated() where commandLine != nil {
      add(":" + command.line, command.name, index == 0 ? "After a colon" : nil) { $0.run(command: command.line) }
    }
    for (heading, lines) in Self.otherKeys {
      for (index, line) in lines.enumerated() {
        add(line.keys.joined(separator: ", "), line.name, index == 0 ? heading : nil, nil)
      }
    }
    state.mode = .picker(
      Picker(
        title: "What the keys do", prompt: "Find:", hint: "up, down: choose  enter: do it  escape: back",
        nothing: "No key does this.", choices: choices))
  }

  func take(_ key: Key, in picker: Picker) {
    var picker = picker
    let matches = picker.matches
    switch key {
    case .escape, .control("c"):
      state.mode = .list
      return
    case .enter:
      guard matches.indices.contains(picker.cursor), let pick = matches[picker.cursor].pick else { return }
      state.mode = .list
      if !pick(self) { state.mode = .picker(picker) }
      return
    case .down, .control("n"): picker.cursor += 1
    case .up, .control("p"): picker.cursor -= 1
    case .pageDown: picker.cursor += listRows
    case .pageUp: picker.cursor -= listRows
    case .wheelDown: picker.cursor += 3
    case .wheelUp: picker.cursor -= 3
    default: if picker.input.take(key) { picker.cursor = 0 }
    }
    picker.cursor = min(max(picker.cursor, 0), max(picker.matches.count - 1, 0))
    state.mode = .picker(picker)
  }

  func frame(of picker: Picker) -> Frame {
    let (matches, room) = (picker.matches, max(listRows - 1, 1))
    let hasKeys = picker.choices.contains { !$0.keys.isEmpty }
    let width = hasKeys ? min(20, state.size.columns / 4) : 0
    let isWhole = picker.input.isBlank
    func rows(_ index: Int) -> [[Span]] {
      let choice = matches[index]
      let isChosen = index == picker.cursor
      let start = choice.keys + String(repeating: " ", count: max(width - choice.keys.count, 0))
      var wrapping = Wrapping(
        width: state.size.columns, indent: 2 + width, limit: 4,
        prefix: [Span("  "), Span(start, isChosen ? [] : .accent)])
      if choice.keys.count >= width, hasKeys { wrapping.breakLine() }
      wrapping.add(layout.shown(choice.shown), choice.pick == nil ? .dim : [])
      var rows = wrapping.finish()
      if isChosen { rows = rows.map { bar(.reversed, $0) } }
      let heading = isWhole ? choice.heading : nil
      return (heading.map { [[Span(" " + $0, .bold)]] } ?? []) + rows
    }
    var frame = Frame()
    frame.rows.append([Span(" " + layout.shown(picker.title), .bold)])
    if matches.isEmpty {
      frame.rows.append([Span("  \(picker.nothing)", .dim)])
    } else {
      var shown = rows(picker.cursor)
      var (first, next) = (picker.cursor - 1, picker.cursor + 1)
      while first >= 0, case let above = rows(first), above.count + shown.count <= room {
        shown = above + shown
        first -= 1
      }
      while next < matches.count, shown.count < room {
        shown += rows(next)
        next += 1
      }
      frame.rows += shown.prefix(room)
    }
    while frame.rows.count < listRows { frame.rows.append([]) }
    return withStatus(frame)
  }
}
