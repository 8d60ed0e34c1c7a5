import OutlineCore
import OutlineRepository

/// A list of sections, from which the user picks one by typing a part of its path.
struct Picker {
  /// The lines that go to the section.
  let lines: [ShownLine]
  let sections: [Fold]
  var input = LineInput()
  var cursor = 0

  /// The sections whose path has all the typed words, in any order.
  var matches: [Fold] {
    let words = input.text.lowercased().split(separator: " ").map(String.init)
    if words.isEmpty { return sections }
    return sections.filter { section in
      let paths = [section.path.joined(separator: "/"), Address.path(of: section.path)].map { $0.lowercased() }
      return words.allSatisfy { word in paths.contains { TextMatch.occurs(word, in: $0) } }
    }.sorted { Self.rank($0, words) < Self.rank($1, words) }
  }

  /// Ranks sections first whose title itself has the words.
  private static func rank(_ section: Fold, _ words: [String]) -> Int {
    let title = section.path.last?.lowercased() ?? ""
    return words.allSatisfy { TextMatch.occurs($0, in: title) } ? 0 : 1
  }
}

extension Screen {
  func beginPicking() {
    let lines = targets()
    if lines.isEmpty { return }
    do {
      let sections = try lines.reduce(outline.folds(as: user)) { Self.sections(for: $1, in: $0) }
      state.mode = .picker(Picker(lines: lines, sections: sections))
    } catch {
      state.message = texts.failure(error)
    }
  }

  /// The sections that a line can go to: all except itself and those below it.
  private static func sections(for line: ShownLine, in sections: [Fold]) -> [Fold] {
    guard let own = sections.firstIndex(where: { .section($0.id) == line.id }) else { return sections }
    let level = sections[own].path.count
    let below = sections[(own + 1)...].prefix { $0.path.count > level }
    return Array(sections[..<own] + sections[below.endIndex...])
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
        .move(picker.lines.map { Address($0.id) }, to: .inside(.section(matches[picker.cursor].id))), done: "moved",
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
