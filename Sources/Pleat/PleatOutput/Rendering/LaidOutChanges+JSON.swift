import ListChanges
import OutlineJSON

extension LaidOutChanges {
  /// The changes as a JSON object: the user, the layout, and the lists that are not empty, in the order of the stages.
  ///
  /// All indices count from 0; `to` of a move is the index in the list after. O(number of runs).
  package func json(of user: String) -> JSONTree {
    let lists =
      switch self {
      case .grouped(let changes), .headerRows(let changes): changes.lists
      case .flat(let changes): changes.lists
      }
    let members = lists.filter { !$0.values.isEmpty }.map { JSONTree.Member($0.name, .array($0.values)) }
    return .object([.init("user", .string(user)), .init("layout", .string(layout.rawValue))] + members)
  }
}

extension Motion {
  package var json: JSONTree {
    ["insertsFrom": .string(insertsFrom.rawValue), "deletesTowards": .string(deletesTowards.rawValue)]
  }
}

extension ViewChanges {
  fileprivate var lists: [(name: String, values: [JSONTree])] {
    [
      ("deletedSections", deletedSections.map(\.json)), ("insertedSections", insertedSections.map(\.json)),
      ("movedSections", movedSections.map(\.json)), ("deletedRows", deletedRows.map(\.json)),
      ("insertedRows", insertedRows.map(\.json)), ("movedRows", movedRows.map(\.json)),
      ("reloadedRows", reloadedRows.map(\.json)), ("reloadedHeaders", reloadedHeaders.map(\.json)),
      ("converted", converted.map(\.json)),
    ]
  }
}

extension LineChanges {
  fileprivate var lists: [(name: String, values: [JSONTree])] {
    [
      ("deletedLines", deletedLines.map(\.json)), ("insertedLines", insertedLines.map(\.json)),
      ("movedLines", movedLines.map(\.json)), ("reloadedLines", reloadedLines.map(\.json)),
    ]
  }
}

extension IndexRun {
  fileprivate var json: JSONTree { ["start": .int(start), "count": .int(count)] }
}

extension RowRun {
  fileprivate var json: JSONTree { ["section": .int(section), "start": .int(start), "count": .int(count)] }
}

extension RowPath {
  fileprivate var json: JSONTree { ["section": .int(section), "row": .int(row)] }
}

extension Conversion {
  fileprivate var json: JSONTree { ["from": from.json, "to": to.json] }
}

extension ListPosition {
  fileprivate var json: JSONTree {
    switch self {
    case .header(let section): ["section": .int(section)]
    case .row(let path): path.json
    }
  }
}

extension IndexMove {
  fileprivate var json: JSONTree { ["from": .int(from), "to": .int(to), "count": .int(count)] }
}

extension RowMove {
  fileprivate var json: JSONTree { ["from": from.json, "to": to.json, "count": .int(count)] }
}

extension ViewChanges {
  /// The edges where rows enter and leave, if the step only opens or closes sections; otherwise nil.
  var foldMotion: Motion? {
    let arrives = !insertedRows.isEmpty || !insertedSections.isEmpty
    let leaves = !deletedRows.isEmpty || !deletedSections.isEmpty
    return arrives && leaves ? motion : nil
  }
}
