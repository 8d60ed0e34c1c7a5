import PleatOutput

extension Context {
  /// Returns the context of a command from another machine; its output looks as it would on that machine.
  ///
  /// - Parameters:
  ///   - variable: Returns the value of an environment variable of this machine.
  package func arrived(_ command: RemoteCommand, variable: @escaping (String) throws -> String?) throws -> Context {
    var context = self
    context.isTerminal = command.terminals.contains(.output)
    context.isInputTerminal = command.terminals.contains(.input)
    if !command.terminals.contains(.errors) { context.showProgress = nil }
    context.terminalSize = {
      guard let columns = command.columns, let rows = command.rows else { return nil }
      return (columns, rows)
    }
    if let zone = command.zone { context.useZone(zone) }
    context.variable = try Self.variables(of: command, variable)
    context.configurationFile = ConfigurationFile(carrying: command.values)
    context.savedEdit = SavedEdit()
    context.deletions = command.deletions
    context.origin = RemoteOrigin(
      name: command.name, carriesDocument: command.carriesDocument, isFramed: command.isFramed,
      isServed: command.isServed)
    return context
  }

  /// Returns the environment of a command; the caller's variables decide on the look of its output.
  private static func variables(
    of command: RemoteCommand, _ variable: @escaping (String) throws -> String?
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
