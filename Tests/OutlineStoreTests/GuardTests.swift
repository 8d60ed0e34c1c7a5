import OutlineCore
import TestPrograms
import Testing

/// Changes that the file refuses from every program; here it is the `sqlite3` shell with foreign keys off.
struct GuardTests {
  /// One statement that must be refused.
  struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    /// The message that the shell must show.
    let words: String

    init(_ sentence: String, _ sql: String, says words: String) {
      testDescription = sentence
      self.sql = sql
      self.words = words
    }
  }

  @Test(arguments: keys)
  func `keys never change and are never taken over`(_ refusal: Refusal) throws { try expect(refusal) }

  @Test(arguments: references)
  func `nothing belongs to what is not there`(_ refusal: Refusal) throws { try expect(refusal) }

  @Test(arguments: types + ranges)
  func `numbers are numbers and in range`(_ refusal: Refusal) throws { try expect(refusal) }

  @Test(arguments: texts)
  func `texts have no NUL and are not too long`(_ refusal: Refusal) throws { try expect(refusal) }

  @Test(arguments: attributes)
  func `attributes are JSON objects`(_ refusal: Refusal) throws { try expect(refusal) }

  @Test(arguments: counts)
  func `nobody but the triggers counts`(_ refusal: Refusal) throws { try expect(refusal) }

  @Test(arguments: history)
  func `nobody but pleat writes the history and the settings`(_ refusal: Refusal) throws {
    try expect(
      refusal,
      after: """
        UPDATE current_edit SET edit_id = 1;
        INSERT INTO edit (edit_id, user, token, first_change, last_change) VALUES (1, 'ana', 1, 1, 1);
        UPDATE current_edit SET edit_id = NULL;
        """)
  }

  @Test(arguments: changes)
  func `a change that no edit can have made is refused even while one is made`(_ refusal: Refusal) throws {
    try expect(refusal, after: "UPDATE current_edit SET edit_id = 1")
  }

  @Test(arguments: ends, [0, 999_999_999])
  func `nothing is appended where no key is left`(_ refusal: Refusal, distance: Int64) throws {
    let last = OrderKeys.bound - 1 - distance
    try expect(
      refusal,
      after: "UPDATE section SET ord = \(last) WHERE section_id = 3; UPDATE row SET rank = \(last) WHERE row_id = 7;")
  }

  @Test func `the last key but one is still given away`() throws {
    let last = OrderKeys.bound - 1 - OrderKeys.gap
    let file = try OutlineFile.sample()
    try file.shell.run(
      "UPDATE section SET ord = \(last) WHERE section_id = 3; INSERT INTO section (title) VALUES ('x');")
    #expect(try file.shell.lines("SELECT max(ord) FROM section") == ["\(OrderKeys.bound - 1)"])
    #expect(try file.brokenPromises() == [])
  }

  /// Expects that a statement is refused with its message, and changes nothing.
  private func expect(_ refusal: Refusal, after preparation: String = "") throws {
    let file = try OutlineFile.sample()
    if !preparation.isEmpty { #expect(try file.shell.run(preparation).errors == "") }
    let ending = try file.shell.run(".dump\n.print ======\n\(refusal.sql);\n.print ======\n.dump")
    #expect(ending.errors.contains(refusal.words), "\(refusal.sql) said: \(ending.errors)")
    let parts = ending.text.split(separator: "======\n", omittingEmptySubsequences: false)
    #expect(parts.count == 3)
    let isAsBefore = parts.first == parts.last
    #expect(isAsBefore, "\(refusal.sql) changed something")
    #expect(try file.brokenPromises() == [])
  }
}

extension GuardTests {
  static let keys: [Refusal] =
    ["section_id", "rowid", "_rowid_", "oid"].map {
      Refusal(
        "a section's \($0) stays", "UPDATE section SET \($0) = 9 WHERE title = 'Home'",
        says: "section: section_id never changes")
    }
    + ["row_id", "rowid", "_rowid_", "oid"].map {
      Refusal("a row's \($0) stays", "UPDATE row SET \($0) = 9 WHERE text = 'milk'", says: "row: row_id never changes")
    }
    + ["user_id", "rowid", "_rowid_", "oid"].map {
      Refusal(
        "a user's \($0) stays", "UPDATE user SET \($0) = 9 WHERE name = 'ana'", says: "user: user_id never changes")
    }
    + ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"].flatMap { verb in
      [
        Refusal(
          "\(verb) takes over no section", "\(verb) INTO section (section_id, title) VALUES (1, 'x')",
          says: "section: this section_id is already in use"),
        Refusal(
          "\(verb) takes over no place", "\(verb) INTO section (ord, title) VALUES ('2000000000', 'x')",
          says: "section: this ord is already in use"),
        Refusal(
          "\(verb) takes over no row", "\(verb) INTO row (rowid, section_id, text) VALUES (5, 1, 'x')",
          says: "row: this row_id is already in use"),
        Refusal(
          "\(verb) gives a row no number of a section",
          "\(verb) INTO row (row_id, section_id, text) VALUES (3, 1, 'x')",
          says: "row: row_id must be above all numbers used so far"),
        Refusal(
          "\(verb) gives a section no number of a row", "\(verb) INTO section (section_id, title) VALUES (8, 'x')",
          says: "section: section_id must be above all numbers used so far"),
        Refusal(
          "\(verb) takes over no rank", "\(verb) INTO row (section_id, rank, text) VALUES (2, 1000000000.0, 'x')",
          says: "row: this rank is already in use in the section"),
        Refusal(
          "\(verb) takes over no user", "\(verb) INTO user (user_id, name) VALUES (1, 'cy')",
          says: "user: this user_id is already in use"),
        Refusal(
          "\(verb) takes over no name", "\(verb) INTO user (name) VALUES ('ana')",
          says: "user: this name is already in use"),
      ]
    }
    + ["UPDATE", "UPDATE OR REPLACE"].flatMap { verb in
      [
        Refusal(
          "\(verb) takes over no section", "\(verb) section SET section_id = 2 WHERE section_id = 1",
          says: "section: section_id never changes"),
        Refusal(
          "\(verb) takes over no place", "\(verb) section SET ord = 2000000000 WHERE section_id = 1",
          says: "section: this ord is already in use"),
        Refusal(
          "\(verb) takes over no rank", "\(verb) row SET rank = 2000000000 WHERE row_id = 5",
          says: "row: this rank is already in use in the section"),
        Refusal(
          "\(verb) takes over no rank elsewhere", "\(verb) row SET section_id = 1 WHERE row_id = 5",
          says: "row: another section_id needs another rank beside it; rank = 4611686018427387904 is the end"),
        Refusal(
          "\(verb) gives a row no other section without a rank",
          "\(verb) row SET section_id = 1 WHERE row_id = 6",
          says: "row: another section_id needs another rank beside it; rank = 4611686018427387904 is the end"),
        Refusal(
          "\(verb) takes over no name", "\(verb) user SET name = 'ben' WHERE user_id = 1",
          says: "user: this name is already in use"),
        Refusal("\(verb) makes no place NULL", "\(verb) section SET ord = NULL", says: "section"),
        Refusal("\(verb) makes no rank NULL", "\(verb) row SET rank = NULL WHERE section_id = 2", says: "row"),
      ]
    }
    + [
      Refusal(
        "an upsert changes no section",
        "INSERT INTO section (section_id, title) VALUES (1, 'x') ON CONFLICT DO UPDATE SET title = 'x'",
        says: "section: this section_id is already in use"),
      Refusal(
        "a flag stays with its user", "UPDATE fold SET user_id = 2", says: "fold: user_id and section_id never change"),
      Refusal(
        "a flag stays with its section", "UPDATE OR REPLACE fold SET section_id = 2",
        says: "fold: user_id and section_id never change"),
    ]

  static let references: [Refusal] = [
    Refusal(
      "a row needs a section", "INSERT INTO row (section_id, text) VALUES (99, 'x')",
      says: "row: there is no section with this section_id"),
    Refusal(
      "a row needs a section that is not NULL", "INSERT INTO row (section_id, text) VALUES (NULL, 'x')",
      says: "row: there is no section with this section_id"),
    Refusal(
      "a row moves to no unknown section", "UPDATE row SET section_id = 99 WHERE row_id = 4",
      says: "row: there is no section with this section_id"),
    Refusal(
      "a flag needs a user", "INSERT INTO fold VALUES (99, 1, 1)", says: "fold: there is no user with this user_id"),
    Refusal(
      "a flag needs a section", "REPLACE INTO fold VALUES (1, 99, 1)",
      says: "fold: there is no section and no row with this section_id"),
  ]

  static let history: [Refusal] =
    [
      ("edit", "INSERT INTO edit (user, token, first_change, last_change) VALUES ('ana', 1, 1, 1)"),
      ("edit", "INSERT OR IGNORE INTO edit (edit_id, user, token, first_change) VALUES (1, 'ana', 1, 1)"),
      ("edit", "UPDATE edit SET at = 0"), ("edit", "DELETE FROM edit"),
      ("change", "INSERT INTO change (change_id, thing, action, id) VALUES (9007199254740991, 'row', 'update', 1)"),
      ("change", "REPLACE INTO change (change_id, thing, action, id) VALUES (1, 'row', 'update', 1)"),
      ("change", "INSERT INTO change (at, thing, action, id) VALUES (1790000000000, 'row', 'insert', 1)"),
      ("change", "INSERT INTO change (edit_id, thing, action, id) VALUES (1, 'row', 'insert', 1)"),
      ("change", "UPDATE OR IGNORE change SET id = 1"), ("change", "DELETE FROM change"),
    ].map { Refusal("no \($0)", $1, says: "\($0): only pleat writes the history") }
    + [
      "UPDATE setting SET value = 1000 WHERE name = 'history-changes'", "DELETE FROM setting",
      "REPLACE INTO setting VALUES ('inbox', 'New')",
    ].map { Refusal("no setting", $0, says: "setting: change it with pleat settings") }
    + [
      Refusal(
        "no state of a synchronization",
        "INSERT INTO sync VALUES (1, 'd', 't', 0, 1, 1, 0, NULL)",
        says: "sync: only pleat sync changes it")
    ]
    + [
      "UPDATE current_edit SET edit_id = 7", "UPDATE current_edit SET edit_id = 0",
    ].map {
      Refusal("no number but the next", $0, says: "current_edit: edit_id must be NULL or the next number of edit")
    }
    + [
      Refusal(
        "no room is made by hand", "UPDATE current_edit SET makes_room = 1",
        says: "current_edit: makes_room must be 0, or 1 while pleat makes an edit"),
      Refusal("one current edit stays", "DELETE FROM current_edit", says: "current_edit: must keep its one line"),
    ]

  /// While an edit is made, when the guards let every change in.
  static let changes: [Refusal] = [
    Refusal(
      "no change without a time or an edit", "INSERT INTO change (thing, action, id) VALUES ('row', 'insert', 1)",
      says: "change: either edit_id or at must be NULL"),
    Refusal(
      "no change below 1", "INSERT INTO change (change_id, at, thing, action, id) VALUES (0, 1, 'row', 'insert', 1)",
      says: "change: change_id must be positive"),
    Refusal(
      "no change of an id above 2^53",
      "INSERT INTO change (at, thing, action, id) VALUES (1, 'row', 'insert', 9007199254740992)",
      says: "change: id must be positive"),
    Refusal(
      "no change of a place above 2^62",
      "INSERT INTO change (at, thing, action, id, new_place) VALUES (1, 'row', 'insert', 1, 4611686018427387904)",
      says: "change: new_place must be between"),
  ]

  /// Appending where the last ord and the last rank are the greatest that there are.
  static let ends: [Refusal] = ["INSERT", "INSERT OR IGNORE", "INSERT OR REPLACE"].flatMap { verb in
    [
      Refusal(
        "\(verb) finds no ord", "\(verb) INTO section (title) VALUES ('x')", says: "section: no ord is left at the end"),
      Refusal(
        "\(verb) of NULL finds no ord", "\(verb) INTO section (ord, title) VALUES (NULL, 'x')",
        says: "section: no ord is left at the end"),
      Refusal(
        "\(verb) finds no rank", "\(verb) INTO row (section_id, text) VALUES (2, 'x')",
        says: "row: no rank is left at the end of the section"),
    ]
  }

  static let counts: [Refusal] = [
    Refusal(
      "no count is added", "INSERT INTO row_count VALUES (1, 5, 1, 7, 0, 0)", says: "row_count: only triggers change it"
    ),
    Refusal(
      "no count is replaced", "REPLACE INTO row_count VALUES (1, 0, 1, 7, 0, 0)",
      says: "row_count: only triggers change it"),
    Refusal("no count is changed", "UPDATE row_count SET rows = 7", says: "row_count: only triggers change it"),
    Refusal("no count is deleted", "DELETE FROM row_count", says: "row_count: only triggers change it"),
    Refusal(
      "no count of sections is added", "INSERT INTO section_count VALUES (1, 5, 7)",
      says: "section_count: only triggers change it"),
    Refusal(
      "no count of sections is changed", "UPDATE section_count SET sections = 7",
      says: "section_count: only triggers change it"),
    Refusal(
      "no count of sections is deleted", "DELETE FROM section_count", says: "section_count: only triggers change it"),
    Refusal("the switch of the triggers stays", "DELETE FROM counting", says: "counting: must keep its one line"),
    Refusal(
      "the switch of the triggers is one", "INSERT INTO counting VALUES (1)", says: "counting: must keep its one line"),
  ]
}
