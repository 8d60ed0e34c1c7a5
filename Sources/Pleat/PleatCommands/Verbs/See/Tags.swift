import OutlineCore
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat tags`: counts the tags, or renames one.
struct Tags: Command {
  static let verb = Verb(
    "tags", synonyms: ["labels", "contexts"], .see, for: .key,
    summary: "Count the tags of the outline, or rename one.",
    discussion: """
      A tag is a word after # in a text, a title or a detail, such as #home: a letter, then letters, digits, -, _ \
      and /. Case is ignored. A # begins a tag only at the start of a text or after a space, and never in code or \
      links. On the command line, leave out the # or put it in quotes, because a shell takes it for a comment.
      """,
    arguments: [
      Argument("tag", .tag, .any, help: "With --rename, the old name and the new one.")
    ],
    options: [rename, Pager.off] + EditOptions.declared,
    examples: [
      "All tags, and how many items have them": "pleat tags",
      "Another name for a tag, everywhere": "pleat tags --rename home house",
    ])

  private static let rename = Flag("rename", for: .key, help: "Rename a tag: --rename OLD NEW.")

  let arguments: Arguments

  private var names: [String] { arguments.positional }
  private var rename: Bool { arguments[Self.rename] }

  func check() throws {
    if rename, names.count != 2 { throw Refusal("--rename needs the old name and the new one.") }
    if !rename, !names.isEmpty {
      throw Refusal("'tags' takes names only with --rename. To find the items with a tag: pleat find '#NAME'")
    }
  }

  var needs: Needs { Needs(edits: rename, pager: !rename) }

  func run(in context: Context) throws {
    if rename { return try rename(in: context) }
    let tags = try arguments.outlineForReading(in: context).tags()
    if arguments.isJSON { return context.output.write(JSONTree.lines(tags.map(\.json))) }
    try Pager.use(for: arguments, in: context)
    for tag in arguments.isQuiet ? [] : tags { context.output.write(tag.sentence + "\n") }
  }

  private func rename(in context: Context) throws {
    let tags = try names.map(Self.tag)
    let (report, answer) = try arguments.makeEdit(in: context) { outline, user, request in
      try outline.perform(.renameTag(tags[0], to: tags[1]), as: user, with: request)
    }
    if arguments.isJSON { return context.output.write(report.json(answer)) }
    let start = "\(arguments.isTrial ? "would have " : "")renamed \(tags[0]) to \(tags[1])"
    report.tell(answer.hasWritten ? "\(start) in \(Count.things(answer.items))" : "nothing to do", of: answer)
  }

  private static func tag(_ name: String) throws(Refusal) -> Tag {
    guard let tag = Tag(name) else {
      throw Refusal(
        "'\(name)' cannot be a tag.", hint: "A tag is a letter, followed by letters, digits, -, _ and /.")
    }
    return tag
  }
}

extension TagCount {
  /// The tag and how many items have it, for people.
  fileprivate var sentence: String {
    "\(tag): \(items)" + (openTasks > 0 ? ", \(openTasks) of them open" : "")
  }

  fileprivate var json: JSONTree {
    ["tag": .string(tag.name), "items": .int(items), "openTasks": .int(openTasks)]
  }
}

extension Count {
  fileprivate static func things(_ items: [ItemID]) -> String {
    let sectionCount = items.count { if case .section = $0 { true } else { false } }
    let parts = [
      sectionCount > 0 ? sections(sectionCount) : nil,
      items.count > sectionCount ? rows(items.count - sectionCount) : nil,
    ].compactMap(\.self)
    return parts.joined(separator: " and ")
  }
}
