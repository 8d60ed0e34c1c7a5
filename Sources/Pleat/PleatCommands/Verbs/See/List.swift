import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat list`: lists the visible lines.
struct List: Command {
  static let verb = Verb(
    "list", aliases: ["ls"], synonyms: ["view", "cat", "tree"], .see, for: .key,
    summary: "List the outline as you have folded it.",
    discussion: """
      A named section is listed with its content even if you have collapsed it; the sections below it are listed \
      as you have folded them. The verb can be left out before a section: 'pleat Groceries' lists it, unless a \
      verb has that name.
      """,
    arguments: [Argument("address", .item, .any, help: "The sections and rows to list; by default the whole outline.")],
    options: [fitting, all, open, sections, depth, ids, from, limit] + DisplayOptions.declared + [Pager.off]
      + GlobalOptions.declared,
    examples: [
      "What you see: collapsed sections show how much they hide": "pleat",
      "The content of one section; the verb can be left out": "pleat Groceries",
      "Everything in one section, collapsed or not, with ids": "pleat list Groceries --all --ids",
      "The headers of the two upper levels": "pleat list --sections --depth 2",
      "The open tasks with a tag, below their headers": "pleat list --where '#home open'",
    ])

  private static let fitting = TextOption.fitting(
    "List only the items that fit, collapsed or not, below their headers.")
  private static let all = Flag("all", for: .key, help: "List everything, including what is collapsed.")
  private static let open = Flag("open", for: .key, help: "Leave out the tasks that are done, and the archive.")
  private static let sections = Flag("sections", for: .key, help: "List only the headers of sections.")
  private static let depth = Option<Int?>(
    "depth", 1...Int.max, "N", for: .key,
    help: "List N levels: a row counts as deep as its section, and one more for each row that it is below.")
  private static let ids = Flag("ids", for: .key, help: "Show ids, which never change.")
  private static let from = Option<Int?>(
    "from", 0...Int.max, "line", for: .key, help: "Begin at this line, counted from 0."
  ).or(0)
  private static let limit = Option<Int?>("limit", 0...Int.max, "N", for: .key, help: "List at most N lines.")

  /// Returns a number with a comma before each three digits.
  private static func grouped(_ number: Int) -> String {
    number < 1_000 ? "\(number)" : grouped(number / 1_000) + "," + "\(1_000 + number % 1_000)".dropFirst()
  }

  let arguments: Arguments
  /// The kind of item that the addresses must name; nil for any.
  private let kind: ItemKind?

  init(arguments: Arguments) { (self.arguments, kind) = (arguments, nil) }

  /// Creates the same list for addresses that must name sections.
  init(ofSections arguments: Arguments) { (self.arguments, kind) = (arguments, .section) }

  var needs: Needs { Needs(pager: true) }

  func query(in context: Context) throws -> ListQuery {
    var query = ListQuery(
      addresses: try arguments.addresses(), ignoresFolds: arguments[Self.all], leavesOutDone: arguments[Self.open],
      depth: arguments[Self.depth], leavesRowsOut: arguments[Self.sections], from: arguments[Self.from],
      limit: arguments[Self.limit])
    query.kind = kind
    query.filter = try arguments[Self.fitting].map { try filter($0, in: context) }
    return query
  }

  func run(in context: Context) throws {
    let query = try query(in: context)
    let outline = try arguments.outlineForReading(in: context)
    let user = try arguments.userName(in: context)
    try Pager.use(for: arguments, in: context)
    if arguments.isJSON {
      try outline.list(query, as: user, to: JSONRenderer(to: context.output)).end()
    } else {
      let style = try arguments.style(in: context)
      let renderer = TextRenderer(to: context.output, style: style, showsIDs: arguments[Self.ids])
      let drawn = try outline.list(query, as: user, to: renderer)
      let left = drawn.openTasksLeftOut
      if context.isOfAgent, let end = query.end {
        let rest = try outline.list(query.after(end), as: user, to: LineCount()).lines
        if rest > 0 { context.report("\(Self.grouped(rest)) more: from=\(end)") }
      }
      if left > 0 {
        let what = left == 1 ? "1 open task is not listed: it is" : "\(left) open tasks are not listed: they are"
        context.report("\(what) below a task that is done.")
      }
      let isWhole = arguments.positional.isEmpty && arguments[Self.from] == 0 && arguments[Self.limit] != 0
      guard drawn.isEmpty, isWhole, context.isTerminal else { return }
      if let fitting = arguments[Self.fitting] {
        context.report("nothing in the outline fits '\(Escapes.oneLine(fitting))'.")
      } else if !arguments[Self.open] {
        context.report("The outline is empty. To add a first row: \(CommandText.pleat(with: arguments.file)) add milk")
      }
    }
  }
}

extension ListQuery {
  /// The number of the line after the last one to list; nil if all are listed.
  fileprivate var end: Int? {
    limit.map { from.addingReportingOverflow($0) }.flatMap { $0.overflow ? nil : $0.partialValue }
  }

  fileprivate func after(_ line: Int) -> ListQuery {
    var query = self
    (query.from, query.limit) = (line, nil)
    return query
  }
}

/// Counts the lines of a list.
private struct LineCount: LineVisitor {
  let wantsIDs = false
  let wantsAttributes = false
  private(set) var lines = 0

  mutating func visit(_ header: HeaderLine) { lines += 1 }
  mutating func visit(_ row: RawRowLine, of header: HeaderLine) { lines += 1 }
}
