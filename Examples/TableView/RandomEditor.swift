import OutlineCore
import OutlineRepository

/// Edits an outline at random, on behalf of several users.
struct RandomEditor {
  private let outline: Outline
  private var generator: SystemRandomNumberGenerator
  private var made = 0

  init(_ path: String) throws {
    outline = try Outline(path, for: .editing)
    generator = SystemRandomNumberGenerator()
  }

  /// Tries edits until one changes something.
  mutating func edit() throws {
    while true {
      do {
        let user = ["ana", "ana", "bob"].randomElement(using: &generator) ?? "ana"
        if try outline.perform(randomEdit(), as: user).hasWritten { return }
      } catch is OutlineError {
        continue  // refused: there is no such section or row
      }
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

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &generator) }

  private mutating func section() -> Address { .number(ItemNumber([number(12)])) }

  private mutating func row() -> Address { .number(ItemNumber([number(12)], row: number(6))) }
}
