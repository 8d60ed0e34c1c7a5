import PleatArguments
import PleatOutput
import PleatTerminal

/// The commands of `pleat serve`: the verbs and options that are declared for the holder of a key.
package enum Served {
  /// Refuses a command that the holder of a key may not use.
  package static func check(_ command: any Command, in context: Context) throws {
    guard context.origin?.isServed == true else { return }
    let (arguments, verb, needs) = (command.arguments, command.arguments.verb, command.needs)
    if context.origin?.right == .own, isOwners(verb) { return try checkOutline(of: command, in: context) }
    if verb.audience != .key { throw Failure.notServed("'\(verb.name)' is not served") }
    if let option = arguments.given.first(where: { $0.option.audience != .key })?.option {
      throw Failure.notServed("'\(verb.name)' with --\(option.name) is not served")
    }
    try checkOutline(of: command, in: context)
    if let document = needs.document, !context.carriesDocument {
      throw Failure.notServed(
        "it reads and writes no other file, such as '\(document.path)'; - is standard input or output")
    }
    if let reason = needs.ownersReason { throw Failure.notServed(reason) }
    if command.mayEdit, needs.dialog != .screen { try context.checkMayEdit() }
  }

  /// Whether a verb is reserved for the owner of an outline, although it uses nothing but the outline.
  static func isOwners(_ verb: Verb) -> Bool { ["users", "settings"].contains(verb.name) }

  /// Allows folds in the context of a command by a user who may fold but not edit.
  package static func allowingFolds(by verb: Verb, in context: Context) -> Context {
    var context = context
    let isBatch = verb.name == "apply"
    if context.origin?.right == .fold, verb.group == .fold || isBatch {
      context.origin?.right = .edit
      if isBatch { context.origin?.onlyFolds = true }
    }
    return context
  }

  /// Refuses a different file or user.
  private static func checkOutline(of command: any Command, in context: Context) throws {
    guard command.needs.outline else { return }
    if let file = command.arguments.file, !context.isNamedRemotely(file), try file != context.variable("PLEAT_FILE") {
      throw Failure.notServed("it does not serve '\(file)'")
    }
    if let user = command.arguments.user, try user != context.variable("PLEAT_USER") {
      throw Failure.notServed(user: user)
    }
  }
}

extension Failure {
  /// The failure of a command that names a user other than the key's.
  package static func notServed(user: String) -> Failure {
    notServed(
      "it does not serve the user '\(user)'",
      hint: "Leave out -u, and also $PLEAT_USER and 'user' in the configuration if they name another user.")
  }

  /// The failure of a command that the holder of a key may not use.
  ///
  /// - Parameters:
  ///   - reason: The reason, as the end of a sentence without its full stop.
  ///   - hint: The next step.
  package static func notServed(
    _ reason: String,
    hint: String = "'pleat help' lists the verbs; some of them work only on the machine that has the outline."
  ) -> Failure {
    Failure(
      .noPermission, "This key opens one outline for one user alone: \(reason).",
      hint: "Nothing was changed. \(hint)")
  }
}
