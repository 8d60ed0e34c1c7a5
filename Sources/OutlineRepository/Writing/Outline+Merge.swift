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
