import ArgumentParser
import ListChanges
import OutlineCore
import OutlineRepository

/// `pleat watch`: what every commit of any process does to your list.
struct Watch: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "watch", abstract: "List what you see, then say what every edit of anybody does to it.",
    discussion: "It prints one line for every edit that changes what you see, until you interrupt it.")

  @Option(help: "How the changes count sections, rows and lines.")
  var layout: ListLayout = .grouped

  @Flag(
    inversion: .prefixedNo,
    help: "With --json: say what is on the lines that were inserted or drawn again; --no-content leaves it out.")
  var content = true

  @OptionGroup var display: DisplayOptions
  @OptionGroup var options: GlobalOptions

  /// How long a commit may go unnoticed, in milliseconds.
  private static let pause: Int32 = 30

  func run(in context: Context) throws {
    let path = try options.path(in: context)
    let user = try options.userName(in: context)
    let view = try OutlineView(path, as: user, wait: options.waitDuration)
    let form: StepPrinter.Form =
      try options.json ? .json(hasContent: content) : .text(display.style(in: context))
    let printer = StepPrinter(view: view, user: user, layout: layout, form: form, output: context.output)
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

extension ListLayout: ExpressibleByArgument {
  /// The words, for help and completions; see ``WordChoice``.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }

  /// The words have no descriptions of their own.
  public static var allValueDescriptions: [String: String] { [:] }

  /// The word itself, where help names what holds without the option.
  public var defaultValueDescription: String { rawValue }
}
