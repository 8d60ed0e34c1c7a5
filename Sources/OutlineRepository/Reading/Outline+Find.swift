import OutlineCore
import OutlineStore

/// A section or a row in which a text was found.
public struct Hit: Hashable, Sendable {
  /// The key.
  public let id: ItemID
  /// The section's number in document order, counted from 1 over all content.
  public let section: Int
  /// The row's number in its section, counted from 1; nil for a section.
  public let row: Int?
  /// The titles from the top down to the section.
  public let path: [String]
  /// The row's text, or the section's title.
  public let text: String
  /// The section's detail; nil for a row.
  public let detail: String?
  /// The title of the outermost collapsed section that hides it from the user; nil where it is visible.
  public let hiddenBy: String?
}

extension Hit {
  /// The hit once everything that encloses it is expanded.
  fileprivate var revealed: Hit {
    Hit(id: id, section: section, row: row, path: path, text: text, detail: detail, hiddenBy: nil)
  }
}

extension Outline {
  /// Every section (title or detail) and row that holds a text, collapsed or not, in document order.
  ///
  /// Case does not matter. O(size of the outline).
  public func find(_ text: String, as userName: String) throws -> [Hit] {
    try read(as: userName) { reader, user in try Search(reader: reader, user: user, text: text).hits() }
  }

  /// Finds a text like ``find(_:as:)``, and expands every section that hides a hit from the user.
  ///
  /// O(size of the outline).
  /// - Returns: what expanding changed; ``Answer/hits`` are the hits, all of them visible.
  /// - Throws: `OutlineError`, `StoreError`; nothing has changed then.
  public func reveal(_ text: String, as user: String, with request: Request = Request()) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      let hits = try Search(reader: session.reader, user: session.user, text: text).hits()
      var answer = try session.carryOut { planner in try planner.fold(.enclosing(hits.map(\.id)), .expand) }
      answer.hits = hits.map(\.revealed)
      return answer
    }
  }
}

/// Looks for a text in one state of the file.
private struct Search {
  let reader: StoreReader
  let user: StoredUser
  let text: String

  func hits() throws -> [Hit] {
    let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    let found = try reader.matches(of: text)
    var hits: [Hit] = []
    var open = LevelStack<(isShut: Bool, title: String)>()
    for (index, state) in states.enumerated() {
      let title = found.titles[index]
      while open.leave(for: state.level) != nil {}
      let hiding = open.entries.first { $0.isShut }?.title
      open.enter((state.isShut, title), level: state.level)
      let path = open.entries.map(\.title)
      if found.sections.contains(state.id) {
        hits.append(
          Hit(
            id: .section(state.id), section: index + 1, row: nil, path: path, text: title,
            detail: found.details[state.id], hiddenBy: hiding))
      }
      for row in found.rows[state.id, default: []] {
        hits.append(
          Hit(
            id: .row(row.id), section: index + 1, row: try reader.rowIndex(of: row.rank, in: state.id) + 1,
            path: path, text: row.text, detail: nil, hiddenBy: hiding ?? (state.isShut ? title : nil)))
      }
    }
    return hits
  }
}
