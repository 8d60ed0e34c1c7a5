import OutlineCore

/// A document that cannot be merged.
package enum ThreeWayMergeError: Error, Hashable {
  /// A document has a number twice.
  case duplicateID(ItemID, in: MergeSide)
  /// A document has a user twice.
  case duplicateUser(String, in: MergeSide)
}

/// One of the three documents of a merge.
package enum MergeSide: Int, CaseIterable, Sendable {
  /// What both sides began with.
  case base
  /// One side.
  case ours
  /// The other side.
  case theirs
}

/// One of the three documents of a merge.
struct MergeDocument {
  /// What makes the outline another one than all others; nil if the document does not say.
  private(set) var identity: OutlineIdentity?
  /// The sections and rows, in document order.
  let items: [DocumentItem]
  /// The users, in their order.
  private(set) var users: [User] = []

  /// Reads the pieces of a document.
  ///
  /// - Throws: ``ThreeWayMergeError`` for an id or a user that occurs twice.
  init(_ pieces: [OutlinePiece], _ side: MergeSide) throws(ThreeWayMergeError) {
    items = DocumentItem.items(of: pieces)
    for piece in pieces {
      if case .identity(let identity) = piece { self.identity = identity }
      if case .user(let user) = piece { users.append(user) }
    }
    try checkOnce(side)
  }

  private func checkOnce(_ side: MergeSide) throws(ThreeWayMergeError) {
    var ids: Set<Int64> = []
    for item in items {
      if let id = item.id, !ids.insert(id.number).inserted { throw .duplicateID(id, in: side) }
    }
    var names: Set<ExactText> = []
    for user in users where !names.insert(ExactText(user.name)).inserted {
      throw .duplicateUser(user.name, in: side)
    }
  }
}
