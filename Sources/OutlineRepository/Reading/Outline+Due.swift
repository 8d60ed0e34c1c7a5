import OutlineCore
import OutlineStore

extension Outline {
  /// Returns the open tasks that have a due date and are not archived, collapsed or not, the earliest first.
  ///
  /// O(t log n), where t is the number of tasks that are due until then.
  ///
  /// - Parameters:
  ///   - last: The last date that is wanted, with all times of a whole day; nil for all.
  ///   - filter: A further condition for the tasks.
  /// - Throws: `PatternError`, `OutlineError`, `StoreError`.
  public func dueTasks(until last: DueDate? = nil, fitting filter: ItemFilter = .everything) throws -> [DueTask] {
    try read { reader in
      let dates = ItemFilter.due(.until, last ?? .last)
      let wanted = dates.and(filter).and(.not(.archived))
      return try reader.dueTasks(wanted, places: Resolver(reader: reader).places(in: filter))
    }
  }
}
