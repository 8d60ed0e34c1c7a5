import OutlineCore
import OutlineStore

extension Planner {
  /// Ticks or unticks items, with all tasks below the sections among them.
  func tick(_ addresses: [Address], isDone: Bool, on day: Day?, _ check: TickCheck) throws -> Plan {
    let items = try resolver.distinct(addresses)
    var known = Set(items.map(\.id))
    let (sections, rows) = try resolver.outermost(items)
    let below =
      try sections.flatMap { section in
        let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
        return try tasks(isDone: !isDone, from: section.ord, to: end).filter { known.insert($0.id).inserted }
      }
      + rows.flatMap { row, section in
        try reader.rows(below: row).filter { $0.isDone == isDone ? false : $0.isDone != nil }.map {
          .row($0, in: section)
        }
        .filter { known.insert($0.id).inserted }
      }
    let patch = Patch(checkBox: isDone ? .done : .open, doneOn: day, check: check)
    var plan = try change((items + below).map { ($0, patch) })
    // Tasks below that already were as asked are not looked at, so items that were named are not counted apart either.
    if plan.unchanged.count < plan.items.count { plan.carried = plan.unchanged }
    return plan
  }

  /// Returns the tasks of a part of the outline that are done, or open, in document order.
  private func tasks(isDone: Bool, from start: OrderKey, to end: OrderKey?) throws -> [Item] {
    let sections = try reader.taskSections(isDone: isDone, from: start, to: end).map { ($0, Item.section($0)) }
    let rows = try reader.taskRows(isDone: isDone, from: start, to: end).compactMap { row in
      try reader.section(row.section).map { ($0, Item.row(row, in: $0)) }
    }
    // Rows come before the subsections of their section, and both lists are in order.
    return (sections + rows).enumerated()
      .sorted { ($0.element.0.ord, $0.offset) < ($1.element.0.ord, $1.offset) }.map(\.element.1)
  }

  /// Refuses to tick a repeating task that is due on another day than the user saw, or that another user has just
  /// ticked.
  func refuse(_ item: Item, ifTickedBefore patch: Patch) throws {
    let (isDone, schedule) = item.task
    guard patch.checkBox == .done, isDone != true, schedule.repeats != nil else { return }
    let error = { (tick: HistoryEntry?) in
      OutlineError.otherDay(item.id, name: item.name, due: schedule.due, tick: tick)
    }
    if let day = patch.check.days[item.id] ?? patch.check.days[nil] {
      if day != schedule.due?.day { throw error(try reader.lastTick(of: item.id)) }
    } else if let since = patch.check.since, let tick = try reader.lastTick(of: item.id, since: since),
      !tick.user.hasSameBytes(as: user.user.name)
    {
      throw error(tick)
    }
  }
}

extension Item {
  /// Whether it is done, and when it is due.
  var task: (isDone: Bool?, schedule: Schedule) {
    switch self {
    case .section(let section): (section.isDone, section.schedule)
    case .row(let row, _): (row.isDone, row.content.schedule)
    }
  }
}
