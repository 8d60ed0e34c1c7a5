import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func change(_ addresses: [Address], to patch: Patch) throws -> Plan {
    try check(attributes: patch.attributes)
    if patch.text != nil, let range = addresses.first(where: \.mayNameSeveral) { throw OutlineError.needsOne(range) }
    return try change(resolver.distinct(addresses).map { ($0, patch) })
  }

  /// Changes the content of items, each by its own patch.
  func change(_ items: [(item: Item, patch: Patch)]) throws -> Plan {
    var plan = Plan(items: items.map(\.item.id))
    var rows: [(row: RowLocation, isDone: Bool?)] = []
    var sections: [(before: Section, after: Section)] = []
    let all = try openingBelow(items)
    plan.opened = all.count - items.count
    for (item, patch) in all {
      try refuse(item, ifNot: patch.oldText, or: patch.text)
      try refuse(item, withOtherPartsThan: patch)
      try refuse(item, ifTickedBefore: patch)
      switch item {
      case .section(let section):
        let after = try changed(section, by: patch)
        if after.content.isSame(as: section.content) {
          plan.unchanged.insert(item.id)
          continue
        }
        let last = again(after, patch, from: section, in: &plan)
        plan.writes += last.map { [.changeSection(after), .changeSection($0)] } ?? [.changeSection(after)]
        if last?.content.isSame(as: section.content) != true { sections.append((section, last ?? after)) }
      case .row(let row, let section):
        let after = try changed(row, by: patch)
        if after.content.isSame(as: row.content) {
          plan.unchanged.insert(item.id)
          continue
        }
        let last = again(after, patch, from: row, in: &plan)
        plan.writes.append(.changeRow(after, before: row.content))
        if let last { plan.writes.append(.changeRow(last, before: after.content)) }
        if computesChanges, last?.content.isSame(as: row.content) != true {
          rows.append((try location(of: row, in: section), (last ?? after).isDone))
        }
      }
    }
    guard computesChanges else { return plan }
    let (ofSections, ofRows) = (try changes(of: sections), RowRules.editing(rows))
    // Only sections can change the shape of the list, so the changes of rows can be added.
    plan.changes = ofSections
    plan.changes.reloadedRows = ofRows.reloadedRows
    plan.changes.reloadedHeaders = Runs.merging(ofSections.reloadedHeaders + ofRows.reloadedHeaders)
    return plan
  }

  /// Adds patches that open the tasks below repeating ones that come again, and ticks none of these.
  private func openingBelow(_ items: [(item: Item, patch: Patch)]) throws -> [(item: Item, patch: Patch)] {
    let again = items.filter { $0.patch.bringsAgain($0.item.task) }.map(\.item)
    if again.isEmpty { return items }
    var known = Set(again.map(\.id))
    let below = try again.flatMap(tasks).filter { known.insert($0.id).inserted }
    let (opened, named) = (Set(below.map(\.id)), Set(items.map(\.item.id)))
    let asked = items.map { item, patch in
      var patch = patch
      if opened.contains(item.id), patch.checkBox == .done { patch.checkBox = .open }
      return (item, patch)
    }
    return asked
      + below.filter { $0.task.isDone == true && !named.contains($0.id) }.map { ($0, Patch(checkBox: .open)) }
  }

  /// Returns the tasks below an item.
  private func tasks(below item: Item) throws -> [Item] {
    switch item {
    case .section(let section):
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
      return try [true, false].flatMap { try tasks(isDone: $0, from: section.ord, to: end) }
    case .row(let row, let section):
      return try reader.rows(below: row).filter { $0.isDone != nil }.map { .row($0, in: section) }
    }
  }

  /// Returns the next occurrence of a repeating task that was ticked; nil for other items.
  ///
  /// It is written after the done task, so that the log has the day on which the task was done.
  private func again(_ task: Row, _ patch: Patch, from old: Row, in plan: inout Plan) -> Row? {
    let former = (old.isDone, old.content.schedule)
    return plan.schedule(of: .row(task.id), task.text, task.content.schedule, patch, from: former).map { next in
      var content = task.content
      (content.isDone, content.schedule) = (false, next)
      return task.with(content)
    }
  }

  private func again(_ task: Section, _ patch: Patch, from old: Section, in plan: inout Plan) -> Section? {
    let former = (old.isDone, old.content.schedule)
    return plan.schedule(of: .section(task.id), task.title, task.content.schedule, patch, from: former).map { next in
      var content = task.content
      (content.isDone, content.schedule) = (false, next)
      return task.with(content)
    }
  }

  /// Refuses attributes that are no JSON object.
  func check(attributes: String?) throws {
    if let attributes, try !reader.isJSONObject(attributes) { throw OutlineError.badAttributes(attributes) }
  }

  /// Refuses an item whose text or title is not the one that the user saw when changing or deleting it.
  func refuse(_ item: Item, ifNot old: String?, or new: String? = nil) throws(OutlineError) {
    let text =
      switch item {
      case .section(let section): section.title
      case .row(let row, _): row.text
      }
    guard let old, !old.hasSameBytes(as: text), !new.hasSameBytes(as: text) else { return }
    throw .otherText(item.id, text: text, wanted: new)
  }

  /// Refuses an item whose note or due date is not the one that the user saw when changing it.
  private func refuse(_ item: Item, withOtherPartsThan patch: Patch) throws {
    let (notes, attributes, schedule) =
      switch item {
      case .section(let section): (section.detail, section.attributes, section.schedule)
      case .row(let row, _): (row.text.cutAtLineFeed().rest, row.attributes, row.content.schedule)
      }
    if let old = patch.oldNote, let wanted = patch.note ?? patch.detail {
      let parts = [notes, try reader.attribute(Self.note, of: attributes)].compactMap(\.self)
      let note = parts.filter { !$0.isEmpty }.joined(separator: "\n")
      if ![old, wanted].contains(where: note.hasSameBytes) {
        throw OutlineError.otherValue(item.id, of: .note, value: note, wanted: wanted)
      }
    }
    if let old = patch.oldDue, let change = patch.schedule {
      let wanted = schedule.changed(by: change)
      if old == schedule.due || wanted.isSame(as: schedule) { return }
      throw OutlineError.otherValue(
        item.id, of: .day, value: schedule.due.map { "\($0)" } ?? "", wanted: wanted.due.map { "\($0)" } ?? "")
    }
  }

  /// The name of the attribute that is part of an item's note.
  private static let note = "note"

  private func changed(_ row: Row, by patch: Patch) throws -> Row {
    if patch.detail != nil { throw OutlineError.notForRows("detail") }
    if patch.isCollapsible != nil { throw OutlineError.notForRows("collapsible setting") }
    if patch.newRows != nil { throw OutlineError.notForRows("setting for new rows") }
    if let text = patch.text { try DraftRules.check(typed: text, as: "text") }
    if let text = patch.text(over: row.text) { try DraftRules.check(text: text) }
    let content = row.content.changed(by: patch, merged: try merged(row.attributes, patch))
    if patch.schedule?.repeats != nil { try content.schedule.checkRule() }
    return row.with(content)
  }

  private func changed(_ section: Section, by patch: Patch) throws -> Section {
    var patch = patch
    patch.detail = patch.note ?? patch.detail
    if let added = patch.addedNote { patch.detail = section.detail.map { "\($0)\n\(added)" } ?? added }
    if let title = patch.text {
      try DraftRules.check(typed: title, as: "title")
      try DraftRules.check(title: title)
    }
    if let detail = patch.detail { try DraftRules.check(detail: detail) }
    let content = section.content.changed(by: patch, merged: try merged(section.attributes, patch))
    if patch.schedule?.repeats != nil { try content.schedule.checkRule() }
    return section.with(content)
  }

  /// A section that stops being collapsible opens; its header is drawn again in any case.
  private func changes(of sections: [(before: Section, after: Section)]) throws -> ViewChanges {
    let isFolding = sections.contains { $0.before.isCollapsible != $0.after.isCollapsible }
    let part = try isFolding ? states(around: sections.map(\.before), withSiblings: false) : nil
    guard let part, let firstIndex = part.firstIndex else {
      return SectionRules.editing(
        try sections.map { (try visibility(of: $0.before), $0.before.isDone, $0.after.isDone) })
    }
    let before = part.states
    let edited = Dictionary(sections.map { ($0.after.id, $0.after.content) }) { first, _ in first }
    let after = before.map { state in edited[state.id].map(state.with) ?? state }
    return SectionRules.editing(Set(edited.keys.map(\.rawValue)), from: before, to: after, firstIndex: firstIndex)
  }

  private func merged(_ attributes: String?, _ patch: Patch) throws -> String? {
    let merged = try patch.attributes.map { try reader.attributes(attributes, mergedWith: $0) } ?? attributes
    if patch.note == nil { return merged }
    guard let merged, try reader.attribute(Self.note, of: merged) != nil else { return merged }
    return try reader.attributes(merged, mergedWith: "{\"\(Self.note)\":null}")
  }
}

extension Plan {
  /// Records the outcome of ticking an item, and returns the schedule of its next occurrence, if there is one.
  fileprivate mutating func schedule(
    of item: ItemID, _ name: String, _ schedule: Schedule, _ patch: Patch,
    from old: (isDone: Bool?, schedule: Schedule)
  ) -> Schedule? {
    guard let recurrence = patch.recurrence(of: schedule, doneBefore: old.isDone) else {
      if !schedule.isSame(as: old.schedule) { rescheduled.insert(item) }
      return nil
    }
    ticked.append(TickedTask(id: item, name: name, recurrence: recurrence))
    if case .again(let next) = recurrence { return next }
    return nil
  }
}

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

extension Planner {
  /// Renames a tag in all texts, titles and details.
  func rename(_ tag: Tag, to new: Tag) throws -> Plan {
    let items = try resolver.items(fitting: .tag(tag))
    guard !items.isEmpty else {
      let names = try reader.tags().map { "\($0.tag)" }
      throw OutlineError.noTag(tag, suggestions: TextMatch.suggestions(for: "\(tag)", among: names))
    }
    return try change(items.map { ($0, $0.renaming(tag, to: new)) })
  }
}

extension Item {
  fileprivate func renaming(_ tag: Tag, to new: Tag) -> Patch {
    switch self {
    case .row(let row, _): Patch(text: tag.renamed(to: new, in: row.text))
    case .section(let section):
      Patch(
        text: tag.renamed(to: new, in: section.title), detail: section.detail.flatMap { tag.renamed(to: new, in: $0) })
    }
  }
}
