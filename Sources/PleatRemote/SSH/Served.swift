import PleatWords

/// What `pleat serve` carries out: what verbs and options declare to be for the holder of a key, and nothing else.
enum Served {
  /// Refuses a command that a key of ssh is not for.
  static func check(_ command: any Command, _ arguments: Arguments, in context: Context) throws {
    guard context.arrival?.isServed == true, !(command is HelpVerb) else { return }
    let verb = arguments.verb
    if verb.audience != .key { throw Failure.notServed("'\(verb.name)' is not served") }
    if let option = arguments.given.first(where: { $0.option.audience != .key })?.option {
      throw Failure.notServed("'\(verb.name)' with --\(option.name) is not served")
    }
    try checkOutline(command.outlineOptions, in: context)
    if let document = command.document, document != "-", !context.carriesDocument {
      throw Failure.notServed(
        "it reads and writes no other file, and '\(document)' is one; - is standard input or output")
    }
    if let reason = command.unservedReason { throw Failure.notServed(reason) }
    if command.mayEdit, !(command is Open) { try context.checkMayEdit() }
  }

  /// Refuses another file and another user.
  private static func checkOutline(_ options: GlobalOptions?, in context: Context) throws {
    if let file = options?.file, !context.isNamedAfar(file), try file != context.variable("PLEAT_FILE") {
      throw Failure.notServed("it does not serve '\(file)'")
    }
    if let user = options?.user, try user != context.variable("PLEAT_USER") {
      throw Failure.notServed(user: user)
    }
  }
}
