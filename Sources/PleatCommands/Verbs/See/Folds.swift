import ArgumentParser
import OutlineCore
import OutlineFormats
import OutlineRepository

/// `pleat folds`: shows for every section whether it is collapsed.
struct Folds: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "folds", abstract: "Show for every section whether it is collapsed, for you.")

  @OptionGroup var display: DisplayOptions

  @Flag(help: Pager.help)
  var noPager = false

  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    let folds = try options.outlineForReading(in: context).folds(as: options.userName(in: context))
    try Pager.use(unless: noPager, options, in: context)
    if options.json {
      let objects = folds.map { fold in
        let path = JSONText.string(Address.words(forPath: fold.path))
        return
          "{\"id\":\"\(fold.id)\",\"section_id\":\(fold.id.rawValue),\"path\":\(path),\"collapsed\":\(fold.isCollapsed)}"
      }
      context.output.write(JSONText.lines(objects))
    } else {
      let style = try display.style(in: context)
      for fold in folds {
        let path = Escapes.oneLine(Address.words(forPath: fold.path))
        let marker = "\(style.marker(isOpen: !fold.isCollapsed)) "
        context.output.write((style.wrapping?.broken(marker, path) ?? marker + path) + "\n")
      }
    }
  }
}
