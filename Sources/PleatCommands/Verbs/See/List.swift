import ArgumentParser
import OutlineCore
import OutlineRepository

/// `pleat list`: the visible lines.
struct List: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what you see of the outline.", aliases: ["ls"])

  @Argument(help: ArgumentHelp("What to list; the whole outline by default.", valueName: "address"))
  var addresses: [String] = []

  @Flag(help: "Ignore folds: list what is collapsed, too.")
  var all = false

  @Option(help: ArgumentHelp("List N levels of sections, with their rows.", valueName: "N"))
  var depth: Int?

  @Flag(help: "Show ids, by which every verb finds the same thing for ever.")
  var ids = false

  @Option(help: ArgumentHelp("Begin at this line, counted from 0.", valueName: "line"))
  var from: Int = 0

  @Option(help: ArgumentHelp("List N lines at the most.", valueName: "N"))
  var limit: Int?

  @OptionGroup var display: DisplayOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("--depth takes 1 or more.") }
    if from < 0 { throw ValidationError("--from takes 0 or more.") }
    if let limit, limit < 0 { throw ValidationError("--limit takes 0 or more.") }
  }

  func query() throws -> ListQuery {
    ListQuery(
      addresses: try addresses.map(address), ignoresFolds: all, depth: depth, from: from, limit: limit)
  }

  func run(in context: Context) throws {
    let query = try query()
    let outline = try options.outline(for: .reading, in: context)
    let user = try options.userName(in: context)
    if options.json {
      try outline.list(query, as: user, to: JSONRenderer(to: context.output)).end()
    } else {
      let renderer = TextRenderer(to: context.output, style: display.style(in: context), showsIDs: ids)
      _ = try outline.list(query, as: user, to: renderer)
    }
  }
}
