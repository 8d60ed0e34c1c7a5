import ArgumentParser
import ListChanges
import OutlineCore
import OutlineFormats
import OutlineRepository

/// `pleat watch`: what every commit of any process does to your list.
struct Watch: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "List what you see, then say what every edit of anybody does to it.",
    discussion: "One line for every edit, until you interrupt it. --json adds what was inserted or drawn again.")

  @Option(help: "In which layout to name places: grouped, headerRows or flat.")
  var layout: ListLayout = .grouped

  @Flag(inversion: .prefixedNo, help: "With --json: the lines that were inserted or drawn again.")
  var content = true

  @OptionGroup var display: DisplayOptions
  @OptionGroup var options: GlobalOptions

  /// How long a commit may go unnoticed, in milliseconds.
  private static let pause: Int32 = 30

  func run(in context: Context) throws {
    let path = try options.path(in: context)
    let user = try options.userName(in: context)
    let view = try OutlineView(path, as: user, wait: options.waitDuration)
    let printer = StepPrinter(watch: self, view: view, quotedUser: JSONText.quoted(user), context: context)
    try printer.printSnapshot(as: "snapshot")
    while true {
      while let step = try view.advanceIfPossible() { try printer.print(step) }
      try Self.wait(for: context.output)
    }
  }

  /// Sleeps for a moment; throws when nobody reads the output any more.
  private static func wait(for output: OutputBuffer) throws(OutputError) {
    if Platform.losesReader(output.file, within: pause) { throw .closed }
  }
}

/// Prints the steps of a view, one line each.
private struct StepPrinter {
  let watch: Watch
  let view: OutlineView
  let quotedUser: String
  let context: Context

  /// Prints the whole list: as a list for people, as one object for programs.
  func printSnapshot(as name: String) throws {
    let output = context.output
    if watch.options.json {
      output.write("{\"\(name)\":[")
      _ = try view.lines(from: 0, limit: .max, to: JSONRenderer(to: output, form: .inline))
      output.write("]}\n")
    } else {
      if name == "reset" { output.write("reset\n") }
      let renderer = TextRenderer(to: output, style: watch.display.style(in: context), showsIDs: false)
      _ = try view.lines(from: 0, limit: .max, to: renderer)
    }
    try output.finish()
  }

  func print(_ step: ViewStep) throws {
    if step.isReset { return try printSnapshot(as: "reset") }
    let output = context.output
    let laidOut = step.changes.laidOut(watch.layout, from: step.before, to: step.after)
    if watch.options.json {
      output.write("{\"changes\":\(laidOut.json(quotedUser: quotedUser))")
      if let motion = step.changes.motionJSON { output.write(",\"motion\":\(motion)") }
      if watch.content {
        output.write(",\"content\":[")
        _ = try view.content(of: step.changes, to: JSONRenderer(to: output, form: .inline))
        output.write("]")
      }
      output.write("}\n")
    } else {
      output.write("\(laidOut)\n")
    }
    try output.finish()
  }
}

extension ListLayout: ExpressibleByArgument {}
