import OutlineCore
import OutlineRepository
import SQLite

/// Edits an outline at random, on behalf of several users and by SQL, as somebody with the `sqlite3` shell does.
struct RandomEditor {
  static let users = ["ana", "bob", "cleo"]

  private let outline: Outline
  private let shell: Connection
  private var generator: SystemRandomNumberGenerator
  private var made = 0

  init(_ path: String) throws {
    outline = try Outline(path, for: .editing)
    shell = try Connection(path: path)
    try shell.whenBusy { _ in true }
    generator = SystemRandomNumberGenerator()
  }

  /// Tries edits until one changes something.
  mutating func edit() throws {
    while true {
      do {
        if number(10) == 1 { return try run([statement(), statement()]) }
        let user = Self.users.randomElement(using: &generator) ?? "ana"
        if try outline.perform(randomEdit(), as: user).hasWritten { return }
      } catch is OutlineError {
        continue  // refused: there is no such section or row
      } catch is DatabaseError {
        continue  // refused by a guard
      }
    }
  }

  /// Runs statements as one transaction.
  private func run(_ statements: [String]) throws {
    try shell.execute("BEGIN IMMEDIATE")
    do {
      for statement in statements { try shell.execute(statement) }
      try shell.execute("COMMIT")
    } catch {
      try shell.execute("ROLLBACK")
      throw error
    }
  }

  private mutating func randomEdit() -> Edit {
    made += 1
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...4: return .addRows([RowDraft("row \(made)")], to: Placement(.inside(section()), .at(number(4))))
    case 5: return .addSections([SectionDraft(title: "section \(made)")], to: Placement(.anywhere))
    case 6: return .addSections([SectionDraft(title: "section \(made)")], to: Placement(.inside(section())))
    case 7, 8: return .change(row(), to: Patch(text: "changed \(made)"))
    case 9: return .change(section(), to: Patch(text: "named \(made)"))
    case 10...12: return .move([row()], to: Placement(.inside(section()), .at(number(4))))
    case 13: return .move([section()], to: Placement(.after(section())))
    case 14: return .move([section()], to: Placement(.inside(section()), .first))
    case 15: return .delete([row()], options: DeleteOptions())
    case 16: return .delete([section()], options: DeleteOptions(isRecursive: true, keepsRowsIn: section()))
    case 17: return .setAccordion(Bool.random(using: &generator))
    default: return .fold(.sections([section()], recursive: false), .toggle)
    }
  }

  private mutating func statement() -> String {
    made += 1
    let section = "(SELECT section_id FROM section ORDER BY random() LIMIT 1)"
    let row = "(SELECT row_id FROM row ORDER BY random() LIMIT 1)"
    return [
      "INSERT INTO row (section_id, text) SELECT section_id, 'row \(made)' FROM section ORDER BY random() LIMIT 1",
      "INSERT INTO section (title, level) VALUES ('section \(made)', \(number(3)))",
      "UPDATE row SET text = 'changed \(made)' WHERE row_id % 3 = \(number(3) - 1)",
      "UPDATE row SET level = \(number(3)) WHERE row_id = \(row)",
      "UPDATE section SET collapsible = 1 - collapsible WHERE section_id = \(section)",
      "UPDATE section SET level = \(number(3)) WHERE section_id = \(section)",
      "UPDATE section SET ord = -ord - 1 WHERE \(number(4)) = 1",
      "DELETE FROM row WHERE row_id % 7 = \(number(7) - 1)",
      "DELETE FROM section WHERE section_id = \(section) AND (SELECT count(*) FROM section) > 8",
    ].randomElement(using: &generator) ?? ""
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &generator) }

  private mutating func section() -> Address { .number(ItemNumber([number(12)])) }

  private mutating func row() -> Address { .number(ItemNumber([number(12)], row: number(6))) }
}
