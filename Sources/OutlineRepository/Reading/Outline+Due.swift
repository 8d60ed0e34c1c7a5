import OutlineCore
import OutlineStore

extension Outline {
  /// Returns the open tasks that have a due date, collapsed or not, the earliest first; those in the archive are left out.
  ///
  /// O(t log n), where t is the number of tasks that are due until then.
  ///
  /// - Parameters:
  ///   - last: The last date that is wanted, with all times of a whole day; nil for all.
  ///   - filter: What the tasks have to be as well.
  /// - Throws: `PatternError`, `OutlineError`, `StoreError`.
  public func dueTasks(until last: DueDate? = nil, fitting filter: ItemFilter = .everything) throws -> [DueTask] {
    try read { reader in
      let dates = ItemFilter.due(.until, last ?? .last)
      let wanted = dates.and(filter).and(.not(.archived))
      return try reader.dueTasks(wanted, places: Resolver(reader: reader).places(in: filter))
    }
  }
}
