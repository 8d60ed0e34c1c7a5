import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat archive`: moves rows and sections to the archive.
struct Archive: EditingCommand {
  static let verb = Verb(
    "archive", .change, for: .key, summary: "Move rows and sections to the archive, and note where they stood.",
    discussion: """
      The archive is the outermost section with the title Archive, which is made, collapsed for you, if it is missing; 'pleat \
      settings archive' gives it another title. What is there counts neither in 'status' nor as open, and 'list --open', 'find \
      --open' and 'delete --done --all' leave it out. The attribute archived-from says where something stood, and 'pleat \
      unarchive' brings it back.

      With --done, the tasks that are done are archived: in the sections named and those below them, or everywhere. A section \
      that is done goes with everything below it, unless something there is still open.
      """,
    arguments: [Argument("address", .item, .any, help: "The rows and sections to archive.")],
    options: [Self.onlyDone.option] + EditOptions.declared,
    examples: [
      VerbExample("A row", "pleat archive bread"),
      VerbExample("The tasks that are done, everywhere", "pleat archive --done"),
      VerbExample("The tasks that are done in a section and below it", "pleat archive --done Home"),
    ])

  private static let onlyDone = Flag(
    "done", for: .key, help: "Archive the tasks that are done, in these sections or everywhere.")

  private let addresses: [String]
  private let onlyDone: Bool
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    onlyDone = arguments[Self.onlyDone]
    editing = try EditOptions(arguments)
    if addresses.isEmpty, !onlyDone { throw Refusal("'archive' needs an ADDRESS, or --done.") }
  }

  var done: String { "archived" }

  func edit(in context: Context) throws -> Edit {
    let addresses = try addresses.map(address)
    return onlyDone ? .archiveDone(in: addresses.isEmpty ? nil : addresses) : .archive(addresses)
  }
}
