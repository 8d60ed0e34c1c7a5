import OutlineCore
import PleatTerminal
import PleatWords

/// When to use colours.
enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never

  /// Whether there are colours where data goes.
  func isColored(in context: Context) throws -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: try context.isTerminal && context.variable("TERM") != "dumb"
    }
  }
}

/// The options for the appearance of a list.
struct DisplayOptions {
  static let ascii = Flag("ascii", for: .key, purpose: .answer, help: "Use only ASCII characters.")
  static let color = TextOption(
    "color", .words(ColorChoice.allCases.map(\.rawValue)), "when", for: .key, purpose: .answer,
    help: "When to use colours: auto, which is on a terminal, always or never.")

  /// The declarations of the options.
  static let declared = [Self.ascii.option, Self.color.option]

  let ascii: Bool
  private let color: ColorChoice?

  /// Reads the options.
  init(_ arguments: Arguments) {
    ascii = arguments[Self.ascii]
    color = arguments[Self.color].flatMap(ColorChoice.init)
  }

  /// Returns the style for the place where the list goes.
  ///
  /// What the options leave open, the environment decides, then the configuration.
  func style(in context: Context) throws -> Style {
    let configuration = try context.configuration()
    var style = Style(
      isASCII: ascii || configuration.flag(.ascii) == true, isColored: try isColored(configuration, context))
    style.wrapping = try context.lineWrapping()
    if !ascii { style.takeMarkers(configuration) }
    if style.isColored { style.takeLooks(configuration) }
    return style
  }

  private func isColored(_ configuration: Configuration, _ context: Context) throws -> Bool {
    try colorChoice(configuration, context).choice.isColored(in: context)
  }

  /// Returns when to use colours, and what says so.
  func colorChoice(_ configuration: Configuration, _ context: Context) throws -> (choice: ColorChoice, from: Origin) {
    if let color { return (color, .option("--color")) }
    return try Self.colorChoiceWithoutOption(configuration, context)
  }

  /// Returns when to use colours where no option says so, and what says so.
  static func colorChoiceWithoutOption(
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

/// The appearance of a list.
struct Style {
  var isASCII = false
  var isColored = false
  /// How lines are broken; nil where they are not.
  var wrapping: LineWrapping?
  private var markers: [ConfigurationKey: String] = [:]
  private var looks: [ConfigurationKey: Look] = [:]

  init(isASCII: Bool = false, isColored: Bool = false) {
    self.isASCII = isASCII
    self.isColored = isColored
  }

  /// Takes the signs that a configuration has.
  mutating func takeMarkers(_ configuration: Configuration) {
    for key in ConfigurationKey.markers { markers[key] = configuration.text(key) }
  }

  /// Takes the looks that a configuration has.
  mutating func takeLooks(_ configuration: Configuration) {
    for key in Look.standard.keys { looks[key] = configuration.text(key).flatMap { Look($0) } }
  }

  /// Whether a text can stand in the place of a sign: it takes few columns, and nothing of it is shown escaped.
  static func canBeMarker(_ text: String) -> Bool {
    (1...8).contains(CharacterWidth.of(text)) && Escapes.oneLine(text) == text
  }

  /// The sign that the configuration has for a key of ``ConfigurationKey/markers``; nil if it has none.
  func ownSign(_ key: ConfigurationKey) -> String? { markers[key] }

  /// The sign for a key of ``ConfigurationKey/markers``.
  func sign(_ key: ConfigurationKey) -> String {
    if let marker = markers[key] { return marker }
    return switch key {
    case .expandedMarker: isASCII ? "-" : "▾"
    case .collapsedMarker: isASCII ? "+" : "▸"
    case .openMarker: isASCII ? "[ ]" : "☐"
    case .doneMarker: isASCII ? "[x]" : "☑"
    default: ""
    }
  }

  /// How something looks where there are colours.
  func look(_ key: ConfigurationKey) -> Look { looks[key] ?? Look.standard[key] ?? .none }

  /// Returns the marker of a header; as many blanks where nothing is below it.
  func marker(of header: HeaderLine) -> String {
    if header.rowCount + header.sectionsBelow > 0 { return marker(isOpen: !header.isCollapsed) }
    return markers.isEmpty ? " " : String(repeating: " ", count: CharacterWidth.of(sign(.expandedMarker)))
  }

  /// Returns the marker of a section.
  func marker(isOpen: Bool) -> String { sign(isOpen ? .expandedMarker : .collapsedMarker) }

  /// The check box of a task.
  func box(isDone: Bool) -> String { sign(isDone ? .doneMarker : .openMarker) }

  var dot: String { isASCII ? "-" : "·" }

  /// What stands between a title and its detail.
  var dash: String { isASCII ? "--" : "—" }

  func dim(_ text: String) -> String { drawn(text, .dim) }

  /// Returns a text that looks as a key says, where there are colours.
  func drawn(_ text: String, as key: ConfigurationKey) -> String { drawn(text, look(key)) }

  private func drawn(_ text: String, _ look: Look) -> String {
    isColored && !look.code.isEmpty ? "\u{1B}[\(look.code)m\(text)\u{1B}[0m" : text
  }

  /// Appends what `body` appends, dimmed.
  func dim(in bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) { draw(.dim, in: &bytes, body) }

  /// Appends what `body` appends, with a look.
  func draw(_ look: Look, in bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    let isDrawn = isColored && !look.code.isEmpty
    if isDrawn { bytes.append(contentsOf: "\u{1B}[\(look.code)m".utf8) }
    body(&bytes)
    if isDrawn { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
  }
}
