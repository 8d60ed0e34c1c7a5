import OutlineCore
import OutlineDocuments
import OutlineFormats
import OutlineRepository
import PleatOutput

/// Lets somebody change a row, a section with everything below it, or the whole outline in an editor.
struct EditInEditor {
  /// The section or row; nil for the whole outline.
  let address: Address?
  let outline: Outline
  let report: Report
  let request: Request

  private var context: Context { report.context }
  private var user: String { report.user }

  /// Opens the editor, and makes the edit.
  @discardableResult
  func run() throws -> Answer {
    let copy = try pieces()
    guard case .row(let row)? = copy.first else {
      let text = try EditorText.write(copy, remarks: Self.remarks)
      let former = Dictionary(copy.map { ($0.itemID, $0) }) { first, _ in first }
      return try edit(copy, as: text) { bytes in
        let today = context.today()
        return try EditorText.read(bytes, ids: EditorText.IDs(copy), today: today).map { piece in
          let before = piece.itemID.flatMap { former[$0] }
          return piece.with(attributes: before?.attributes).keepingRule(of: before)
        }
      }
    }
    return try edit(copy, as: Array((row.draft.text + "\n").utf8)) { bytes in [.row(try Self.row(row, bytes))] }
  }

  private static let remarks = [
    "A line that begins with - is a row, a line with : the detail of the title above it, any other line a title. Two",
    "spaces are a level. @s1 and @r1 at the ends say which section or row a line is: move them with the line, leave them",
    "out of new lines. What is no longer here is deleted. Attributes are not shown, and stay. [ ] is a box, ! a section that",
    "nobody can collapse; ! due fri and ! repeat weekly below a line are its day and its rule. \\ makes a sign at the beginning a part of the title. Lines that begin with # are left out.",
  ]

  /// The pieces to edit, without users and flags.
  private func pieces() throws -> [OutlinePiece] {
    if let address, address.mayNameSeveral { throw OutlineError.needsOne(address) }
    if let address, let row = try outline.lines(for: user, ListQuery(addresses: [address])).first,
      case .row(let row) = row
    {
      return [.row(RowPiece(row.content, id: row.id))]
    }
    var pieces: [OutlinePiece] = []
    try outline.export(address.map { [$0] } ?? [], as: user, begin: { _ in }) { piece in
      switch piece {
      case .section(let section): pieces.append(.section(SectionPiece(section.draft, id: section.id)))
      case .row: pieces.append(piece)
      case .identity, .user, .level, .collapsed: break
      }
    }
    return pieces
  }

  /// The row with the text of a file; the line end that editors put at the end is no part of it.
  private static func row(_ row: RowPiece, _ bytes: [UInt8]) throws -> RowPiece {
    var bytes = bytes[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ImportError(message: "The text is not UTF-8")
    }
    var row = row
    row.draft.text = text
    return row
  }

  /// Opens the editor, again where the text has a mistake, and makes the edit.
  private func edit(
    _ copy: [OutlinePiece], as text: [UInt8], reading read: ([UInt8]) throws -> [OutlinePiece]
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

  /// Makes the edit; nil if somebody does not want to delete what it would delete.
  private func save(_ copy: [OutlinePiece], _ new: [OutlinePiece]) throws -> Answer? {
    if !request.isTrial {
      var trial = request
      trial.isTrial = true
      trial.report = .names
      let answer = try revise(copy, new, with: trial)
      if case .merged(let report) = answer.outcome, report.counts.deleted > 0 {
        context.report(MergeText(done: "edited", isTrial: true).message(report))
        guard context.agrees("Delete what is listed, and save the rest?") else { return nil }
      }
    }
    let answer = try report.noted(revise(copy, new, with: request))
    try report.tell(answer, done: "edited")
    return answer
  }

  private func revise(_ copy: [OutlinePiece], _ new: [OutlinePiece], with request: Request) throws -> Answer {
    let base = Document(copy)
    var written = Document(new)
    let ticked = written.recur(after: base, doneOn: context.today(), isWhole: true)
    return try outline.revise(address, as: user, ticking: ticked, with: request) { current in
      try ThreeWayMerge.revising(base, to: written, over: current)
    }
  }
}

/// A remark above the line of a text that has a mistake.
enum MistakeRemark {
  private static let sign = "# MISTAKE: "

  /// The text with a remark above the line that the error names, and without older ones.
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

extension OutlinePiece {
  /// The piece with the rule to the byte that it had before, unless it is another one now.
  fileprivate func keepingRule(of before: OutlinePiece?) -> OutlinePiece {
    guard let old = before?.schedule.repeats, let new = schedule.repeats, Repeat(stored: old) == Repeat(stored: new)
    else { return self }
    return with(attributes: attributes, Schedule(due: schedule.due, repeats: old))
  }
}
