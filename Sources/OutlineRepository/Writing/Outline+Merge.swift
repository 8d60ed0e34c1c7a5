import ListChanges
import OutlineCore
import OutlineStore

/// How much a merge changed.
public struct MergeSummary: Hashable, Sendable {
  /// How many sections and rows are new.
  public internal(set) var added = 0
  /// How many say something else.
  public internal(set) var changed = 0
  /// How many stand elsewhere.
  public internal(set) var moved = 0
  /// How many are gone.
  public internal(set) var deleted = 0
}

extension Outline {
  /// Brings an outline, or what is below a section, up to a newer version of the document that it came from, in one
  /// transaction.
  ///
  /// What is still there keeps its key and its folds, and what the document leaves out of it: a detail, attributes. See
  /// ``OutlineCore/MergeRules`` for what is the same. The fewest sections move, and the fewest rows within a section.
  /// O(outline + document), both in memory. Into an outline without sections the document is imported.
  /// - Throws: what `document` throws, ``OutlineCore/OutlineError``, ``OutlineCore/StoreError``; nothing has changed
  ///   then.
  public func merge(
    into address: Address? = nil, as userName: String, words: String = "", isTrial: Bool = false,
    wantsChanges: Bool = true,
    from document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void
  ) throws -> (outcome: Outcome, summary: MergeSummary) {
    var summary = MergeSummary()
    var terms = Terms(words: words, isTrial: isTrial, makesFile: true)
    terms.isRepeatable = false
    terms.wantsChanges = wantsChanges
    let outcome = try compare(as: userName, terms) { writer in
      if try address == nil && writer.reader.lastSection() == nil {
        let incoming = try Incoming(writer, as: userName, to: Place(), words: words)
        try document(incoming.take)
        try incoming.finish()
        summary = MergeSummary(added: incoming.ids.count + incoming.rowCount)
        return (incoming.ids.map { .section($0) }, incoming.hasWritten)
      }
      let new = try NewOutline(document)
      var merge = try Merge(writer, as: userName, words: words, new.sections, into: address)
      try merge.run()
      summary = merge.summary
      return (merge.made, merge.hasWritten)
    }
    return (outcome, summary)
  }
}
