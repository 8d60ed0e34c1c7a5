import ListChanges
import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// A drawn outline in a file, with edits that are undone and redone; ana and ben each have flags of their own.
struct DrawnHistory {
  private let folder: ScratchFolder
  let outline: DrawnOutline
  let shell: SQLiteShell
  var repository: Outline { outline.repository }

  /// The outline that most tests begin with: everything has the number of its line as id, from 1 to 10.
  static let home = """
    ▾ Home
      - keys
      ▸ Kitchen
        - pan
        - pot
        ▾ Drawer
          - knife
    ▾ Work
      - desk
      - lamp
    """

  init(_ drawing: String = Self.home, bens: [String] = ["Home", "Drawer"]) throws {
    folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    outline = try DrawnOutline(drawing, at: path)
    shell = SQLiteShell(path)
    for title in bens { _ = try repository.perform(.collapse(.path([title])), as: "ben") }
  }

  /// Every section, row and flag, with ids, places and contents.
  func state() throws -> [String] {
    try shell.lines(
      """
      SELECT 'section', section_id, ord, level, quote(title), quote(detail), collapsible, quote(attributes) FROM section
      UNION ALL SELECT 'row', row_id, section_id, rank, quote(text), quote(attributes), quote(done), level FROM row
      UNION ALL SELECT 'flag', section_id, name, collapsed, '', '', '', '' FROM fold JOIN user USING (user_id)
      ORDER BY 1, 2, 3
      """)
  }

  /// The content alone.
  func content() throws -> [String] { try state().filter { !$0.hasPrefix("flag") } }

  /// Carries out an edit.
  @discardableResult
  func perform(_ edit: Edit, as user: String = "ana", words: String = "") throws -> Answer {
    try repository.perform(edit, as: user, with: Request(words: words))
  }

  /// Undoes or redoes, checks the view changes for ana and ben, and returns the sentences of the entries.
  @discardableResult
  func step(
    _ direction: History.Direction, _ history: History = .content, count: Int = 1, as user: String = "ana"
  ) throws -> [String] {
    try steps(direction, history, count: count, as: user).entries.map(\.sentence)
  }

  /// Undoes or redoes, and checks the view changes for ana and ben.
  @discardableResult
  func steps(
    _ direction: History.Direction, _ history: History = .content, count: Int = 1, as user: String = "ana"
  ) throws -> Answer {
    let users = ["ana", "ben"]
    let before = try users.map { try repository.visible(to: $0) }
    let answer = try repository.step(
      direction, history == .folds ? .folds(count) : .lastOfAnybody(count), as: user,
      with: Request(observers: users.map { ExactText($0) }.filter { $0 != ExactText(user) }))
    for (name, before) in zip(users, before) {
      let changes = name == user ? answer.changes : answer.observed[ExactText(name)] ?? ViewChanges()
      let after = try repository.visible(to: name)
      #expect(PairLaws(changes: changes, before: before, after: after).broken(isOneEdit: false) == [], "\(name)")
    }
    return answer
  }
}
