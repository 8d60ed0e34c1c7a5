import PleatArguments
import PleatOutput
import PleatTerminal

/// The commands of `pleat serve`: the verbs and options that are declared for the holder of a key.
package enum Served {
  /// Refuses a command that the holder of a key may not use.
  package static func check(_ command: any Command, _ arguments: Arguments, in context: Context) throws {
    guard context.origin?.isServed == true else { return }
    let verb = arguments.verb
    if context.origin?.right == .own, isOwners(verb) { return try checkOutline(command.outlineOptions, in: context) }
    if verb.audience != .key { throw Failure.notServed("'\(verb.name)' is not served") }
    if let option = arguments.given.first(where: { $0.option.audience != .key })?.option {
      throw Failure.notServed("'\(verb.name)' with --\(option.name) is not served")
    }
    try checkOutline(command.outlineOptions, in: context)
    if let document = command.document, document != "-", !context.carriesDocument {
      throw Failure.notServed(
        "it reads and writes no other file, such as '\(document)'; - is standard input or output")
    }
    if let reason = command.unservedReason { throw Failure.notServed(reason) }
    if command.mayEdit, !command.showsScreen { try context.checkMayEdit() }
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
  private static func checkOutline(_ options: GlobalOptions?, in context: Context) throws {
    if let file = options?.file, !context.isNamedRemotely(file), try file != context.variable("PLEAT_FILE") {
      throw Failure.notServed("it does not serve '\(file)'")
    }
    if let user = options?.user, try user != context.variable("PLEAT_USER") {
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
