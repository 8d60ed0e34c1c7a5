import OutlineCore
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat due`: lists the rows and sections of the outline that are due and not done.
struct DueVerb: Command {
  static let verb = Verb(
    "due", synonyms: ["agenda", "today", "overdue", "upcoming", "week"], .see, for: .key,
    summary: "Show what is due and not done, the earliest first.",
    discussion: """
      All sections are searched, collapsed or not, except the archive. DAY is the last day to show, written as for \
      --due: today, fri, +3d, eom, 27 nov; 'pleat help days' has all forms. Late tasks are shown too. A week is today and the six days after it. \
      Each of these days has a heading of its own, then come next week and the months. \
      Without DAY, everything that has a due day and is not done is shown, with a check box or without.
      """,
    arguments: [
      Argument(
        "day", .suggested(["today", "tomorrow", "week"]), .any, help: "The last day to show, or week for a week.")
    ],
    options: [inside, fitting, ids] + DisplayOptions.declared + [Pager.off] + GlobalOptions.declared,
    examples: [
      "What is late or due today": "pleat due today",
      "What is due within a week": "pleat due week",
      "Tasks with a tag that are due in November, for a program": "pleat due 30 nov --where '#home' --json",
    ])

  private static let inside = TextOption(
    "in", .section, "address", for: .key, help: "Show only what is below this section or row.")
  private static let fitting = TextOption.fitting("Show only the tasks that fit.")
  private static let ids = Flag("ids", for: .key, help: "Show ids, which never change.")

  let arguments: Arguments

  private var words: [String] { arguments.positional }

  var needs: Needs { Needs(pager: true) }

  func run(in context: Context) throws {
    let last = try last(today: context.today())
    var filter = try arguments[Self.fitting].map { try PleatCommands.filter($0, in: context) } ?? .everything
    if let holder = try arguments[Self.inside].map(address) { filter = filter.and(.inside(holder)) }
    let outline = try arguments.outlineForReading(in: context)
    let tasks = try outline.dueTasks(until: last, fitting: filter)
    if arguments.isJSON {
      return context.output.write(try json(of: tasks, until: last, fitting: filter, outline, in: context))
    }
    if tasks.isEmpty { return context.report(nothing(until: last, in: context)) }
    try Pager.use(for: arguments, in: context)
    AgendaText(try arguments.style(in: context), showsIDs: arguments[Self.ids]).write(tasks, to: context.output)
  }

  /// Returns the tasks as JSON objects with the same members as in other lists.
  private func json(
    of tasks: [DueTask], until last: DueDate?, fitting filter: ItemFilter, _ outline: Outline, in context: Context
  ) throws -> String {
    let query = FindQuery(ItemFilter.due(.until, last ?? .last).and(.not(.task(isDone: true))).and(filter))
    let hits = try tasks.isEmpty ? [] : outline.find(query, as: arguments.userName(in: context))
    let found = Dictionary(hits.map { ($0.id, $0) }) { first, _ in first }
    let lines = tasks.compactMap { found[$0.id] }.enumerated()
    return JSONTree.lines(lines.map { JSONRenderer.object(of: $1.with(line: $0)) })
  }

  private func nothing(until last: DueDate?, in context: Context) -> String {
    guard let last else { return "nothing is due" }
    let today = context.today()
    if last.day == today, last.time == nil { return "nothing is late or due today" }
    return "nothing is late or due by \(last.shown(today: today))"
  }

  /// Returns the last date to show; nil to show all.
  private func last(today: Day) throws -> DueDate? {
    if words.isEmpty { return nil }
    if words == ["week"] { return today.adding(days: 6).map(DueDate.init) }
    return try DueDate(parsing: words.joined(separator: " "), today: today)
  }
}
