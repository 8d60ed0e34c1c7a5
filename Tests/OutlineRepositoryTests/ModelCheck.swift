import ListChanges
import OutlineCore
import OutlineRepository

/// A repository and the model that it must agree with.
struct ModelCheck {
  let repository: Outline
  private(set) var model: ModelOutline

  init() throws {
    repository = try Outline()
    model = ModelOutline()
  }

  /// Carries out an edit on both.
  ///
  /// - Returns: what is wrong with the answer; empty where nothing is.
  mutating func perform(_ edit: Edit, as user: String, isTrial: Bool = false) throws -> [String] {
    let before = model
    let expected = try? model.after(edit, as: user)
    let answer: Answer
    do {
      answer = try repository.perform(edit, as: user, with: Request(isTrial: isTrial))
    } catch let error as OutlineError {
      return expected == nil ? [] : ["it is refused: \(error)"]
    }
    guard let expected else { return ["it is not refused"] }
    if !isTrial { model = expected }
    let lists = (before.visible(to: user), expected.visible(to: user))
    var broken = ChangeLaws(
      changes: answer.changes, before: lists.0, after: lists.1,
      isOneEdit: edit.isSingle && !before.changesKinds(to: expected)
    ).broken()
    if lists.0 != lists.1, !answer.hasWritten { broken.append("the file is written") }
    return broken.map { "\($0) [\(answer.changes)]" }
  }

  /// Carries out an edit that must succeed.
  mutating func prepare(_ edit: Edit, as user: String = "ana") throws {
    let broken = try perform(edit, as: user)
    if !broken.isEmpty { throw Refusal("\(edit): \(broken)") }
  }

  /// An edit and what is wrong with its answer, to be shown when a test fails.
  func report(_ edit: Edit, as user: String, in before: ModelOutline, _ broken: [String]) -> String {
    "\(user): \(edit)\nbroken: \(broken.joined(separator: "; "))\n\(before.drawing(for: user))"
  }
}

extension ModelOutline {
  /// The outline as a small drawing: every section with the user's flag, every row.
  func drawing(for user: String) -> String {
    sections.map { section in
      let indent = String(repeating: "  ", count: section.level - 1)
      let mark = section.isCollapsible ? isShut(section, for: user) ? "▸" : "▾" : "■"
      let rows = section.rows.map { "\n\(indent)  - \($0.text) \($0.id)" }
      return "\(indent)\(mark) \(section.title) \(section.id)\(rows.joined())"
    }.joined(separator: "\n")
  }
}
