import PleatArguments
import TerminalText

extension ColorChoice {
  /// Whether to colour the output for data; `auto` colours it on a terminal whose `TERM` is not `dumb`.
  ///
  /// - Throws: `Failure` if the environment variable is not UTF-8.
  package func isColored(in context: Context) throws -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: try context.isTerminal && context.variable("TERM") != "dumb"
    }
  }
}

/// The options for the appearance of a list.
package enum DisplayOptions {
  package static let ascii = Flag("ascii", for: .key, purpose: .answer, help: "Use only ASCII characters.")
  package static let color = Option<ColorChoice?>(
    choice: "color", for: .key, purpose: .answer,
    help: "When to use colours: auto (only on a terminal), always or never.")

  package static let declared: [AnyOption] = [ascii, color]
}

extension Arguments {
  /// Returns the style of a list, from the options, the environment and the configuration.
  ///
  /// ``colorChoice(_:_:)`` decides on colours. `--ascii`, the configuration or a locale without UTF-8 make the list
  /// ASCII. Configured markers then replace the ASCII ones, but not with `--ascii`; without UTF-8, only those in ASCII
  /// do.
  ///
  /// - Throws: `Failure` if the configuration or an environment variable cannot be read.
  package func style(in context: Context) throws -> Style {
    let configuration = try context.configuration()
    let isUTF8 = try context.isUTF8()
    let ascii = self[DisplayOptions.ascii]
    func own(_ key: ConfigurationKey) -> String? {
      configuration.text(key).flatMap { !ascii && (isUTF8 || $0.utf8.allSatisfy { $0 < 0x80 }) ? $0 : nil }
    }
    let signs = Signs(
      isUTF8: isUTF8 && !ascii && configuration.flag(.ascii) != true, expanded: own(.expandedMarker),
      collapsed: own(.collapsedMarker), open: own(.openMarker), done: own(.doneMarker))
    var style = Style(signs: signs, isColored: try isColored(configuration, context))
    style.today = context.today()
    style.wrapping = try context.lineWrapping()
    if style.isColored { style.takeLooks(configuration) }
    return style
  }

  private func isColored(_ configuration: Configuration, _ context: Context) throws -> Bool {
    try colorChoice(configuration, context).choice.isColored(in: context)
  }

  /// Returns when to use colours, and where that is set: `--color` first, then the environment, then the configuration.
  package func colorChoice(_ configuration: Configuration, _ context: Context) throws -> (
    choice: ColorChoice, from: Origin
  ) {
    if let color = self[DisplayOptions.color] { return (color, .option("--color")) }
    return try DisplayOptions.colorChoiceWithoutOption(configuration, context)
  }
}

extension DisplayOptions {
  /// Returns when to use colours without `--color`, and where that is set.
  ///
  /// The order is `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, the configuration; the first that is set counts.
  package static func colorChoiceWithoutOption(
    _ configuration: Configuration, _ context: Context
  ) throws -> (choice: ColorChoice, from: Origin) {
    if try !(context.variable("NO_COLOR") ?? "").isEmpty { return (.never, .environment("NO_COLOR")) }
    if try !["", "0"].contains(context.variable("CLICOLOR_FORCE") ?? "") {
      return (.always, .environment("CLICOLOR_FORCE"))
    }
    if try context.variable("CLICOLOR") == "0" { return (.never, .environment("CLICOLOR")) }
    if let word = configuration.text(.color), let choice = ColorChoice(rawValue: word) {
      return (choice, .configuration(line: configuration.line(of: .color) ?? 1))
    }
    return (.auto, .standard)
  }
}
