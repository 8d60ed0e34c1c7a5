extension LineChanges: Encodable {
  /// The names of the lists, as they are encoded.
  private enum CodingKeys: String, CodingKey {
    case deletedLines, insertedLines, movedLines, reloadedLines
  }

  /// Encodes the lists under their names, in the order of the stages; empty ones are left out.
  ///
  /// All indices count from 0; `to` of a move is the index in the list after. O(number of runs).
  public func encode(to encoder: any Encoder) throws {
    var lists = encoder.container(keyedBy: CodingKeys.self)
    try lists.encode(unlessEmpty: deletedLines, forKey: .deletedLines)
    try lists.encode(unlessEmpty: insertedLines, forKey: .insertedLines)
    try lists.encode(unlessEmpty: movedLines, forKey: .movedLines)
    try lists.encode(unlessEmpty: reloadedLines, forKey: .reloadedLines)
  }
}
