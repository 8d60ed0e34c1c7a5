import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat folds`: shows whether each section, and each row with rows below it, is collapsed.
struct Folds: Command {
  static let verb = Verb(
    "folds", .fold, for: .key,
    summary: "Show for every section, and every row with others below it, whether you have collapsed it.",
    options: DisplayOptions.declared + [Pager.off] + GlobalOptions.declared,
    examples: [
      "Every section and row, with the sign for collapsed or expanded": "pleat folds",
      "The paths of what is collapsed, with jq": "pleat folds --json | jq -r '.[] | select(.collapsed).path'",
    ])

  let arguments: Arguments

  var needs: Needs { Needs(pager: true) }

  func run(in context: Context) throws {
    let folds = try arguments.outlineForReading(in: context).folds(as: arguments.userName(in: context))
    try Pager.use(for: arguments, in: context)
    if arguments.isJSON {
      let objects = folds.map { fold -> JSONTree in
        let key = if case .row = fold.id { "row_id" } else { "section_id" }
        return [
          "id": .string("\(fold.id)"), key: .int(fold.id.number),
          "path": .string(Address.words(forPath: fold.path)), "collapsed": .bool(fold.isCollapsed),
        ]
      }
      context.output.write(JSONTree.lines(objects))
    } else {
      let style = try arguments.style(in: context)
      for fold in folds {
        let path = Escapes.oneLine(Address.words(forPath: fold.path))
        let marker = "\(style.marker(isOpen: !fold.isCollapsed)) "
        context.output.write((style.wrapping?.broken(marker, path) ?? marker + path) + "\n")
      }
    }
  }
}
