import ListChanges
import OutlineCore
import Testing

/// An outline as it is drawn in tests, with one user's flags.
///
/// `▾ Title` is an expanded section, `▸ Title` a collapsed one, `■ Title` one that is not collapsible (`□ Title`: and
/// has a collapsed flag), `- text` a row; a box `☐` or `☑` before a title or text makes a task; two more spaces are one more level. A section's id comes from its first
/// letter, so that it is the same in two drawings.
struct Drawing {
  private(set) var states: [SectionState] = []
  private(set) var titles: [String] = []
  private(set) var rows: [[String]] = []
  private var boxes: [[Bool?]] = []

  init(_ drawing: String) {
    for line in drawing.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      let isDone: Bool? = words.dropFirst(2).hasPrefix("☐ ") ? false : words.dropFirst(2).hasPrefix("☑ ") ? true : nil
      let text = String(words.dropFirst(isDone == nil ? 2 : 4))
      if words.hasPrefix("-") {
        rows[rows.count - 1].append(text)
        boxes[rows.count - 1].append(isDone)
        states[states.count - 1].counts += ItemCounts(row: isDone)
      } else {
        states.append(
          SectionState(
            id: id(text), level: (line.count - words.count) / 2 + 1,
            isCollapsible: words.hasPrefix("▾") || words.hasPrefix("▸"),
            isCollapsed: words.hasPrefix("▸") || words.hasPrefix("□"), counts: .zero, isDone: isDone))
        titles.append(text)
        rows.append([])
        boxes.append([])
      }
    }
  }

  /// What the user sees; found by looking for collapsed ancestors, section by section.
  var visible: GroupedList<String, String> {
    GroupedList(
      states.indices.filter { hiding($0) == nil }.map { index in
        let mark = states[index].isShut ? "▸" : "▾"
        let hidden = states[index].isShut ? " · \(hidden(in: index))" : ""
        return .init(
          header: "\(states[index].level) \(mark) \(Self.box(states[index].isDone))\(titles[index])\(hidden)",
          rows: states[index].isShut ? [] : zip(boxes[index], rows[index]).map { Self.box($0) + $1 })
      })
  }

  private static func box(_ isDone: Bool?) -> String { isDone.map { $0 ? "☑ " : "☐ " } ?? "" }

  /// How the user sees the section with this title.
  func visibility(_ title: String) -> SectionVisibility {
    let index = titles.firstIndex(of: title) ?? 0
    let header = states.indices.filter { hiding($0) == nil }.firstIndex(of: hiding(index) ?? index) ?? 0
    if hiding(index) != nil { return .hidden(in: header) }
    return states[index].isShut ? .collapsed(at: header) : .expanded(at: header)
  }

  /// The place before the row at `index` of a section.
  func location(_ title: String, _ index: Int) -> RowLocation {
    RowLocation(section: id(title), visibility: visibility(title), index: index)
  }

  /// The place of the row with this text.
  func row(_ text: String) -> RowLocation {
    let section = rows.firstIndex { $0.contains(text) } ?? 0
    let index = rows[section].firstIndex(of: text) ?? 0
    return RowLocation(
      section: id(titles[section]), visibility: visibility(titles[section]), index: index, isDone: boxes[section][index]
    )
  }

  /// The section with this title, with all that is below it.
  func subtree(_ title: String) -> DeletionRules.Subtree {
    let index = titles.firstIndex(of: title) ?? 0
    return DeletionRules.Subtree(
      visibility: visibility(title), sections: [states[index]] + below(index).map { states[$0] })
  }

  private func below(_ index: Int) -> [Int] {
    states.indices.filter { other in
      other > index && states[(index + 1)...other].allSatisfy { $0.level > states[index].level }
    }
  }

  private func hiding(_ index: Int) -> Int? {
    states.indices.first { states[$0].isShut && below($0).contains(index) }
  }

  /// What a collapsed header says of what is below it.
  private func hidden(in index: Int) -> String {
    let all = [index] + below(index)
    let hidden = all.flatMap { boxes[$0] } + below(index).map { states[$0].isDone }
    let tasks = "\(hidden.count { $0 == true }) of \(hidden.count { $0 != nil }) done"
    return "\(rows[index].count) of \(all.flatMap { rows[$0] }.count) rows, \(below(index).count) sections, \(tasks)"
  }
}

/// The id of the section with this title.
func id(_ title: String) -> SectionID { SectionID(Int64(title.utf8.first ?? 0)) }

/// Checks changes: their one-line notation, and that they lead from one drawing to the other.
func expect(
  _ changes: ViewChanges, _ notation: String, from before: Drawing, to after: Drawing,
  at location: SourceLocation = #_sourceLocation
) {
  #expect(changes.description == notation, sourceLocation: location)
  #expect(throws: Never.self, sourceLocation: location) {
    let replayed = try changes.replay(on: before.visible, reading: after.visible)
    #expect(replayed == after.visible, sourceLocation: location)
  }
}

/// How many have to move to turn a sorted list into `values`, by trying every choice of those that stay.
func fewestMoves(in values: [Int]) -> Int {
  let choices = (0..<(1 << values.count)).map { bits in values.indices.filter { bits >> $0 & 1 == 1 }.map { values[$0] }
  }
  return values.count - (choices.filter { $0 == $0.sorted() }.map(\.count).max() ?? 0)
}
