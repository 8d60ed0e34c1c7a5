import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func fold(_ scope: FoldScope, _ request: FoldRequest) throws -> Plan {
    switch scope {
    case .all(let withRows): return try foldAll(request, withRows: withRows || request == .expand)
    case .sections(let addresses, let isRecursive):
      let items = try resolver.foldable(addresses)
      let sections = try items.compactMap { item -> Section? in
        guard case .section(let section) = item else { return nil }
        if request != .expand, !isRecursive, !section.isCollapsible {
          throw OutlineError.notCollapsible(title: section.title)
        }
        return section
      }
      let rows = items.compactMap { item in if case .row(let row, _) = item { row } else { nil } }
      var plan = try sections.isEmpty ? Plan() : fold(sections, request, isRecursive: isRecursive)
      plan.add(try fold(rows, request, isRecursive: isRecursive, besides: isRecursive ? sections : []))
      plan.items = items.map(\.id)
      let flagged = plan.flagged
      plan.unchanged = Set(plan.items).subtracting(flagged.flatMap { [.section(SectionID($0)), .row(RowID($0))] })
      if isRecursive, !flagged.isEmpty, plan.unchanged.count == items.count {
        plan.items = try flagged.map {
          try reader.section(SectionID($0)) == nil ? .row(RowID($0)) : .section(SectionID($0))
        }
        plan.unchanged = []
      }
      return plan
    case .enclosing(let ids):
      var plan = try fold(try enclosing(ids), request, isRecursive: false)
      if request == .expand {
        let rows = try rowsEnclosing(ids)
        plan.add(try flags(removedFrom: rows))
        plan.items += rows.map(ItemID.row)
      }
      let changed = plan.items.filter { plan.flag(of: $0) == (request == .collapse) }
      if !plan.writes.isEmpty { plan.items = changed }
      return plan
    }
  }

  private func foldAll(_ request: FoldRequest, withRows: Bool) throws -> Plan {
    let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    let after = FoldRules.states(
      after: request, on: Set(states.map(\.key)), isRecursive: false, in: states, accordion: false)
    var plan = plan(from: states, to: after, firstIndex: 0)
    if !withRows { return plan }
    if request == .expand {
      let rows = try reader.flags(of: user).filter(\.value).keys.map { RowID($0.rawValue) }.sorted()
      plan.add(try flags(removedFrom: rows.filter { try reader.row($0) != nil }))
    } else if try reader.hasRowLevels() {
      let flags = try reader.flags(of: user)
      let rows = try parents(in: states).map { row in
        (row, request == .collapse || flags[SectionID(row.rawValue)] != true)
      }
      plan.add(try setting(Dictionary(rows) { first, _ in first }, besides: flags))
    }
    return plan
  }

  /// The rows of sections that have others below them.
  private func parents(in states: [SectionState]) throws -> [RowID] {
    let nested = try reader.sectionsWithRowLevels()
    return try states.filter { nested.contains($0.id) }.flatMap { try reader.parents(in: $0.id) }
  }

  /// Collapses or expands rows; with `isRecursive` also those below them, and those of sections with everything below them.
  private func fold(
    _ rows: [Row], _ request: FoldRequest, isRecursive: Bool, besides sections: [Section]
  ) throws -> Plan {
    if rows.isEmpty, try sections.isEmpty || !reader.hasRowLevels() { return Plan() }
    let flags = try reader.flags(of: user)
    func isCollapsed(_ row: RowID) -> Bool { flags[SectionID(row.rawValue)] == true }
    var after: [RowID: Bool] = [:]
    for row in rows {
      let isOpening = request == .expand || request == .toggle && isCollapsed(row.id)
      if !isOpening, try !reader.isParent(row) { throw OutlineError.nothingBelow(name: row.text.firstLine) }
      after[row.id] = !isOpening
      let inside = try isRecursive ? Set(reader.rows(below: row).map(\.id)) : []
      for parent in inside.isEmpty ? [] : try reader.parents(in: row.section) where inside.contains(parent) {
        after[parent] = !isOpening
      }
    }
    for section in sections {
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
      for row in try parents(in: reader.states(from: section.ord, to: end, for: user)) {
        after[row] = request == .collapse || request == .toggle && !isCollapsed(row)
      }
    }
    return try setting(after, besides: flags)
  }

  /// Returns the plan that collapses rows (true) and expands others (false); only a collapsed row has a flag.
  private func setting(_ after: [RowID: Bool], besides flags: [SectionID: Bool]) throws -> Plan {
    var plan = try self.flags(removedFrom: after.filter { !$0.value }.map(\.key).sorted())
    let new = after.filter { $0.value }.map { SectionID($0.key.rawValue) }.filter { flags[$0] != true }.sorted()
    if !new.isEmpty { plan.writes.append(.setFlag(new, isCollapsed: true)) }
    plan.isDiffed = true
    return plan
  }

  /// Returns the plan that removes the acting user's flags of rows.
  private func flags(removedFrom rows: [RowID]) throws -> Plan {
    guard let key = user.key, !rows.isEmpty else { return Plan() }
    let flags = try reader.flags(of: user)
    var plan = Plan(
      writes: rows.map { SectionID($0.rawValue) }.filter { flags[$0] != nil }
        .map { .restoreFlag($0, user: key, isCollapsed: nil) })
    plan.isDiffed = true
    return plan
  }

  /// The rows that enclose some items, each once.
  private func rowsEnclosing(_ ids: [ItemID]) throws -> [RowID] {
    var found: [RowID] = []
    var seen: Set<RowID> = []
    for case .row(let id) in ids {
      var row = try reader.row(id)
      while let here = row, let parent = try reader.parent(of: here), seen.insert(parent.id).inserted {
        found.append(parent.id)
        row = parent
      }
    }
    return found
  }

  private func fold(_ sections: [Section], _ request: FoldRequest, isRecursive: Bool) throws -> Plan {
    let usesAccordion = user.user.accordion && request != .collapse
    let (states, firstIndex) = try states(around: sections, withSiblings: usesAccordion)
    let after = FoldRules.states(
      after: request, on: Set(sections.map(\.id.rawValue)), isRecursive: isRecursive, in: states,
      accordion: usesAccordion)
    var plan = plan(from: states, to: after, firstIndex: firstIndex)
    plan.items = sections.map { .section($0.id) }
    return plan
  }

  func setAccordion(isOn: Bool) -> Plan {
    var settings = user.user
    settings.accordion = isOn
    return Plan(writes: settings == user.user ? [] : [.setUser(settings)])
  }

  func resetFolds(startsCollapsed: Bool?) throws -> Plan {
    let before = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    var settings = user.user
    settings.startsCollapsed = startsCollapsed ?? settings.startsCollapsed
    var after = before
    for index in after.indices { after[index].isCollapsed = settings.startsCollapsed }
    let clears = try reader.hasFlags(user) ? [Write.clearFlags] : []
    return Plan(
      writes: clears + (settings == user.user ? [] : [.setUser(settings)]),
      changes: computesChanges ? FoldRules.changes(from: before, to: after, firstIndex: 0) : ViewChanges())
  }

  /// Returns the plan that leads from one set of flags to another; `firstIndex` is nil if no section is visible.
  func plan(from before: [SectionState], to after: [SectionState], firstIndex: Int?) -> Plan {
    var writes: [Write] = []
    for isCollapsed in [true, false] {
      let changed = zip(before, after).filter { $0.isCollapsed != $1.isCollapsed && $1.isCollapsed == isCollapsed }
      if !changed.isEmpty { writes.append(.setFlag(changed.map(\.1.id), isCollapsed: isCollapsed)) }
    }
    guard computesChanges, let firstIndex else { return Plan(writes: writes) }
    return Plan(writes: writes, changes: FoldRules.changes(from: before, to: after, firstIndex: firstIndex))
  }

  /// Returns the states of a small part that contains the sections: one section's subtree, its parent's subtree, or the
  /// whole outline.
  ///
  /// - Returns: The states, and the index of the first of them among the visible sections; nil if the part is hidden.
  func states(
    around sections: [Section], withSiblings: Bool
  ) throws -> (states: [SectionState], firstIndex: Int?) {
    let only = sections.count == 1 ? sections.first : nil
    let root = try withSiblings ? only.flatMap { try reader.parent(ord: $0.ord, level: $0.level) } : only
    let part = try OutlinePart(reader, of: root)
    let firstIndex = try root.map { try visibility(of: $0).headerIndex } ?? 0
    return (try reader.states(from: part.start, to: part.end, for: user), firstIndex)
  }

  private func enclosing(_ ids: [ItemID]) throws -> [Section] {
    var seen: Set<SectionID> = []
    return try ids.flatMap { id -> [Section] in
      switch try resolver.item(Address(id)) {
      case .section(let section): try reader.ancestors(of: section)
      case .row(_, let section): try [section] + reader.ancestors(of: section)
      }
    }.filter { seen.insert($0.id).inserted }
  }
}

extension Plan {
  fileprivate mutating func add(_ other: Plan) {
    writes += other.writes
    isDiffed = isDiffed || other.isDiffed
  }

  /// Returns the acting user's flag for a section or a row as the plan sets it; nil if the plan leaves the flag as it is.
  func flag(of item: ItemID) -> Bool? {
    for write in writes {
      switch write {
      case .setFlag(let ids, let isCollapsed) where ids.contains(SectionID(item.number)): return isCollapsed
      case .restoreFlag(SectionID(item.number), _, nil): return false
      default: continue
      }
    }
    return nil
  }
}
