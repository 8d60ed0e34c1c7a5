/// What the help of single verbs says beside what they declare.
enum VerbRemark {
  /// The sections for a verb; most have none.
  static func sections(of verb: String) -> [HelpPage.Section] {
    switch verb {
    case "watch": [legend]
    case "sql": [tables]
    default: []
    }
  }

  /// The signs of the lines that `watch` prints.
  private static let legend = HelpPage.Section(
    "Signs",
    [
      .paragraph(
        "A line has the changes of one edit. Everything is counted from 0: S2 is the third section that you see, R1.0 the first row of the second section, H2 the header of the third section, and L5 the sixth line."
      ),
      .terms([
        .init("-S2x3", "Three sections leave, with their rows, from the third on, as the list was before."),
        .init("+S0", "A section arrives, with its rows, as the first of the list after the edit."),
        .init("S4>1", "The fifth section moves, with its rows, and is then the second."),
        .init("-R1.0x4", "Four rows of the second section leave, from its first row on."),
        .init("+R0.2", "A row arrives, as the third of the first section."),
        .init("R0.3>1.0", "The fourth row of the first section becomes the first row of the second."),
        .init("~R0.1", "The row has changed: draw it again."),
        .init("~H3", "The header has changed: its title, its flag, or a number in it."),
        .init("-L3x4 +L0 L3>9 ~L2", "The same in lines, with --layout flat."),
        .init("reset", "Another file was put in place; the whole list follows."),
      ]),
    ])

  private static let tables = HelpPage.Section(
    "Tables and views",
    [
      .paragraph(
        "The file is made to be read and written by hand, with this verb or with the sqlite3 program. Every statement that changes sections or rows is in the history, and 'pleat undo' takes it back. Triggers refuse what would make the outline inconsistent, and name what is wrong."
      ),
      .terms([
        .init(
          "section",
          "One row for each section: section_id, title, detail, level (1 is outermost). ORDER BY ord is the order of the outline; a section is inside the nearest one before it with a smaller level."
        ),
        .init(
          "row",
          "One row for each row: row_id, section_id, text, and done, which is NULL for a plain row, 0 for an open task and 1 for one that is done. ORDER BY rank is the order in a section."
        ),
        .init("fold", "Which user has collapsed which section: user_id, section_id, collapsed."),
        .init("user", "The users, with their settings."),
        .init(
          "visible_line",
          "A view: every line that a user sees. Ask it with WHERE user = 'ana' ORDER BY line, or WHERE user IS NULL for a user who has never edited."
        ),
        .init("visible_section", "A view: the headers that a user sees, each with the number of its rows."),
        .init("log", "A view: the history, with the entry that 'pleat undo --entry' takes."),
      ]),
      .paragraph("New rows and sections go to the end when ord and rank are left out:"),
      .lines([
        "INSERT INTO row (section_id, text)",
        "  SELECT section_id, 'tea' FROM section WHERE title = 'Groceries';",
      ]),
      .paragraph("The ids in these tables are those in addresses: row_id 17 is @r17, and section_id 4 is @s4."),
    ])
}
