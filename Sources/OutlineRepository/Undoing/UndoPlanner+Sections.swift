import OutlineCore
import OutlineStore

extension UndoPlanner {
  /// The writes that take back what the entry did to sections.
  struct SectionParts {
    var parking: [Write] = []
    var placing: [Write] = []
    var changes: [Write] = []
    var deletions: [Write] = []
    var blocks: [UndoPlan.Block] = []
  }

  /// A section that goes back to where it was.
  private struct WantedSection {
    /// The section as it was.
    let section: Section
    /// Whether it exists at the moment.
    let exists: Bool
    let spot: PlacesSince.Spot
  }

  func sectionParts() throws -> SectionParts {
    var parts = SectionParts()
    var wanted: [WantedSection] = []
    var leaving: Set<SectionID> = []
    for (id, change) in net.sections where !change.isRoomAlone {
      let found = try current(id, change)
      guard let before = change.before else {
        guard let found else { continue }
        parts.deletions.append(.deleteSection(id))
        leaving.insert(id)
        try refuseStrangers(below: found)
        continue
      }
      guard let section = before.section(id, over: found, after: change.after) else {
        throw Conflict.gone(.section(id), text: nil)
      }
      if let found, !section.isSame(as: found) { parts.changes.append(.changeSection(section)) }
      guard change.isPlaced, before.ord != change.after?.ord || before.level != change.after?.level else { continue }
      if let found {
        if before.ord != change.after?.ord { leaving.insert(id) }
        try refuseStrangers(below: found)
      }
      let spot = places.spot(of: before.ord, in: .sections)
      wanted.append(WantedSection(section: section, exists: found != nil, spot: spot))
    }
    wanted.sort { $0.section.ord < $1.section.ord }
    var keys = room.sectionKeys
    for block in try blocks(of: wanted) { try place(block, leaving, &keys, into: &parts) }
    parts.parking = try parking(keys, leaving: leaving)
    return parts
  }

  /// Throws an error if there is a section below one that moves or is deleted which came there since.
  private func refuseStrangers(below section: Section) throws {
    guard places.hasMovedSections else { return }
    let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
    var next = try reader.section(after: section.ord)
    while let below = next, end.map({ below.ord < $0 }) ?? true {
      if isStranger(below) { throw Conflict.filled(section.id, title: section.title) }
      next = try reader.section(after: below.ord)
    }
  }

  /// Whether a section came to where it is after the entry.
  private func isStranger(_ section: Section) -> Bool { !net.places(section.id) && places.isPlaced(section) }

  /// Returns the sections in blocks that were together: a section, and what was below it without a gap.
  private func blocks(of wanted: [WantedSection]) throws -> [[WantedSection]] {
    var blocks: [[WantedSection]] = []
    for item in wanted {
      if let root = blocks.last?.first, let last = blocks.last?.last, item.section.level > root.section.level,
        try !hasOldSection(between: last.section.ord, and: item.section.ord)
      {
        blocks[blocks.count - 1].append(item)
      } else {
        blocks.append([item])
      }
    }
    return blocks
  }

  /// Whether there is a section between two sort keys that was there before.
  private func hasOldSection(between start: OrderKey, and end: OrderKey) throws -> Bool {
    var next = try reader.section(after: start)
    while let section = next, section.ord < end {
      if !net.places(section.id), !places.isPlaced(section) { return true }
      next = try reader.section(after: section.ord)
    }
    return false
  }

  /// Sends a block to the keys that its sections had, or into a gap if others are there now.
  private func place(
    _ block: [WantedSection], _ leaving: Set<SectionID>, _ keys: inout [OrderKey], into parts: inout SectionParts
  ) throws {
    let ords = block.compactMap { item -> OrderKey? in
      if case .at(let ord) = item.spot { ord } else { nil }
    }
    guard ords.count == block.count, try fits(block, at: ords, leaving) else {
      guard let root = block.first else { return }
      return parts.blocks.append(
        UndoPlan.Block(
          sections: block.map(\.section), existing: Set(block.filter(\.exists).map(\.section.id)), spot: root.spot))
    }
    keys += ords
    parts.placing += zip(block, ords).map { item, ord in
      item.exists
        ? .placeSection(item.section.id, ord: ord, level: item.section.level)
        : .restoreSection(item.section.moved(to: ord))
    }
  }

  /// Whether a block can go to these keys: nobody has one of them, came between them, or would end up below the block.
  private func fits(_ block: [WantedSection], at ords: [OrderKey], _ leaving: Set<SectionID>) throws -> Bool {
    guard let first = ords.first, let last = ords.last, let level = block.first?.section.level else { return true }
    let own = Set(block.map(\.section.id))
    let wanted = Set(ords)
    var next = try reader.section(atOrAfter: first)
    while let section = next {
      let isLeaving = own.contains(section.id) || leaving.contains(section.id) || room.sections.contains(section.id)
      if !isLeaving {
        if wanted.contains(section.ord) { return false }
        if section.ord > last { return !(isStranger(section) && section.level > level) }
        if isStranger(section) { return false }
      }
      next = try reader.section(after: section.ord)
    }
    return true
  }

  /// Returns writes that move sections aside from places that others need.
  private func parking(_ wanted: [OrderKey], leaving: Set<SectionID>) throws -> [Write] {
    let last = max(try reader.lastSection()?.ord ?? 0, wanted.max() ?? 0)
    let first = min(try reader.section(atOrAfter: -OrderKeys.bound)?.ord ?? 0, wanted.min() ?? 0)
    var keys = SpareKeys(first: first, last: last)
    return try wanted.compactMap { ord in
      guard let other = try reader.section(atOrAfter: ord), other.ord == ord, leaving.contains(other.id) else {
        return nil
      }
      return .parkSection(other.id, ord: keys.next())
    }
  }
}
