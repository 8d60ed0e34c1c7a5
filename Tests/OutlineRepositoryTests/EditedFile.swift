import Foundation
import ListChanges
import OutlineCore
import OutlineRepository
import TestPrograms
import TestSupport

/// A file that pleat's users and the `sqlite3` program edit at random, with views that follow.
struct EditedFile {
  static let users = ["ana", "ben", "cleo", "dan"]

  private let folder: ScratchFolder
  let repository: Outline
  let shell: SQLiteShell
  private var edits: RandomEdits
  private var handEdits: HandEdits
  private var random: SeededGenerator
  let views: [FollowedView]
  private var story: [String] = []

  /// The last edits, to be shown when a test fails.
  var ending: String { story.suffix(8).joined(separator: "\n") }

  /// Sections start expanded for ana and dan, whom the file does not know at first, collapsed for ben; cleo uses the
  /// accordion.
  init(seed: UInt64) throws {
    folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    repository = try Outline(path, for: .editing)
    shell = SQLiteShell(path)
    edits = RandomEdits(seed: seed)
    handEdits = HandEdits(seed: seed)
    random = SeededGenerator(seed: seed)
    let drafts = [1, 2, 3, 2, 1, 2, 1].enumerated().map { index, level in
      SectionDraft(level: level, title: "S\(index)", rows: [RowDraft("a\(index)"), RowDraft("b\(index)")])
    }
    _ = try repository.perform(.addSections(drafts, to: Placement()), as: "cleo")
    _ = try repository.perform(.resetFolds(startsCollapsed: true), as: "ben")
    _ = try repository.perform(.setAccordion(true), as: "cleo")
    let repository = repository
    views = try Self.users.map { user in
      try FollowedView(path, as: user, at: Snapshot(repository, of: user), seed: seed)
    }
  }

  /// A random number from a range, from the run's seed.
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Makes one random edit that is not refused, with pleat or by hand.
  mutating func edit() throws {
    let model = try outline()
    switch number(0...99) {
    case 0..<15: try run(handEdits.statements(1, in: model))
    case 15..<25: try run(handEdits.statements(number(2...5), in: model))
    case 25..<30:
      guard let row = model.sections.flatMap(\.rows).randomElement(using: &random) else { return try edit() }
      try perform(.change(.row(row.id), to: Patch(attributes: "{\"k\":\(number(0...9))}")), as: "ana")
    case 30..<40: try step()
    case 40..<46: try apply(to: model)
    default:
      let user = edits.user(of: Array(Self.users.dropLast(number(0...9) == 0 ? 0 : 1)))
      do { try perform(edits.edit(in: model), as: user) } catch is OutlineError { try edit() }
    }
  }

  /// Carries out an edit with pleat.
  mutating func perform(_ edit: Edit, as user: String) throws {
    let observers = Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }
    let answer = try repository.perform(edit, as: user, with: Request(observers: observers))
    story.append("\(user): \(edit)")
    let keepsKinds = ([answer.changes] + answer.observed.values).allSatisfy(\.converted.isEmpty)
    try noteRevision(of: repository, isOneEdit: edit.isSingle && keepsKinds) {
      $0 == user ? answer.changes : answer.observed[ExactText($0)]
    }
  }

  /// Undoes or redoes an edit, of the content or of one user's folds.
  private mutating func step() throws {
    let user = edits.user(of: Self.users)
    let direction: History.Direction = number(0...2) == 0 ? .redo : .undo
    let history: History = number(0...4) == 0 ? .folds : .content
    let answer = try repository.step(
      direction, history == .folds ? .folds(1) : .lastOfAnybody(1), as: user,
      with: Request(observers: Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }))
    story.append("\(user): \(direction) \(history): \(answer.entries.map(\.id))")
    if !answer.entries.isEmpty { try note(answer, of: user) }
  }

  /// Carries out several edits as one, without those that address something that an earlier one deleted.
  private mutating func apply(to model: ModelOutline) throws {
    let user = edits.user(of: Self.users)
    var batch = (0..<number(2...6)).map { _ in BatchEdit(edits.edit(in: model)) }
    while !batch.isEmpty {
      do {
        let observers = Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }
        let answer = try repository.perform(batch, as: user, with: Request(observers: observers))
        story.append("\(user): apply \(batch.map(\.edit))")
        return try note(answer, of: user)
      } catch let error as BatchError {
        batch.remove(at: error.index)
      }
    }
  }

  private func note(_ answer: Answer, of user: String) throws {
    try noteRevision(of: repository, isOneEdit: false) { $0 == user ? answer.changes : answer.observed[ExactText($0)] }
  }

  /// Runs statements by hand, several of them as one transaction, without those that are refused.
  mutating func run(_ statements: [String]) throws {
    story.append("by hand: " + statements.joined(separator: "; "))
    let script = statements.map { $0 + ";\n" }.joined()
    try shell.run(statements.count > 1 ? "BEGIN;\n\(script)COMMIT;" : script)
    try noteRevision(of: repository, isOneEdit: statements.count == 1) { _ in nil }
  }

  private func noteRevision(
    of repository: Outline, isOneEdit: Bool = true, told: (String) -> ViewChanges?
  ) throws {
    for view in views {
      let snapshot = try Snapshot(repository, of: view.user)
      view.expect(.init(snapshot: snapshot, isOneEdit: isOneEdit, told: told(view.user)))
    }
  }

  private func outline() throws -> ModelOutline {
    ModelOutline(try repository.list(ListQuery(ignoresFolds: true), as: "ana", to: ListCollector()).list)
  }
}

extension ModelOutline {
  /// The outline that a list of everything shows, without anybody's flags.
  init(_ list: VisibleList) {
    sections = list.sections.map { section in
      Section(
        id: section.header.id, level: section.header.level, title: section.header.title,
        detail: section.header.detail, isCollapsible: section.header.isCollapsible, rows: section.rows)
    }
  }
}
