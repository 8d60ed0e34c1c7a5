import OutlineCore
import OutlineStore

extension Outline {
  /// Changes a section with everything below it, a row, or the whole outline to what somebody made of a copy.
  ///
  /// The revision is one edit. Sections and rows keep their ids and all users' flags where the new pieces name the ids; what
  /// the new pieces leave out is deleted. What others have changed since the copy was made is kept, where it fits.
  /// O(outline) in time and memory.
  /// - Parameters:
  ///   - address: The section or row; nil for the whole outline.
  ///   - copy: The pieces as they were, from ``export(_:onlyVisible:as:begin:take:)``. Users and flags are ignored.
  ///   - new: The pieces as they are to be.
  ///   - user: The user who makes the edit.
  ///   - request: How to carry the edit out, and what to report.
  /// - Returns: What the edit did: `Answer.Outcome.merged` names and counts what has changed.
  /// - Throws: `OutlineError/outdated(_:)` if the outline has changed in a way that does not fit, other cases of
  ///   `OutlineError`, and `StoreError`; nothing has changed then.
  public func revise(
    _ address: Address?, from copy: [OutlinePiece], to new: [OutlinePiece], as user: String,
    with request: Request = Request()
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      try session.carryOutDiffing {
        let item = try address.map { try session.planner(computesChanges: false).resolver.item($0) }
        if case .row(let row, let section)? = item { return try session.revise(row, in: section, from: copy, to: new) }
        let section: Section? = if case .section(let section)? = item { section } else { nil }
        let scope = try MergeScope(section, session.reader)
        let current = try session.reader.pieces(scope)
        let target = try Revision.combining(copy, written: new, current: current).target(in: scope)
        var merge = try Merge(session, scope, target)
        try merge.run()
        return Answer(items: merge.made, outcome: .merged(merge.report))
      }
    }
  }
}

extension WriteSession {
  fileprivate func revise(
    _ row: Row, in section: Section, from copy: [OutlinePiece], to new: [OutlinePiece]
  ) throws -> Answer {
    let current = [OutlinePiece.row(RowPiece(row.content, id: row.id))]
    guard case .row(let content)? = try Revision.combining(copy, written: new, current: current).first?.content else {
      throw OutlineError.outdated(.gone(.row(row.id), text: row.text))
    }
    try DraftRules.check(text: content.text)
    var report = MergeReport(request)
    if content.isSame(as: row.content) { return Answer(outcome: .merged(report)) }
    let items = try write([.changeRow(row.with(content))])
    report.counts.changed = 1
    report.note(\.changed, MergeReport.Item(row.id, content, in: section.id, section.title))
    return Answer(items: items, outcome: .merged(report))
  }
}

/// A part of the outline that a revision is about: a section with all that is below it, or everything.
struct MergeScope {
  let start: OrderKey
  /// Where it ends; nil at the end of the outline.
  let end: OrderKey?
  /// The level of the outermost sections.
  let level: Int

  init(_ section: Section?, _ reader: StoreReader) throws {
    start = section?.ord ?? -OrderKeys.bound
    end = try section.flatMap { try reader.subtreeEnd(ord: $0.ord, level: $0.level) }
    level = section?.level ?? 1
  }
}

extension StoreReader {
  /// The sections and rows of a part, with levels counted from its outermost section.
  fileprivate func pieces(_ scope: MergeScope) throws -> [OutlinePiece] {
    try wholeSections(from: scope.start, to: scope.end).flatMap { part -> [OutlinePiece] in
      var part = part
      part.piece.draft.level -= scope.level - 1
      return part.pieces
    }
  }
}

extension [DocumentItem] {
  /// The sections and rows as the target of a merge.
  fileprivate func target(in scope: MergeScope) throws -> MergeTarget {
    var parts: [DocumentPart] = []
    for item in self {
      switch item.content {
      case .section(var draft):
        try DraftRules.check(title: draft.title)
        if let detail = draft.detail { try DraftRules.check(detail: detail) }
        draft.level = item.level + scope.level - 1
        if !OutlineLimits.levels.contains(draft.level) {
          throw OutlineError.tooDeep(title: draft.title, level: draft.level)
        }
        let id: SectionID? = if case .section(let id)? = item.id { id } else { nil }
        parts.append(DocumentPart(SectionPiece(draft, id: id)))
      case .row(let draft):
        try DraftRules.check(text: draft.text)
        guard !parts.isEmpty else { throw OutlineError.noSection }
        let id: RowID? = if case .row(let id)? = item.id { id } else { nil }
        parts[parts.count - 1].rows.append(RowPiece(draft, id: id))
      }
    }
    return MergeTarget(parts)
  }
}
