import Foundation
import ListChanges
import OutlineCore
import OutlineRepository
import TestPrograms
import TestSupport

/// A file that users and the `sqlite3` program edit at random, with a slow and simple history beside it: the whole
/// content before and after every edit.
final class EditedHistory {
  static let users = ["ana", "ben", "cleo"]

  /// Sections and rows with their ids, places, texts and attributes, one on each line.
  typealias Content = [String]
  /// The flags of a section, a line for each user.
  typealias Flags = [String: Set<String>]

  private let folder: ScratchFolder
  let repository: Outline
  let shell: SQLiteShell
  private var edits: RandomEdits
  private var handEdits: HandEdits
  private var random: SeededGenerator
  /// The content before and after every edit that may be undone, and after every one that may be redone.
  private(set) var done: [(before: Content, after: Content)] = []
  private(set) var undone: [(before: Content, after: Content)] = []
  /// The flags that sections had when they were deleted.
  private var lost: Flags = [:]
  private(set) var story: [String] = []

  init(seed: UInt64) throws {
    folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    repository = try Outline(path, for: .editing)
    shell = SQLiteShell(path)
    edits = RandomEdits(seed: seed)
    handEdits = HandEdits(seed: seed)
    random = SeededGenerator(seed: seed)
    _ = try repository.perform(.addSections([SectionDraft(title: "First")], to: Placement()), as: "ana")
    done = [([], try state().content)]
  }

  /// Makes one edit of any kind, and returns what is wrong with the answer.
  func edit() throws -> [String] {
    let user = edits.user(of: Self.users)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14:
      let statement = handEdits.statements(1, in: try model())[0]
      return try note("hand: \(statement)") {
        // A second statement by hand in the same moment would belong to the step of the first.
        try shell.runAsEdit("UPDATE change SET at = at - 1000 WHERE at IS NOT NULL")
        try shell.run(statement + ";")
        return nil
      }
    case 14..<26: return try apply(as: user)
    case 26..<30: return try note("import") { try perform(.addSections(Self.document, to: Placement()), as: user) }
    case 30..<36: return try step(.undo, count: Int.random(in: 1...5, using: &random), as: user)
    case 36..<42: return try step(.redo, count: Int.random(in: 1...5, using: &random), as: user)
    default:
      let edit = edits.edit(in: try model())
      return try note("\(user): \(edit)") { try perform(edit, as: user) }
    }
  }

  private static let document = [
    SectionDraft(title: "Imported", rows: [RowDraft("a"), RowDraft("b", attributes: "{\"k\":1}")]),
    SectionDraft(level: 2, title: "Below", detail: "more", rows: [RowDraft("c")]),
  ]

  /// Undoes or redoes, and returns what is wrong with the result.
  func step(_ direction: History.Direction, count: Int, as user: String) throws -> [String] {
    let available = direction == .undo ? done.count : undone.count
    let before = try state()
    let lists = try self.lists()
    story.append("\(user): \(direction) \(count) of \(available)")
    let answer: Answer
    do {
      answer = try repository.step(
        direction, .lastOfAnybody(count), as: user,
        with: Request(observers: Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }))
    } catch OutlineError.historyEnds(let found, _) {
      let isSame = try state() == before
      return found == available && found < count && isSame ? [] : ["\(found) of \(available) steps"]
    }
    let entries = answer.entries
    if entries.count != min(count, available) { return ["\(entries.count) of \(available) steps"] }
    var expected = before
    for _ in entries {
      expected.content = go(direction)
    }
    expected.flags = try flags(after: before, in: expected.content)
    var after = try state()
    var broken = try laws(answer, as: user, from: lists)
    // Flags stay with what changes its kind, but for those that the edit gave it.
    let rows = [before, expected].map { Self.items("r", in: $0.content) }
    let sections = [before, expected].map { Self.items("s", in: $0.content) }
    for item in rows[0].intersection(sections[1]).union(rows[1].intersection(sections[0])) {
      (after.flags[item], expected.flags[item]) = (nil, nil)
    }
    // A row has flags only while something is below it.
    for item in rows[0].union(rows[1]) where !before.parents.contains(item) || !after.parents.contains(item) {
      (after.flags[item], expected.flags[item]) = (nil, nil)
    }
    if after.content != expected.content { broken.append(Self.difference(after.content, expected.content)) }
    if after.flags != expected.flags { broken.append("the flags: \(after.flags) instead of \(expected.flags)") }
    return broken
  }

  /// Moves one entry from one stack to the other, and returns the content that the file must have then.
  private func go(_ direction: History.Direction) -> Content {
    switch direction {
    case .undo:
      let entry = done.removeLast()
      undone.append(entry)
      return entry.before
    case .redo:
      let entry = undone.removeLast()
      done.append(entry)
      return entry.after
    }
  }

  /// The flags that the file must have: restored items get the flags that they had when they were deleted.
  private func flags(after before: State, in content: Content) throws -> Flags {
    let users = try Set(shell.lines("SELECT user_id FROM user"))
    let old = Self.items(in: before.content)
    let new = Self.items(in: content)
    var flags = before.flags
    for item in old.subtracting(new) { lost[item] = flags.removeValue(forKey: item) }
    for item in new.subtracting(old) {
      let back = lost[item]?.filter { users.contains(String($0.split(separator: "|")[0])) }
      flags[item] = back?.isEmpty == false ? back : nil
    }
    return flags
  }

  /// Makes an edit, and records it if it is an edit of content.
  @discardableResult
  private func note(_ what: String, _ edit: () throws -> ViewChanges?) throws -> [String] {
    let before = try state()
    let entries = try repository.log(as: "ana").lines.count
    do { _ = try edit() } catch is OutlineError {} catch is BatchError {}
    let after = try state()
    let isEntry = try repository.log(as: "ana").lines.count > entries
    story.append((isEntry ? "" : "(no entry) ") + what)
    for item in Self.items(in: before.content).subtracting(Self.items(in: after.content)) {
      lost[item] = before.flags[item]
    }
    guard isEntry else {
      return before.content == after.content ? [] : ["content changed without an entry"]
    }
    done.append((before.content, after.content))
    undone = []
    return []
  }

  private func perform(_ edit: Edit, as user: String) throws -> ViewChanges {
    try repository.perform(edit, as: user).changes
  }

  private func apply(as user: String) throws -> [String] {
    let model = try model()
    let batch = (0..<Int.random(in: 2...6, using: &random)).map { _ in BatchEdit(edits.edit(in: model)) }
    let lists = try self.lists()
    var broken: [String] = []
    var answer: Answer?
    let observers = Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }
    let repository = repository
    try note("apply: \(user) \(batch.map(\.edit))") {
      answer = try repository.perform(batch, as: user, with: Request(observers: observers))
      return nil
    }
    if let answer { broken += try laws(answer, as: user, from: lists) }
    return broken
  }

  /// The laws that an answer breaks for any user.
  private func laws(_ answer: Answer, as user: String, from before: [String: VisibleList]) throws -> [String] {
    let after = try lists()
    return Self.users.flatMap { name -> [String] in
      guard let old = before[name], let new = after[name] else { return ["no list"] }
      let changes = name == user ? answer.changes : answer.observed[ExactText(name)] ?? ViewChanges()
      return PairLaws(changes: changes, before: old, after: new).broken(isOneEdit: false)
        .map { "\(name): \($0) [\(changes)]" }
    }
  }

  private func lists() throws -> [String: VisibleList] {
    try Dictionary(uniqueKeysWithValues: Self.users.map { ($0, try Snapshot(repository, of: $0).list) })
  }

  private func model() throws -> ModelOutline {
    ModelOutline(try repository.list(ListQuery(ignoresFolds: true), as: "ana", to: ListCollector()).list)
  }
}

// MARK: - The file as the shell sees it

extension EditedHistory {
  struct State: Equatable {
    var content: Content
    var flags: Flags
    /// The rows that have others below them.
    var parents: Set<String>
  }

  func state() throws -> State {
    let lines = try shell.lines(
      """
      SELECT 's', section_id, ord, level, quote(title), quote(detail), collapsible || quote(new_rows), quote(attributes),
        quote(done) FROM section
      UNION ALL SELECT 'r', row_id, section_id, rank, quote(text), quote(attributes), quote(done), level, '' FROM row
      UNION ALL SELECT 'f', section_id, user_id, collapsed, '', '', '', '', '' FROM fold ORDER BY 1, 2, 3
      """)
    var flags: Flags = [:]
    for line in lines where line.hasPrefix("f|") {
      let parts = line.split(separator: "|")
      flags[String(parts[1]), default: []].insert("\(parts[2])|\(parts[3])")
    }
    let parents = try shell.lines(
      """
      SELECT row_id FROM row AS own WHERE level < coalesce((
        SELECT level FROM row WHERE section_id = own.section_id AND rank > own.rank ORDER BY rank LIMIT 1), 0)
      """)
    return State(content: lines.filter { !$0.hasPrefix("f|") }, flags: flags, parents: Set(parents))
  }

  private static func items(_ kind: String = "", in content: Content) -> Set<String> {
    Set(content.filter { $0.hasPrefix(kind) }.map { String($0.split(separator: "|")[1]) })
  }

  private static func difference(_ found: Content, _ expected: Content) -> String {
    let (found, expected) = (Set(found), Set(expected))
    return "too much: \(found.subtracting(expected).sorted()), missing: \(expected.subtracting(found).sorted())"
  }
}
