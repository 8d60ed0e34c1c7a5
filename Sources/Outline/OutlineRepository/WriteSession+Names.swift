import ListChanges
import OutlineCore
import OutlineStore

extension WriteSession {
  /// Names the first of some items as they are now; items that do not exist are left out.
  ///
  /// O(log n) for each, and for a section counting on an index.
  ///
  /// - Parameter countsRows: Whether to count what is below rows, as is needed after an edit only.
  func named(_ ids: [ItemID], countsRows: Bool = false) throws -> [Receipt.Item] {
    guard request.report == .names else { return [] }
    return try ids.prefix(Receipt.limit).compactMap { try named($0, countsRows: countsRows) }
  }

  /// Returns, for a trial, the first items below some items, without those in `ids`.
  func contents(of ids: [ItemID]) throws -> [Receipt.Item] {
    guard request.isTrial, request.report == .names else { return [] }
    var items: [Receipt.Item] = []
    var seen = Set(ids)
    func add(_ id: ItemID) throws {
      if seen.insert(id).inserted, let item = try named(id, countsRows: false) { items.append(item) }
    }
    for case .row(let id) in ids {
      guard let row = try reader.row(id) else { continue }
      for row in try reader.rows(below: row) where items.count < Receipt.limit { try add(.row(row.id)) }
    }
    for case .section(let id) in ids {
      guard var section = try reader.section(id) else { continue }
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level) ?? OrderKeys.bound
      while items.count < Receipt.limit {
        var index = 0
        while items.count < Receipt.limit, let row = try reader.row(at: index, in: section.id) {
          try add(.row(row.id))
          index += 1
        }
        guard let next = try reader.section(after: section.ord), next.ord < end else { break }
        section = next
        if items.count < Receipt.limit { try add(.section(next.id)) }
      }
    }
    return items
  }

  /// The receipt for items that had these names before the edit.
  ///
  /// - Parameter plan: The plan that was carried out; some of the items may have been as it asks for.
  func receipt(for all: [ItemID], before: [Receipt.Item], of plan: Plan = Plan()) throws -> Receipt? {
    guard request.report == .names else { return nil }
    let all = plan.carried.isEmpty ? all : all.filter { !plan.carried.contains($0) }
    let ids = plan.unchanged.count < all.count ? all.filter { !plan.unchanged.contains($0) } : all
    let named = try named(ids, countsRows: true) + before  // a deleted item has the name that it had
    var receipt = Receipt(items: ids.prefix(Receipt.limit).compactMap { id in named.first { $0.id == id } })
    for (index, item) in receipt.items.enumerated() {
      receipt.items[index].isCollapsed = plan.flag(of: item.id)
      receipt.items[index].hasSameHolder = before.contains { $0.id == item.id && $0.holder?.id == item.holder?.id }
      let isNew = plan.rescheduled.contains(item.id) || !plan.items.contains(item.id)
      if !isNew { receipt.items[index].schedule = .none }
      receipt.items[index].recurrence = ticked.first { $0.id == item.id }?.recurrence
    }
    for id in ids {
      switch id {
      case .section: receipt.sectionCount += 1
      case .row: receipt.rowCount += 1
      }
    }
    if receipt.items.contains(where: { $0.openTasks > 0 }) { receipt.openTasksBelow = try openTasks(below: ids) }
    receipt.unchangedCount = all.count - ids.count
    receipt.openedBelow = plan.opened
    (receipt.sectionsBelow, receipt.rowsBelow) = plan.below
    receipt.missingAttribute = plan.missingAttribute
    (receipt.kept, receipt.keptCount) = (try self.named(plan.kept), plan.kept.count)
    if let kept = plan.keptRows, kept.count > 0, let section = try reader.section(kept.section) {
      receipt.keptRows = Receipt.KeptRows(count: kept.count, title: section.title)
    }
    return receipt
  }

  /// How many open tasks are below items, each counted once, without repeating ones that were ticked.
  private func openTasks(below ids: [ItemID]) throws -> Int {
    let resolver = Resolver(reader: reader)
    let again = Set(ticked.map(\.id))
    let (sections, rows) = try resolver.outermost(ids.filter { !again.contains($0) }.compactMap(item))
    let counts =
      try sections.map { section in
        let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
        return try reader.counts(from: section.ord, to: end) - ItemCounts(box: section.isDone)
      } + rows.map { try reader.counts(below: $0.row) }
    let holders = Set(sections.map { ItemID.section($0.id) } + rows.map { .row($0.row.id) })
    let tickedBelow = try again.count { id in
      var item = try item(id)
      guard item?.task.isDone == false else { return false }
      while let here = item, !holders.contains(here.id) { item = try resolver.holder(of: here) }
      return item != nil
    }
    return counts.total.openTasks - tickedBelow
  }

  /// The item with an id; nil if there is none any more.
  private func item(_ id: ItemID) throws -> Item? {
    switch id {
    case .section(let id): return try reader.section(id).map(Item.section)
    case .row(let id):
      guard let row = try reader.row(id), let section = try reader.section(row.section) else { return nil }
      return .row(row, in: section)
    }
  }

  private func named(_ id: ItemID, countsRows: Bool) throws -> Receipt.Item? {
    switch id {
    case .row(let row):
      guard let row = try reader.row(row), let section = try reader.section(row.section) else { return nil }
      let counts = try countsRows ? reader.counts(below: row) : .zero
      return Receipt.Item(
        id: id, name: row.content.text, holder: try holder(of: row, in: section), rows: counts.rows,
        openTasks: counts.openTasks, hiddenBy: nil, isDone: row.content.isDone, schedule: row.content.schedule)
    case .section(let section):
      guard let section = try reader.section(section) else { return nil }
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
      let parent = try reader.parent(ord: section.ord, level: section.level)
      let counts = try reader.counts(from: section.ord, to: end)
      return Receipt.Item(
        id: id, name: section.title, holder: try parent.map(holder),
        rows: counts.rows, openTasks: (counts - ItemCounts(box: section.isDone)).openTasks,
        hiddenBy: try reader.outermostCollapsed(above: section, for: user)?.title, isDone: section.isDone,
        schedule: section.content.schedule)
    }
  }

  /// The row that a row is below, or else its section.
  private func holder(of row: Row, in section: Section) throws -> Receipt.Holder {
    let around = try holder(section)
    guard let parent = try reader.parent(of: row) else { return around }
    return Receipt.Holder(
      id: .row(parent.id), title: parent.text.firstLine,
      isCollapsed: try reader.flag(of: SectionID(parent.id.rawValue), for: user) == true,
      hiddenBy: around.hiddenBy ?? (around.isCollapsed ? section.title : nil))
  }

  private func holder(_ section: Section) throws -> Receipt.Holder {
    Receipt.Holder(
      id: .section(section.id), title: section.title, isCollapsed: try reader.isShut(section, for: user),
      hiddenBy: try reader.outermostCollapsed(above: section, for: user)?.title)
  }
}
