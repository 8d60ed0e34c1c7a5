extension VerbExample {
  static let changing: [String: [VerbExample]] = [
    "add": [
      .init("A row, which goes to the section Inbox", "pleat add milk"),
      .init("Two rows at the end of a section", "pleat add eggs \"a loaf of bread\" --in Groceries"),
      .init("A section inside another one", "pleat add --section Bakery --in Groceries"),
      .init(
        "An open task directly before another row",
        "pleat add \"call the bank\" --done no --before \"water the plants\""),
      .init("One row for each line of standard input", "printf '%s\\n' socks soap | pleat add - --in Home"),
    ],
    "edit": [
      .init("Another text for a row", "pleat edit \"water the plants\" \"water the roses\""),
      .init("Another title for a section; flags and rows stay", "pleat edit Home House"),
      .init("A detail, which is shown after the title", "pleat edit Home --detail \"this week\""),
      .init("An attribute of two rows", "pleat edit apples bread --set shop=market"),
      .init("A section with everything below it in your editor", "pleat edit Groceries"),
    ],
    "done": [
      .init("Mark a row as done", "pleat done bread"),
      .init("Several rows of the first section, by their numbers", "pleat done 1:1 1:2"),
    ],
    "undone": [
      .init("Mark a row as a task that is open", "pleat undone bread"),
      .init("Several rows", "pleat undone apples bread"),
    ],
    "move": [
      .init("A row to the end of another section", "pleat move bread --in Home"),
      .init("A section with everything below it, before another one", "pleat move Home --before Groceries"),
      .init("To the top of the section that it is in", "pleat move bread --first"),
      .init("To the second place of a section", "pleat move milk --in Groceries --at 2"),
    ],
    "promote": [
      .init("A section one level up", "pleat promote Dairy"),
      .init("Make a section of a row", "pleat promote apples"),
    ],
    "demote": [
      .init("A section one level down, into the section before it", "pleat demote Home"),
      .init("Make a row of an empty section", "pleat demote Reading"),
    ],
    "sort": [
      .init("The rows of a section", "pleat sort Groceries"),
      .init("Open tasks first, tasks that are done last", "pleat sort Home --by done"),
      .init("The outermost sections, from Z to A", "pleat sort --sections --reverse"),
    ],
    "delete": [
      .init("A row", "pleat delete bread"),
      .init("A section with everything below it", "pleat delete -r Groceries"),
      .init("A section, after its rows have moved to another one", "pleat delete -r Dairy --keep-rows Home"),
      .init("The tasks that are done, everywhere", "pleat delete --done --all"),
    ],
    "apply": [
      .init("The edits of a file, all or none", "pleat apply edits.txt"),
      .init("Say what they would do", "pleat apply edits.txt -n"),
      .init(
        "A section and what goes into it, in one step",
        "printf '%s\\n' 'add --section Trip --as trip' 'add socks --in $trip' | pleat apply"),
      .init(
        "An edit as a JSON object", "echo '{\"verb\":\"add\",\"arguments\":[\"tea\"],\"in\":\"Home\"}' | pleat apply"),
    ],
  ]
}
