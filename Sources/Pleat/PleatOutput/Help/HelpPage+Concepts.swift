import OutlineCore
import PleatArguments

extension HelpPage {
  /// How to name sections and rows.
  package static let addresses = HelpPage(
    name: "addresses", summary: "how to name a section or a row",
    sections: [
      Section(
        "Examples",
        [
          .lines([
            "pleat list Groceries          # a section by its title",
            "pleat done milk               # a row by its text",
            "pleat move Groceries/Dairy/milk --in Home",
            "pleat delete 1:2              # the second row of the first section",
            "pleat edit @r3 \"oat milk\"     # a row by its id",
          ])
        ]),
      Section(
        "Description",
        [
          .paragraph(
            "Many verbs take an ADDRESS, which names one section or one row. There are four ways to write it. Verbs that take several addresses take a range, too."
          ),
          .terms([
            Term(
              "@s4, @r17",
              "A section or a row by its id. An id never changes and is never given to anything else, so it is what a script should use. 'pleat list --ids' shows ids, and every answer with --json has them."
            ),
            Term(
              "2, 2.1, 2.1:3",
              "A number: the second outermost section, its first subsection, and the third row there. Every line of a list begins with its number. Collapsed items count too, so collapsing never changes a number; adding, moving and deleting do."
            ),
            Term(
              "Groceries, milk",
              "The title of a section, or the text of a row. An exact match comes first; if there is none, case is ignored. If a text has several lines, the first line is enough, and tags may be left out. To change something, a beginning that nothing else has (for done: nothing else that is open) is enough too, but not for delete, move, archive, unarchive, promote and demote, nor in a filter."
            ),
            Term(
              "Home/Groceries/milk",
              "A path: titles from any section downwards, without leaving out a level. The last part may be the text of a row, after those of the rows that it is below."
            ),
            Term(
              "1:2-5, @r3-@r9",
              "A range: everything from one item to another in the order of the outline, both in the same section."
            ),
          ]),
          .paragraph(
            "After --in, and where a section is needed, sections come first. If an address fits several sections or rows, nothing is changed: the message lists them with their ids, and the exit code is 80. If it fits nothing, the message proposes a command, for example with the only title that begins like the address; on a terminal, y runs it. A number chooses there among several."
          ),
        ]),
      Section(
        "Unusual titles",
        [
          .terms([
            Term("=3", "A title or text that looks like a number, an id or a range: here the title 3."),
            Term("and\\/or", "A slash that belongs to a title, where a path would fit as well."),
            Term("-- -5", "An argument that begins with a dash comes after two dashes: pleat list -- -5"),
          ])
        ]),
    ], manual: 7)

  /// How to say where an item goes.
  package static let placements = HelpPage(
    name: "placements", summary: "where edits put rows and sections",
    sections: [
      Section(
        "Examples",
        [
          .lines([
            "pleat add eggs                          # into the Inbox",
            "pleat add eggs --in Groceries           # to the end of a section",
            "pleat add eggs --in Groceries --first   # to its beginning",
            "pleat add eggs --after bread            # beside another row",
            "pleat move Home --before Groceries      # a section with everything in it",
            "pleat move bread --first                # within its own section",
          ])
        ]),
      Section(
        "Description",
        [
          .paragraph("A placement says where something goes. It is written with these options."),
          .terms([
            Term(
              "--in ADDRESS",
              "Into this section: rows after its rows, sections after its subsections. Rows also below this row."),
            Term("--at N", "With --in: at the N-th position, counted from 1."),
            Term(
              "--first, --last", "With --in: at the first or the last position; the default is the last."),
            Term("--before ADDRESS", "Directly before this row or section, in the section where it is."),
            Term("--after ADDRESS", "After this row or section and everything below it."),
          ]),
          .paragraph(
            "A row is placed in a section, below another row, or beside one. A section is placed in a section, or beside another section."
          ),
          .paragraph(
            "Without a placement, 'pleat add' puts rows into the inbox: the outermost section with the title Inbox, which is made at the end of the outline if it is missing. 'pleat settings inbox TITLE' chooses another title for everybody who uses the file. Sections go to the end of the outline."
          ),
          .paragraph(
            "'pleat move' with --first, --last or --at alone changes the order: rows move within their section, and sections among the sections beside them. Several are placed in the order in which they are named."
          ),
          .paragraph(
            "--in, --before and --after take addresses; 'pleat help addresses' explains them."),
        ]),
    ], manual: 7)

  /// How to take edits back.
  package static let history = HelpPage(
    name: "history", summary: "how to undo and redo edits",
    sections: [
      Section(
        "Examples",
        [
          .lines([
            "pleat undo              # take the last edit back",
            "pleat undo 3            # the last three, together or none",
            "pleat redo              # bring it back again",
            "pleat log -v            # what was done, by whom, and to what",
            "pleat undo --entry 4    # one entry of the log",
            "pleat undo --folds      # the last time that you collapsed or expanded something",
          ])
        ]),
      Section(
        "Description",
        [
          .paragraph(
            "The file remembers its edits. One step of the history is one command, however much it did; an import or an apply is one step too, and so are statements by hand, in the sqlite3 shell or another program, that soon follow each other. The history is in the file, so another process, or another user, can continue it tomorrow."
          ),
          .paragraph(
            "Deleted items come back with their ids, positions, texts and all users' folds. An undo is an edit itself: 'pleat redo' takes it back, until there is a new edit of the content."
          ),
          .paragraph(
            "'pleat undo' takes back your own edits. If the last edit is another user's, the command is refused with exit code 81. These options say what you mean:"
          ),
          .terms([
            Term("--mine", "Your own last edit, though others have edited since; their edits stay."),
            Term("--by NAME --since TIME", "All edits of a user since a time, as one step."),
            Term("--back-to NUMBER|TIME", "All that anybody has done since, as a new edit."),
            Term("--any", "The last edit, no matter whose it is."),
            Term("--entry NUMBER", "One entry, by the number at the beginning of its line in 'pleat log'."),
          ]),
          .paragraph(
            "An edit that is not the last one can be taken back if its items are still as the edit left them. Deleted items come back to their section, below the row that they were below, beside their old neighbours. If an item has been changed or moved again since, or what it was in is gone, nothing is changed, the message says why, and the exit code is 79."
          ),
          .paragraph(
            "Folds are not part of the content: 'pleat undo' leaves them alone, and 'pleat undo --folds' takes back the edits of your own folds."
          ),
          .paragraph(
            "The history keeps at most 200,000 changes, for at most 365 days. 'pleat settings' shows these limits, and sets them for everybody."
          ),
        ]),
    ], manual: 7)

  /// The effects of edits on a list on a screen.
  package static let changes = HelpPage(
    name: "changes", summary: "how a list on a screen changes after an edit, for programs",
    sections: [
      Section(
        "Examples",
        [
          .lines([
            "pleat add milk --in Groceries --json",
            "pleat collapse Groceries --json --layout flat",
            "pleat watch --json",
          ])
        ]),
      Section(
        "Description",
        [
          .paragraph(
            "A program that shows the outline does not have to read it again after every edit. With --json, every edit answers with the changes that lead from the list which the user saw before to the list which the user sees next. 'pleat watch --json' prints them for the edits of everybody."
          ),
          .paragraph(
            "An answer is {\"ids\":[...],\"changes\":{...}}. The ids are those of the items that the edit named and of the items that it made. The changes are null if this user's list stays as it is, as when a row is edited in a section that the user has collapsed. Tasks that repeat and were marked as done are in \"repeats\", each with its id and the day on which it is due again."
          ),
          .paragraph("First, the structure changes:"),
          .terms([
            Term(
              "deletedSections, deletedRows", "The sections and rows to delete, counted in the list before the edit."),
            Term(
              "insertedSections, insertedRows", "The sections and rows to insert, counted in the list after the edit."),
            Term(
              "movedSections, movedRows",
              "The sections and rows to move: \"from\" is in the list before, \"to\" in the list after."),
          ]),
          .paragraph("Then, the lines to draw again, counted in the list after the edit:"),
          .terms([
            Term("reloadedRows", "Rows with another text, check box or fold, or another number of hidden rows."),
            Term("reloadedHeaders", "Headers with another title or fold, or with another number of hidden rows."),
          ]),
          .paragraph(
            "Numbers count from 0. Neighbours are one run, with a \"start\" and a \"count\". Empty lists are left out. The rows of a section that is deleted, inserted or moved go with it and are not named."
          ),
          .paragraph("--layout says how the list is counted:"),
          .terms([
            Term("grouped", "Sections, and in each section its rows from 0; this is the default."),
            Term("headerRows", "The same, but the header of a section is its row 0."),
            Term(
              "flat",
              "Lines, headers included: deletedLines, insertedLines, movedLines and reloadedLines."),
          ]),
        ]),
    ], manual: 7)

  /// The exit codes of commands.
  package static let exitCodes = HelpPage(
    name: "exit-codes", summary: "how a command ends, for scripts",
    sections: [
      Section(
        "Examples",
        [
          .lines([
            "pleat find milk >/dev/null && echo \"there is milk\"",
            "pleat add milk --json || echo \"it ended with $?\"",
          ])
        ]),
      Section(
        "Description",
        [
          .paragraph("Every verb ends with one of these exit codes."),
          .terms(
            ExitCode.meanings.map {
              Term("\($0.code)", $0.meaning.prefix(1).uppercased() + $0.meaning.dropFirst() + ".")
            }
              + [Term("128 + N", "Ended by signal N: 130 after Ctrl-C, 141 when nobody reads the output.")]),
          .paragraph(
            "An edit that ends with 0 or 82 is saved. One that ends with any other code from 1 to 81 has changed nothing, unless the message says that this is not known."
          ),
          .paragraph(
            "An error is two lines on standard error: what is wrong, and what to do next. With --json it is one object, {\"error\":{\"code\":\"...\",\"message\":\"...\",\"candidates\":[...]}}, in which the code is a word such as usage, not-found, busy, ambiguous or refused. The candidates are the items that an ambiguous address fits."
          ),
        ]),
    ], manual: 7)
}
