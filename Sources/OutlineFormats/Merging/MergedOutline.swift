import OutlineCore

/// The sections and rows of a merge, as they are put together to a document.
struct MergedOutline {
  /// The sections and rows, in document order.
  private(set) var pieces: [OutlinePiece] = []

  private let table: MergeTable
  private let parents: MergedParents
  private let lists: MergedLists
  /// What each item says that stays.
  private var contents: [DocumentItem.Content?]
  /// The conflicts about the item of each number.
  private var found: [Int: [MergeConflict]] = [:]
  /// The numbers of the items with conflicts, in document order.
  private var order: [Int] = [MergeTable.outline]

  init(_ table: MergeTable) {
    self.table = table
    parents = MergedParents(table)
    lists = MergedLists(table, parents)
    contents = [DocumentItem.Content?](repeating: nil, count: table.count)
    for number in contents.indices.dropFirst() where parents.stays[number] { mergeContent(of: number) }
    noteParents()
    noteCopies()
  }

  /// The conflicts, in document order.
  var conflicts: [MergeConflict] { order.flatMap { found[$0] ?? [] } }

  private mutating func mergeContent(of number: Int) {
    let field = table.field(of: number, \.content)
    guard let base = field.base, let ours = field.ours, let theirs = field.theirs else {
      contents[number] = field.ours ?? field.theirs  // new ones with one key say the same
      return
    }
    let merged = MergedContent(base: base, ours, theirs)
    contents[number] = merged.content
    for conflict in merged.conflicts { note(conflict, on: number) }
  }

  private func name(of number: Int) -> String { contents[number]?.name ?? "" }

  private mutating func note(_ conflict: MergeConflict, on number: Int) {
    var conflict = conflict
    conflict.item = conflict.item ?? table.id(of: number)
    conflict.name = name(of: number)
    found[number, default: []].append(conflict)
  }

  private mutating func noteParents() {
    let isAnyKept = parents.decisions.contains { $0.kind == .kept }
    let new = isAnyKept ? [MergeSide.ours, .theirs].map { ($0, table.newItems(in: $0)) } : []
    for decision in parents.decisions {
      let sections = decision.sections.map(name)
      if decision.kind == .kept, let made = conversion(of: decision.item, new) {
        note(MergeConflict(kind: .converted, part: "\(made)"), on: decision.item)
        continue
      }
      note(MergeConflict(kind: decision.kind, values: sections, kept: sections.first), on: decision.item)
    }
    for (parent, items) in lists.conflicts { note(MergeConflict(kind: .order, values: items.map(name)), on: parent) }
  }

  /// The id of what one side has made of an item that it has no more, a section of a row or a row of a section.
  private func conversion(of number: Int, _ new: [(MergeSide, [Bool: [ExactText: ItemID]])]) -> ItemID? {
    guard let old = table.item(number, in: .base)?.content else { return nil }
    for (side, items) in new where !table.has(number, in: side) {
      if let made = items[!old.isSection]?[ExactText(old.name)] { return made }
    }
    return nil
  }

  /// Names the items that lose the id that another one keeps, and those that both sides have added and that are there once.
  private mutating func noteCopies() {
    let twins = Dictionary(table.twins.map { ($1, $0) }) { first, _ in first }
    for number in contents.indices where !twins.isEmpty {
      guard let id = table.id(of: number), let other = twins[id] else { continue }
      note(MergeConflict(kind: .twin, part: "\(other)"), on: number)
    }
    for number in contents.indices {
      guard case .copy(let id, _) = table.keys[number], table.id(of: number) == nil else { continue }
      note(MergeConflict(kind: .id, item: id), on: number)
    }
  }
}

extension MergedOutline {
  /// A section whose header is written, and those of its subsections that are still to come.
  private struct Open {
    let level: Int
    var subsections: ArraySlice<Int>
    /// The level of the subsection before; those behind it may not be deeper, or they would be below it.
    var deepest = OutlineLimits.levels.upperBound
  }

  /// Puts the document together.
  mutating func write() {
    var open = [begin(MergeTable.outline, level: 0)]
    while let last = open.indices.last {
      guard let section = open[last].subsections.popFirst() else {
        open.removeLast()
        continue
      }
      let wanted = open[last].level + parents.steps[section]
      let level = min(max(open[last].level + 1, min(wanted, open[last].deepest)), OutlineLimits.levels.upperBound)
      open[last].deepest = level
      writeHeader(of: section, level: level)
      if level == open[last].level { note(MergeConflict(kind: .level), on: section) }
      open.append(begin(section, level: level))
    }
  }

  /// Writes the rows of a section.
  private mutating func begin(_ section: Int, level: Int) -> Open {
    for number in lists.rows[section] ?? [] {
      guard case .row(let row)? = contents[number] else { continue }
      let id: RowID? = if case .row(let id)? = table.id(of: number) { id } else { nil }
      pieces.append(.row(RowPiece(row, id: id)))
      if found[number] != nil { order.append(number) }
    }
    return Open(level: level, subsections: (lists.sections[section] ?? [])[...])
  }

  private mutating func writeHeader(of number: Int, level: Int) {
    guard case .section(let content)? = contents[number] else { return }
    let id: SectionID? = if case .section(let id)? = table.id(of: number) { id } else { nil }
    let flags = flags(of: number)
    let own = table.field(of: number, \.isCollapsed)
    let isCollapsed: Bool? =
      if let ours = own.ours, let theirs = own.theirs {
        MergedFlags.flag(own.base ?? nil, ours, theirs)
      } else {
        own.ours ?? own.theirs ?? nil
      }
    let draft = SectionDraft(level: level, content)
    pieces.append(.section(SectionPiece(draft, id: id, flags: flags, isCollapsed: isCollapsed)))
    order.append(number)
  }

  private mutating func flags(of number: Int) -> [ExactText: Bool] {
    let all = table.field(of: number, \.flags)
    guard let ours = all.ours, let theirs = all.theirs else { return all.ours ?? all.theirs ?? [:] }
    let merged = MergedFlags.flags(all.base ?? [:], ours, theirs)
    for user in merged.conflicts {
      let kept = merged.flags[user].map { $0 ? "collapsed" : "expanded" }
      note(MergeConflict(kind: .fold, part: user.text, kept: kept), on: number)
    }
    return merged.flags
  }
}
