import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat users`: lists the users of the file, and renames and deletes users.
struct Users: Command {
  static let verb = Verb(
    "users", .maintenance, for: .key,
    summary: "List who has collapsed or expanded sections here, or rename or delete a user.",
    discussion: """
      --rename keeps the user's folds, their history and the user's edits in the log, under the new name. --delete \
      deletes the folds and their history for good; edits of the content stay. 'pleat undo' undoes neither.
      """,
    arguments: [
      Argument("name", .user, .any, help: "With --rename, the old name and the new one; with --delete, one name.")
    ],
    options: [rename, delete, Pager.off] + EditOptions.declared,
    examples: [
      "Who has collapsed something here": "pleat users",
      "A new name for a user, who keeps all folds": "pleat users --rename bob robert",
      "Forget the folds of a user": "pleat users --delete bob",
    ])

  private static let rename = Flag("rename", help: "Rename a user: --rename OLD NEW.")
  private static let delete = Flag("delete", help: "Delete a user with all folds: --delete NAME.")

  let arguments: Arguments

  private var names: [String] { arguments.positional }
  private var rename: Bool { arguments[Self.rename] }
  private var delete: Bool { arguments[Self.delete] }

  func check() throws {
    if rename, delete { throw Refusal("--rename and --delete cannot be used together.") }
    if rename, names.count != 2 { throw Refusal("--rename needs the old name and the new one.") }
    if delete, names.count != 1 { throw Refusal("--delete needs the name of one user.") }
    if !rename, !delete, !names.isEmpty { throw Refusal("'users' takes names only with --rename or --delete.") }
  }

  var needs: Needs { Needs(edits: rename || delete, pager: true) }

  func run(in context: Context) throws {
    if rename || delete { try change(in: context) } else { try list(in: context) }
  }

  private func list(in context: Context) throws {
    let users = try arguments.outlineForReading(in: context).users()
    if arguments.isJSON { return context.output.write(JSONTree.lines(users.map(\.json))) }
    try Pager.use(for: arguments, in: context)
    let wrapping = try context.lineWrapping()
    for user in arguments.isQuiet ? [] : users {
      let line = "\(Escapes.oneLine(user.user.name)): \(user.flagsInWords)"
      context.output.write((wrapping?.broken("", line) ?? line) + "\n")
    }
  }

  private func change(in context: Context) throws {
    let (report, answer) = try arguments.makeEdit(in: context) { outline, user, request in
      rename
        ? try outline.rename(user: names[0], to: names[1], as: user, with: request)
        : try outline.delete(user: names[0], as: user, with: request)
    }
    if arguments.isJSON { return context.output.write(report.json(answer)) }
    report.tell(answer.hasWritten ? message(answer) : "nothing to do", of: answer)
  }

  private func message(_ answer: Answer) -> String {
    let start = "\(arguments.isTrial ? "would have " : "")\(rename ? "renamed" : "deleted")"
    let quoted = names.map { "'\(Escapes.oneLine($0))'" }
    let what = rename ? "\(start) \(quoted[0]) to \(quoted[1])" : "\(start) \(quoted[0])"
    guard case .user(let flags) = answer.outcome else { return what }
    return "\(what), with \(Count.flags(flags)) and the history of folds"
      + (rename ? "" : "; undo does not bring them back")
  }
}

extension Count {
  fileprivate static func flags(_ count: Int) -> String { count == 1 ? "1 fold" : "\(count) folds" }
}

extension UserSummary {
  /// The number of flags, and the settings that differ from the defaults.
  fileprivate var flagsInWords: String {
    let settings = [
      user.startsCollapsed ? "starts collapsed" : nil, user.accordion ? "accordion on" : nil,
    ].compactMap(\.self)
    return ([flags == 0 ? "no folds" : "\(Count.flags(flags)), \(collapsed) collapsed"] + settings).joined(
      separator: ", ")
  }

  fileprivate var json: JSONTree {
    [
      "user": .string(user.name), "flags": .int(flags), "collapsed": .int(collapsed),
      "startsCollapsed": .bool(user.startsCollapsed), "accordion": .bool(user.accordion),
    ]
  }
}
