import OutlineCore
import OutlineStore

extension Outline {
  /// Brings an outline, or what is below a section, up to a newer version of the document that it came from, in one
  /// transaction.
  ///
  /// Sections and rows that the document still has keep their keys and folds, and also a detail and attributes that the
  /// document does not mention; see `MergeRules` for which are the same. The fewest sections move, and the
  /// fewest rows within a section. An outline without sections imports the document. O(outline + document), both in
  /// memory.
  /// - Parameters:
  ///   - address: the section below which to merge; nil for the whole outline.
  ///   - document: calls the function that it is given with every piece, in order.
  /// - Returns: what it did, with ``Answer/transfer``; ``Answer/items`` are the sections and rows that it created.
  /// - Throws: what `document` throws, `OutlineError`, `StoreError`; nothing has changed
  ///   then.
  public func merge(
    into address: Address? = nil, as user: String, with request: Request = Request(),
    from document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .makeOnce) { session in
      try session.carryOutComparing {
        if try address == nil && session.reader.lastSection() == nil { return try session.add(document, to: Place()) }
        var merge = try Merge(session, NewOutline(document).sections, into: address)
        try merge.run()
        return Answer(items: merge.made, transfer: merge.counts)
      }
    }
  }
}
