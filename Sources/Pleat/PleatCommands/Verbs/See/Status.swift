import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat status`: shows the file, the user and the size of the outline.
struct StatusVerb: Command {
  static let verb = Verb(
    "status", synonyms: ["info"], .see, for: .key,
    summary: "Show which file and which user pleat uses, and how much the outline holds.",
    options: GlobalOptions.declared,
    examples: [
      "Which file and which user pleat uses": "pleat status",
      "The path of the file alone, for a script with jq": "pleat status --json | jq -r .file",
    ])

  let arguments: Arguments

  func run(in context: Context) throws {
    let status = try arguments.outlineForReading(in: context).status(as: arguments.userName(in: context))
    if arguments.isJSON { context.output.write(json(status)) } else { context.output.write(text(status)) }
  }

  private func text(_ status: Status) -> String {
    let items =
      status.listItems == 0
      ? "" : "items     \(Count.sections(status.listItems)) could be rows: 'pleat demote --items' makes them rows\n"
    let archive =
      status.archivedSections + status.archivedRows == 0
      ? ""
      : "archive   \(Count.sections(status.archivedSections)), \(Count.rows(status.archivedRows))\n"
    return """
      file      \(Escapes.oneLine(status.path ?? ""))
      sections  \(status.sections) (\(status.collapsed) collapsed)
      rows      \(status.rows)
      tasks     \(status.openTasks) open, \(status.doneTasks) done
      \(items)\(archive)users     \(status.users)
      user      \(Escapes.oneLine(status.user.name))
      starts    \(status.user.startsCollapsed ? "collapsed" : "expanded")
      accordion \(status.user.accordion ? "on" : "off")

      """
  }

  private func json(_ status: Status) -> JSONTree {
    [
      "file": .string(status.path ?? ""), "sections": .int(status.sections), "collapsed": .int(status.collapsed),
      "listItems": .int(status.listItems),
      "rows": .int(status.rows), "open": .int(status.openTasks), "done": .int(status.doneTasks),
      "archivedSections": .int(status.archivedSections), "archivedRows": .int(status.archivedRows),
      "user": .string(status.user.name), "users": .int(status.users),
      "startsCollapsed": .bool(status.user.startsCollapsed), "accordion": .bool(status.user.accordion),
    ]
  }
}
