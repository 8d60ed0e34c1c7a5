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
        .move(picker.lines.map { Address($0.id) }, to: .inside(Address(matches[picker.cursor].id))), done: "moved",
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
