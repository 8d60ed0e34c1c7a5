import ListChanges
import OutlineCore

extension Outline {
  /// Imports a document in one transaction: inserts its sections and rows as they are read.
  ///
  /// Into an outline without sections the document comes with its keys, its users' settings and all flags, so that an
  /// exported outline is equal to the imported one; otherwise everything gets new keys and known users keep their
  /// settings. O(document); in memory are one key and one level per section, and no row.
  /// - Parameters:
  ///   - place: where the sections go.
  ///   - document: calls the function that it is given with every piece, in order.
  /// - Returns: what it did; ``Answer/items`` are the sections, ``Answer/transfer`` says how many rows came with them.
  /// - Throws: what `document` throws, `OutlineError`, `StoreError`; nothing has changed
  ///   then.
  public func importDocument(
    to place: Place = Place(), as user: String, with request: Request = Request(),
    from document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .makeOnce) { session in
      let before = try session.shape()
      var answer = try session.add(document, to: place)
      answer.note(before, try session.shape())
      return answer
    }
  }
}

extension WriteSession {
  /// Inserts a document at a place.
  func add(
    _ document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void, to place: Place
  ) throws -> Answer {
    let incoming = try IncomingDocument(self, to: place)
    try document(incoming.take)
    try incoming.finish()
    var answer = Answer(items: incoming.ids.map { .section($0) })
    answer.changes = incoming.changes.removeValue(forKey: user.user.name) ?? ViewChanges()
    for (name, changes) in incoming.changes { answer.observe(changes, of: name) }
    answer.transfer.addedSections = incoming.ids.count
    answer.transfer.addedRows = incoming.rowCount
    return answer
  }
}
