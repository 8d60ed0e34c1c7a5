import ListChanges
import OutlineCore

extension Outline {
  /// Imports a document in one transaction, and inserts its sections and rows as they are read.
  ///
  /// If the outline is empty, the document keeps its identity, its ids, its settings, those of its users and all flags, so that
  /// importing an exported outline gives an equal outline, except that the importing user is added. Otherwise all items
  /// get new ids, and the file and the users that it knows keep their settings. O(document); in memory are one id and one level
  /// for each section, and no rows.
  /// - Parameters:
  ///   - placement: Where the sections go.
  ///   - user: The user who imports.
  ///   - request: How to carry the import out, and what to report.
  ///   - mayHaveIDs: Whether the document can have ids. If so, it is held in memory from the first section or row
  ///     without an id on, up to 64 MiB, because such items get ids after the greatest one.
  ///   - document: Calls the function that it receives with every piece, in order.
  /// - Returns: The answer: ``Answer/items`` has the new sections, and `Answer.Outcome.imported` counts sections and
  ///   rows.
  /// - Throws: What `document` throws, `OutlineError`, `StoreError`; nothing has changed then.
  @discardableResult
  public func importDocument(
    to placement: Placement = Placement(), as user: String, with request: Request = Request(), mayHaveIDs: Bool = true,
    from document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .makeOnce) { session in
      let before = try session.shape()
      var answer = try session.add(document, to: placement, mayHaveIDs: mayHaveIDs)
      answer.note(before, try session.shape())
      return answer
    }
  }
}

extension WriteSession {
  /// Inserts a document.
  ///
  /// - Parameters:
  ///   - isSync: Whether the document is the same outline in its state on another machine.
  ///   - mayHaveIDs: Whether items without an id get one after the greatest id of the document.
  func add(
    _ document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void, to placement: Placement,
    isSync: Bool = false,
    mayHaveIDs: Bool = false
  ) throws -> Answer {
    let incoming = try IncomingDocument(self, to: placement, isSync: isSync)
    let missing = mayHaveIDs && incoming.keepsIDs ? MissingIDs(incoming.take) : nil
    try document(missing?.add ?? incoming.take)
    try missing?.finish()
    try incoming.finish()
    let items = incoming.ids.map { ItemID.section($0) }
    let first = try named(Array(items.prefix(3)))
    var answer = Answer(
      items: items, outcome: .imported(sections: items.count, rows: incoming.rowCount, first: first))
    answer.keepsNumbers = incoming.keepsIDs
    answer.otherSettings = incoming.settings
    answer.takenSettings = incoming.takenSettings
    answer.changes = incoming.changes.removeValue(forKey: ExactText(user.user.name)) ?? ViewChanges()
    for (name, changes) in incoming.changes { answer.observe(changes, of: name) }
    return answer
  }
}
