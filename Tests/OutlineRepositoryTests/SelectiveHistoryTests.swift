import ListChanges
import OutlineCore
import OutlineRepository
import TestPrograms
import TestSupport
import Testing

/// Undoing and redoing entries at random, of three users and by hand, in any order.
struct SelectiveHistoryTests {
  private static let editsPerFile = 60
  private static let users = ["ana", "ben", "cleo"]

  private static var seeds: [UInt64] { RandomSeeds.each(editsPerFile, of: 10 * editsPerFile) }

  /// The sections and rows in their order, without their sort keys.
  private func order(_ shell: SQLiteShell) throws -> [String] {
    try shell.lines(
      """
      SELECT 's', section_id, level, quote(title), quote(detail), collapsible, quote(attributes)
      FROM (SELECT * FROM section ORDER BY ord)
      UNION ALL SELECT 'r', section_id, row_id, quote(text), quote(attributes), quote(done), level
      FROM (SELECT row.* FROM row JOIN section USING (section_id) ORDER BY ord, rank)
      """)
  }

  private func lists(_ repository: Outline) throws -> [VisibleList] {
    try Self.users.map { try Snapshot(repository, of: $0).list }
  }

  @Test(arguments: seeds)
  func `any entry is taken back or refused, the changes lead to what is there, and the redo leads back`(
    seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    let repository = try Outline(path)
    let shell = SQLiteShell(path)
    var edits = RandomEdits(seed: seed)
    var hand = HandEdits(seed: seed)
    var random = SeededGenerator(seed: seed)
    var undone = 0
    _ = try repository.perform(.addSections([SectionDraft(title: "First")], to: Placement()), as: "ana")
    for _ in 1...Self.editsPerFile {
      try edit(repository, shell, &edits, &hand, &random)
      undone += try undoAny(repository, shell, &random)
    }
    #expect(undone > 2, "seed \(seed)")
    let counted = try shell.lines("SELECT section_id, sum(rows) FROM row_count GROUP BY 1 HAVING sum(rows) > 0")
    #expect(try shell.lines("SELECT section_id, count(*) FROM row GROUP BY 1") == counted)
  }

  @Test(arguments: seeds)
  func `the content becomes what it was after any entry, as an edit that can be undone`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    let repository = try Outline(path)
    let shell = SQLiteShell(path)
    var edits = RandomEdits(seed: seed)
    var hand = HandEdits(seed: seed)
    var random = SeededGenerator(seed: seed)
    var states: [EntryID: [String]] = [:]
    func last() throws -> EntryID { try #require(try repository.log(as: "ana", limit: 1).entries.first).id }
    func note() throws { states[try last()] = try order(shell) }
    _ = try repository.perform(.addSections([SectionDraft(title: "First")], to: Placement()), as: "ana")
    try note()
    for _ in 1...Self.editsPerFile {
      // A second statement by hand in the same moment would belong to the step of the first.
      try shell.runAsEdit("UPDATE change SET at = at - 100000 WHERE at IS NOT NULL")
      try edit(repository, shell, &edits, &hand, &random)
      _ = try undoAny(repository, shell, &random)
      try note()
    }
    let known = states.keys.shuffled(using: &random)
    for id in known.prefix(10) {
      let (before, seen) = (try order(shell), try lists(repository))
      let others = Self.users.dropFirst().map { ExactText($0) }
      let answer = try repository.undo(.back(to: .entry(id)), as: "ana", with: Request(observers: others))
      #expect(try order(shell) == states[id], "back to \(id)")
      for (name, (old, new)) in zip(Self.users, zip(seen, try lists(repository))) {
        let changes = name == "ana" ? answer.changes : answer.observed[ExactText(name)] ?? ViewChanges()
        #expect(PairLaws(changes: changes, before: old, after: new).broken(isOneEdit: false) == [], "\(name)")
      }
      if try before == order(shell) || Bool.random(using: &random) { continue }
      try note()
      #expect(try repository.undo(as: "ana").entries.map(\.kind) == [.edit])
      #expect(try order(shell) == before)
    }
  }

  /// Makes one edit at random, in one of eight cases by hand.
  private func edit(
    _ repository: Outline, _ shell: SQLiteShell, _ edits: inout RandomEdits, _ hand: inout HandEdits,
    _ random: inout SeededGenerator
  ) throws {
    let model = ModelOutline(try repository.list(ListQuery(ignoresFolds: true), as: "ana", to: ListCollector()).list)
    if Int.random(in: 0..<8, using: &random) == 0 {
      try shell.run(hand.statements(1, in: model)[0] + ";")
    } else {
      do {
        _ = try repository.perform(edits.edit(in: model), as: edits.user(of: Self.users))
      } catch is OutlineError {}
    }
  }

  /// Undoes or redoes one entry, and returns how many were; a refusal leaves the file as it was.
  private func undoAny(_ repository: Outline, _ shell: SQLiteShell, _ random: inout SeededGenerator) throws -> Int {
    let entries = try repository.log(as: "ana", limit: 12).entries
    guard let entry = entries.randomElement(using: &random) else { return 0 }
    let selection: UndoSelection = Bool.random(using: &random) ? .entry(entry.id) : .lastOwn(1)
    let user = Self.users.randomElement(using: &random) ?? "ana"
    let before = try order(shell)
    let seen = try lists(repository)
    let answer: Answer
    do {
      let others = Self.users.map { ExactText($0) }.filter { $0 != ExactText(user) }
      answer = try repository.undo(selection, as: user, with: Request(observers: others))
    } catch OutlineError.conflict {
      #expect(try order(shell) == before)
      return 0
    }
    guard let taken = answer.entries.first else { return 0 }
    for (name, (old, new)) in zip(Self.users, zip(seen, try lists(repository))) {
      let changes = name == user ? answer.changes : answer.observed[ExactText(name)] ?? ViewChanges()
      #expect(PairLaws(changes: changes, before: old, after: new).broken(isOneEdit: false) == [], "\(name)")
    }
    if Bool.random(using: &random) { try goBack(from: taken, to: before, repository, shell, as: user) }
    return 1
  }

  /// Takes back the undo of an entry, or its redo, and takes the entry back again.
  private func goBack(
    from taken: HistoryEntry, to before: [String], _ repository: Outline, _ shell: SQLiteShell, as user: String
  ) throws {
    let after = try order(shell)
    let last = try #require(try repository.log(as: "ana", limit: 1).entries.first)
    let back = try repository.undo(.entry(last.id), as: user).entries
    #expect(back.map(\.origin.id) == [taken.origin.id])
    #expect(try order(shell) == before)
    _ = try repository.undo(.entry(taken.origin.id), as: user)
    if taken.kind != .undo(.content) { #expect(try order(shell) == after) }
  }
}
