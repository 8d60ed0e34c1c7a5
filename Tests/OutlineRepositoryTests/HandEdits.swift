import OutlineCore
import TestSupport

/// Makes up statements that somebody might type into the `sqlite3` shell; the guards refuse some of them.
struct HandEdits {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Statements of one script.
  mutating func statements(_ count: Int, in model: ModelOutline) -> [String] {
    (0..<count).map { _ in statement(in: model) }
  }

  private mutating func statement(in model: ModelOutline) -> String {
    let row = pick(model.sections.flatMap(\.rows).map(\.id.rawValue)) ?? 1
    let section = pick(model.sections.map(\.id.rawValue)) ?? 1
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40: return rowStatement(row, section)
    case 40..<70: return sectionStatement(section)
    default: return userStatement(Bool.random(using: &random) ? section : row)
    }
  }

  private mutating func rowStatement(_ row: Int64, _ section: Int64) -> String {
    let end = "(SELECT coalesce(max(rank), 0) + 1000000000 FROM row WHERE section_id = \(section))"
    let start = "(SELECT coalesce(min(rank), 0) - 1000000000 FROM row WHERE section_id = \(section))"
    return choose([
      "UPDATE row SET text = '\(word())' WHERE row_id = \(row)",
      "UPDATE row SET text = '\(word())' WHERE section_id = \(section)",
      "UPDATE row SET attributes = '{\"k\":\(number(9))}' WHERE row_id = \(row)",
      "UPDATE row SET attributes = NULL, text = '\(word())' WHERE row_id % 3 = \(number(3))",
      "UPDATE row SET done = 1 - done WHERE section_id = \(section)",
      "UPDATE row SET done = \(number(2)) WHERE row_id % 2 = \(number(2))",
      "UPDATE row SET done = NULL WHERE row_id = \(row)",
      "DELETE FROM row WHERE row_id = \(row)",
      "DELETE FROM row WHERE row_id % 5 = \(number(5))",
      "INSERT INTO row (section_id, text) VALUES (\(section), '\(word())'), (\(section), '\(word())')",
      "INSERT INTO row (section_id, rank, text) VALUES (\(section), \(start), '\(word())')",
      "UPDATE row SET section_id = \(section), rank = \(end) WHERE row_id = \(row)",
      "UPDATE row SET section_id = \(section), rank = \(start), text = '\(word())' WHERE row_id = \(row)",
      "UPDATE row SET rank = -rank - 1 WHERE section_id = \(section)",
      "UPDATE row SET rank = 1 << 62, section_id = \(section) WHERE row_id = \(row)",
      "UPDATE row SET level = \(1 + number(4)) WHERE row_id = \(row)",
      "UPDATE row SET level = min(level + 1, 5), text = '\(word())' WHERE row_id % 3 = \(number(3))",
      "INSERT INTO row (section_id, text, level) VALUES (\(section), '\(word())', \(1 + number(4)))",
    ])
  }

  private mutating func sectionStatement(_ section: Int64) -> String {
    choose([
      "DELETE FROM section WHERE section_id = \(section)",
      "UPDATE section SET level = \(1 + number(4)) WHERE section_id = \(section)",
      "UPDATE section SET level = min(level + 1, 5) WHERE section_id % 3 = \(number(3))",
      "UPDATE section SET collapsible = 1 - collapsible WHERE section_id = \(section)",
      "UPDATE section SET title = '\(word())' WHERE section_id = \(section)",
      "UPDATE section SET detail = '\(word())', attributes = '{\"k\":\(number(9))}' WHERE section_id = \(section)",
      "UPDATE section SET detail = NULL WHERE section_id % 2 = \(number(2))",
      "INSERT INTO section (title, level) VALUES ('\(word())', \(1 + number(4)))",
      "UPDATE section SET ord = -ord - 1",
      "UPDATE section SET ord = 1 << 62, level = \(1 + number(4)) WHERE section_id = \(section)",
      "UPDATE section SET ord = (SELECT min(ord) - 1000000000 FROM section) WHERE section_id = \(section)",
    ])
  }

  private mutating func userStatement(_ section: Int64) -> String {
    let user = choose(["ana", "ben", "cleo", "dan"])
    let flag = number(2)
    return choose([
      """
      INSERT INTO fold (user_id, section_id, collapsed) SELECT user_id, \(section), \(flag) FROM user \
      WHERE name = '\(user)' ON CONFLICT DO UPDATE SET collapsed = excluded.collapsed
      """,
      "UPDATE fold SET collapsed = 1 - collapsed WHERE section_id % 2 = \(number(2))",
      "UPDATE fold SET collapsed = 1 WHERE section_id IN (SELECT row_id FROM row)",
      "DELETE FROM fold WHERE section_id = \(section)",
      "INSERT OR IGNORE INTO user (name, starts_collapsed) VALUES ('\(user)', \(flag))",
      "UPDATE user SET starts_collapsed = \(flag) WHERE name = '\(user)'",
      "UPDATE user SET name = name || 'x' WHERE name = '\(user)' AND \(number(4)) = 0",
      "DELETE FROM user WHERE name = '\(user)' AND \(number(3)) = 0",
    ])
  }

  private mutating func pick(_ choices: [Int64]) -> Int64? { choices.randomElement(using: &random) }
  private mutating func choose(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
  private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
  private mutating func word() -> String { choose(["milk", "eggs", "bread", "tea", "salt", "soap", "oats"]) }
}
