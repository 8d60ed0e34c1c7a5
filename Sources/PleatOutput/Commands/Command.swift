import ListChanges
import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments

/// A verb with its arguments, ready to be carried out: it calls the outline once and shows the answer.
package protocol Command: SendableMetatype {
  /// What the verb declares; see ``Verb``.
  static var verb: Verb { get }

  /// Reads the arguments.
  ///
  /// - Throws: A ``Refusal`` of arguments that do not go together.
  init(_ arguments: Arguments) throws

  /// Returns how many of the first arguments are addresses, as far as the verb declares them so.
  static func addressCount(of arguments: Arguments) -> Int

  /// Carries the command out.
  func run(in context: Context) throws

  /// Carries the command out, and returns its exit code.
  func status(in context: Context) throws -> Int32

  /// The options with which it uses an outline; nil for a verb that works on this machine alone.
  var outlineOptions: GlobalOptions? { get }

  /// The options of its edit; nil if it makes none.
  var editOptions: EditOptions? { get }

  /// Whether the command can save an edit.
  var mayEdit: Bool { get }

  /// Whether it shows a screen, an editor or a shell.
  var wantsTerminal: Bool { get }

  /// Whether it shows the screen, which makes its edits one by one.
  var showsScreen: Bool { get }

  /// Whether its output goes through a pager, which runs on the caller's machine.
  var wantsPager: Bool { get }

  /// The path of a document that it reads or writes; `-` is standard input or output, nil stands for none.
  var document: String? { get }

  /// Returns how its document travels where the outline is on another machine; nil if it has none to send or to receive.
  func transfer() throws -> Transfer?

  /// Whether it reads standard input, which otherwise belongs to the commands that follow.
  func readsInput(in context: Context) -> Bool

  /// Whether what it reads is used as a whole: with a part of it, the edit would be another one.
  var readsDocument: Bool { get }

  /// Why an ssh key may not ask for it, as the end of a sentence; nil if what it declares says enough.
  var unservedReason: String? { get }
}

extension Command {
  package static func addressCount(of arguments: Arguments) -> Int { .max }
  package var outlineOptions: GlobalOptions? { nil }
  package var editOptions: EditOptions? { nil }
  package var mayEdit: Bool { editOptions.map { !$0.isTrial } ?? false }
  package var wantsTerminal: Bool { false }
  package var showsScreen: Bool { false }
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

/// How the document of a command travels between this machine and the one with the outline.
package enum Transfer {
  /// The command reads the file at a path here.
  case sends(path: String)
  /// The command writes a file here, and then tells how much is in it, and whether its format has a place for everything.
  case receives(path: String, mayReplace: Bool, tell: (ExportCounts, _ isWhole: Bool, Context) -> Void)
}

/// A command that uses an outline, wherever that is.
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

  /// Returns the edit that the arguments ask for.
  func edit(in context: Context) throws -> Edit

  /// Returns what the message says besides what the edit did; nil for nothing.
  func remark(on answer: Answer, in context: Context) -> String?

  /// Whether a batch can give a name to what it adds.
  static var isNameable: Bool { get }
}

extension EditingCommand {
  package func run(in context: Context) throws { try makeEdit(in: context) }

  package static var isNameable: Bool { false }

  package func remark(on answer: Answer, in context: Context) -> String? { nil }

  package static func addressCount(of arguments: Arguments) -> Int {
    verb.arguments.first?.kind.isAddress == true ? .max : 0
  }

  /// Makes the edit that the arguments ask for, and reports it.
  package func makeEdit(in context: Context) throws {
    let edit = try edit(in: context)
    let (report, answer) = try editing.make(in: context) { outline, user, request in
      if !edit.changesContent { try NewUser(user, editing).check(in: outline, context) }
      return try outline.perform(edit, as: user, with: request)
    }
    try report.tell(answer, done: done)
    if !options.json, !answer.isRepeated, let remark = remark(on: answer, in: context) {
      report.tell(remark, of: answer)
    }
  }
}

/// Reports to the user what an edit did: as JSON data, or else as a message.
package struct Report {
  package let editing: EditOptions
  package let user: String
  package let context: Context
  package var options: GlobalOptions { editing.global }

  /// Creates the report of one edit.
  package init(_ editing: EditOptions, user: String, _ context: Context) {
    self.editing = editing
    self.user = user
    self.context = context
  }

  /// The command that takes the edit back.
  package var undo: String { "'\(CommandText.pleat(with: options.file)) undo'" }

  /// Records that the edit is saved, if it wrote something, and returns its answer.
  ///
  /// To be called as soon as the edit has been made, before anything else can fail.
  package func noted(_ answer: Answer) -> Answer {
    if answer.hasWritten, !editing.isTrial { context.noteSaved(isJSON: options.json) }
    warn(of: answer)
    return answer
  }

  /// Says what has to be said of an edit beside what it did.
  package func warn(of answer: Answer) {
    if let folder = answer.newFolder, !editing.quiet { tellOfNewFile(in: folder) }
    context.warn(of: answer.backup, isJSON: options.json)
    if let days = answer.leap {
      context.warn(
        "This edit was made \(days) days after the one before it, by the clock, so the history let nothing go by age.",
        hint: "If the clock is wrong, set it right.", isJSON: options.json)
    }
  }

  /// Says that a new outline was made in a new folder, because the path may be a slip of the pen.
  private func tellOfNewFile(in folder: String) {
    guard let path = try? options.path(in: context) else { return }
    context.warn("made a new outline at \(path), in the new folder \(folder)", isJSON: options.json)
  }

  /// Writes what the edit did, as JSON or as a message.
  ///
  /// - Parameters:
  ///   - answer: What the edit did.
  ///   - done: The participle that the message begins with, for example "added".
  package func tell(_ answer: Answer, done: String) throws {
    if options.json { context.output.write(json(answer)) } else { tell(message(answer, done: done), of: answer) }
  }

  /// Writes a message about an edit, unless messages are not wanted; of an edit that was made before, it says that instead.
  package func tell(_ message: String, of answer: Answer) {
    if !editing.quiet { context.report(answer.isRepeated ? repeated(answer) : message) }
  }

  private func repeated(_ answer: Answer) -> String {
    let ids = answer.items.isEmpty ? "" : " (\(MergeText.ids(answer.items).dropFirst()))"
    return "saved already, and not made again: \(Escapes.oneLine(context.sentence))\(ids)"
  }

  /// Returns what the edit did as a JSON object.
  package func json(_ answer: Answer) -> JSONTree {
    var members: [JSONTree.Member] = [.init("ids", .texts(answer.items.map { "\($0)" }))]
    var last: [JSONTree.Member] = []
    switch answer.outcome {
    case .edited, .imported, .set: break
    case .repeated: members.append(.init("repeated", true))
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
    if let motion = answer.changes.shownMotion { members.append(.init("motion", motion.json)) }
    return .object(members + last)
  }

  private func message(_ answer: Answer, done: String) -> String {
    let text = ReceiptText(done: done, isTrial: editing.isTrial, undo: undo, today: context.today())
    if !answer.hasWritten { return text.nothing(answer.receipt) }
    let prefix = editing.isTrial ? "would have \(done)" : done
    switch answer.outcome {
    case .edited(let receipt?), .revealed(_, let receipt?):
      return receipt.sectionCount + receipt.rowCount > 0 ? text.message(receipt) : prefix
    case .merged(let report):
      let merged = MergeText(done: done, isTrial: editing.isTrial, undo: undo).message(report, answer.items)
      return text.message(merged, ticking: answer.ticked)
    case .imported(let sections, let rows):
      return "\(prefix) \(Count.sections(sections)) and \(Count.rows(rows))" + MergeText.ids(answer.items, after: ":")
    case .edited, .revealed, .repeated, .batch, .stepped, .user, .set:
      return text.message(prefix + MergeText.ids(answer.items, after: ":"), ticking: answer.ticked)
    }
  }
}

extension TickedTask {
  /// When it is due again, as one JSON object.
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

extension ViewChanges {
  /// The edges where rows enter and leave, if sections only open and close; else nil.
  package var shownMotion: Motion? {
    let arrives = !insertedRows.isEmpty || !insertedSections.isEmpty
    let leaves = !deletedRows.isEmpty || !deletedSections.isEmpty
    return arrives && leaves ? motion : nil
  }
}
