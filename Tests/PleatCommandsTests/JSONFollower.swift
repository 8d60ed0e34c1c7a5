import Foundation

/// A list as a program in any language follows it, that knows the JSON lines of `watch` and nothing else.
struct JSONFollower {
  typealias Object = [String: Any]

  /// The lines of each section, the header first; in the layout `flat` all lines in one.
  private var parts: [[Object]]
  private let layout: String

  /// Begins with the first line of `watch --json --layout LAYOUT`.
  init(_ snapshot: String, layout: String) throws {
    self.init(try JSON.object(snapshot)["snapshot"] as? [Object] ?? [], layout: layout)
  }

  /// Begins with a list.
  init(_ lines: [Object], layout: String) {
    self.layout = layout
    parts = layout == "flat" ? [lines] : Self.sections(of: lines)
  }

  private static func sections(of lines: [Object]) -> [[Object]] {
    lines.reduce(into: []) { sections, line in
      if line["kind"] as? String == "section" { sections.append([]) }
      sections[sections.count - 1].append(line)
    }
  }

  /// The list, with everything counted that a follower counts for itself.
  var lines: [Object] {
    var lines = parts.flatMap(\.self)
    var open: [(index: Int, level: Int, children: Int)] = []
    var header = 0
    var outermost = 0
    for index in lines.indices {
      lines[index]["line"] = index
      if lines[index]["kind"] as? String == "row" {
        lines[header].add(1, to: "rows")
        lines[index]["number"] = "\(lines[header]["number"] ?? ""):\(lines[header].int("rows"))"
        lines[index]["section_id"] = lines[header]["section_id"]
        // What a collapsed row hides is counted, too.
        if lines[index]["collapsed"] as? Bool == true { lines[header].add(lines[index].int("hidden"), to: "rows") }
        continue
      }
      header = index
      open.removeAll { $0.level >= lines[index].int("level") }
      if let parent = open.indices.last {
        open[parent].children += 1
        lines[index]["number"] = "\(lines[open[parent].index]["number"] ?? "").\(open[parent].children)"
      } else {
        outermost += 1
        lines[index]["number"] = "\(outermost)"
      }
      let hidden = lines[index]["collapsed"] as? Bool == true ? lines[index].int("below") : 0
      for enclosing in open { lines[enclosing.index].add(1 + hidden, to: "below") }
      if lines[index]["collapsed"] as? Bool == true { continue }
      lines[index].merge(["rows": 0, "below": 0]) { $1 }
      open.append((index, lines[index].int("level"), 0))
    }
    return lines
  }

  /// Follows another line of `watch --json`.
  mutating func follow(_ line: String) throws { try follow(JSON.object(line)) }

  /// Follows the object of another line of `watch --json`.
  mutating func follow(_ object: Object) throws {
    let changes = Changes(object["changes"] as? Object ?? [:], layout: layout)
    var content = (object["content"] as? [Object] ?? [])[...]
    let moved = changes.movedRows.map { move in (move.to, parts[move.from.part][move.from.index]) }
    for position in (changes.deletedRows + changes.movedRows.map(\.from)).sorted().reversed() {
      parts[position.part].remove(at: position.index)
    }
    let movedParts = changes.movedSections.map { ($0.to, parts[$0.from]) }
    for index in (changes.deletedSections + changes.movedSections.map(\.from)).sorted().reversed() {
      parts.remove(at: index)
    }
    for (index, part) in (movedParts + changes.insertedSections.map { ($0, []) }).sorted(by: { $0.0 < $1.0 }) {
      parts.insert(part, at: index)
    }
    for (position, row) in (moved + changes.insertedRows.map { ($0, [:]) }).sorted(by: { $0.0 < $1.0 }) {
      parts[position.part].insert(row, at: position.index)
    }
    let drawn =
      (changes.insertedRows + changes.reloaded + changes.insertedSections.map { Position(part: $0, index: -1) })
    for position in drawn.sorted() {
      guard let first = content.popFirst() else { throw Missing(position: position) }
      if position.index >= 0 {
        parts[position.part][position.index] = first
      } else {
        let rows = content.prefix { $0["section_id"] as? Int == first["section_id"] as? Int }
        parts[position.part] = [first] + rows
        content.removeFirst(rows.count)
      }
    }
    if !content.isEmpty { throw Missing(position: Position(part: parts.count, index: 0)) }
  }

  /// Content does not hold what is to be drawn, or holds more.
  struct Missing: Error {
    let position: Position
  }

  /// A line of a section, where the header is line 0.
  struct Position: Comparable {
    var part: Int
    var index: Int

    static func < (a: Position, b: Position) -> Bool { (a.part, a.index) < (b.part, b.index) }
  }
}

/// The changes in any layout, each line by itself.
private struct Changes {
  typealias Position = JSONFollower.Position

  let deletedSections: [Int]
  let insertedSections: [Int]
  let movedSections: [(from: Int, to: Int)]
  let deletedRows: [Position]
  let insertedRows: [Position]
  let movedRows: [(from: Position, to: Position)]
  let reloaded: [Position]

  init(_ json: [String: Any], layout: String) {
    func runs(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }
    func indices(_ key: String) -> [Int] {
      runs(key).flatMap { run in (0..<run.int("count")).map { run.int("start") + $0 } }
    }
    func moves(_ key: String) -> [(from: Int, to: Int)] {
      runs(key).flatMap { run in (0..<run.int("count")).map { (run.int("from") + $0, run.int("to") + $0) } }
    }
    let firstRow = layout == "grouped" ? 1 : 0
    func position(_ path: Any?, plus offset: Int) -> Position {
      let path = path as? [String: Any] ?? [:]
      return Position(part: path.int("section"), index: path.int("row") + firstRow + offset)
    }
    func positions(_ key: String) -> [Position] {
      runs(key).flatMap { run in
        (0..<run.int("count")).map { Position(part: run.int("section"), index: run.int("start") + firstRow + $0) }
      }
    }
    func lines(_ key: String) -> [Position] { indices(key).map { Position(part: 0, index: $0) } }
    deletedSections = indices("deletedSections")
    insertedSections = indices("insertedSections")
    movedSections = moves("movedSections")
    deletedRows = positions("deletedRows") + lines("deletedLines")
    insertedRows = positions("insertedRows") + lines("insertedLines")
    movedRows =
      runs("movedRows").flatMap { run in
        (0..<run.int("count")).map { (position(run["from"], plus: $0), position(run["to"], plus: $0)) }
      } + moves("movedLines").map { (Position(part: 0, index: $0.from), Position(part: 0, index: $0.to)) }
    reloaded =
      positions("reloadedRows") + lines("reloadedLines")
      + indices("reloadedHeaders").map { Position(part: $0, index: 0) }
  }
}

extension [String: Any] {
  fileprivate func int(_ key: String) -> Int { self[key] as? Int ?? 0 }
  fileprivate mutating func add(_ count: Int, to key: String) { self[key] = int(key) + count }
}
