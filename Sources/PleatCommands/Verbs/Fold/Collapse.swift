import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat collapse`: makes sections show only their headers.
struct Collapse: EditingCommand {
  static let verb = Verb(
    "collapse", aliases: ["fold"], synonyms: ["close"], .fold, for: .key, summary: "Collapse sections, for you alone.",
    arguments: FoldOptions.arguments,
    options: FoldOptions.declared + EditOptions.declared,
    examples: [
      VerbExample("Show only the header of a section", "pleat collapse Groceries"),
      VerbExample("A section and all sections below it", "pleat collapse -r Groceries"),
      VerbExample("Every section of the outline", "pleat collapse --all"),
    ])

  private let scope: FoldOptions
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    scope = try FoldOptions(arguments)
    editing = try EditOptions(arguments)
  }

  var done: String { "collapsed" }

  func readsInput(in context: Context) -> Bool { context.canAsk }

  func edit(in context: Context) throws -> Edit { .fold(try scope.scope(), .collapse) }
}

/// The arguments and options that name sections to collapse or expand.
struct FoldOptions {
  static let arguments = [Argument("address", .section, .any, help: "The sections to collapse or expand.")]
  private static let all = Flag("all", for: .key, help: "Apply to every section.")
  private static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Apply to all sections below them too.")

  static let declared = [Self.all.option, Self.recursive.option]

  private let addresses: [String]
  private let all: Bool
  private let recursive: Bool

  init(_ arguments: Arguments) throws(Refusal) {
    addresses = arguments.positional
    all = arguments[Self.all]
    recursive = arguments[Self.recursive]
    if addresses.isEmpty, !all { throw Refusal("Name a section, or give --all for every section.") }
    if !addresses.isEmpty, all {
      throw Refusal("Name sections or give --all, not both.")
    }
  }

  func scope() throws -> FoldScope {
    all ? .all : .sections(try addresses.map(address), recursive: recursive)
  }
}
