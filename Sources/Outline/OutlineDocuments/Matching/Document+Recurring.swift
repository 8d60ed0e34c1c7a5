import OutlineCore

extension Document {
  /// Lets tasks with a rule come again that this version of a document has ticked, as `done` does, and opens those below them.
  ///
  /// A document that leaves something out, as those of other programs do, ticks a task only with the day on which it is due: with an
  /// earlier one it describes a task that has come again since, and without any it ends the task. O(n).
  ///
  /// - Parameters:
  ///   - old: The version before.
  ///   - today: The day on which the tasks are done.
  ///   - isWhole: Whether items that the document leaves out are removed, and do not stay.
  /// - Returns: The tasks that were ticked, in order.
  package mutating func recur(after old: Document, doneOn today: Day, isWhole: Bool) -> [TickedTask] {
    let done = Set(items.lazy.filter { $0.content.task.isDone == true }.compactMap(\.number))
    let open = old.items.lazy.filter { $0.content.task.isDone != true }
    let former = Dictionary(
      open.compactMap { item in item.number.flatMap { done.contains($0) ? ($0, item.content.task) : nil } }
    ) { first, _ in first }
    if former.isEmpty { return [] }
    var ticked: [TickedTask] = []
    var again: Set<Int> = []
    change { item, index in
      guard item.content.task.isDone == true, let id = item.id, let before = former[id.number] else { return }
      var schedule = item.content.task.schedule
      if !isWhole {
        guard let due = schedule.due else { return }
        schedule = before.schedule.updated(from: schedule)
        if let day = before.schedule.due?.day, due.day < day {
          item.content.task = before
          return
        }
      }
      guard let recurrence = schedule.recurrence(doneOn: today) else { return }
      ticked.append(TickedTask(id: id, name: item.content.name, recurrence: recurrence))
      if case .again(let next) = recurrence {
        item.content.task = (false, next)
        again.insert(index)
      }
    }
    if !again.isEmpty { openTasks(below: again) }
    return ticked
  }

  /// Opens the done tasks below items, which are given by their indices.
  private mutating func openTasks(below roots: Set<Int>) {
    let parents = nesting
    var below = roots
    change { item, index in
      guard let parent = parents[index].parent, below.contains(parent) else { return }
      below.insert(index)
      if item.content.task.isDone == true { item.content.task.isDone = false }
    }
  }
}
