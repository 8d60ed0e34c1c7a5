extension ViewChanges {
  /// The changes as one JSON object for `user` in the grouped layout; empty lists are left out.
  ///
  /// All indices count from 0; `to` of a move is the index in the list after. Cost: O(number of runs).
  /// - Parameter quotedUser: the user's name as a JSON string, quotes included.
  public func json(quotedUser: String) -> String {
    var members = ["\"user\":\(quotedUser)", "\"layout\":\"grouped\""]
    func add(_ name: String, _ objects: [String]) {
      if !objects.isEmpty { members.append("\"\(name)\":[\(objects.joined(separator: ","))]") }
    }
    add("deletedSections", deletedSections.map(\.json))
    add("insertedSections", insertedSections.map(\.json))
    add("movedSections", movedSections.map { "{\"from\":\($0.from),\"to\":\($0.to),\"count\":\($0.count)}" })
    add("deletedRows", deletedRows.map(\.json))
    add("insertedRows", insertedRows.map(\.json))
    add("movedRows", movedRows.map { "{\"from\":\($0.from.json),\"to\":\($0.to.json),\"count\":\($0.count)}" })
    add("reloadedRows", reloadedRows.map(\.json))
    add("reloadedHeaders", reloadedHeaders.map(\.json))
    return "{\(members.joined(separator: ","))}"
  }
}

extension IndexRun {
  fileprivate var json: String { "{\"start\":\(start),\"count\":\(count)}" }
}

extension RowRun {
  fileprivate var json: String { "{\"section\":\(section),\"start\":\(start),\"count\":\(count)}" }
}

extension RowPath {
  fileprivate var json: String { "{\"section\":\(section),\"row\":\(row)}" }
}
