import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// A repository that is built from a drawing and asked for drawings, so that tests read like outlines.
///
/// `▾ Title` is an expanded section, `▸ Title` a collapsed one, `■ Title` one that is not collapsible, `- text` a row;
/// two spaces more are a level more.
struct DrawnOutline {
  let repository: Outline

  /// Builds what is drawn, with the flags for `user`: in memory, or in a new file.
  init(_ drawing: String, for user: String = "ana", at path: String? = nil) throws {
    repository = try path.map { try Outline($0, for: .editing) } ?? Outline()
    var drafts: [SectionDraft] = []
    var collapsed: [Address] = []
    for line in drawing.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      let text = String(words.dropFirst(2))
      if words.hasPrefix("-") || words.hasPrefix("+") {
        let level = (line.count - words.count) / 2 + 1 - drafts[drafts.count - 1].level
        drafts[drafts.count - 1].rows.append(RowDraft(text, level: level))
        if words.hasPrefix("+") { collapsed.append(.path([text])) }
      } else {
        let level = (line.count - words.count) / 2 + 1
        drafts.append(SectionDraft(level: level, title: text, isCollapsible: !words.hasPrefix("■")))
        if words.hasPrefix("▸") { collapsed.append(.path([text])) }
      }
    }
    _ = try repository.perform(.addSections(drafts, to: Placement()), as: user)
    _ = try repository.perform(.fold(.sections(collapsed, recursive: false), .collapse), as: user)
  }

  /// What a user sees; a collapsed header says how many rows it hides.
  func view(of user: String = "ana") throws -> String {
    Self.drawing(of: try repository.visible(to: user))
  }

  /// Everything in the file, with a user's flags.
  func everything(for user: String = "ana") throws -> String {
    let list = try repository.list(ListQuery(ignoresFolds: true), as: user, to: ListCollector()).list
    return Self.drawing(of: list, isWhole: true)
  }

  /// Carries out an edit and checks its changes, which are also replayed on what the user saw.
  ///
  /// - Returns: the changes in their one-line notation.
  @discardableResult
  func perform(_ edit: Edit, as user: String = "ana") throws -> String {
    let before = try repository.visible(to: user)
    let changes = try repository.perform(edit, as: user).changes
    let after = try repository.visible(to: user)
    let isOneEdit = edit.isSingle && changes.converted.isEmpty
    #expect(ChangeLaws(changes: changes, before: before, after: after, isOneEdit: isOneEdit).broken() == [])
    return changes.description
  }

  private static func drawing(of list: VisibleList, isWhole: Bool = false) -> String {
    list.sections.map { section in
      let header = section.header
      let indent = String(repeating: "  ", count: header.level - 1)
      let mark = !header.isCollapsible ? "■" : header.isCollapsed ? "▸" : "▾"
      let detail = header.detail.map { " — \($0)" } ?? ""
      let hidden = isWhole ? "" : header.closed.map { " · \($0.hidden.rows) hidden" } ?? ""
      let rows = section.rows.map { row in
        let mark = row.isCollapsed == true ? "+" : "-"
        let hidden = row.isCollapsed == true ? " · \(row.hidden.rows) hidden" : ""
        return "\n\(indent)\(String(repeating: "  ", count: row.level))\(mark) \(row.text)\(hidden)"
      }.joined()
      return "\(indent)\(mark) \(header.title)\(detail)\(hidden)\(rows)"
    }.joined(separator: "\n")
  }
}
