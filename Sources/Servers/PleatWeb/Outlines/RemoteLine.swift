import OutlineJSON

/// A line of a list on another machine, as of the last change that included it.
struct RemoteLine: Sendable {
  /// The JSON object as received.
  private let text: String
  let isSection: Bool
  /// The id of the section that contained it when it was received.
  let section: Int
  let level: Int
  let isCollapsed: Bool
  /// The number of sections below a collapsed header.
  let below: Int
  /// The number of rows that a collapsed line hides.
  let hidden: Int

  static let unknown = RemoteLine("{}")

  init(_ text: String) {
    self.text = text
    var numbers: [String: Int] = [:], kind: String?, isCollapsed = false
    for member in JSONTree.object(text) ?? [] {
      switch member.key {
      case "kind": kind = member.value.string
      case "collapsed": isCollapsed = member.value.bool == true
      case "section_id", "level", "below", "hidden": numbers[member.key] = member.value.integer
      default: break
      }
    }
    (isSection, self.isCollapsed) = (kind == "section", isCollapsed)
    (section, level) = (numbers["section_id"] ?? 0, numbers["level"] ?? 0)
    (below, hidden) = (numbers["below"] ?? 0, numbers["hidden"] ?? 0)
  }

  /// Appends the object, with members that depend on the lines around it as they are now.
  func append(with counted: [String: JSONTree], to bytes: inout [UInt8]) {
    let members = (JSONTree.object(text) ?? []).map { JSONTree.Member($0.key, counted[$0.key] ?? $0.value) }
    JSONTree.object(members).append(to: &bytes)
  }
}

/// Computes the numbers that docs/changes.md leaves to a follower: those of lines, and of the sections below headers.
struct LineCounter {
  private let lines: [RemoteLine]
  /// The numbers and levels of the sections around the current line, outermost first.
  private var around: [(level: Int, number: Int, sections: Int)] = [(0, 0, 0)]
  private var section = 0
  /// The numbers of the current row, or 0 at a header, and of the next one.
  private var row = 0
  private var nextRow = 1

  init(of lines: [RemoteLine]) { self.lines = lines }

  /// Advances to the next line; call it for every line in order.
  mutating func pass(_ index: Int) {
    let line = lines[index]
    if line.isSection {
      while around.count > 1, around[around.count - 1].level >= line.level { around.removeLast() }
      around[around.count - 1].sections += 1
      around.append((line.level, around[around.count - 1].sections, 0))
      (section, row, nextRow) = (line.section, 0, 1)
    } else {
      (row, nextRow) = (nextRow, nextRow + 1 + line.hidden)
    }
  }

  /// Returns the members of the last line that differ from what was received.
  func members(at index: Int) -> [String: JSONTree] {
    let line = lines[index], number = around.dropFirst().map { "\($0.number)" }.joined(separator: ".")
    if !line.isSection {
      return ["line": .int(index), "section_id": .int(section), "number": .string("\(number):\(row)")]
    }
    if line.isCollapsed { return ["line": .int(index), "number": .string(number)] }
    let rest = lines[(index + 1)...]
    let rows = rest.prefix { !$0.isSection }.reduce(0) { $0 + 1 + $1.hidden }
    let below = rest.prefix { !$0.isSection || $0.level > line.level }
      .reduce(0) { $0 + ($1.isSection ? 1 + ($1.isCollapsed ? $1.below : 0) : 0) }
    return ["line": .int(index), "number": .string(number), "rows": .int(rows), "below": .int(below)]
  }
}
