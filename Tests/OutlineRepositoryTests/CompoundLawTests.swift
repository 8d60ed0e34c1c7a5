import ListChanges
import OutlineCore
import TestSupport
import Testing

/// The laws for several edits that are reported as one: only the visible lists before and after are compared.
struct CompoundLawTests {
  private static let users = ["ana", "ben", "cleo"]

  @Test(arguments: (1...60).map { UInt64($0) })
  func `the laws hold for transactions of several edits`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var edits = RandomEdits(seed: seed)
    var model = ModelOutline()
    for (user, startsCollapsed) in zip(Self.users, [false, true, false]) {
      model.viewers[user] = ModelOutline.Viewer(startsCollapsed: startsCollapsed, accordion: user == "cleo")
    }
    for _ in 0..<25 {
      var after = model
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        after = (try? after.after(edits.edit(in: after), as: edits.user(of: Self.users))) ?? after
      }
      let touched = Bool.random(using: &random) ? model.rows(movedOrChangedIn: after) : model.rows(in: after)
      for user in Self.users {
        let changes = ListDiff.changes(
          from: model.visibleSections(for: user), to: after.visibleSections(for: user), rows: touched,
          headers: Set(model.headers(changedIn: after).map(\.rawValue)))
        let laws = PairLaws(changes: changes, before: model.visible(to: user), after: after.visible(to: user))
        let broken = laws.broken(isOneEdit: false)
        #expect(broken == [], "seed \(seed), \(user), [\(changes)]\n\(model.drawing(for: user))")
        if !broken.isEmpty { return }
      }
      model = after
    }
  }
}

extension ModelOutline {
  /// The visible sections as the rules see them.
  func visibleSections(for user: String) -> [VisibleSection] {
    let flags = viewers[user]?.flags ?? [:]
    return states(for: user).visibleSections.map { seen in
      var hidden = HiddenRows()
      let rows = sections.first { $0.id == seen.id }?.rows ?? []
      var index = 0
      while !seen.isShut, index < rows.count {
        let below = rows[(index + 1)...].prefix { $0.level > rows[index].level }
        let isCollapsed = flags[SectionID(rows[index].id.rawValue)] == true && !below.isEmpty
        if isCollapsed {
          hidden.add(
            row: index, rank: OrderKey(index), end: nil, counts: below.map { ItemCounts(row: $0.isDone) }.total)
        }
        index += 1 + (isCollapsed ? below.count : 0)
      }
      return VisibleSection(
        key: seen.key, level: seen.level, isShut: seen.isShut, rowCount: seen.rowCount, hidden: seen.hidden,
        hiddenSections: seen.hiddenSections, hiddenRows: hidden)
    }
  }

  /// The sections as the rules see them.
  func states(for user: String) -> [SectionState] {
    sections.map { section in
      SectionState(
        id: section.id, level: section.level, isCollapsible: section.isCollapsible,
        isCollapsed: isShut(section, for: user),
        counts: section.rows.map { ItemCounts(row: $0.isDone) }.total, isDone: section.isDone)
    }
  }

  /// The sections whose header differs in another outline in more than the level.
  func headers(changedIn after: ModelOutline) -> Set<SectionID> {
    let old = Dictionary(uniqueKeysWithValues: sections.map { ($0.id, $0) })
    let changed = after.sections.filter { new in
      old[new.id].map { old in
        old.title != new.title || old.detail != new.detail || old.isCollapsible != new.isCollapsible
          || old.newRows != new.newRows || old.isDone != new.isDone || old.schedule != new.schedule
          || old.attributes != new.attributes
      } ?? false
    }
    return Set(changed.map(\.id))
  }

  /// Every row of this outline or of another, as if an edit had touched them all.
  func rows(in after: ModelOutline) -> [TouchedRow] {
    let (old, new) = (positions, after.positions)
    return Set(old.keys).union(new.keys).sorted().map { id in
      let (from, to) = (old[id], new[id])
      let isChanged = from.map { from in to.map { $0.row != from.row } ?? false } ?? false
      return TouchedRow(old: from?.position, new: to?.position, isChanged: isChanged)
    }
  }

  /// The rows that were inserted, deleted, changed or moved to another section, all rows of sections whose order
  /// changed, and the rows of `ids`.
  func rows(movedOrChangedIn after: ModelOutline, or ids: Set<RowID> = []) -> [TouchedRow] {
    let old = Dictionary(uniqueKeysWithValues: sections.map { ($0.id, $0.rows.map(\.id)) })
    let new = Dictionary(uniqueKeysWithValues: after.sections.map { ($0.id, $0.rows.map(\.id)) })
    let named = Set(ids.compactMap { after.positions[$0]?.position })
    return rows(in: after).filter { row in
      guard let from = row.old, let to = row.new, from.section == to.section, !row.isChanged else { return true }
      if named.contains(to) { return true }
      let (was, now) = (old[from.sectionID, default: []], new[from.sectionID, default: []])
      return was.filter { now.contains($0) } != now.filter { was.contains($0) }
    }
  }

  private var positions: [RowID: (position: RowPosition, row: RowContent)] {
    var positions: [RowID: (position: RowPosition, row: RowContent)] = [:]
    for section in sections {
      for (index, row) in section.rows.enumerated() {
        var row = row
        if index + 1 < section.rows.count, section.rows[index + 1].level > row.level { row.isCollapsed = false }
        positions[row.id] = (RowPosition(section: section.id, index: index), row)
      }
    }
    return positions
  }
}
