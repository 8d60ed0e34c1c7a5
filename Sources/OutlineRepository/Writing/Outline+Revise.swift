import OutlineCore
import OutlineStore

extension Outline {
  /// Changes a section with everything below it, a row, or the whole outline to what a function makes of it.
  ///
  /// The revision is one edit. Sections and rows keep their ids and all users' flags where the new pieces name the ids; what
  /// the new pieces leave out is deleted. O(outline) in time and memory.
  /// - Parameters:
  ///   - address: The section or row; nil for the whole outline.
  ///   - user: The user who makes the edit.
  ///   - request: How to carry it out, and what to report.
  ///   - change: Receives the pieces as they are, without users and flags, with levels counted from the section; returns
  ///     the pieces as they are to be.
  /// - Returns: What the edit did: `Answer.Outcome.merged` names and counts what has changed.
  /// - Throws: Whatever `change` throws, `OutlineError`, and `StoreError`; nothing has changed then.
  public func revise(
    _ address: Address?, as user: String, with request: Request = Request(),
    to change: (_ current: [OutlinePiece]) throws -> [OutlinePiece]
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      try session.carryOutDiffing {
        let item = try address.map { try session.planner(computesChanges: false).resolver.item($0) }
        if case .row(let row, let section)? = item { return try session.revise(row, in: section, to: change) }
        let section: Section? = if case .section(let section)? = item { section } else { nil }
        let scope = try OutlinePart(session.reader, of: section)
        let old = try session.reader.wholeSections(in: scope)
        var new: [DocumentPart] = []
        for piece in try change(old.flatMap { $0.pieces(below: scope.level - 1) }) {
          try new.add(piece, below: scope.level - 1)
        }
        var merge = try Merge(session, scope, from: old, to: new, isExact: true)
        try merge.run()
        return Answer(items: merge.made, outcome: .merged(merge.report))
      }
    }
  }
}

extension WriteSession {
  fileprivate func revise(
    _ row: Row, in section: Section, to change: ([OutlinePiece]) throws -> [OutlinePiece]
  ) throws -> Answer {
    guard case .row(let piece)? = try change([.row(RowPiece(row.content, id: row.id))]).first else {
      throw OutlineError.outdated(.gone(.row(row.id), text: row.text))
    }
    try DraftRules.check(text: piece.draft.text)
    var report = MergeReport(request)
    if piece.draft.isSame(as: row.content) { return Answer(outcome: .merged(report)) }
    let items = try write([.changeRow(row.with(piece.draft))])
    report.counts.changed = 1
    report.note(\.changed, MergeReport.Item(row.id, piece.draft, in: section.id, section.title))
    return Answer(items: items, outcome: .merged(report))
  }
}
