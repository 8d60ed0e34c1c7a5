import OutlineCore

/// The sections and rows of a merge, as they are put together to a document.
struct MergedOutline {
  /// The sections and rows, in document order.
  private(set) var items: [DocumentItem] = []

  private let table: MergeTable
  private let parents: MergedParents
  private let lists: MergedLists
  /// The content of each item that stays.
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
    let isSection = parents.isSection[number]
    // New items with the same key have the same content, except for inboxes and archives, which share only the title.
    let base = field.base ?? field.ours.map { $0.isSection ? .section(SectionContent($0.name)) : $0 }
    let merged =
      if let base, let ours = field.ours, let theirs = field.theirs {
        MergedContent(Sides(base, ours, theirs), isSection: isSection)
      } else {
        (field.ours ?? field.theirs).map { MergedContent($0, isSection: isSection) }
      }
    contents[number] = merged?.content
    for conflict in merged?.conflicts ?? [] { note(conflict, on: number) }
  }

  /// The id of an item of its kind after the merge; nil for none.
  private func id(of number: Int) -> ItemID? {
    table.id(of: number).map { parents.isSection[number] ? .section(SectionID($0)) : .row(RowID($0)) }
  }

  private func name(of number: Int) -> String { contents[number]?.name ?? "" }

  private mutating func note(_ conflict: MergeConflict, on number: Int) {
    var conflict = conflict
    conflict.item = conflict.item ?? id(of: number)
    conflict.name = name(of: number)
    found[number, default: []].append(conflict)
  }

  private mutating func noteParents() {
    for decision in parents.decisions {
      let names = decision.parents.map(name)
      note(MergeConflict(kind: decision.kind, values: names, kept: names.first), on: decision.item)
    }
    for (parent, items) in lists.conflicts { note(MergeConflict(kind: .order, values: items.map(name)), on: parent) }
  }

  /// Names the items that lose the id that another one keeps, and the inboxes and archives that are there once.
  private mutating func noteCopies() {
    for number in contents.indices {
      switch table.keys[number] {
      case .known(let id):
        guard let twin = table.twin(of: id) else { continue }
        note(MergeConflict(kind: .twin, part: "\(SectionID(twin))"), on: number)
      case .copy(let id, _) where table.id(of: number) == nil:
        let item: ItemID = parents.isSection[number] ? .section(SectionID(id)) : .row(RowID(id))
        note(MergeConflict(kind: .id, item: item), on: number)
      case .copy, .outline, .new: break
      }
    }
  }
}

extension MergedOutline {
  /// A section whose header is written, and those of its subsections that are still to come.
  private struct Open {
    let level: Int
    var subsections: ArraySlice<Int>
    /// The level of the subsection before; those after it may not be deeper, or they would be below it.
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
      let level = level(of: section, below: open[last].level, open[last].deepest)
      open[last].deepest = level
      writeHeader(of: section, level: level)
      open.append(begin(section, level: level))
    }
  }

  /// Writes the rows of a section.
  private mutating func begin(_ section: Int, level: Int) -> Open {
    writeRows(below: section, level: 0)
    return Open(level: level, subsections: (lists.sections[section] ?? [])[...])
  }

  /// Writes the rows below a section or a row.
  private mutating func writeRows(below parent: Int, level: Int) {
    var deepest = OutlineLimits.levels.upperBound
    for number in lists.rows[parent] ?? [] {
      guard let content = contents[number], !content.isSection else { continue }
      let own = self.level(of: number, below: level, deepest)
      deepest = own
      var item = DocumentItem(table.id(of: number), content)
      item.rowLevel = own
      item.flags = flags(of: number)
      items.append(item)
      if found[number] != nil { order.append(number) }
      writeRows(below: number, level: own)
    }
  }

  /// The level of an item; one that would be too deep is named as a conflict.
  private mutating func level(of number: Int, below parent: Int, _ deepest: Int) -> Int {
    let wanted = parent + parents.steps[number]
    let level = min(max(parent + 1, min(wanted, deepest)), OutlineLimits.levels.upperBound)
    if level == parent { note(MergeConflict(kind: .level), on: number) }
    return level
  }

  private mutating func writeHeader(of number: Int, level: Int) {
    guard let content = contents[number], content.isSection else { return }
    var item = DocumentItem(table.id(of: number), content, level: level)
    item.flags = flags(of: number)
    let own = sectionField(of: number, \.isCollapsed)
    item.isCollapsed =
      if let ours = own.ours, let theirs = own.theirs {
        MergedFlags.flag(Sides(own.base ?? nil, ours, theirs))
      } else {
        own.ours ?? own.theirs ?? nil
      }
    items.append(item)
    order.append(number)
  }

  /// The values of a field in those documents where the item is a section; nil in the others.
  private func sectionField<Value>(of number: Int, _ field: (DocumentItem) -> Value) -> Sides<Value?> {
    table.field(of: number) { $0.isSection ? field($0) : nil }.map { $0 ?? nil }
  }

  private mutating func flags(of number: Int) -> [ExactText: Bool] {
    let all = table.field(of: number, \.flags)
    guard let ours = all.ours, let theirs = all.theirs else { return all.ours ?? all.theirs ?? [:] }
    let merged = MergedFlags.flags(Sides(all.base ?? [:], ours, theirs))
    for user in merged.conflicts {
      let kept = merged.flags[user].map { $0 ? "collapsed" : "expanded" }
      note(MergeConflict(kind: .fold, part: user.text, kept: kept), on: number)
    }
    return merged.flags
  }
}
