import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatTerminal

/// `pleat config`: shows the user's effective settings on this machine, and their sources.
struct ConfigVerb: Command {
  static let verb = Verb(
    "config", .maintenance,
    summary: "Show the settings of your configuration and your environment, and their sources.",
    discussion: """
      The configuration is the file pleat/config.toml in $XDG_CONFIG_HOME, or in ~/.config. It applies to you, on \
      this machine; 'pleat settings' shows the settings of an outline, which apply to all its users.
      """,
    options: DisplayOptions.declared + GlobalOptions.declared,
    examples: [
      "The effective settings and their sources": "pleat config",
      "The same for a program": "pleat config --json",
    ])

  let arguments: Arguments

  var needs: Needs { .nothing }

  func run(in context: Context) throws {
    let configuration = try context.configuration()
    let values = try ConfigurationKey.allCases.map { try held($0, configuration, context) }
    let outlines = configuration.outlines.map {
      HeldValue(
        name: "\(ConfigurationKey.outlines).\($0.name)", value: .text($0.path), from: .configuration(line: $0.line))
    }
    if arguments.isJSON {
      let keys = JSONTree.lines((values + outlines).map(\.json)).dropLast()
      let answer: JSONTree = [
        "configuration": .text(configuration.path), "exists": .bool(configuration.isThere),
        "keys": .written(String(keys)),
      ]
      context.output.write(answer)
    } else {
      write(values + outlines, configuration, context)
    }
  }

  private func write(_ values: [HeldValue], _ configuration: Configuration, _ context: Context) {
    let path = configuration.path.map(Escapes.oneLine) ?? "none, because HOME is not set"
    let isMissing = configuration.path != nil && !configuration.isThere
    context.output.write("configuration: \(path)\(isMissing ? " (does not exist)" : "")\n")
    for value in values { context.output.write(value.line) }
  }

  private func held(
    _ key: ConfigurationKey, _ configuration: Configuration, _ context: Context
  ) throws -> HeldValue {
    let (value, origin): (TOMLValue, Origin)
    switch key {
    case .file: (value, origin) = Self.text(try arguments.located(in: context))
    case .user: (value, origin) = Self.text(try arguments.named(in: context))
    case .editor: (value, origin) = Self.text(try EditedFile.editor(in: context))
    case .pager: (value, origin) = Self.text(try Pager.command(in: context))
    case .inbox: (value, origin) = Self.text(try configuration.held(key) ?? inbox(in: context))
    case .color:
      let (choice, from) = try arguments.colorChoice(configuration, context)
      (value, origin) = (.text(choice.rawValue), from)
    case .ascii:
      (value, origin) =
        arguments[DisplayOptions.ascii] ? (.flag(true), .option("--ascii")) : own(key, .flag(false), configuration)
    case .allowNetworkFile: (value, origin) = own(key, .flag(false), configuration)
    default: (value, origin) = own(key, .text(try usual(key, in: context)), configuration)
    }
    return HeldValue(name: key.rawValue, value: value, from: origin)
  }

  private static func text(_ held: (String, Origin)) -> (TOMLValue, Origin) { (.text(held.0), held.1) }

  /// The value of a key in the configuration, or else its default.
  private func own(
    _ key: ConfigurationKey, _ standard: TOMLValue, _ configuration: Configuration
  ) -> (TOMLValue, Origin) {
    guard let line = configuration.line(of: key) else { return (standard, .standard) }
    let value = configuration.text(key).map { TOMLValue.text($0) } ?? configuration.flag(key).map { .flag($0) }
    return (value ?? standard, .configuration(line: line))
  }

  /// Returns the sign or the look that a key has by default.
  private func usual(_ key: ConfigurationKey, in context: Context) throws -> String {
    if let look = key.standardLook { return look.name }
    return try arguments.style(in: context).sign(key)
  }

  /// The title of the outline's inbox.
  private func inbox(in context: Context) throws -> (String, Origin) {
    let standard = "\(Setting.inbox.standard)"
    guard let settings = try? arguments.outlineForReading(in: context).settings(), let title = settings[.inbox] else {
      return (standard, .standard)  // 'pleat config' works without an outline, and with a damaged one
    }
    return "\(title)" == standard ? (standard, .standard) : ("\(title)", .outline)
  }
}

private struct HeldValue {
  let name: String
  let value: TOMLValue
  let from: Origin

  /// The value as a line of a configuration file.
  var line: String {
    let words = Escapes.oneLine("\(name) = \(literal)")
    return words + String(repeating: " ", count: max(36 - words.count, 1)) + " # \(source)\n"
  }

  private var literal: String {
    switch value {
    case .text(let text): JSONText.string(text)
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    }
  }

  private var source: String {
    switch from {
    case .option(let name): "option \(name)"
    case .environment(let name): "$\(name)"
    case .configuration(let line): "line \(line)"
    case .login: "login name"
    case .outline: "the outline: pleat settings inbox"
    case .standard: "default"
    }
  }

  var json: JSONTree {
    func object(_ source: String, option: String? = nil, variable: String? = nil, line: Int? = nil) -> JSONTree {
      [
        "key": .string(name), "value": .written(literal), "from": .string(source), "option": option.map { .string($0) },
        "variable": variable.map { .string($0) }, "line": line.map { .int($0) },
      ]
    }
    return switch from {
    case .option(let name): object("option", option: name)
    case .environment(let name): object("environment", variable: name)
    case .configuration(let line): object("configuration", line: line)
    case .login: object("login")
    case .outline: object("outline")
    case .standard: object("default")
    }
  }
}
