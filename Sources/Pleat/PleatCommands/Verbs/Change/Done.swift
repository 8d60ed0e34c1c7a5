import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat done`: marks rows and sections as done tasks.
struct Done: EditingCommand {
  static let verb = Verb(
    "done", synonyms: ["tick", "complete", "finish"], .change, for: .key, summary: "Mark rows and sections as done.",
    discussion: """
      A task that repeats stays open, and is due again on the first day of its rule that is after both today and \
      its former due day; the tasks below it are open again. With --for-good, or if the rule has ended, it is done for good. If another user has \
      marked it as done within the last minute, you are asked on a terminal before it moves on again.
      """,
    arguments: [Argument("address", .item, .any, help: "The rows and sections.")],
    options: [Ticking.recursive, forGood, fitting, was] + EditOptions.declared,
    examples: [
      "Mark a row as done": "pleat done bread",
      "Several rows of the first section, by their numbers": "pleat done 1:1 1:2",
      "A section, and all tasks below it": "pleat done -r Groceries",
      "All open tasks with a tag": "pleat done --where '#home'",
      "A task that repeats, for good": "pleat done \"water the plants\" --for-good",
    ],
    exitCodes: [79: nil])

  private static let fitting = TextOption.fitting("Mark all open tasks that fit.")

  private static let forGood = Flag("for-good", for: .key, help: "Mark even tasks that repeat as done for good.")

  private static let was = TextOption(
    "was", .text, "day", for: .key, purpose: .programs,
    help: "The day on which a task that repeats is due: if it is another one by now, nothing is changed (79).")

  let arguments: Arguments

  private var ticking: Ticking { Ticking(arguments, isDone: true, fitting: Self.fitting) }

  func check() throws {
    try ticking.check()
    if arguments[Self.was] != nil, arguments[Ticking.recursive] || arguments[Self.fitting] != nil {
      throw Refusal("--was gives the day of the named tasks, so -r and --where cannot be used with it.")
    }
  }

  var done: Deed { .markedAsDone }

  func run(in context: Context) throws {
    guard try agreesToBoxes(edit(in: context), in: context) else { return context.report("nothing was changed") }
    try makeTick(in: context) { try edit(in: context, $0) }
  }

  func edit(in context: Context) throws -> Edit { try edit(in: context, TickCheck()) }

  private func edit(in context: Context, _ check: TickCheck) throws -> Edit {
    var check = check
    check.days[nil] = try arguments[Self.was].map { try DueDate(parsing: $0, today: context.today()).day }
    return try ticking.edit(in: context, doneOn: arguments[Self.forGood] ? nil : context.today(), check)
  }

  func remark(on answer: Answer, in context: Context) -> String? {
    let opened = answer.receipt?.openedBelow ?? 0
    if opened > 0 { return opened == 1 ? "1 task below is open again." : "\(opened) tasks below are open again." }
    return arguments[Ticking.recursive] ? nil : answer.receipt.flatMap(openTasks)
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
}

extension EditingCommand {
  /// At a terminal, asks before a section that is named and has no check box gets one; true if there is none.
  func agreesToBoxes(_ edit: Edit, in context: Context) throws -> Bool {
    if !context.canAsk || arguments.isTrial || arguments.isJSON || arguments[Ticking.recursive] { return true }
    let items = try tried(edit, in: context).answer.receipt?.items ?? []
    let (outline, user) = (try arguments.outlineForReading(in: context), try arguments.userName(in: context))
    let plain = try items.filter { item in
      guard case .section = item.id, case .header(let header) = try outline.details(of: Address(item.id), as: user).line
      else { return false }
      return header.section.isDone == nil
    }
    guard let first = plain.first else { return true }
    let name = "\(Escapes.short(first.name)) (\(first.id))"
    let box = done == .markedAsDone ? "a ticked box" : "an empty box"
    return context.agrees(
      plain.count == 1
        ? "\(name) is a section without a check box. Give it \(box)?"
        : "\(name) and \(plain.count - 1) more are sections without a check box. Give each of them \(box)?")
  }
}

/// What `done` and `undone` have in common.
struct Ticking {
  static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Mark all tasks below them too.")

  private let arguments: Arguments
  /// Whether the items are done afterwards.
  private let isDone: Bool
  private let fitting: TextOption

  init(_ arguments: Arguments, isDone: Bool, fitting: TextOption) {
    (self.arguments, self.isDone, self.fitting) = (arguments, isDone, fitting)
  }

  /// Refuses arguments with neither addresses nor a filter, or with both.
  func check() throws(Refusal) { try arguments.checkItems(arguments.positional.count, fitting) }

  /// - Parameter day: The day from which tasks that repeat become due again; nil to end them.
  func edit(in context: Context, doneOn day: Day? = nil, _ check: TickCheck = TickCheck()) throws -> Edit {
    let tasks = ItemFilter.task(isDone: !isDone)
    let addresses =
      try arguments[fitting].map { [.fitting(tasks.and(try filter($0, in: context)))] } ?? arguments.addresses()
    if arguments[Self.recursive] { return .tick(addresses, isDone: isDone, on: day, check: check) }
    return .change(addresses, to: Patch(checkBox: isDone ? .done : .open, doneOn: day, check: check))
  }
}
