import OutlineCore
import OutlineStore

/// A section or a row that contains the text of a search.
public struct Hit: Hashable, Sendable {
  /// The id of the section or row.
  public let id: ItemID
  /// The number of the section or row.
  public let number: ItemNumber
  /// The titles from the top down to the section.
  public let path: [String]
  /// The text of the row, or the title of the section.
  public let text: String
  /// The detail of the section; nil for a row.
  public let detail: String?
  /// The title of the outermost collapsed section that hides the hit from the user; nil if the hit is visible.
  public let hiddenBy: String?
}

extension Hit {
  /// The hit after everything that encloses it has been expanded.
  fileprivate var revealed: Hit {
    Hit(id: id, number: number, path: path, text: text, detail: detail, hiddenBy: nil)
  }
}

extension Outline {
  /// Returns every section and row that contains a text, collapsed or not, in document order.
  ///
  /// Sections are searched by title and detail, without regard to case. O(size of the outline).
  public func find(_ text: String, as userName: String) throws -> [Hit] {
    try read(as: userName) { reader, user in try Search(reader: reader, user: user, text: text).hits() }
  }

  /// Finds a text as ``find(_:as:)`` does, and expands every section that hides a hit from the user.
  ///
  /// O(size of the outline).
  /// - Returns: What expanding changed, with the hits in ``Answer/hits``, all of them visible.
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

/// Searches for a text in one state of the file.
private struct Search {
  let reader: StoreReader
  let user: StoredUser
  let text: String

  func hits() throws -> [Hit] {
    let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    let found = try reader.matches(of: text)
    var hits: [Hit] = []
    var open = LevelStack<(isShut: Bool, title: String)>()
    var numbering = SectionNumbering()
    for (index, state) in states.enumerated() {
      let title = found.titles[index]
      while open.leave(for: state.level) != nil {}
      let hiding = open.entries.first { $0.isShut }?.title
      open.enter((state.isShut, title), level: state.level)
      numbering.enter(level: state.level)
      let path = open.entries.map(\.title)
      if found.sections.contains(state.id) {
        hits.append(
          Hit(
            id: .section(state.id), number: numbering.last, path: path, text: title,
            detail: found.details[state.id], hiddenBy: hiding))
      }
      for row in found.rows[state.id, default: []] {
        var number = numbering.last
        number.row = try reader.rowIndex(of: row.rank, in: state.id) + 1
        hits.append(
          Hit(
            id: .row(row.id), number: number,
            path: path, text: row.text, detail: nil, hiddenBy: hiding ?? (state.isShut ? title : nil)))
      }
    }
    return hits
  }
}
