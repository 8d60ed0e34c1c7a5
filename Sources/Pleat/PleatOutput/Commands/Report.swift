import ListChanges
import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments

/// Reports an edit to the user: as JSON data, or else as a message.
package struct Report {
  package let arguments: Arguments
  package let user: String
  package let context: Context

  package init(_ arguments: Arguments, user: String, _ context: Context) {
    self.arguments = arguments
    self.user = user
    self.context = context
  }

  /// The command that takes the edit back, in quotes.
  package var undo: String { context.isOfAgent ? "undo" : "'\(CommandText.pleat(with: arguments.file)) undo'" }

  /// Records that the edit is saved, unless it wrote nothing, and returns its answer.
  ///
  /// Call it right after the edit, before anything else can fail.
  package func noted(_ answer: Answer) -> Answer {
    if answer.hasWritten, !arguments.isTrial { context.noteSaved(isJSON: arguments.isJSON) }
    warn(of: answer)
    return answer
  }

  /// Shows the warnings of an edit: a new folder, a failed backup, a clock that jumped.
  package func warn(of answer: Answer) {
    if let folder = answer.newFolder, !arguments.isQuiet { tellOfNewFile(in: folder) }
    context.warn(of: answer.backup, isJSON: arguments.isJSON)
    if let days = answer.leap {
      context.warn(
        "By the clock, this edit was made \(days) days after the one before it, so no old edits were trimmed from the history.",
        hint: "If the clock is wrong, correct it.", isJSON: arguments.isJSON)
    }
  }

  /// Warns that an outline was created in a new folder, because the path may be mistyped.
  private func tellOfNewFile(in folder: String) {
    guard let path = try? arguments.path(in: context) else { return }
    let made = arguments.isTrial ? "would make" : "made"
    context.warn("\(made) a new outline at \(path), in the new folder \(folder)", isJSON: arguments.isJSON)
  }

  /// Writes the answer of an edit, as JSON or as a message.
  ///
  /// - Parameter each: What each edit of a batch did.
  package func tell(_ answer: Answer, done: Deed, each: [Deed] = []) throws {
    let lines = answer.receipts.count == each.count ? zip(answer.receipts, each).map(sentence) : []
    if arguments.isJSON { return context.output.write(json(answer, lines)) }
    if lines.isEmpty { return tell(message(answer, done: done), of: answer) }
    let more = lines.count > Self.named ? ["and \(lines.count - Self.named) more"] : []
    let start = lines.count > 1 && answer.hasWritten ? ["\(arguments.isTrial ? "would have " : "")\(done.words):"] : []
    tell((start + lines.prefix(Self.named) + more).joined(separator: "\n"), of: answer)
  }

  /// The most edits of a batch that a message names.
  private static let named = 100

  /// What one edit of a batch did.
  private func sentence(_ receipt: Receipt?, _ done: Deed) -> String {
    receipt.map { message($0, done: done) } ?? done.words
  }

  private func message(_ receipt: Receipt, done: Deed) -> String {
    let text = ReceiptText(done: done, isTrial: arguments.isTrial, undo: undo, today: context.today())
    if receipt.isOfNothing { return text.nothing(receipt) }
    return receipt.sectionCount + receipt.rowCount > 0 ? text.message(receipt) : text.wholeStart
  }

  /// Writes a message about an edit, unless `--quiet` is given; for a repeated edit, says only that it was saved
  /// before.
  package func tell(_ message: String, of answer: Answer) {
    if !arguments.isQuiet { context.report(answer.isRepeated ? repeated(answer) : message) }
  }

  private func repeated(_ answer: Answer) -> String {
    let ids = answer.items.isEmpty ? "" : " (\(ReceiptText.ids(answer.items).dropFirst()))"
    return "already saved, and not made again: \(Escapes.joined(context.sentence))\(ids)"
  }

  package func json(_ answer: Answer, _ lines: [String] = []) -> JSONTree {
    var members: [JSONTree.Member] = [.init("ids", .texts(answer.items.map { "\($0)" }))]
    if !lines.isEmpty { members.append(.init("done", .texts(lines))) }
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
    case .ran(let results): if !results.isEmpty { members.append(.init("results", .array(results.map(\.json)))) }
    case .revealed(let hits, _): members.insert(.init("hits", .array(hits.map(JSONRenderer.object))), at: 0)
    case .merged(let report): last = [.init("merge", report.json)]
    }
    if !answer.ticked.isEmpty { members.append(.init("repeats", .array(answer.ticked.map(\.json)))) }
    if context.isOfAgent { return .object(members + last) }
    members.append(.init("changes", answer.changes(in: arguments.layout)?.json(of: user) ?? .null))
    if let motion = answer.changes.foldMotion { members.append(.init("motion", motion.json)) }
    return .object(members + last)
  }

  private func message(_ answer: Answer, done: Deed) -> String {
    let text = ReceiptText(done: done, isTrial: arguments.isTrial, undo: undo, today: context.today())
    if case .asked(let question) = answer.outcome { return question.sentence }
    if !answer.hasWritten { return text.nothing(answer.receipt) }
    let prefix = arguments.isTrial ? "would have \(done.words)" : done.words
    switch answer.outcome {
    case .edited(let receipt?), .revealed(_, let receipt?): return message(receipt, done: done)
    case .merged(let report):
      return text.message(text.merged(report), ticking: answer.ticked)
    case .imported(let sections, let rows, let first):
      return text.imported("\(Count.sections(sections)) and \(Count.rows(rows))", first, of: sections)
    case .edited, .revealed, .repeated, .asked, .batch, .stepped, .user, .ran, .set:
      return text.message(prefix + ReceiptText.ids(answer.items, after: ":"), ticking: answer.ticked)
    }
  }
}

extension DeletionQuestion {
  /// The most items that the answer lists.
  private static let named = 100

  /// The items that would be deleted, and the word that confirms it.
  fileprivate var sentence: String {
    let names = items.prefix(Self.named).map { "\"\(Escapes.short($0.name))\" (\($0.id))" }.joined(separator: ", ")
    let more = items.count > Self.named ? " and \(items.count - Self.named) more" : ""
    return "nothing was changed: this would delete \(names)\(more). To agree, call again with confirm: "
      + String(number, radix: 16)
  }

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

extension StatementResult {
  /// The rows as objects; a column whose name an earlier one has gets a number after it, as in SQLite's own subqueries.
  fileprivate var json: JSONTree {
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    let names = columns.map { column in
      var name = column
      while !taken.insert(name).inserted {
        let number = numbers[column, default: 0] + 1
        numbers[column] = number
        name = "\(column):\(number)"
      }
      return name
    }
    return .array(rows.map { row in .object(zip(names, row).map { JSONTree.Member($0, $1.json) }) })
  }
}

extension StatementResult.Value {
  fileprivate var json: JSONTree {
    switch self {
    case .null: .null
    case .number(let text): .number(text)
    case .text(let text): .string(text)
    }
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
