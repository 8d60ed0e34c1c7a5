import OutlineCore
import OutlineDocuments
import OutlineStore

extension Outline {
  /// Updates an outline, or the part below a section, to a newer version of the document that it came from.
  ///
  /// The merge is one transaction. Sections and rows that the document still has keep their ids and flags, and keep a
  /// detail, attributes and a check box that the document does not mention; `DocumentMatch` describes how they are
  /// matched. Others stay as well, unless the options say otherwise. Ids count only in a document of the same outline,
  /// and only those given before the two copies went apart (`OutlineIdentity`). As few sections as possible move, and
  /// as few rows within a section. If the outline is empty, the document is imported. O(outline + document) in time and
  /// memory.
  /// - Parameters:
  ///   - address: The section below which to merge; nil for the whole outline.
  ///   - user: The user who merges.
  ///   - options: What to do with the sections and rows that the document does not have.
  ///   - request: How to carry the merge out, and what to report.
  ///   - document: Calls the function that it receives with every piece, in order.
  /// - Returns: The answer: ``Answer/items`` has the new sections and rows, and `Answer.Outcome.merged` names and
  ///   counts the changes.
  /// - Throws: What `document` throws, `OutlineError`, `StoreError`; nothing has changed then.
  @discardableResult
  public func merge(
    into address: Address? = nil, as user: String, options: MergeOptions = MergeOptions(),
    with request: Request = Request(),
    from document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .makeOnce) { session in
      try session.carryOutDiffing {
        if try address == nil && session.reader.lastSection() == nil {
          var answer = try session.add(document, to: Placement(), mayHaveIDs: true)
          if case .imported(let sections, let rows, _) = answer.outcome {
            var report = MergeReport(request)
            report.counts.added = sections + rows
            try report.noteAll(session.reader)
            answer.outcome = .merged(report)
          }
          return answer
        }
        let document = try Document(reading: document)
        try document.check()
        var merge = try Merge(session, document, into: address, options)
        var answer = try merge.run()
        answer.otherSettings = try document.settings.filter { try session.reader.setting($0) != $1 }
        return answer
      }
    }
  }
}

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
