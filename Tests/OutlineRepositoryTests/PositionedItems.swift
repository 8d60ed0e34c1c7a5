import SQLite

/// What is where in an outline: every section and row with the list that holds it, read with plain SQL.
///
/// It shares nothing with the rules but the definition of a parent: the nearest section before with a smaller level, and the
/// nearest row before in the same section with a smaller level.
struct PositionedItems: Equatable {
  /// A section such as `s4`, or a row such as `r17`.
  typealias Key = String

  /// An item.
  struct Item: Equatable {
    /// The list that holds it: the sections below a section, or the rows of a section or below a row.
    var list: String
    /// The section that it is in, or the row that it is below; nil at the top.
    var parent: Key?
    /// How much deeper it is than its parent.
    var step: Int
    /// What it says.
    var content: String
  }

  var items: [Key: Item] = [:]
  /// The items of each list, in order.
  var lists: [String: [Key]] = [:]
  /// The levels of the sections, in document order.
  var levels: [Int] = []

  init() {}

  init(_ file: Connection) throws {
    var path: [(key: Key, level: Int)] = []
    let sections = try file.rows(
      """
      SELECT 's' || section_id, level, quote(title) || quote(detail) || collapsible || quote(attributes)
      FROM section ORDER BY ord
      """
    ) { (try $0[0] as String, try $0[1] as Int, try $0[2] as String) }
    for (key, level, content) in sections {
      path.removeAll { $0.level >= level }
      levels.append(level)
      add(key, to: "sections", in: path.last?.key, step: level - (path.last?.level ?? 0), content)
      path.append((key, level))
    }
    let rows = try file.rows(
      """
      SELECT 'r' || row_id, 's' || section_id, level, quote(text) || quote(done) || quote(attributes)
      FROM row ORDER BY section_id, rank
      """
    ) { (try $0[0] as String, try $0[1] as String, try $0[2] as Int, try $0[3] as String) }
    var last = ""
    for (key, section, level, content) in rows {
      path.removeAll { $0.level >= level || section != last }
      add(key, to: "rows", in: path.last?.key ?? section, step: level - (path.last?.level ?? 0), content)
      path.append((key, level))
      last = section
    }
  }

  private mutating func add(_ key: Key, to kind: String, in parent: Key?, step: Int, _ content: String) {
    let list = "\(kind) of \(parent ?? "the outline")"
    items[key] = Item(list: list, parent: parent, step: step, content: content)
    lists[list, default: []].append(key)
  }

  /// Whether a level is more than one deeper than the one before it.
  var jumps: Bool { zip([0] + levels, levels).contains { $1 > $0 + 1 } }

  /// The nearest items of a list on both sides of one of them that have a property; nil where there is none.
  func neighbours(of key: Key, where isMeant: (Key) -> Bool) -> [Key?] {
    let siblings = items[key].flatMap { lists[$0.list] } ?? []
    let index = siblings.firstIndex(of: key) ?? 0
    return [siblings[..<index].last(where: isMeant), siblings[(index + 1)...].first(where: isMeant)]
  }
}

/// One entry of the history, with all that was there before and after it.
struct PositionedEntry {
  let id: Int64
  let isUndo: Bool
  /// The entry of the edit that it is about.
  let origin: Int64
  /// Whose edit it is about.
  let owner: String
  let before: PositionedItems
  let after: PositionedItems
  /// What it added, deleted or moved, by the log.
  let placed: Set<String>
  /// All that it touched, except to make room.
  let touched: Set<String>
}
