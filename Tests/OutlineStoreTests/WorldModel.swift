import TestSupport

/// An outline with flags, and what each user sees of it: slow, and obviously right.
struct WorldModel {
  struct Section {
    var level: Int
    var isCollapsible: Bool
    /// The levels of its rows.
    var rows: [Int]
  }

  struct User {
    var name: String
    var startsCollapsed: Bool
    /// Flags by the index of the section.
    var flags: [Int: Bool]
    /// Flags by the index of the row among the rows of all sections.
    var rowFlags: [Int: Bool] = [:]
  }

  var sections: [Section]
  var users: [User]

  /// Sections of any levels in any order; rows, their levels and flags at random.
  init(using random: inout SeededGenerator) {
    let levels = 1...(Bool.random(using: &random) ? 4 : 1)
    sections = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      Section(
        level: Int.random(in: 1...4, using: &random), isCollapsible: Int.random(in: 0..<5, using: &random) > 0,
        rows: (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: levels, using: &random) })
    }
    let indices = sections.indices
    let rows = 0..<sections.reduce(0) { $0 + $1.rows.count }
    users = ["ana", "ben", "O'Neil"].map { name in
      let flagged = indices.filter { _ in Bool.random(using: &random) }
      return User(
        name: name, startsCollapsed: Bool.random(using: &random),
        flags: Self.flags(of: flagged, using: &random),
        rowFlags: Self.flags(of: rows.filter { _ in Bool.random(using: &random) }, using: &random))
    }
  }

  private static func flags(of indices: [Int], using random: inout SeededGenerator) -> [Int: Bool] {
    indices.reduce(into: [:]) { $0[$1] = Bool.random(using: &random) }
  }

  /// The statements that make the outline; the id of a section is its index plus 1, and those of rows follow.
  var script: String {
    let inserts = sections.enumerated().map { index, section in
      "INSERT INTO section (title, level, collapsible) VALUES ('t\(index)', \(section.level), \(section.isCollapsible ? 1 : 0));"
    }
    let rows = sections.enumerated().flatMap { index, section in
      section.rows.enumerated().map { number, level in
        "INSERT INTO row (section_id, text, level) VALUES (\(index + 1), 'r\(number)', \(level));"
      }
    }
    let people = users.enumerated().map { index, user in
      let name = user.name.split(separator: "'").joined(separator: "''")
      return "INSERT INTO user (name, starts_collapsed) VALUES ('\(name)', \(user.startsCollapsed ? 1 : 0));"
        + user.flags.sorted { $0.key < $1.key }
        .map { "INSERT INTO fold VALUES (\(index + 1), \($0.key + 1), \($0.value ? 1 : 0));" }.joined()
        + user.rowFlags.sorted { $0.key < $1.key }
        .map { "INSERT INTO fold VALUES (\(index + 1), \($0.key + 1 + sections.count), \($0.value ? 1 : 0));" }.joined()
    }
    return (inserts + rows + people).joined(separator: "\n")
  }
}

extension WorldModel {
  /// The nearest earlier section with a smaller level.
  private func parent(of index: Int) -> Int? {
    sections[..<index].lastIndex { $0.level < sections[index].level }
  }

  private func ancestors(of index: Int) -> [Int] {
    parent(of: index).map { [$0] + ancestors(of: $0) } ?? []
  }

  func isShut(_ index: Int, for user: User) -> Bool {
    sections[index].isCollapsible && (user.flags[index] ?? user.startsCollapsed)
  }

  func isVisible(_ index: Int, for user: User) -> Bool {
    !ancestors(of: index).contains { isShut($0, for: user) }
  }

  /// How many rows a header hides, those of the sections below included.
  func hiddenRows(_ index: Int, for user: User) -> Int {
    guard isShut(index, for: user) else { return 0 }
    return sections.indices.filter { $0 == index || ancestors(of: $0).contains(index) }
      .reduce(0) { $0 + sections[$1].rows.count }
  }

  /// The rows of an expanded section that a user sees, with the numbers of rows below them.
  private func visibleRows(of section: Int, for user: User) -> [(index: Int, level: Int, below: Int, isShut: Bool)] {
    let levels = sections[section].rows
    let first = sections[..<section].reduce(0) { $0 + $1.rows.count }
    let all = levels.indices.map { index in
      let below = levels[(index + 1)...].prefix { $0 > levels[index] }.count
      return (
        index: index, level: levels[index], below: below,
        isShut: below > 0 && user.rowFlags[first + index] == true
      )
    }
    return all.filter { row in
      !all[..<row.index].contains { $0.isShut && $0.index + $0.below >= row.index }
    }
  }

  /// What `visible_line` must say: user, line, kind, section, level, text, is_collapsed, hidden_rows.
  func lines(of user: User) -> [String] {
    var lines: [String] = []
    for index in sections.indices where isVisible(index, for: user) {
      let level = sections[index].level
      let isShut = isShut(index, for: user)
      let end = "\(isShut ? 1 : 0)|\(hiddenRows(index, for: user))"
      lines.append("\(user.name)|\(lines.count)|section|\(index + 1)|\(level)|t\(index)|\(end)")
      for row in isShut ? [] : visibleRows(of: index, for: user) {
        let end = row.below == 0 ? "|" : row.isShut ? "1|\(row.below)" : "0|0"
        lines.append("\(user.name)|\(lines.count)|row|\(index + 1)|\(row.level)|r\(row.index)|\(end)")
      }
    }
    return lines
  }

  /// What `visible_section` must say: user, line, section, level, title, is_collapsed, row_count, shown_rows, hidden_rows.
  func headers(of user: User) -> [String] {
    var line = 0
    return sections.indices.filter { isVisible($0, for: user) }.map { index in
      let section = sections[index]
      let isShut = isShut(index, for: user)
      let shown = isShut ? 0 : visibleRows(of: index, for: user).count
      defer { line += 1 + shown }
      return "\(user.name)|\(line)|\(index + 1)|\(section.level)|t\(index)|\(isShut ? 1 : 0)|\(section.rows.count)"
        + "|\(shown)|\(hiddenRows(index, for: user))"
    }
  }
}
