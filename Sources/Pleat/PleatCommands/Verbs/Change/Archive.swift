import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat archive`: moves rows and sections to the archive.
struct Archive: EditingCommand {
  static let verb = Verb(
    "archive", .change, for: .key, summary: "Move rows and sections to the archive, and remember where they were.",
    discussion: """
      The archive is the outermost section with the title Archive. If it is missing, it is made, collapsed for \
      you; 'pleat settings archive' gives it another title. Archived tasks do not count as open, and 'list \
      --open', 'find --open' and 'delete --done --all' leave the archive out. The attribute archived-from records \
      where an item was, and 'pleat unarchive' moves it back.

      With --done, the done tasks in the named sections and below them are archived, or, without ADDRESS, those of \
      the whole outline. A done section is archived with everything below it, unless something there is still \
      open.
      """,
    arguments: [Argument("address", .item, .any, help: "The rows and sections to archive.")],
    options: [onlyDone, fitting] + EditOptions.declared,
    examples: [
      "A row": "pleat archive bread",
      "The tasks that are done, everywhere": "pleat archive --done",
      "The tasks that are done in a section and below it": "pleat archive --done Home",
    ])

  private static let onlyDone = Flag(
    "done", for: .key, help: "Archive the tasks that are done, in these sections or everywhere.")
  private static let fitting = TextOption.fitting("Archive all items that fit.")

  let arguments: Arguments

  func check() throws {
    if arguments[Self.fitting] != nil, arguments[Self.onlyDone] || !arguments.positional.isEmpty {
      throw Refusal("--where selects what to archive, so neither addresses nor --done can be used with it.")
    }
    if arguments.positional.isEmpty, !arguments[Self.onlyDone], arguments[Self.fitting] == nil {
      throw Refusal("'archive' needs an ADDRESS, --done, or --where FILTER.")
    }
  }

  var done: Deed { .archived }

  func edit(in context: Context) throws -> Edit {
    if let fitting = arguments[Self.fitting] {
      return .archive([.fitting(try filter(fitting, in: context).and(.not(.archived)))])
    }
    let addresses = try arguments.addresses()
    return arguments[Self.onlyDone] ? .archiveDone(in: addresses.isEmpty ? nil : addresses) : .archive(addresses)
  }
}
