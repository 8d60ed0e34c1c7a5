import OutlineCore
import OutlineDocuments
import OutlineStore

extension Outline {
  /// Changes a section with everything below it, a row, or the whole outline by a function.
  ///
  /// The revision is one edit. Sections and rows whose ids the new document names keep them and all users' flags;
  /// others are deleted. O(outline) in time and memory.
  /// - Parameters:
  ///   - address: The section or row; nil for the whole outline.
  ///   - user: The user who makes the edit.
  ///   - ticked: The tasks with a rule that the change ticks, and that come again.
  ///   - request: How to carry it out, and what to report.
  ///   - change: Receives the present document, without users and flags, with levels counted from the section; returns
  ///     the wanted document.
  /// - Returns: The answer: `Answer.Outcome.merged` names and counts the changes.
  /// - Throws: What `change` throws, `OutlineError`, and `StoreError`; nothing has changed then.
  package func revise(
    _ address: Address?, as user: String, ticking ticked: [TickedTask] = [], with request: Request = Request(),
    to change: (_ current: Document) throws -> Document
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      try session.carryOutDiffing {
        let item = try address.map { try session.planner(computesChanges: false).resolver.item($0) }
        if case .row(let row, let section)? = item { return try session.revise(row, in: section, to: change) }
        let section: Section? = if case .section(let section)? = item { section } else { nil }
        let scope = try OutlinePart(session.reader, of: section)
        let old = try session.reader.document(in: scope)
        var copy = old
        copy.lower(by: 1 - scope.level)
        var new = try change(copy)
        new.lower(by: scope.level - 1)
        try new.check()
        var merge = try Merge(session, scope, from: old, to: new, ticking: ticked)
        return try merge.run()
      }
    }
  }
}

extension WriteSession {
  fileprivate func revise(
    _ row: Row, in section: Section, to change: (Document) throws -> Document
  ) throws -> Answer {
    let item = DocumentItem(row.id.rawValue, .row(row.content))
    guard case .row(var content)? = try change(Document([item])).items.first?.content else {
      throw OutlineError.outdated(.gone(.row(row.id), text: row.text))
    }
    content.level = row.level  // what is below it is not in the document
    try DraftRules.check(text: content.text)
    var report = MergeReport(request)
    if content.isSame(as: row.content) { return Answer(outcome: .merged(report)) }
    let items = try write([.changeRow(row.with(content), before: row.content)])
    report.counts.changed = 1
    report.note(\.changed, MergeReport.Item(row.id, content, in: section.id, section.title))
    return Answer(items: items, outcome: .merged(report))
  }
}
