import ArgumentParser
import OutlineCore

/// `pleat settings`: shows or changes the settings of the file, which apply to all users.
struct Settings: Verb {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show the settings of the file, which apply to all users, or change one.",
    discussion: """
      history-changes is the number of changes of sections, rows and folds that the history keeps, and history-days is \
      the number of days that it keeps them. The next edit deletes the oldest edits beyond these limits.
      """)

  @Argument(help: "The setting: \(Setting.allCases.map(\.rawValue).joined(separator: " or ")).")
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
