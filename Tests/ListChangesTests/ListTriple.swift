import ListChanges
import TestSupport

/// A header or a row in random lists: what it is, and how it looks.
struct ListItem: Hashable {
  var id: Int
  var look = 0
}

/// A list before, changes, and the list after that they lead to.
struct ListTriple {
  typealias List = GroupedList<ListItem, ListItem>

  var before: List
  var after: List
  var changes: ViewChanges

  /// Makes a random list before and a list after that shares some of its sections and rows.
  init(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var nextID = 0
    before = List(
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        .init(
          header: Self.item(&nextID),
          rows: (0..<Int.random(in: 0...4, using: &generator)).map { _ in Self.item(&nextID) })
      })
    after = before
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      Self.alter(&after, nextID: &nextID, using: &generator)
    }
    changes = SlowDiff(from: before, to: after, using: &generator).changes
  }

  private static func item(_ nextID: inout Int) -> ListItem {
    nextID += 1
    return ListItem(id: nextID)
  }

  private static func alter(_ list: inout List, nextID: inout Int, using generator: inout SeededGenerator) {
    let kind = Int.random(in: 0..<13, using: &generator)
    let boundary = Int.random(in: 0...list.sections.count, using: &generator)
    if kind == 0 {
      list.sections.insert(.init(header: item(&nextID), rows: [item(&nextID), item(&nextID)]), at: boundary)
    }
    guard kind != 0, let section = list.sections.indices.randomElement(using: &generator) else { return }
    let row = list.sections[section].rows.indices.randomElement(using: &generator)
    switch (kind, row) {
    case (1, _): list.sections.remove(at: section)
    case (2, _), (9, _), (10, _):
      let moved = list.sections.remove(at: section)
      list.sections.insert(moved, at: min(boundary, list.sections.count))
    case (3, _):
      list.sections[section].rows = []
      list.sections[section].header.look += 1
    case (4, _): list.sections[section].header.look += 1
    case (5, _):
      let place = Int.random(in: 0...list.sections[section].rows.count, using: &generator)
      list.sections[section].rows.insert(item(&nextID), at: place)
    case (6, let row?): list.sections[section].rows.remove(at: row)
    case (7, let row?), (11, let row?), (12, let row?):
      let moved = list.sections[section].rows.remove(at: row)
      let target = Int.random(in: 0..<list.sections.count, using: &generator)
      let place = Int.random(in: 0...list.sections[target].rows.count, using: &generator)
      list.sections[target].rows.insert(moved, at: place)
    case (8, let row?): list.sections[section].rows[row].look += 1
    default: break
    }
  }
}
