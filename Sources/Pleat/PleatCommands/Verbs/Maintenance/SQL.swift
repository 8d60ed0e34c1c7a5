import OutlineCore
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat sql`: replaces itself with the `sqlite3` shell on the file, or runs statements as one edit.
struct SQL: Command {
  static let verb = Verb(
    "sql", .maintenance, summary: "Ask or change the outline in SQL, or open the sqlite3 shell on it.",
    discussion: """
      With --write and statements, these are one edit: all of them, or none, with one entry in the history. They \
      read everything, and insert, update and delete rows of tables. With --json, the answer has what they return \
      as "results".

      Otherwise this is the sqlite3 shell, which is read-only without --write. It waits while pleat writes, \
      enforces foreign keys, prints headers, and does not read ~/.sqliterc. With a query, or if standard input is \
      not a terminal, it stops at the first error. The exit code is that of the shell: 0, or after an error 1 or \
      SQLite's number of the error.
      """,
    arguments: [
      Argument(
        "query", .text, .oneOrNone,
        help: "The SQL statements, or a command of the shell such as .schema; - reads standard input.")
    ],
    options: [write] + EditOptions.declared,
    examples: [
      "A query": "pleat sql \"SELECT title FROM section ORDER BY ord\"",
      "Everything that you see, in JSON":
        "pleat sql --json \"SELECT line, kind, text FROM visible_line WHERE user = 'ana' ORDER BY line\"",
      "An edit, which can be undone": "pleat sql --write \"UPDATE row SET done = 1 WHERE text = 'milk'\"",
      "Say what statements would do": "pleat sql --write -n \"DELETE FROM row WHERE done = 1\"",
      "The tables and views": "pleat sql .schema",
    ],
    sections: [tables], environment: ["PATH": "The folders that may contain the sqlite3 shell."],
    exitCodes: [
      0:
        "done, or there was nothing to do; after an error in the shell, the code is that of the shell: 1, or SQLite's number of the error",
      69: nil,
    ])

  private static let write = Flag("write", help: "Make an edit of the statements, or let the shell write.")

  let arguments: Arguments

  private var query: String? { arguments.positional.first }
  private var write: Bool { arguments[Self.write] }

  /// Whether the statements are an edit, which pleat makes, and not something for the shell.
  private var isEdit: Bool { write && query.map { $0.first(where: { !$0.isWhitespace }) != "." } == true }

  func check() throws {
    let ofEdits: [AnyOption] = [
      EditOptions.dryRun, EditOptions.quiet, EditOptions.layout, EditOptions.idempotencyKey,
    ]
    guard !isEdit, let name = ofEdits.first(where: { own in arguments.given.contains { $0.option === own } })?.name
    else {
      return
    }
    throw Refusal("--\(name) is for an edit, which needs --write and statements.")
  }

  var needs: Needs {
    Needs(
      edits: write, input: readsInput ? write ? .wholeText : .text : .nothing,
      dialog: query == nil || write && !isEdit ? .program : nil)
  }

  /// Whether the statements come from standard input.
  private var readsInput: Bool { query == nil || query == "-" }

  func run(in context: Context) throws {
    if isEdit { try edit(in: context) } else { try becomeShell(in: context) }
  }

  /// Runs the statements as one edit, and prints what they return before the message.
  private func edit(in context: Context) throws {
    var statements = query ?? ""
    if query == "-" {
      statements = String(decoding: try InputLines.bytes(arguments.input(context.input, in: context)), as: UTF8.self)
    }
    let (report, answer) = try arguments.makeEdit(in: context) {
      try $0.run(statements: statements, as: $1, with: $2)
    }
    if !arguments.isJSON, case .ran(let results) = answer.outcome {
      results.filter { !$0.rows.isEmpty }.forEach { context.output.write($0.lines) }
      if !results.isEmpty, !answer.hasWritten { return report.tell("nothing was changed", of: answer) }
    }
    try report.tell(answer, done: Deed("changed the file by SQL"))
  }

  private func becomeShell(in context: Context) throws {
    let path = try checkedPath(in: context)
    let words = shellWords(path, isInteractive: query == nil && context.isInputTerminal)
    try context.output.finish()
    let statements = readsInput && context.origin?.isFramed == true ? try OpenInput(spooling: context.input) : nil
    let error = context.become(words, statements?.file)
    if error == .noSuchFileOrDirectory {
      throw Failure(
        .unavailable, "There is no sqlite3 shell on the PATH.",
        hint: "Install it, on Debian with: sudo apt install sqlite3. Everything but 'pleat sql' works without it.")
    }
    throw Failure(.inputOutput, "The sqlite3 shell cannot be started: \(error).")
  }

  /// Opens the file as other verbs do: this refuses a file that is no outline, rolls back an unfinished edit and, for
  /// writing, upgrades an older file.
  private func checkedPath(in context: Context) throws -> String {
    let outline = try arguments.outlineForReading(in: context)
    _ = try outline.settings()
    if write { _ = try arguments.outlineForEditing(in: context) }
    return try outline.path ?? arguments.path(in: context)
  }

  /// Returns the shell and its arguments.
  func shellWords(_ path: String, isInteractive: Bool) -> [String] {
    var words = ["sqlite3", "-init", "/dev/null", arguments.isJSON ? "-json" : "-header"]
    if !write { words.append("-readonly") }
    if !isInteractive { words += ["-batch", "-bail"] }
    words += ["-cmd", ".timeout \(arguments.waitMilliseconds)", "-cmd", Outline.sqlPreparation, path]
    // The shell would read an argument that begins with a dash as an option.
    if let query, query != "-" { words.append(query.hasPrefix("-") ? " " + query : query) }
    return words
  }
}

extension StatementResult {
  /// The header and the rows, as the shell prints them, but with control characters escaped.
  fileprivate var lines: String {
    let rows = rows.map { row in
      row.map { value in
        switch value {
        case .null: ""
        case .number(let text), .text(let text): Escapes.oneLine(text)
        }
      }
    }
    return ([columns.map { Escapes.oneLine($0) }] + rows).map { $0.joined(separator: "|") + "\n" }.joined()
  }
}

extension SQL {
  /// The help about the tables and views.
  fileprivate static let tables = HelpPage.Section(
    "Tables and views",
    [
      .paragraph(
        "The file is made to be read and written by hand, with this verb or with the sqlite3 program. What changes sections or rows is in the history, and 'pleat undo' takes it back. Triggers refuse statements that would make the outline inconsistent, and name the mistake."
      ),
      .terms([
        HelpPage.Term(
          "section",
          "One row for each section: section_id, title, detail, level (1 is outermost). ORDER BY ord is the order of the outline; a section is inside the nearest one before it with a smaller level."
        ),
        HelpPage.Term(
          "row",
          "One row for each row: row_id, section_id, text, and done, which is NULL for a plain row, 0 for an open task and 1 for one that is done. ORDER BY rank is the order in a section; a row is below the nearest one before it with a smaller level."
        ),
        HelpPage.Term(
          "fold",
          "Which user has collapsed which section: user_id, section_id, collapsed. The number of a row may be the section_id, too."
        ),
        HelpPage.Term("user", "The users, with their settings."),
        HelpPage.Term(
          "item",
          "A view: sections and rows alike, with id, kind (section or row), section_id, depth, text, done and due."),
        HelpPage.Term(
          "visible_line",
          "A view: every line that a user sees. Query it with WHERE user = 'ana' ORDER BY line, or WHERE user IS NULL for a user who has never edited."
        ),
        HelpPage.Term("visible_section", "A view: the headers that a user sees, each with the number of its rows."),
        HelpPage.Term("log", "A view: the history, with the entry that 'pleat undo --entry' takes."),
      ]),
      .paragraph(
        "New rows and sections go to the end when ord and rank are left out. A row that gets another section_id needs another rank beside it; rank = 4611686018427387904 is the end."
      ),
      .lines([
        "INSERT INTO row (section_id, text)",
        "  SELECT section_id, 'tea' FROM section WHERE title = 'Groceries';",
      ]),
      .paragraph("The ids in these tables are those in addresses: row_id 17 is @r17, and section_id 4 is @s4."),
    ])
}
