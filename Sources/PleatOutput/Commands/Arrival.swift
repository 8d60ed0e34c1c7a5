import SystemPackage

/// How a command came here from another machine.
struct Arrival {
  /// What `-f` says in the words, though the outline here has another path.
  var name: String?
  /// Whether the document that the words name is on standard input, or goes to standard output, with an ``ExportTrailer``.
  var carriesDocument = false
  /// Whether standard input comes in chunks, so that ``Context/input`` alone can read it.
  var isFramed = false
  /// Whether a forced command of ssh serves it, which leads to one outline and to no other file.
  var isServed = false
  /// Whether no edit is allowed.
  var isReadOnly = false
}

extension Context {
  /// Whether the document that the words name travels by standard input or output.
  var carriesDocument: Bool { arrival?.carriesDocument == true }

  /// Whether `-f` says this for the outline here, because a caller on another machine has typed it.
  func isNamedAfar(_ file: String) -> Bool { arrival?.name.map { $0.hasSameBytes(as: file) } ?? false }

  /// Throws a ``Failure`` if whoever is served may only read.
  func checkMayEdit() throws(Failure) {
    if arrival?.isReadOnly == true { throw .readOnly }
  }

  /// Returns the context of a command that another pleat has sent: what it prints looks as it would there.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - variable: Returns the variables of the environment on which the caller has no influence.
  func arrived(_ command: FarCommand, variable: @escaping (String) throws -> String?) throws -> Context {
    var context = self
    context.isTerminal = command.terminals.contains(.output)
    context.isInputTerminal = command.terminals.contains(.input)
    if !command.terminals.contains(.errors) { context.showProgress = nil }
    context.terminalSize = {
      guard let columns = command.columns, let rows = command.rows else { return nil }
      return (columns, rows)
    }
    context.variable = try Self.variables(of: command, variable)
    context.configurationFile = ConfigurationFile(carrying: command.values)
    context.savedEdit = SavedEdit()
    context.arrival = Arrival(
      name: command.name, carriesDocument: command.carriesDocument, isFramed: command.isFramed)
    return context
  }

  /// The variables that a command finds: those that say how a list looks are the caller's.
  private static func variables(
    of command: FarCommand, _ variable: @escaping (String) throws -> String?
  ) throws -> (String) throws -> String? {
    let home = try variable("HOME")
    let file = command.file.flatMap { ConfigurationPath.expanded($0, home: home) }
    return { name in
      switch name {
      case "PLEAT_FILE": try file ?? variable(name)
      case "PLEAT_USER": try command.user ?? variable(name)
      case "PLEAT_PAGER": ""
      case "NO_COLOR": command.isColored ? nil : "1"
      case "CLICOLOR_FORCE": command.isColored ? "1" : nil
      case "COLUMNS", "LINES", "CLICOLOR": nil
      case "LC_ALL": command.isUTF8 ? "C.UTF-8" : "C"
      case "TERM": try command.terminals.contains(.dumb) ? "dumb" : variable(name)
      default: try variable(name)
      }
    }
  }
}

extension Failure {
  /// The failure of an edit by somebody who may only read.
  static let readOnly = Failure(
    .noPermission, "This outline is served for reading alone.", hint: "Nothing was changed; folds are edits as well.")
}
