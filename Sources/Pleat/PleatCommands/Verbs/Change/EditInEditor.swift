import OutlineCore
import OutlineDocuments
import OutlineFormats
import OutlineRepository
import PleatOutput
import PleatSystem

/// Edits a row, a section with everything below it, or the whole outline in an editor.
struct EditInEditor {
  /// The section or row; nil for the whole outline.
  let address: Address?
  let outline: Outline
  let report: Report
  let request: Request

  private var context: Context { report.context }
  private var user: String { report.user }

  @discardableResult
  func run() throws -> Answer {
    let copy = try document()
    guard let item = copy.items.first, case .row(let row) = item.content else {
      let text = try EditorText.write(copy, remarks: Self.remarks, today: context.today())
      let former = copy.indices
      return try edit(copy, as: text) { bytes in
        var written = try EditorText.read(bytes, ids: EditorText.IDs(copy), today: context.today())
        written.change { item, _ in
          item.content.keep(from: item.number.flatMap { former[$0] }.map { copy.items[$0].content })
        }
        return written
      }
    }
    let today = context.today()
    return try edit(copy, as: Array((DatedText.written(row.text, today: today) + "\n").utf8)) { bytes in
      let dated = DatedText(reading: try Self.text(bytes), today: today)
      var content = row
      content.text = dated.text
      if let typed = dated.schedule(today: today) {
        content.schedule = row.schedule.changed(by: typed)
        if content.schedule.due != nil, row.isDone == nil { content.isDone = false }
      }
      return Document([DocumentItem(item.number, .row(content))])
    }
  }

  private static let remarks = [
    "A line that begins with - is a row, a line that begins with : is the detail",
    "of the title above it, and any other line is a title. Each level is indented",
    "by two spaces. Keep @s1 and @r1 at the end of a line, also when you move the",
    "line, and write none on new lines. The lines that you remove are deleted from",
    "the outline. Attributes are not shown, and stay. [ ] is a check box. due:fri",
    "and repeat:weekly at the end of a line, or ! due fri and ! repeat weekly below",
    "it, are its day and its rule. A line ! below a title means that nobody can",
    "collapse the section. A backslash before a sign at the beginning of a title",
    "makes the sign part of the title. Lines that begin with # are ignored.",
  ]

  /// The document to edit, without users and flags.
  private func document() throws -> Document {
    if let address, address.mayNameSeveral { throw OutlineError.needsOne(address) }
    if let address, let row = try outline.lines(for: user, ListQuery(addresses: [address])).first,
      case .row(let row) = row
    {
      return Document([DocumentItem(row.id.rawValue, .row(row.content))])
    }
    let document = try Document { take in
      try outline.export(address.map { [$0] } ?? [], as: user, begin: { _ in }, take: take)
    }
    return Document(document.items.map { DocumentItem($0.number, $0.content, level: $0.level) })
  }

  /// Returns the text of a row's file, without the line break that editors add at the end.
  private static func text(_ bytes: [UInt8]) throws -> String {
    let bytes = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard let text = String(utf8: bytes) else {
      throw ImportError(message: "The text is not UTF-8")
    }
    return text
  }

  /// Opens the editor, and makes the edit; after a mistake in the text, opens the editor again.
  private func edit(
    _ copy: Document, as text: [UInt8], reading read: ([UInt8]) throws -> Document
  ) throws -> Answer {
    let file = try EditedFile(text, in: context)
    while true {
      let bytes = try file.edit()
      do {
        let new = try read(bytes)
        guard let answer = try save(copy, new) else {
          throw file.kept(Failure(status: 1, message: "Nothing was changed."))
        }
        file.remove()
        return answer
      } catch let error as ImportError {
        let failure = Failure(input: error, in: file.path, consequence: "Nothing was changed.")
        context.report(failure.text)
        guard context.agrees("Open the editor again, with the line marked?") else { throw file.kept(failure) }
        try file.write(MistakeRemark.inserting(error, in: bytes))
      } catch let failure as Failure {
        throw failure
      } catch {
        throw file.kept(Failure(error))
      }
    }
  }

  /// Makes the edit; returns nil if the user does not agree to its deletions.
  private func save(_ copy: Document, _ new: Document) throws -> Answer? {
    if !request.isTrial {
      var trial = request
      trial.isTrial = true
      trial.report = .names
      let answer = try revise(copy, new, with: trial)
      if case .merged(let report) = answer.outcome, report.counts.deleted > 0 {
        let text = ReceiptText(done: .edited, isTrial: true, intention: "this edits", today: context.today())
        context.report(text.merged(report))
        guard context.agrees("Save this, and delete what is listed as deleted?") else { return nil }
      }
      guard agrees(toCuttingOff: new.rowsCutOff(since: copy)) else { return nil }
    }
    let answer = try report.noted(revise(copy, new, with: request))
    try report.tell(answer, done: .edited)
    return answer
  }

  /// Asks about rows that a new title parts from the row that they were below.
  private func agrees(toCuttingOff rows: [DocumentItem]) -> Bool {
    guard let first = rows.first else { return true }
    let name = "\"\(Escapes.short(first.content.name))\"\(first.id.map { " (\($0))" } ?? "")"
    let others = rows.count > 1 ? " and \(Count.rows(rows.count - 1)) more" : ""
    return context.agrees(
      """
      A new title takes \(name)\(others) away from the row above. A row begins with '- '.
      Save it as a title?
      """)
  }

  private func revise(_ copy: Document, _ new: Document, with request: Request) throws -> Answer {
    var written = new
    let former = copy.items.reduce(into: [:]) { rules, item in rules[item.number] = item.content.task.schedule.repeats }
    for item in new.items where item.content.task.schedule.repeats != former[item.number] {
      try item.content.task.schedule.checkRule()
    }
    let ticked = written.recur(after: copy, doneOn: context.today(), isWhole: true)
    return try outline.revise(address, as: user, ticking: ticked, with: request) { current in
      try ThreeWayMerge.revising(copy, to: written, over: current)
    }
  }
}

/// A remark in the edited text, above the line with the mistake.
enum MistakeRemark {
  private static let sign = "# MISTAKE: "

  /// Returns the text with a remark above the line of the error, and without older remarks.
  static func inserting(_ error: ImportError, in text: [UInt8]) -> [UInt8] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let message = [error.message + ".", error.hint].compactMap(\.self).joined(separator: " ")
    let index = min(max((error.line ?? 1) - 1, 0), lines.count)
    lines.insert(Array((sign + Escapes.oneLine(message)).utf8)[...], at: index)
    let old = lines.indices.filter { $0 != index && lines[$0].starts(with: sign.utf8) }
    for index in old.reversed() { lines.remove(at: index) }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}

extension DocumentItem.Content {
  /// Keeps the old attributes, and the bytes of the old rule if the new rule means the same.
  fileprivate mutating func keep(from before: DocumentItem.Content?) {
    attributes = before?.attributes
    guard let old = before?.task.schedule.repeats, let new = task.schedule.repeats,
      Repeat(stored: old) == Repeat(stored: new)
    else { return }
    task.schedule.repeats = old
  }
}
