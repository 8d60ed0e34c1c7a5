import PleatArguments

extension HelpPage {
  /// How filters select sections and rows.
  package static let filters = HelpPage(
    name: "filters", summary: "how to select items to find, list, export, mark or delete",
    sections: [
      Section(
        "Examples",
        [
          .lines([
            "pleat find oat milk                        # both words",
            "pleat find '\"oat milk\"'                    # the phrase",
            "pleat find '#home open'                    # open tasks with a tag",
            "pleat list --where 'in:Home not done'      # below their headers",
            "pleat done --where '#home in:Home'",
            "pleat delete --where '#old or changed:1d by:bob' -n",
            "pleat export - --where 'owner=ann' --format md",
          ])
        ]),
      Section(
        "Description",
        [
          .paragraph(
            "A filter is a condition on each section and row by itself. Conditions side by side must all be true. Case is ignored, and so are accents, unless the word itself has one. Arguments of 'pleat find' are one filter, with a space between them; on the screen of 'pleat open', / takes the same filters."
          ),
          .terms([
            Term("milk", "The word occurs in the text or title, the detail, or an attribute as KEY=VALUE."),
            Term("\"oat milk\"", "The phrase occurs there. A quotation mark in it is written \\\"."),
            Term("#home", "The tag is in the text, the title or the detail, or one below it, as #home/garden."),
            Term("task, open, done", "It is a task, an open one that is not archived, or one that is done."),
            Term("archived", "It is in the archive; see 'pleat archive'."),
            Term("in:Home", "It is below this section or row, at any depth; in: takes an address."),
            Term("owner=ann", "It has the attribute, with this value or with a list that has the value."),
            Term(
              "changed:3d",
              "It changed in the last three days, as far as the history goes back; h is for hours, and w for weeks."),
            Term("by:bob", "This user changed it, as far as the history goes back."),
            Term(
              "due<=fri",
              "It is due by this day, or by this time; due:fri is on the day, and there are due<fri, due>=fri and due>fri."
            ),
            Term("due:week", "It is due today or on one of the six days after it."),
            Term("overdue", "It is late, not done and not archived; due:overdue is the same."),
            Term(
              "done:today",
              "It was marked as done on this day, as far as the history goes back, and is done or comes again; there is done:week."
            ),
            Term("no:due, has:note", "It has no due day, or it has a note; there are has:due and no:note."),
            Term("text:open", "The word occurs in the text, although it has a meaning of its own."),
            Term(
              "not X, X or Y, (X)",
              "not binds most strongly, and or least; brackets change that. NOT, OR and AND are read too."),
          ]),
          .paragraph(
            "A value with a space needs quotation marks: in:\"My home\". A word with any other name before a colon, such as https://example.org, is a text. Put a filter in single quotes, because # and brackets have a meaning for the shell."
          ),
        ]),
    ], manual: 7)
}
