import ArgumentParser
import OutlineCore

/// `pleat settings`: what can be set for everybody who uses the file.
struct Settings: Verb {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show what can be set for everybody who uses the file, or set it.",
    discussion: """
      history-changes is how many changes of sections, rows and folds the history holds, and history-days how old they \
      may get; with the next edit, the oldest edits go that are beyond it.
      """)

  @Argument(help: "What to set: \(Setting.allCases.map(\.rawValue).joined(separator: " or ")).")
  var name: Setting?

  @Argument(help: "The new value.")
  var value: Int?

  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    if let name, let value {
      try options.outline(for: .editing, in: context).set(name, to: value)
      return
    }
    let settings = try options.outline(for: .reading, in: context).settings()
    let wanted = Setting.allCases.filter { name == nil || name == $0 }
      .map { ($0.rawValue, settings[$0] ?? $0.standard) }
    if options.json {
      context.output.write("{\(wanted.map { "\"\($0)\":\($1)" }.joined(separator: ","))}\n")
    } else {
      for (name, value) in wanted { context.output.write("\(name) \(value)\n") }
    }
  }
}

extension Setting: ExpressibleByArgument {}
