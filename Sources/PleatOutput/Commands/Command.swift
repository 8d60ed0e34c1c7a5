import ListChanges
import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatSystem

/// A verb with its arguments, ready to run: it calls the outline once and shows the answer.
package protocol Command: SendableMetatype {
  static var verb: Verb { get }

  /// Reads the arguments.
  ///
  /// - Throws: A ``Refusal`` of arguments that cannot be used together.
  init(_ arguments: Arguments) throws

  /// Returns how many of the positional arguments, from the first, may be addresses.
  static func addressCount(of arguments: Arguments) -> Int

  func run(in context: Context) throws

  /// Carries the command out, and returns its exit code.
  func status(in context: Context) throws -> Int32

  /// The options with which it opens an outline; nil for a verb that is never sent to another machine.
  var outlineOptions: GlobalOptions? { get }

  /// The options of its edit; nil if it makes no edit.
  var editOptions: EditOptions? { get }

  /// Whether the command can save an edit.
  var mayEdit: Bool { get }

  /// Whether it waits for reactions to its output: on a screen, in an editor or a shell, or from a program.
  var isInteractive: Bool { get }

  /// Whether it shows the screen, which makes its edits one by one.
  var showsScreen: Bool { get }

  /// Whether it prints changes of the outline until it is interrupted.
  var follows: Bool { get }

  /// Whether its output goes through a pager, which runs on the caller's machine.
  var wantsPager: Bool { get }

  /// The path of the document that it reads or writes; `-` is standard input or output, nil means none.
  var document: String? { get }

  /// Returns how the document is transferred if the outline is on another machine; nil if there is no document.
  func transfer() throws -> Transfer?

  /// Whether it reads standard input; if not, the input is left to the commands that follow.
  func readsInput(in context: Context) -> Bool

  /// Whether it needs its whole input, because a truncated input would make a different edit.
  var readsDocument: Bool { get }

  /// Why this command is refused to an ssh key although its verb is allowed, as the end of a sentence; nil if allowed.
  var unservedReason: String? { get }
}

extension Command {
  package static func addressCount(of arguments: Arguments) -> Int { .max }
  package var outlineOptions: GlobalOptions? { nil }
  package var editOptions: EditOptions? { nil }
  package var mayEdit: Bool { editOptions.map { !$0.isTrial } ?? false }
  package var isInteractive: Bool { false }
  package var showsScreen: Bool { false }
  package var follows: Bool { false }
  package var wantsPager: Bool { false }
  package var document: String? { nil }
  package var readsDocument: Bool { false }
  package var unservedReason: String? { nil }
  package func readsInput(in context: Context) -> Bool { false }
  package func transfer() throws -> Transfer? { nil }

  package func status(in context: Context) throws -> Int32 {
    try run(in: context)
    return 0
  }
}

/// How a document travels between this machine and the one with the outline.
package enum Transfer {
  /// The command reads a file on this machine.
  case sends(path: String)
  /// The command writes a file on this machine, then reports the counts and whether the format could hold everything.
  case receives(path: String, mayReplace: Bool, tell: (ExportCounts, _ isWhole: Bool, Context) -> Void)
}

/// A command that uses an outline, on this machine or another.
package protocol OutlineCommand: Command {
  var options: GlobalOptions { get }
}

extension OutlineCommand {
  package var outlineOptions: GlobalOptions? { options }
}

/// A command that edits an outline.
package protocol WritingCommand: OutlineCommand {
  var editing: EditOptions { get }
}

extension WritingCommand {
  package var options: GlobalOptions { editing.global }
  package var editOptions: EditOptions? { editing }
}

/// A command that makes one edit, which may be part of a batch.
package protocol EditingCommand: WritingCommand {
  /// The participle that the message begins with, for example "added".
  var done: String { get }

  /// Returns the edit that the arguments describe.
  func edit(in context: Context) throws -> Edit

  /// Returns a remark to show after the message; nil for none.
  func remark(on answer: Answer, in context: Context) -> String?

  /// Whether a line of a batch can name the item that this verb adds.
  static var isNameable: Bool { get }
}

extension EditingCommand {
  package func run(in context: Context) throws { try makeEdit(in: context) }

  package static var isNameable: Bool { false }

  package func remark(on answer: Answer, in context: Context) -> String? { nil }

  package static func addressCount(of arguments: Arguments) -> Int {
    verb.arguments.first?.kind.isAddress == true ? .max : 0
  }

  /// Makes an edit that ticks tasks, and reports it.
  ///
  /// If another user has ticked a repeating task within the last minute, it advances again only after the user agrees
  /// at a terminal; without a terminal, the edit is refused.
  package func makeTick(in context: Context, _ edit: (TickCheck) throws -> Edit) throws {
    let mayRefuse = context.isTerminal && !options.json && !editing.isTrial
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

  /// Makes the edit that the arguments describe, and reports it.
  package func makeEdit(in context: Context) throws { try makeEdit(try edit(in: context), in: context) }

  private func makeEdit(_ edit: Edit, in context: Context) throws {
    let (report, answer) = try editing.make(in: context) { outline, user, request in
      if !edit.changesContent { try NewUserName(user, editing).check(in: outline, context) }
      return try outline.perform(edit, as: user, with: request)
    }
    try report.tell(answer, done: done)
    if !options.json, !answer.isRepeated, let remark = remark(on: answer, in: context) {
      report.tell(CommandText.naming(options.file, in: remark), of: answer)
    }
  }
}

/// Reports an edit to the user: as JSON data, or else as a message.
package struct Report {
  package let editing: EditOptions
  package let user: String
  package let context: Context
  package var options: GlobalOptions { editing.global }

  package init(_ editing: EditOptions, user: String, _ context: Context) {
    self.editing = editing
    self.user = user
    self.context = context
  }

  /// The command that takes the edit back, in quotes.
  package var undo: String { "'\(CommandText.pleat(with: options.file)) undo'" }

  /// Records that the edit is saved, unless it wrote nothing, and returns its answer.
  ///
  /// Call it right after the edit, before anything else can fail.
  package func noted(_ answer: Answer) -> Answer {
    if answer.hasWritten, !editing.isTrial { context.noteSaved(isJSON: options.json) }
    warn(of: answer)
    return answer
  }

  /// Shows the warnings of an edit: a new folder, a failed backup, a clock that jumped.
  package func warn(of answer: Answer) {
    if let folder = answer.newFolder, !editing.quiet { tellOfNewFile(in: folder) }
    context.warn(of: answer.backup, isJSON: options.json)
    if let days = answer.leap {
      context.warn(
        "By the clock, this edit was made \(days) days after the one before it, so no old edits were trimmed from the history.",
        hint: "If the clock is wrong, correct it.", isJSON: options.json)
    }
  }

  /// Warns that an outline was created in a new folder, because the path may be mistyped.
  private func tellOfNewFile(in folder: String) {
    guard let path = try? options.path(in: context) else { return }
    let made = editing.isTrial ? "would make" : "made"
    context.warn("\(made) a new outline at \(path), in the new folder \(folder)", isJSON: options.json)
  }

  /// Writes the answer of an edit, as JSON or as a message.
  ///
  /// - Parameters:
  ///   - answer: The answer of the edit.
  ///   - done: The participle that the message begins with, for example "added".
  package func tell(_ answer: Answer, done: String) throws {
    if options.json { context.output.write(json(answer)) } else { tell(message(answer, done: done), of: answer) }
  }

  /// Writes a message about an edit, unless `--quiet` is given; for a repeated edit, says only that it was saved
  /// before.
  package func tell(_ message: String, of answer: Answer) {
    if !editing.quiet { context.report(answer.isRepeated ? repeated(answer) : message) }
  }

  private func repeated(_ answer: Answer) -> String {
    let ids = answer.items.isEmpty ? "" : " (\(MergeText.ids(answer.items).dropFirst()))"
    return "already saved, and not made again: \(Escapes.oneLine(context.sentence))\(ids)"
  }

  package func json(_ answer: Answer) -> JSONTree {
    var members: [JSONTree.Member] = [.init("ids", .texts(answer.items.map { "\($0)" }))]
    var last: [JSONTree.Member] = []
    switch answer.outcome {
    case .edited, .imported, .set: break
    case .repeated: members.append(.init("repeated", true))
    case .asked(let question): members += question.members
    case .batch(let names):
      let names = names.sorted { $0.key < $1.key }.map { JSONTree.Member($0.key, .string("\($0.value)")) }
      if !names.isEmpty { members.append(.init("names", .object(names))) }
    case .stepped(let entries, _): members.append(.init("entries", .array(entries.map(\.originJSON))))
    case .user(let flags): members.append(.init("flags", .int(flags)))
    case .revealed(let hits, _): members.insert(.init("hits", .array(hits.map(JSONRenderer.object))), at: 0)
    case .merged(let report): last = [.init("merge", report.json)]
    }
    if !answer.ticked.isEmpty { members.append(.init("repeats", .array(answer.ticked.map(\.json)))) }
    members.append(.init("changes", answer.changes(in: editing.layout)?.json(of: user) ?? .null))
    if let motion = answer.changes.foldMotion { members.append(.init("motion", motion.json)) }
    return .object(members + last)
  }

  private func message(_ answer: Answer, done: String) -> String {
    let text = ReceiptText(done: done, isTrial: editing.isTrial, undo: undo, today: context.today())
    if case .asked(let question) = answer.outcome {
      return "would delete \(question.items.count == 1 ? "1 thing" : "\(question.items.count) things")"
    }
    if !answer.hasWritten { return text.nothing(answer.receipt) }
    let prefix = editing.isTrial ? "would have \(done)" : done
    switch answer.outcome {
    case .edited(let receipt?), .revealed(_, let receipt?):
      return receipt.sectionCount + receipt.rowCount > 0 ? text.message(receipt) : prefix
    case .merged(let report):
      let merged = MergeText(done: done, isTrial: editing.isTrial, undo: undo).message(report)
      return text.message(merged, ticking: answer.ticked)
    case .imported(let sections, let rows, let first):
      return text.imported("\(Count.sections(sections)) and \(Count.rows(rows))", first, of: sections)
    case .edited, .revealed, .repeated, .asked, .batch, .stepped, .user, .set:
      return text.message(prefix + MergeText.ids(answer.items, after: ":"), ticking: answer.ticked)
    }
  }
}

extension DeletionQuestion {
  /// The most items that the answer lists.
  private static let named = 100

  /// The items that would be deleted and the code that confirms it, as JSON members of the answer.
  fileprivate var members: [JSONTree.Member] {
    let names = items.prefix(Self.named).map { item -> JSONTree in
      ["id": .string("\(item.id)"), "name": .string(item.name)]
    }
    return [
      .init("wouldDelete", .array(names)), .init("count", .int(items.count)),
      .init("confirm", .string(String(number, radix: 16))),
    ]
  }
}

extension TickedTask {
  fileprivate var json: JSONTree {
    let members: [JSONTree.Member] =
      switch recurrence {
      case .again(let schedule): [.init("due", .text(schedule.due?.description))]
      case .ended: [.init("due", .null)]
      case .unfollowed(let part): [.init("due", .null), .init("unfollowed", .string(part))]
      }
    return .object([.init("id", .string("\(id)"))] + members)
  }
}
