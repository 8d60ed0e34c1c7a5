import ArgumentParser
import OutlineCore

/// When to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

/// The options for the appearance of a list.
struct DisplayOptions: ParsableArguments {
  @Flag(help: "Use only ASCII characters.")
  var ascii = false

  @Option(help: ArgumentHelp("Colour the list: auto, always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  /// Returns the style for the place where the list goes.
  func style(in context: Context) -> Style {
    let isWanted =
      context.isTerminal && (try? context.variable("NO_COLOR") ?? "") == "" && (try? context.variable("TERM")) != "dumb"
    return Style(isASCII: ascii, isColored: color == .always || color == .auto && isWanted)
  }
}

/// The appearance of a list.
struct Style {
  var isASCII = false
  var isColored = false

  /// Returns the marker of a header; a blank where nothing is below it.
  func marker(of header: HeaderLine) -> String {
    header.rowCount + header.sectionsBelow == 0 ? " " : marker(isOpen: !header.isCollapsed)
  }

  /// Returns the marker of a section.
  func marker(isOpen: Bool) -> String {
    if isASCII { return isOpen ? "-" : "+" }
    return isOpen ? "▾" : "▸"
  }

  /// The check box of a task.
  func box(isDone: Bool) -> String {
    if isASCII { return isDone ? "[x]" : "[ ]" }
    return isDone ? "☑" : "☐"
  }

  /// The number of columns that a check box takes.
  var boxWidth: Int { isASCII ? 3 : 1 }

  var dot: String { isASCII ? "-" : "·" }

  /// What stands between a title and its detail.
  var dash: String { isASCII ? "--" : "—" }

  func dim(_ text: String) -> String { isColored ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  func bold(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Appends what `body` appends, in bold.
  func bold(in bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) { draw("1", in: &bytes, body) }

  /// Appends what `body` appends, dimmed.
  func dim(in bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) { draw("2", in: &bytes, body) }

  private func draw(_ code: String, in bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    if isColored { bytes.append(contentsOf: "\u{1B}[\(code)m".utf8) }
    body(&bytes)
    if isColored { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
  }
}
