import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat sql`: replaces itself with the `sqlite3` shell on the file.
struct SQL: Command {
  static let verb = Verb(
    "sql", .maintenance, summary: "Run the sqlite3 shell on the outline, read-only without --write.",
    discussion: """
      Without a query, the shell reads standard input. It waits while pleat writes, enforces foreign keys, prints \
      headers, and does not read ~/.sqliterc. With a query, or if standard input is not a terminal, it stops at \
      the first error. The exit code is that of the shell: 0, or after an error 1 or SQLite's number of the error.
      """,
    arguments: [
      Argument(
        "query", .text, .oneOrNone,
        help: "The SQL statements, or a command of the shell such as .schema; - reads standard input.")
    ],
    options: [write, allowNetworkFile] + GlobalOptions.declared,
    examples: [
      "A query": "pleat sql \"SELECT title FROM section ORDER BY ord\"",
      "Everything that you see, in JSON":
        "pleat sql --json \"SELECT line, kind, text FROM visible_line WHERE user = 'ana' ORDER BY line\"",
      "A change; it can be undone": "pleat sql --write \"UPDATE row SET done = 1 WHERE text = 'milk'\"",
      "The tables and views": "pleat sql .schema",
    ],
    sections: [tables], environment: ["PATH": "The folders that may contain the sqlite3 shell."],
    exitCodes: [
      0:
        "the shell ended without an error; after an error, the code is that of the shell: 1, or SQLite's number of the error",
      69: nil,
    ])

  private static let write = Flag("write", help: "Allow statements that change the outline.")
  private static let allowNetworkFile = Flag(
    "allow-network-file", purpose: .programs,
    help: "With --write: change a file even on a network file system, where edits can get lost.")

  let arguments: Arguments

  private var query: String? { arguments.positional.first }
  private var write: Bool { arguments[Self.write] }

  var needs: Needs {
    Needs(
      edits: write, input: readsInput ? write ? .wholeText : .text : .nothing, dialog: query == nil ? .program : nil)
  }

  /// Whether the statements come from standard input.
  private var readsInput: Bool { query == nil || query == "-" }

  func run(in context: Context) throws {
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

extension SQL {
  /// The help about the tables and views.
  fileprivate static let tables = HelpPage.Section(
    "Tables and views",
    [
      .paragraph(
        "The file is made to be read and written by hand, with this verb or with the sqlite3 program. Every statement that changes sections or rows is in the history, and 'pleat undo' takes it back. Triggers refuse statements that would make the outline inconsistent, and name the mistake."
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
          "visible_line",
          "A view: every line that a user sees. Query it with WHERE user = 'ana' ORDER BY line, or WHERE user IS NULL for a user who has never edited."
        ),
        HelpPage.Term("visible_section", "A view: the headers that a user sees, each with the number of its rows."),
        HelpPage.Term("log", "A view: the history, with the entry that 'pleat undo --entry' takes."),
      ]),
      .paragraph("New rows and sections go to the end when ord and rank are left out:"),
      .lines([
        "INSERT INTO row (section_id, text)",
        "  SELECT section_id, 'tea' FROM section WHERE title = 'Groceries';",
      ]),
      .paragraph("The ids in these tables are those in addresses: row_id 17 is @r17, and section_id 4 is @s4."),
    ])
}
