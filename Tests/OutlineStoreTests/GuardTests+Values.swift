extension GuardTests {
  static let types: [Refusal] = [
    Refusal("a level is no text", "INSERT INTO section (title, level) VALUES ('x', 'deep')", says: "section.level"),
    Refusal("a level is whole", "UPDATE section SET level = 1.5", says: "section.level"),
    Refusal("an ord is no text", "UPDATE section SET ord = 'first' WHERE section_id = 1", says: "section.ord"),
    Refusal("a level of a row is no text", "UPDATE row SET level = 'deep'", says: "row.level"),
    Refusal("a rank is whole", "UPDATE row SET rank = 1.5 WHERE row_id = 4", says: "row.rank"),
    Refusal("a title is no BLOB", "INSERT INTO section (title) VALUES (x'41')", says: "section.title"),
    Refusal("a title is there", "INSERT INTO section (title) VALUES (NULL)", says: "section.title"),
    Refusal("a text is no BLOB", "UPDATE row SET text = x'41'", says: "row.text"),
    Refusal("a text is there", "UPDATE row SET text = NULL", says: "row.text"),
    Refusal("done is no text", "UPDATE row SET done = 'yes'", says: "row.done"),
    Refusal("a name is no BLOB", "INSERT INTO user (name) VALUES (x'616e61')", says: "user.name"),
    Refusal("a flag is no text", "UPDATE fold SET collapsed = 'yes'", says: "fold.collapsed"),
    Refusal("a flag is there", "UPDATE fold SET collapsed = NULL", says: "fold.collapsed"),
    Refusal("accordion is no text", "UPDATE user SET accordion = 'on'", says: "user.accordion"),
  ]

  static let ranges: [Refusal] = [
    Refusal(
      "no level is 0", "INSERT INTO section (title, level) VALUES ('x', 0)", says: "section: level must be 1 to 100"),
    Refusal("no level is 101", "UPDATE section SET level = 101", says: "section: level must be 1 to 100"),
    Refusal("no level is negative", "UPDATE section SET level = -1", says: "section: level must be 1 to 100"),
    Refusal(
      "an ord is below 2^62", "INSERT INTO section (title, ord) VALUES ('x', 4611686018427387905)",
      says: "section: ord must be between -2^62 and 2^62"),
    Refusal(
      "an ord is not changed to more than 2^62", "UPDATE section SET ord = 4611686018427387905 WHERE section_id = 1",
      says: "section: ord must be between -2^62 and 2^62"),
    Refusal(
      "an ord is above -2^62", "INSERT INTO section (title, ord) VALUES ('x', -4611686018427387904)",
      says: "section: ord must be between -2^62 and 2^62"),
    Refusal(
      "a rank is below 2^62", "INSERT INTO row (section_id, rank, text) VALUES (1, 4611686018427387905, 'x')",
      says: "row: rank must be between -2^62 and 2^62"),
    Refusal(
      "a rank is not changed to more than 2^62", "UPDATE row SET rank = 4611686018427387905 WHERE row_id = 4",
      says: "row: rank must be between -2^62 and 2^62"),
    Refusal(
      "no level of a row is 0", "INSERT INTO row (section_id, text, level) VALUES (1, 'x', 0)",
      says: "row: level must be 1 to 100"),
    Refusal("no level of a row is 101", "UPDATE row SET level = 101", says: "row: level must be 1 to 100"),
    Refusal(
      "a rank is above -2^62", "UPDATE row SET rank = -4611686018427387904 WHERE row_id = 4",
      says: "row: rank must be between -2^62 and 2^62"),
    Refusal("a collapsed flag is 0 or 1", "UPDATE fold SET collapsed = 2", says: "fold: collapsed must be 0 or 1"),
    Refusal(
      "a new collapsed flag is 0 or 1", "INSERT INTO fold VALUES (2, 1, -1)", says: "fold: collapsed must be 0 or 1"),
    Refusal("done is 0, 1 or NULL", "UPDATE row SET done = 2", says: "row: done must be 0, 1 or NULL"),
    Refusal("collapsible is 0 or 1", "UPDATE section SET collapsible = 2", says: "section: collapsible must be 0 or 1"),
    Refusal(
      "new_rows is task or plain", "UPDATE section SET new_rows = 'tasks'",
      says: "section: new_rows must be task, plain or NULL"),
    Refusal(
      "a new section's new_rows is task or plain", "INSERT INTO section (title, new_rows) VALUES ('x', 'later')",
      says: "section: new_rows must be task, plain or NULL"),
    Refusal("new_rows is a word", "UPDATE section SET new_rows = ''", says: "section: new_rows must be"),
    Refusal(
      "starts_collapsed is 0 or 1", "UPDATE user SET starts_collapsed = 3",
      says: "user: starts_collapsed must be 0 or 1"),
    Refusal("accordion is 0 or 1", "UPDATE user SET accordion = 3", says: "user: accordion must be 0 or 1"),
    Refusal(
      "a section_id leaves room for more", "INSERT INTO section (section_id, title) VALUES (9223372036854775807, 'x')",
      says: "section: this section_id is far above"),
    Refusal(
      "a row_id leaves room for more",
      "INSERT INTO row (row_id, section_id, text) VALUES (9223372036854775807, 1, 'x')",
      says: "row: this row_id is far above"),
    Refusal(
      "a user_id leaves room for more", "INSERT INTO user (user_id, name) VALUES (9223372036854775807, 'x')",
      says: "user: this user_id is far above"),
    Refusal(
      "no section_id is 0", "INSERT INTO section (section_id, title) VALUES (0, 'x')",
      says: "section: section_id must be positive"),
    Refusal(
      "no row_id is negative", "INSERT INTO row (row_id, section_id, text) VALUES (-3, 1, 'x')",
      says: "row: row_id must be positive"),
    Refusal(
      "no user_id is negative", "INSERT INTO user (user_id, name) VALUES (-3, 'x')",
      says: "user: user_id must be positive"),
  ]

  static let texts: [Refusal] = [
    Refusal(
      "no title holds NUL", "INSERT INTO section (title) VALUES ('x' || char(0))",
      says: "section: title must not contain NUL"),
    Refusal(
      "no detail holds NUL", "UPDATE section SET detail = 'a' || char(0) || 'b'",
      says: "section: detail must not contain NUL"),
    Refusal("no text holds NUL", "UPDATE row SET text = char(0)", says: "row: text must not contain NUL"),
    Refusal(
      "no name holds NUL", "INSERT INTO user (name) VALUES ('ana' || char(0))", says: "user: name must not contain NUL"),
    Refusal("no name is empty", "INSERT INTO user (name) VALUES ('')", says: "user: name must not be empty"),
    Refusal(
      "a title has 64 KiB at the most", "UPDATE section SET title = printf('%.*c', 65537, 'x')",
      says: "section: title must be at most 64 KiB"),
    Refusal(
      "a title has 64 KiB at the most, in bytes",
      "UPDATE section SET title = replace(printf('%.*c', 32769, 'x'), 'x', 'é')",
      says: "section: title must be at most 64 KiB"),
    Refusal(
      "a detail has 1 MiB at the most", "UPDATE section SET detail = printf('%.*c', 1048577, 'x')",
      says: "section: detail must be at most 1 MiB"),
    Refusal(
      "a text has 1 MiB at the most", "UPDATE row SET text = printf('%.*c', 1048577, 'x')",
      says: "row: text must be at most 1 MiB"),
    Refusal(
      "a name has 64 KiB at the most", "INSERT INTO user (name) VALUES (printf('%.*c', 65537, 'x'))",
      says: "user: name must be at most 64 KiB"),
    Refusal(
      "a section's attributes have 1 MiB at the most",
      "UPDATE section SET attributes = '{\"a\":\"' || printf('%.*c', 1048576, 'x') || '\"}'",
      says: "section: attributes must be at most 1 MiB"),
    Refusal(
      "a row's attributes have 1 MiB at the most",
      "UPDATE row SET attributes = '{\"a\":\"' || printf('%.*c', 1048576, 'x') || '\"}'",
      says: "row: attributes must be at most 1 MiB"),
  ]

  static let attributes: [Refusal] = ["section", "row"].flatMap { table in
    ["''", "'{'", "'[]'", "'\"a\"'", "'null'", "'{}x'", "char(0) || '{}'"].map {
      Refusal(
        "a \(table) does not take \($0)", "UPDATE \(table) SET attributes = \($0)",
        says: "\(table): attributes must be a JSON object")
    } + [
      Refusal(
        "a \(table) does not take NUL behind an object", "UPDATE \(table) SET attributes = '{}' || char(0) || 'x'",
        says: "\(table): attributes must not contain NUL"),
      Refusal(
        "a \(table) does not take a BLOB", "UPDATE \(table) SET attributes = x'7b7d'", says: "\(table).attributes"),
    ]
  }
}
