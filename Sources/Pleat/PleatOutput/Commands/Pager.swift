import OutlineFormats
import PleatArguments
import TerminalText

/// The program that shows a list longer than the screen.
package enum Pager {
  /// Returns the shell command of the pager, and where it is set; an empty command means no pager.
  package static func command(in context: Context) throws -> (command: String, from: Origin) {
    if let command = try context.variable("PLEAT_PAGER") { return (command, .environment("PLEAT_PAGER")) }
    if let held = try context.configuration().held(.pager) { return held }
    if let command = try context.variable("PAGER") { return (command, .environment("PAGER")) }
    return ("less -FRX", .standard)
  }
}

extension Pager {
  package static let off = Flag("no-pager", for: .key, purpose: .answer, help: "Do not show a long list in a pager.")

  /// Shows the output in a pager if it is longer than the screen; only on a terminal, without `--no-pager`, and never
  /// for JSON.
  package static func use(for arguments: Arguments, in context: Context) throws {
    if !arguments[off], !arguments.isJSON { try use(in: context) }
  }

  /// Shows the output in a pager if it is longer than the screen; only on a terminal.
  package static func use(in context: Context) throws {
    guard context.isTerminal, try context.variable("TERM") != "dumb", let rows = try context.screenSize()?.rows else {
      return
    }
    let command = try command(in: context).command
    if command.contains(where: { $0 != " " }), command != "cat" {
      context.output.paging = OutputBuffer.Paging(command: command, rows: rows)
    }
  }
}

extension Context {
  /// Returns the size of the terminal that data goes to; nil if there is none, or its size is unknown.
  ///
  /// `COLUMNS` and `LINES` take precedence if they are numbers from 1 to 10000.
  package func screenSize() throws -> (columns: Int, rows: Int)? {
    guard isTerminal else { return nil }
    let device = terminalSize()
    func size(_ name: String, _ measured: Int?) throws -> Int? {
      if let number = try variable(name).flatMap({ Int($0) }), (1...10_000).contains(number) { return number }
      return measured.flatMap { $0 > 0 ? $0 : nil }
    }
    guard let columns = try size("COLUMNS", device?.columns), let rows = try size("LINES", device?.rows) else {
      return nil
    }
    return (columns, rows)
  }

  /// Returns how to break lines for the terminal that data goes to; nil without a terminal.
  package func lineWrapping() throws -> LineWrapping? { try screenSize().map { LineWrapping(width: $0.columns) } }

  /// Tells the user at a terminal what the command waits for.
  ///
  /// - Parameters:
  ///   - what: The request for input, as a sentence without its full stop.
  ///   - isQuiet: Whether `--quiet` is given.
  package func tellWaiting(_ what: String, isJSON: Bool, isQuiet: Bool) {
    guard isInputTerminal, !isQuiet else { return }
    let sentence = "\(what). Ctrl-D at the start of a line ends the input, and Ctrl-C cancels it."
    if isJSON { report(["note": ["message": .string(sentence)]]) } else { report(sentence) }
  }
}
