import OutlineCore
import OutlineRepository
import PleatArguments

extension HelpPage {
  /// Returns the page about pleat as a whole.
  package static func program(_ verbs: [Verb]) -> HelpPage {
    let groups = VerbGroup.allCases.map { group in
      Section(
        group.rawValue,
        [
          .terms(
            verbs.filter { $0.group == group && !everyday.contains($0.name) }.map(term))
        ])
    }
    return page([start, daily(verbs)] + groups + rest)
  }

  /// Returns the page that `pleat -h` shows: the usage, four examples, and the most common verbs.
  package static func shortProgram(_ verbs: [Verb]) -> HelpPage {
    let examples = ["pleat add milk bread --in Groceries", "pleat done milk", "pleat find bread", "pleat open"]
    return page([
      Section("Examples", [.lines(examples)]), daily(verbs),
      Section("", [.lines(["More: pleat VERB -h, pleat help VERB; all verbs and topics: pleat help"])]),
    ])
  }

  private static func page(_ sections: [Section]) -> HelpPage {
    HelpPage(
      name: "", summary: "outlines with check boxes in one shared file; each user keeps their own folds",
      synopsis: ["pleat [VERB] [ARGUMENT...] [OPTION...]"], sections: sections)
  }

  private static func daily(_ verbs: [Verb]) -> Section {
    Section("Every day", [.terms(everyday.compactMap { name in verbs.first { $0.name == name } }.map(term))])
  }

  private static let everyday = ["list", "add", "done", "edit", "move", "delete", "find", "open", "undo"]

  private static func term(_ verb: Verb) -> Term { Term(verb.names.joined(separator: ", "), verb.summary) }

  private static let start = Section(
    "Examples",
    [
      .lines([
        "# A section, and two rows in it",
        "pleat add --section Groceries",
        "pleat add milk bread --in Groceries",
        "# A task due on Friday and then every week, and what is due within a week",
        "pleat add 'water the plants' --in Groceries --due fri --repeat weekly",
        "pleat due week",
        "# Show only its header, and list what you see; without a verb, pleat lists",
        "pleat collapse Groceries",
        "pleat",
        "# Find a row in collapsed sections too, delete it, and take that back",
        "pleat find milk",
        "pleat delete milk",
        "pleat undo",
      ])
    ])

  private static var rest: [Section] {
    [
      Section(
        "Topics",
        [
          .terms(HelpTopic.concepts.map { Term($0.name, sentence($0.summary)) }),
          .paragraph(
            "'pleat help VERB' and 'pleat help TOPIC' say more; 'pleat help sql' describes the tables of the file."),
        ]),
      Section(
        "Options of every verb but help",
        [
          .terms([
            Term("-f, --file FILE", "The file with the outline; ssh://HOST/PATH is one on another machine."),
            Term("-u, --user USER", "The user whose folds to show and to change."),
            Term("--json", "Answer in JSON; an error is one object on standard error."),
            Term("--wait SECONDS", "How long to wait for a locked file."),
            Term("-h, --help", "Show the help of the verb, or of pleat: -h the short one, --help all of it."),
          ]),
          .paragraph(
            "Verbs that change something take -n as well, which says what would happen and changes nothing, and -q, which prints nothing on success. 'pleat --version' shows the version."
          ),
        ]),
      Section("Environment", [.terms([Surroundings.file, Surroundings.user, Surroundings.color, Surroundings.pager])]),
      Section("Files", [.terms([Surroundings.outline, Surroundings.configuration])]),
    ]
  }

  /// Returns a summary as a sentence of its own.
  static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
