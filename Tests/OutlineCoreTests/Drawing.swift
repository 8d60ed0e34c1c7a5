import ListChanges
import OutlineCore
import Testing

/// An outline as it is drawn in tests, with one user's flags.
///
/// `▾ Title` is an expanded section, `▸ Title` a collapsed one, `■ Title` one that is not collapsible (`□ Title`: and
/// has a collapsed flag), `- text` a row; two more spaces are one more level. A section's id comes from its first
/// letter, so that it is the same in two drawings.
struct Drawing {
  private(set) var states: [SectionState] = []
  private(set) var titles: [String] = []
  private(set) var rows: [[String]] = []

  init(_ drawing: String) {
    for line in drawing.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      let text = String(words.dropFirst(2))
      if words.hasPrefix("-") {
        rows[rows.count - 1].append(text)
        states[states.count - 1].rowCount += 1
      } else {
        states.append(
          SectionState(
            id: id(text), level: (line.count - words.count) / 2 + 1,
            isCollapsible: words.hasPrefix("▾") || words.hasPrefix("▸"),
            isCollapsed: words.hasPrefix("▸") || words.hasPrefix("□"), rowCount: 0))
        titles.append(text)
        rows.append([])
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
          header: "\(states[index].level) \(mark) \(titles[index])\(hidden)",
          rows: states[index].isShut ? [] : rows[index])
      })
  }

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
    return location(titles[section], rows[section].firstIndex(of: text) ?? 0)
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
    let all = ([index] + below(index)).reduce(0) { $0 + rows[$1].count }
    return "\(rows[index].count) of \(all) rows, \(below(index).count) sections"
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
