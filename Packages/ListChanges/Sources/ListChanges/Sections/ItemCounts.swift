/// The numbers of rows, of tasks and of done tasks among some items.
///
/// Sections can be tasks too, so there can be more tasks than rows.
public struct ItemCounts: Hashable, Sendable {
  /// The number of rows.
  public var rows: Int
  /// The number of items with a check box.
  public var tasks: Int
  /// The number of items whose check box is ticked.
  public var doneTasks: Int

  /// Creates counts; zero by default.
  public init(rows: Int = 0, tasks: Int = 0, doneTasks: Int = 0) {
    self.rows = rows
    self.tasks = tasks
    self.doneTasks = doneTasks
  }

  package var openTasks: Int { tasks - doneTasks }

  /// Counts the check box of a section, which is no row.
  ///
  /// - Parameter isDone: Whether the task is done; nil for an item without a check box.
  package init(box isDone: Bool?) { self.init(tasks: isDone == nil ? 0 : 1, doneTasks: isDone == true ? 1 : 0) }

  package init(row isDone: Bool?) {
    self.init(box: isDone)
    rows = 1
  }
}

extension ItemCounts: AdditiveArithmetic {
  /// No items.
  public static var zero: ItemCounts { ItemCounts() }

  /// Adds the counts of different items.
  public static func + (one: ItemCounts, other: ItemCounts) -> ItemCounts {
    ItemCounts(rows: one.rows + other.rows, tasks: one.tasks + other.tasks, doneTasks: one.doneTasks + other.doneTasks)
  }

  /// Subtracts the counts of some of the items.
  public static func - (one: ItemCounts, other: ItemCounts) -> ItemCounts {
    ItemCounts(rows: one.rows - other.rows, tasks: one.tasks - other.tasks, doneTasks: one.doneTasks - other.doneTasks)
  }
}

extension Sequence where Element == ItemCounts {
  /// The sum of all counts.
  ///
  /// O(n).
  package var total: ItemCounts { reduce(.zero, +) }
}
