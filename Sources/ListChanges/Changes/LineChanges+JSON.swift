extension LineChanges {
  /// The changes as one JSON object for `user` in the layout `flat`; empty lists are left out.
  ///
  /// All indices count from 0; `to` of a move is the index in the list after. Cost: O(number of runs).
  /// - Parameter quotedUser: the user's name as a JSON string, quotes included.
  public func json(quotedUser: String) -> String {
    var object = ChangesObject(quotedUser: quotedUser, layout: .flat)
    object.add("deletedLines", deletedLines.map(\.json))
    object.add("insertedLines", insertedLines.map(\.json))
    object.add("movedLines", movedLines.map(\.json))
    object.add("reloadedLines", reloadedLines.map(\.json))
    return object.json
  }
}
