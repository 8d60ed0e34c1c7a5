extension ViewChanges: Encodable {
  /// The names of the lists, as they are encoded.
  private enum CodingKeys: String, CodingKey {
    case deletedSections, insertedSections, movedSections
    case deletedRows, insertedRows, movedRows
    case reloadedRows, reloadedHeaders
  }

  /// Encodes the lists under their names, in the order of the stages; empty ones are left out.
  ///
  /// All indices count from 0; `to` of a move is the index in the list after. O(number of runs).
  public func encode(to encoder: any Encoder) throws {
    var lists = encoder.container(keyedBy: CodingKeys.self)
    try lists.encode(unlessEmpty: deletedSections, forKey: .deletedSections)
    try lists.encode(unlessEmpty: insertedSections, forKey: .insertedSections)
    try lists.encode(unlessEmpty: movedSections, forKey: .movedSections)
    try lists.encode(unlessEmpty: deletedRows, forKey: .deletedRows)
    try lists.encode(unlessEmpty: insertedRows, forKey: .insertedRows)
    try lists.encode(unlessEmpty: movedRows, forKey: .movedRows)
    try lists.encode(unlessEmpty: reloadedRows, forKey: .reloadedRows)
    try lists.encode(unlessEmpty: reloadedHeaders, forKey: .reloadedHeaders)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a list that has elements.
  mutating func encode(unlessEmpty list: [some Encodable], forKey key: Key) throws {
    if !list.isEmpty { try encode(list, forKey: key) }
  }
}
