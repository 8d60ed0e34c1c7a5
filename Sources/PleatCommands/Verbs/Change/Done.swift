import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat done`: marks rows and sections as done tasks.
struct Done: TickCommand {
  static let verb = Verb(
    "done", synonyms: ["tick", "complete", "finish"], .change, for: .key, summary: "Mark rows and sections as done.",
    discussion: """
      A task that repeats stays open, and is due again on the first day of its rule that is after both today and \
      its former due day. With --for-good, or if the rule has ended, it is done for good. If another user has \
      marked it as done within the last minute, you are asked on a terminal before it moves on again.
      """,
    arguments: [Argument("address", .item, .any, help: "The rows and sections.")],
    options: [TickArguments.recursive, Self.forGood, Self.fitting, Self.was]
      + EditOptions.declared,
    examples: [
      VerbExample("Mark a row as done", "pleat done bread"),
      VerbExample("Several rows of the first section, by their numbers", "pleat done 1:1 1:2"),
      VerbExample("A section, and all tasks below it", "pleat done -r Groceries"),
      VerbExample("All open tasks with a tag", "pleat done --where '#home'"),
      VerbExample("A task that repeats, for good", "pleat done \"water the plants\" --for-good"),
    ],
    notes: VerbNotes(exitCodes: [79: nil]))

  static let fitting = WhereOption.declared("Mark all open tasks that fit.")

  private static let forGood = Flag("for-good", for: .key, help: "Mark even tasks that repeat as done for good.")

  private static let was = TextOption(
    "was", .text, "day", for: .key, purpose: .programs,
    help: "The day on which a task that repeats is due: if it is another one by now, nothing is changed (79).")

  static let isDone = true

  let arguments: TickArguments
  let endsRepeats: Bool
  let was: String?

  init(_ arguments: Arguments) throws {
    self.arguments = try TickArguments(arguments, Self.fitting)
    endsRepeats = arguments[Self.forGood]
    was = arguments[Self.was]
    if was != nil, self.arguments.isRecursive || self.arguments.filter != nil {
      throw Refusal("--was gives the day of the named tasks, so -r and --where cannot be used with it.")
    }
  }
}

struct TickArguments {
  static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Mark all tasks below them too.")

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

  static var fitting: TextOption { get }

  var arguments: TickArguments { get }

  /// Whether tasks that repeat end instead of becoming due again.
  var endsRepeats: Bool { get }

  /// The day on which a repeating task must be due, as it was typed; nil for any.
  var was: String? { get }
}

extension TickCommand {
  var editing: EditOptions { arguments.addresses.editing }

  var done: String { Self.isDone ? "marked as done" : "marked as open" }

  func run(in context: Context) throws { try makeTick(in: context) { try edit(in: context, $0) } }

  func edit(in context: Context) throws -> Edit { try edit(in: context, TickCheck()) }

  private func edit(in context: Context, _ check: TickCheck) throws -> Edit {
    var check = check
    check.days[nil] = try was.map { try DueDate(parsing: $0, today: context.today()).day }
    let tasks = ItemFilter.task(isDone: !Self.isDone)
    let addresses =
      try arguments.filter.map { [.fitting(tasks.and(try filter($0, in: context)))] } ?? arguments.addresses.addresses()
    let day = Self.isDone && !endsRepeats ? context.today() : nil
    if arguments.isRecursive { return .tick(addresses, isDone: Self.isDone, on: day, check: check) }
    return .change(addresses, to: Patch(checkBox: Self.isDone ? .done : .open, doneOn: day, check: check))
  }

  func remark(on answer: Answer, in context: Context) -> String? {
    if Self.isDone { return arguments.isRecursive ? nil : answer.receipt.flatMap(openTasks) }
    return answer.hasWritten ? nil : wayBack(of: answer.receipt?.items ?? [], in: context)
  }

  /// Returns a remark with the number of open tasks below items that were marked as done; nil if there are none.
  private func openTasks(below receipt: Receipt) -> String? {
    let count = receipt.openTasksBelow
    if count == 0 { return nil }
    let (tasks, them) = count == 1 ? ("1 task", "it") : ("\(count) tasks", "them")
    let holders = receipt.items.count { $0.openTasks > 0 && $0.recurrence == nil }
    return
      "\(tasks) below \(holders == 1 ? "it" : "them") \(count == 1 ? "is" : "are") open; -r marks \(them) as done too."
  }

  /// Returns how to take back ticking a repeating task, which is open again; nil for any other task.
  private func wayBack(of items: [Receipt.Item], in context: Context) -> String? {
    guard items.count == 1, let item = items.first, let outline = try? options.outlineForReading(in: context),
      let details = try? outline.details(of: Address(item.id), as: options.userName(in: context)),
      details.schedule.repeats != nil, let last = details.changes.first, last.isTicking, case .edit = last.entry.kind
    else { return nil }
    return "It repeats, so that it was open again when it was done. To take that back: "
      + "\(CommandText.pleat(with: options.file)) undo --entry \(last.entry.id)"
  }
}
