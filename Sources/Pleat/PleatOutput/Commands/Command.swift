import OutlineCore
import OutlineRepository
import PleatArguments
import PleatSystem

/// A verb with its arguments, ready to run: it calls the outline once and shows the answer.
package protocol Command: SendableMetatype {
  static var verb: Verb { get }

  /// The arguments, which are read where they are used.
  var arguments: Arguments { get }

  /// Creates a command without checking its arguments; ``init(_:)`` checks them.
  init(arguments: Arguments)

  /// Throws a ``Refusal`` of arguments that cannot be used together.
  func check() throws

  var needs: Needs { get }

  /// How many of the positional arguments, from the first, may be addresses.
  var addressCount: Int { get }

  func run(in context: Context) throws
}

extension Command {
  /// Reads the arguments.
  ///
  /// - Throws: A ``Refusal`` of arguments that cannot be used together.
  package init(_ arguments: Arguments) throws {
    try arguments.checkNames()
    self.init(arguments: arguments)
    try check()
  }

  package func check() {}
  package var needs: Needs { Needs() }
  package var addressCount: Int { .max }

  /// Whether the command can save an edit.
  package var mayEdit: Bool { needs.edits && !arguments.isTrial }

  /// Returns the idempotency key for sending an edit to another process, by default a random one; nil if the command
  /// makes no edit, or not a single one.
  package func keyForSending() -> String? {
    guard mayEdit, needs.dialog == nil, Self.verb.option("--\(EditOptions.idempotencyKey.name)") != nil else {
      return nil
    }
    return arguments.idempotencyKey ?? "\(Int64.random(in: 1 ... .max))"
  }

  /// Whether it reads standard input; if not, the input is left to the commands that follow.
  package func readsInput(in context: Context) -> Bool {
    switch needs.input {
    case .nothing: false
    case .answer: context.canAsk
    case .text, .wholeText: true
    }
  }
}

/// A command that makes one edit, which may be part of a batch.
package protocol EditingCommand: Command {
  /// What the edit does, for the message about it.
  var done: Deed { get }

  /// Returns the edit that the arguments describe.
  func edit(in context: Context) throws -> Edit

  /// Returns a remark to show after the message; nil for none.
  func remark(on answer: Answer, in context: Context) -> String?
}

extension EditingCommand {
  package var needs: Needs { Needs(edits: true) }

  package func run(in context: Context) throws { try makeEdit(try edit(in: context), in: context) }

  package func remark(on answer: Answer, in context: Context) -> String? { nil }

  /// Makes an edit that ticks tasks, and reports it.
  ///
  /// If another user has ticked a repeating task within the last minute, it advances again only after the user agrees
  /// at a terminal; without a terminal, the edit is refused.
  package func makeTick(in context: Context, _ edit: (TickCheck) throws -> Edit) throws {
    let mayRefuse = context.isTerminal && !arguments.isJSON && !arguments.isTrial
    var check = TickCheck(since: mayRefuse ? Platform.now - 60_000 : nil)
    while true {
      do { return try makeEdit(try edit(check), in: context) } catch let error as OutlineError {
        guard case .otherDay(let item, _, let due?, .some) = error, check.days[nil] == nil, check.days[item] == nil,
          context.canAsk
        else { throw error }
        guard context.agrees("\(Failure(outline: error).message) Mark it as done again?") else {
          return context.report("nothing was changed")
        }
        check.days[item] = due.day
      }
    }
  }

  /// Returns what an edit would do, and the report of it.
  package func tried(_ edit: Edit, in context: Context) throws -> (report: Report, answer: Answer) {
    try arguments.ofTrial.makeEdit(in: context) { try $0.perform(edit, as: $1, with: $2) }
  }

  /// Makes an edit, and reports it.
  package func makeEdit(_ edit: Edit, in context: Context) throws {
    let (report, answer) = try arguments.makeEdit(in: context) { outline, user, request in
      if !edit.changesContent { try arguments.checkNewUser(user, in: outline, context) }
      return try outline.perform(edit, as: user, with: request)
    }
    try report.tell(answer, done: done)
    if !arguments.isJSON, !answer.isRepeated, let remark = remark(on: answer, in: context) {
      report.tell(CommandText.naming(arguments.file, in: remark), of: answer)
    }
  }
}
