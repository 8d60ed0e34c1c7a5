import OutlineCore
import TestPrograms
import Testing

@testable import OutlineStore

/// Rows that one edit adds to a section one after another, and the single line of the log for them.
struct LogRunTests {
  private let file: OutlineFile
  private let store: Store

  init() throws {
    file = try OutlineFile("INSERT INTO section (title) VALUES ('Home'), ('Work');")
    try file.shell.runAsEdit("DELETE FROM change")
    store = try Store(opening: file.path, for: .writing)
  }

  /// One edit of rows at these ranks.
  private func insert(_ positions: [(section: Int64, rank: OrderKey)]) throws {
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: "add"))
      let writes = positions.map { Write.insertRow(RowDraft("r"), in: SectionID($0.section), rank: $0.rank) }
      _ = try writer.perform(writes, as: user)
      return ((), .commit)
    }
  }

  private func lines() throws -> [String] {
    try file.shell.lines("SELECT change_id, id, run, step, new_section, new_place FROM change WHERE thing = 'row'")
  }

  /// The rows that the log says were inserted: their change numbers, ids, sections and ranks.
  private func inserted() throws -> [String] {
    try store.read { reader in
      try reader.changes(after: 0).compactMap { change in
        guard case .row(let id, nil, let image?) = change.event else { return nil }
        return "\(change.number): \(id) in \(image.section) at \(image.rank)"
      }
    }
  }

  @Test func `a run is one line and counts as its rows`() throws {
    try insert((1...10).map { (1, $0 * 1_000) })
    #expect(try lines() == ["11|3|10|1000|1|1000"])  // the first number is the user's
    #expect(try inserted() == (1...10).map { "\($0 + 1): @r\($0 + 2) in @s1 at \($0 * 1_000)" })
    #expect(try file.shell.lines("SELECT changes FROM log") == ["11"])
    let entry = try store.read { reader in
      var entries: [HistoryEntry] = []
      try reader.eachEntry { entries.append($0) == () }
      return entries
    }
    #expect(entry.map(\.changes) == [1..<12] && entry.allSatisfy(\.isComplete))
  }

  @Test func `a run ends where the section, the step or the order changes, and short ones stay lines`() throws {
    let positions: [(Int64, OrderKey)] =
      (1...8).map { (1, $0 * 10) } + (1...3).map { (2, $0 * 10) } + (9...16).map { (1, $0 * 10) }
      + (1...8).map { (1, 1_000 + $0 * 7) } + (1...8).reversed().map { (2, 1_000 + $0) }
    try insert(positions)
    #expect(try lines().filter { !$0.hasPrefix("2") || $0.contains("|8|") }.contains("9|3|8|10|1|10"))
    #expect(try lines().count == 3 + 3 + 8)
    let expected = positions.enumerated().map { index, position in
      "\(index + 2): @r\(index + 3) in @s\(position.0) at \(position.1)"
    }
    #expect(try inserted() == expected)
  }

  @Test func `rows that somebody inserts by hand stay lines of their own`() throws {
    try file.shell.run(
      """
      INSERT INTO row (section_id, rank, text)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT 1, i * 1000, 'x' FROM n
      """)
    #expect(try lines().count == 20)
  }

  @Test func `contents in the log are those from before, and what they became is the next or the file's`() throws {
    try file.shell.run(
      """
      INSERT INTO row (section_id, text) VALUES (1, 'a');
      UPDATE row SET text = 'b', attributes = '{"k":1}';
      UPDATE row SET attributes = NULL;
      UPDATE section SET title = 'House', detail = 'd' WHERE section_id = 1;
      UPDATE section SET detail = NULL WHERE section_id = 1;
      """)
    #expect(
      try file.shell.lines("SELECT changed, old_text, old_detail, old_attributes FROM change WHERE action = 'update'")
        == ["5|a||", "4|||{\"k\":1}", "3|Home||", "2||d|"])
    let changes = try store.read { try $0.changes(after: 0) }
    var rows: [RowImage?] = []
    var sections: [SectionImage?] = []
    for change in changes {
      if case .row(_, _, let new) = change.event { rows.append(new) }
      if case .section(_, _, let new) = change.event { sections.append(new) }
    }
    #expect(rows.map { $0?.content.text } == ["a", nil, nil])
    #expect(rows.map { $0?.content.attributes } == [.some(nil), "{\"k\":1}", nil])
    #expect(sections.map { $0?.title } == ["House", "House"])
    #expect(sections.map { $0?.detail } == ["d", .some(nil)])
  }

  @Test func `of a few changes too, what they became is looked for in all of the log`() throws {
    try file.shell.run("UPDATE section SET title = 'A' WHERE section_id = 1;")
    let end = try store.read { try $0.lastChange() }
    try file.shell.run(
      "UPDATE section SET title = 'B' WHERE section_id = 1; DELETE FROM section WHERE section_id = 1;")
    let changes = try store.read { try $0.changes(in: 1..<(end + 1)) }
    guard case .section(_, let old?, let new?)? = changes.first?.event else { throw MissingChange() }
    #expect(old.title == "Home" && new.title == "A")
  }

  private struct MissingChange: Error {}

  @Test func `a statement that changes nothing is no step of the history`() throws {
    try file.shell.run("INSERT INTO row (section_id, text) VALUES (1, 'x'); INSERT INTO user (name) VALUES ('ana');")
    let before = try file.shell.lines("SELECT count(*) FROM change")
    try file.shell.run(
      """
      UPDATE row SET text = text; UPDATE section SET title = title, ord = ord; UPDATE user SET accordion = accordion;
      """)
    #expect(try file.shell.lines("SELECT count(*) FROM change") == before)
  }
}
