import ListChanges
import TestSupport

struct Part: CollapsibleItem {
  let id: Int
  var title: String
  var level = 1
  var isCollapsible = true
}

typealias Parts = CollapsibleList<Part, Part>

/// Edits a list at random.
struct RandomListEditor {
  var generator: SeededGenerator
  private var made = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &generator) }

  mutating func part(levels: Int = 2) -> Part {
    made += 1
    return Part(id: made, title: "part \(made)", level: 1 + number(levels), isCollapsible: number(5) > 0)
  }

  mutating func section() -> GroupedList<Part, Part>.Section {
    let rows = (0..<number(4)).map { _ in part() }
    return .init(header: part(levels: 3), rows: rows)
  }

  mutating func list() -> Parts {
    var list = Parts(GroupedList((0..<5).map { _ in section() }), expandedSections: [1, 2])
    list.isAccordion = number(2) == 0
    return list
  }

  /// Makes one edit; one that is refused changes nothing.
  mutating func edit(_ list: inout Parts) -> ViewChanges {
    let sections = list.content.sections
    if sections.count < 3 { return list.edit { [new = section()] in $0.sections.append(new) } }
    let section = sections[number(sections.count)], other = sections[number(sections.count)]
    let row = section.rows.isEmpty ? nil : section.rows[number(section.rows.count)]
    let place = number(other.rows.count + 1)
    do {
      switch number(14) {
      case 0...3: return try list.toggle(section: section.header.id)
      case 4:
        if other.rows.count < 8 { return try list.insert([part(), part()], inSection: other.header.id, at: place) }
        return try list.delete(rows: other.rows.prefix(4).map(\.id))
      case 5, 6: if let row { return try list.move(row: row.id, toSection: other.header.id, at: place) }
      case 7: if let row { return try list.delete(rows: [row.id]) }
      case 8:
        if var row {
          row.title += "'"
          return try list.replace(row: row)
        }
      case 9: if let row { return try list.toggle(row: row.id) }
      case 10: return try list.insert(sections: [self.section()], at: number(sections.count + 1))
      case 11: return try list.move(section: section.header.id, before: other.header.id)
      case 12: if sections.count > 6 { return try list.delete(sections: [section.header.id]) }
      default:
        // Several edits as one: two sections exchange rows, and the order of the sections changes.
        let (from, to) = (number(sections.count), number(sections.count)), shift = number(sections.count)
        return list.edit { content in
          (content.sections[from].rows, content.sections[to].rows) = (
            content.sections[to].rows, content.sections[from].rows
          )
          if shift < 3 { content.sections.append(content.sections.remove(at: shift)) }
        }
      }
    } catch is CollapsibleListError {
      return ViewChanges()
    } catch {}
    return ViewChanges()
  }
}
