extension ViewChanges {
  /// The changes as one JSON object for `user` in the grouped layout; empty lists are left out.
  ///
  /// All indices count from 0; `to` of a move is the index in the list after. Cost: O(number of runs).
  /// - Parameter quotedUser: the user's name as a JSON string, quotes included.
  public func json(quotedUser: String) -> String { json(quotedUser: quotedUser, named: .grouped) }

  /// The changes as one JSON object in any layout; empty lists are left out.
  ///
  /// Cost: O(runs · log sections) and, in the layout `headerRows`, one run for each header reloaded.
  /// - Parameters:
  ///   - quotedUser: the user's name as a JSON string, quotes included.
  ///   - layout: how the view counts places; the changes themselves are given in the grouped layout.
  ///   - before: the shape of the list before; read in the layout `flat` alone, where it has to fit the changes.
  ///   - after: the shape of the list after; as `before`.
  public func json(
    quotedUser: String, layout: ListLayout, from before: @autoclosure () -> ListShape,
    to after: @autoclosure () -> ListShape
  ) -> String {
    laidOut(layout, from: before(), to: after()).json(quotedUser: quotedUser)
  }

  /// The changes as they are, under the name of the layout whose rows they count.
  func json(quotedUser: String, named layout: ListLayout) -> String {
    var object = ChangesObject(quotedUser: quotedUser, layout: layout)
    object.add("deletedSections", deletedSections.map(\.json))
    object.add("insertedSections", insertedSections.map(\.json))
    object.add("movedSections", movedSections.map(\.json))
    object.add("deletedRows", deletedRows.map(\.json))
    object.add("insertedRows", insertedRows.map(\.json))
    object.add("movedRows", movedRows.map(\.json))
    object.add("reloadedRows", reloadedRows.map(\.json))
    object.add("reloadedHeaders", reloadedHeaders.map(\.json))
    return object.json
  }
}
