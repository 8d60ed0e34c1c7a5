import ListChanges
import OutlineCore

/// An outline of few sections and rows, and the edits that can be made in it.
struct SmallWorld: CustomStringConvertible {
  /// The levels of the sections.
  let levels: [Int]
  /// How many of the rows each section has.
  let rowCounts: [Int]
  /// The section that is not collapsible; nil when all are.
  let fixed: Int?

  var description: String { "levels \(levels), rows \(rowCounts), not collapsible: \(fixed.map { "\($0)" } ?? "none")" }

  var sections: [SectionID] { levels.indices.map { SectionID(Int64(number(ofSection: $0))) } }
  var rows: [RowID] {
    levels.indices.flatMap { section in
      (0..<rowCounts[section]).map { RowID(Int64(number(ofSection: section) + 1 + $0)) }
    }
  }

  /// The number of a section: sections and rows are numbered in document order.
  private func number(ofSection index: Int) -> Int { index + 1 + rowCounts[..<index].reduce(0, +) }

  /// Every world of so many sections, of level 1 to 3, and so many rows.
  static func all(sections: Int, rows: Int) -> [SmallWorld] {
    levels(sections).flatMap { levels in
      distributions(of: rows, over: sections).flatMap { counts in
        ([nil] + levels.indices.map { $0 }).map { SmallWorld(levels: levels, rowCounts: counts, fixed: $0) }
      }
    }
  }

  private static func levels(_ count: Int) -> [[Int]] {
    count == 0 ? [[]] : levels(count - 1).flatMap { levels in (1...3).map { levels + [$0] } }
  }

  private static func distributions(of rows: Int, over sections: Int) -> [[Int]] {
    if sections == 1 { return [[rows]] }
    return (0...rows).flatMap { first in
      distributions(of: rows - first, over: sections - 1).map { [first] + $0 }
    }
  }

  /// Builds the world, with its users.
  ///
  /// The users `0`, `1`, `2`… have collapsed the sections that their number says in binary; so have `a0`, `a1`…, who
  /// use the accordion, and `s0`, `s1`…, for whom sections start collapsed.
  func build() throws -> ModelCheck {
    var check = try ModelCheck()
    var row = 0
    let drafts = zip(levels, rowCounts).enumerated().map { index, section in
      let texts = (0..<section.1).map { _ in
        row += 1
        return RowDraft("row \(row)")
      }
      return SectionDraft(level: section.0, title: "S\(index + 1)", rows: texts)
    }
    try check.prepare(.addSections(drafts, to: Placement()))
    for user in users {
      let number = Int(user.filter(\.isNumber)) ?? 0
      let (collapsed, expanded) = (
        sections.indices.filter { number >> $0 & 1 == 1 }, sections.indices.filter { number >> $0 & 1 == 0 }
      )
      if user.hasPrefix("s") { try check.prepare(.resetFolds(startsCollapsed: true), as: user) }
      if user.hasPrefix("a") { try check.prepare(.setAccordion(true), as: user) }
      for (indices, request) in [(collapsed, FoldRequest.collapse), (user.hasPrefix("s") ? expanded : [], .expand)] {
        let addresses = indices.map { Address.section(sections[$0]) }
        try check.prepare(.fold(.sections(addresses, recursive: false), request), as: user)
      }
    }
    if let fixed { try check.prepare(.change(.section(sections[fixed]), to: Patch(isCollapsible: false))) }
    return check
  }

  var users: [String] {
    ["", "a", "s"].flatMap { kind in (0..<(1 << sections.count)).map { "\(kind)\($0)" } }
  }

  /// Every edit that is of interest for a user: folds for who uses the accordion, new sections for who starts collapsed.
  func edits(for user: String) -> [Edit] {
    if user.hasPrefix("a") { return folds }
    if user.hasPrefix("s") { return newSections + settings }
    let content: [[Edit]] = [newRows, newSections, changes, moves, otherOrders, otherLevels, deletes]
    return folds + content.joined() + settings
  }
}

extension SmallWorld {
  private var sectionAddresses: [Address] { sections.map(Address.section) }
  private var rowAddresses: [Address] { rows.map(Address.row) }

  private func insidePlacements(of addresses: [Address], upTo last: Int) -> [Placement] {
    let positions: [Placement.Position] = [.first, .last] + (0...last).map { .at($0) }
    return ([.anywhere] + addresses.map(Placement.Anchor.inside)).flatMap { anchor in
      positions.map { Placement(anchor, $0) }
    }
  }

  private func placements(nextTo addresses: [Address]) -> [Placement] {
    addresses.flatMap { [Placement(.before($0)), Placement(.after($0))] }
  }

  private var rowPlacements: [Placement] {
    insidePlacements(of: sectionAddresses, upTo: rows.count + 1) + placements(nextTo: rowAddresses)
  }
  private var sectionPlacements: [Placement] {
    insidePlacements(of: sectionAddresses, upTo: sections.count + 1) + placements(nextTo: sectionAddresses)
  }

  /// Each address with the one before it, the first with the last.
  private func pairs(of addresses: [Address]) -> [[Address]] {
    addresses.indices.map { [addresses[$0], addresses[($0 + addresses.count - 1) % addresses.count]] }
  }

  private var newRows: [Edit] {
    rowPlacements.flatMap { [.addRows([RowDraft("new")], to: $0), .addRows([RowDraft("x"), RowDraft("y")], to: $0)] }
  }

  private var newSections: [Edit] {
    let nested = [
      SectionDraft(title: "new", rows: [RowDraft("x")]), SectionDraft(level: 2, title: "below", rows: [RowDraft("y")]),
    ]
    return sectionPlacements.map { .addSections(nested, to: $0) }
      + sectionPlacements.map { .addSections([SectionDraft(level: 2, title: "new")], to: $0) }
  }

  private var changes: [Edit] {
    sectionAddresses.flatMap { address -> [Edit] in
      [
        .change(address, to: Patch(text: "other")), .change(address, to: Patch(detail: "other")),
        .change(address, to: Patch(detail: "")), .change(address, to: Patch(isCollapsible: false)),
        .change(address, to: Patch(isCollapsible: true)),
      ]
    } + rowAddresses.flatMap { [.change($0, to: Patch(text: "other")), .change($0, to: Patch(text: "row 1"))] }
  }

  private var moves: [Edit] {
    let rowGroups = rowAddresses.map { [$0] } + pairs(of: rowAddresses) + [rowAddresses]
    let sectionGroups = sectionAddresses.map { [$0] } + pairs(of: sectionAddresses)
    return rowGroups.flatMap { group in rowPlacements.map { .move(group, to: $0) } }
      + sectionGroups.flatMap { group in sectionPlacements.map { .move(group, to: $0) } }
  }

  private var otherLevels: [Edit] {
    let single = (sectionAddresses + rowAddresses).map { [$0] }
    let groups: [[Address]] = single + pairs(of: sectionAddresses) + pairs(of: rowAddresses)
    return groups.map { .indent($0) } + groups.map { .outdent($0) }
  }

  private var otherOrders: [Edit] {
    let sections: [[Address]] = sectionAddresses.map { [$0] } + pairs(of: sectionAddresses)
    let rows: [[Address]] = rowAddresses.map { [$0] } + pairs(of: rowAddresses)
    var edits: [Edit] = []
    for position: Placement.Position in [.first, .last, .at(1), .at(2)] {
      edits += (sections + rows).map { .reorder($0, to: position) }
      edits += (sections + rows).map { .copy($0, to: Placement(.anywhere, position)) }
    }
    for isReversed in [true, false] {
      edits += sections.map { .sort($0, by: SortOrder(isReversed: isReversed)) }
      edits += (sections + [[]]).map { .sort($0, by: SortOrder(isReversed: isReversed, sortsSections: true)) }
    }
    return edits
  }

  private var deletes: [Edit] {
    let items = (sectionAddresses + rowAddresses).map { [$0] }
    let groups = items + pairs(of: sectionAddresses) + [[rowAddresses[1], sectionAddresses[1]]]
    let keeping: [Address?] = [nil] + sectionAddresses
    return groups.flatMap { group in
      keeping.flatMap { target in
        [true, false].map { .delete(group, options: DeleteOptions(isRecursive: $0, keepsRowsIn: target)) }
      }
    }
  }

  private var folds: [Edit] {
    let requests: [FoldRequest] = [.collapse, .expand, .toggle]
    let groups = sectionAddresses.map { [$0] } + pairs(of: sectionAddresses)
    let items = sections.map(ItemID.section) + rows.map(ItemID.row)
    return requests.flatMap { request -> [Edit] in
      [.fold(.all(withRows: false), request), .fold(.all(withRows: true), request)]
        + groups.flatMap { group in [true, false].map { .fold(.sections(group, recursive: $0), request) } }
    } + items.map { .fold(.enclosing([$0]), .expand) }
  }

  private var settings: [Edit] {
    [true, false].map { .setAccordion($0) } + [nil, true, false].map { .resetFolds(startsCollapsed: $0) }
  }
}
