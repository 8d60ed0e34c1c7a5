import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat done`: marks rows and sections as done tasks.
struct Done: TickCommand {
  static let verb = Verb(
    "done", synonyms: ["tick", "complete", "finish"], .change, for: .key, summary: "Mark rows and sections as done.",
    discussion: """
      A task that repeats stays open, and is due again on the first day of its rule that is after both today and \
      its former due day. With --for-good, or if the rule has ended, it is done for good.
      """,
    arguments: [Argument("address", .item, .any, help: "The rows and sections.")],
    options: [TickArguments.recursive.option, Self.forGood.option, Self.fitting.option] + EditOptions.declared,
    examples: [
      VerbExample("Mark a row as done", "pleat done bread"),
      VerbExample("Several rows of the first section, by their numbers", "pleat done 1:1 1:2"),
      VerbExample("A section, and all tasks below it", "pleat done -r Groceries"),
      VerbExample("All open tasks with a tag", "pleat done --where '#home'"),
      VerbExample("A task that repeats, for good", "pleat done \"water the plants\" --for-good"),
    ])

  static let fitting = WhereOption.declared("Mark all open tasks that fit.")

  private static let forGood = Flag("for-good", for: .key, help: "Mark even tasks that repeat as done for good.")

  static let isDone = true

  let arguments: TickArguments
  let endsRepeats: Bool

  init(_ arguments: Arguments) throws {
    self.arguments = try TickArguments(arguments, Self.fitting)
    endsRepeats = arguments[Self.forGood]
  }
}

/// The arguments of `done` and `undone`.
struct TickArguments {
  static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Mark all tasks below the sections too.")

  let addresses: AddressArguments
  let isRecursive: Bool
  let filter: String?

  init(_ arguments: Arguments, _ fitting: TextOption) throws {
    addresses = try AddressArguments(arguments)
    isRecursive = arguments[Self.recursive]
    filter = arguments[fitting]
    try addresses.check(orWhere: filter, of: arguments.verb)
  }
}

/// A verb that ticks or unticks items.
protocol TickCommand: EditingCommand {
  /// Whether the items are done afterwards.
  static var isDone: Bool { get }

  /// The option `--where` of the verb.
  static var fitting: TextOption { get }

  var arguments: TickArguments { get }

  /// Whether tasks that repeat end instead of becoming due again.
  var endsRepeats: Bool { get }
}

extension TickCommand {
  var editing: EditOptions { arguments.addresses.editing }

  var done: String { Self.isDone ? "marked as done" : "marked as open" }

  func edit(in context: Context) throws -> Edit {
    let tasks = ItemFilter.task(isDone: !Self.isDone)
    let addresses =
      try arguments.filter.map { [.fitting(tasks.and(try filter($0, in: context)))] } ?? arguments.addresses.addresses()
    let day = Self.isDone && !endsRepeats ? context.today() : nil
    if arguments.isRecursive { return .tick(addresses, isDone: Self.isDone, on: day) }
    return .change(addresses, to: Patch(checkBox: Self.isDone ? .done : .open, doneOn: day))
  }
}
