import ArgumentParser
import OutlineFormats
import OutlineRepository

/// `pleat status`: shows the file, the user and the size of the outline.
struct StatusVerb: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "status", abstract: "Show which file and which user pleat uses, and how much the outline holds.")

  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    let status = try options.outlineForReading(in: context).status(as: options.userName(in: context))
    context.output.write(options.json ? json(status) : text(status))
  }

  private func text(_ status: Status) -> String {
    """
    file      \(Escapes.oneLine(status.path ?? ""))
    sections  \(status.sections) (\(status.collapsed) collapsed)
    rows      \(status.rows) (\(status.openTasks) open, \(status.doneTasks) done)
    users     \(status.users)
    user      \(Escapes.oneLine(status.user.name))
    starts    \(status.user.startsCollapsed ? "collapsed" : "expanded")
    accordion \(status.user.accordion ? "on" : "off")

    """
  }

  private func json(_ status: Status) -> String {
    "{\"file\":\(JSONText.string(status.path ?? "")),\"sections\":\(status.sections),"
      + "\"collapsed\":\(status.collapsed),\"rows\":\(status.rows),\"open\":\(status.openTasks),\"done\":\(status.doneTasks),"
      + "\"user\":\(JSONText.string(status.user.name)),"
      + "\"users\":\(status.users),\"startsCollapsed\":\(status.user.startsCollapsed),"
      + "\"accordion\":\(status.user.accordion)}\n"
  }
}
