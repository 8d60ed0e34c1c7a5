import ArgumentParser
import OutlineCore
import OutlineRepository

/// `pleat list`: lists the visible lines.
struct List: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "list", abstract: "List what you see of the outline.", aliases: ["ls"])

  @Argument(help: ArgumentHelp("The sections and rows to list; by default the whole outline.", valueName: "address"))
  var addresses: [String] = []

  @Flag(help: "List everything, also what is inside collapsed sections.")
  var all = false

  @Flag(help: "Leave out the tasks that are done.")
  var open = false

  @Flag(help: "List the headers of sections alone.")
  var sections = false

  @Option(help: ArgumentHelp("List N levels of sections, with their rows.", valueName: "N"))
  var depth: Int?

  @Flag(help: "Show ids, which never change.")
  var ids = false

  @Option(help: ArgumentHelp("Begin at this line, counted from 0.", valueName: "line"))
  var from: Int = 0

  @Option(help: ArgumentHelp("List at most N lines.", valueName: "N"))
  var limit: Int?

  @OptionGroup var display: DisplayOptions

  @Flag(help: Pager.help)
  var noPager = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try NumberRange.depth.check(depth)
    try NumberRange.from.check(from)
    try NumberRange.limit.check(limit)
  }

  func query() throws -> ListQuery {
    ListQuery(
      addresses: try addresses.map(address), ignoresFolds: all, leavesOutDone: open, depth: depth,
      leavesRowsOut: sections, from: from,
      limit: limit)
  }

  func run(in context: Context) throws {
    let query = try query()
    let outline = try options.outlineForReading(in: context)
    let user = try options.userName(in: context)
    try Pager.use(unless: noPager, options, in: context)
    if options.json {
      try outline.list(query, as: user, to: JSONRenderer(to: context.output)).end()
    } else {
      let renderer = try TextRenderer(to: context.output, style: display.style(in: context), showsIDs: ids)
      let drawn = try outline.list(query, as: user, to: renderer)
      if drawn.isEmpty, addresses.isEmpty, from == 0, context.isTerminal {
        context.report("The outline is empty. To add a first row: \(Words.command(for: options.file)) add milk")
      }
    }
  }
}
