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
  /// The document that both sides began with.
  case base
  case ours
  case theirs
}

extension Document {
  /// Refuses a document that has an id or a user twice.
  func checkOnce(_ side: MergeSide) throws(ThreeWayMergeError) {
    var numbers: Set<Int64> = []
    for index in items.indices {
      guard let number = items[index].number, !numbers.insert(number).inserted else { continue }
      if let id = items[index].id { throw .duplicateID(id, in: side) }
    }
    var names: Set<ExactText> = []
    for user in users where !names.insert(ExactText(user.name)).inserted {
      throw .duplicateUser(user.name, in: side)
    }
  }
}
