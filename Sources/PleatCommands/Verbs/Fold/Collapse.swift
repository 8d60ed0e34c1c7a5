import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat collapse`: makes sections and rows hide what is below them.
struct Collapse: FoldCommand {
  static let verb = Verb(
    "collapse", aliases: ["fold"], synonyms: ["close"], .fold, for: .key,
    summary: "Collapse sections and rows, for you alone.",
    arguments: FoldArguments.arguments,
    options: FoldArguments.declared + EditOptions.declared,
    examples: [
      VerbExample("Show only the header of a section", "pleat collapse Groceries"),
      VerbExample("A section and everything below it", "pleat collapse -r Groceries"),
      VerbExample("Every section of the outline", "pleat collapse --all"),
      VerbExample("Every section, and every row that has others below it", "pleat collapse --all -r"),
    ])

  let arguments: FoldArguments

  var done: String { "collapsed" }

  func edit(in context: Context) throws -> Edit { .fold(try arguments.scope(), .collapse) }
}

/// A verb that collapses or expands sections and rows.
protocol FoldCommand: EditingCommand {
  init(arguments: FoldArguments)

  var arguments: FoldArguments { get }
}

extension FoldCommand {
  init(_ arguments: Arguments) throws { self.init(arguments: try FoldArguments(arguments)) }

  var editing: EditOptions { arguments.editing }

  func readsInput(in context: Context) -> Bool { context.canAsk }
}

struct FoldArguments {
  static let arguments = [Argument("address", .section, .any, help: "The sections and rows to collapse or expand.")]
  private static let all = Flag("all", for: .key, help: "Apply to every section.")
  private static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Apply to everything below them too.")

  static let declared: [AnyOption] = [Self.all, Self.recursive]

  private let addresses: [String]
  private let all: Bool
  private let recursive: Bool
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    all = arguments[Self.all]
    recursive = arguments[Self.recursive]
    editing = try EditOptions(arguments)
    if addresses.isEmpty, !all { throw Refusal("Name a section or a row, or give --all for every section.") }
    if !addresses.isEmpty, all {
      throw Refusal("Name sections and rows or give --all, not both.")
    }
  }

  func scope() throws -> FoldScope {
    all ? .all(withRows: recursive) : .sections(try addresses.map(address), recursive: recursive)
  }
}
