/// A list whose sections and rows can be collapsed: all of its content, what is collapsed, and what it shows.
///
/// It is the model of a list view. The data source answers from ``shown``, and each function that changes the list returns
/// the ``ViewChanges`` from what was shown before to what is shown now:
///
/// - A collapsed section shows its header alone, and a collapsed row itself alone. What comes, goes or changes below them reloads the
///   header or the row that counts it, and nothing else.
/// - A row that moves from a place that is shown to another one moves. Out of a collapsed section or row it is inserted, and into
///   one it is deleted; from one to another, only the two counts change.
/// - A flag belongs to an id: what is below a collapsed section keeps its flags, and an item that is deleted and comes back is
///   collapsed or expanded as it was.
///
/// Flags are kept as a set of those that differ from the beginning: ``init(_:expandedSections:)`` begins with collapsed sections, and
/// ``init(_:collapsedSections:)`` with expanded ones. Rows begin expanded.
///
/// Each change costs O(sections), O(n) in the rows of the sections that it changes, and, to find rows by their ids, one look at the ids of
/// all rows, however many are named.
public struct CollapsibleList<Header: CollapsibleItem, Row: CollapsibleItem> {
  /// All sections with all of their rows, shown or not, in order.
  public private(set) var content: GroupedList<Header, Row>
  /// The sections and rows that are shown; the indices of changes count in this list.
  ///
  /// A view that shows headers as rows uses ``GroupedList/withHeaderRows`` of it, and ``ViewChanges/withHeaderRows``.
  public private(set) var shown = GroupedList<ShownItem<Header>, ShownItem<Row>>([])
  /// Whether expanding a section collapses the other sections of the same parent; ``ViewChanges/motion`` then says from which edge rows
  /// enter and towards which they leave.
  public var isAccordion = false
  /// The ids of the collapsed rows, also of those that nothing is below or that are not in the list.
  public private(set) var collapsedRows: Set<Row.ID> = []
  private let startsCollapsed: Bool
  /// The ids of the sections that are not as sections start.
  private var turned: Set<Header.ID>
  /// The rows of the sections that show rows, and what is shown of them.
  private var rows: [Header.ID: (all: [Row], shown: [ShownItem<Row>])] = [:]

  /// Creates a list in which every section is collapsed, also one that comes later, unless its id is in a set.
  ///
  /// O(n) in the sections and rows.
  public init(_ content: GroupedList<Header, Row>, expandedSections: Set<Header.ID>) {
    (self.content, startsCollapsed, turned) = (content, true, expandedSections)
    show()
  }

  /// Creates a list in which every section is expanded, also one that comes later, unless its id is in a set.
  ///
  /// O(n) in the sections and rows.
  public init(_ content: GroupedList<Header, Row>, collapsedSections: Set<Header.ID> = []) {
    (self.content, startsCollapsed, turned) = (content, false, collapsedSections)
    show()
  }

  /// The ids of the expanded sections, to be kept for the next start; in a list that begins with collapsed sections also those that are
  /// not in the list now.
  public var expandedSections: Set<Header.ID> {
    startsCollapsed ? turned : Set(content.sections.lazy.map(\.header.id)).subtracting(turned)
  }

  /// Whether a section has the flag of a collapsed one, whether it can be collapsed or not, and is in the list or not.
  public func isCollapsed(section: Header.ID) -> Bool { turned.contains(section) != startsCollapsed }
}

extension CollapsibleList: Sendable where Header: Sendable, Row: Sendable, Header.ID: Sendable, Row.ID: Sendable {}

// MARK: - Collapsing and expanding

extension CollapsibleList {
  /// Collapses sections.
  /// - Throws: ``CollapsibleListError`` if a section is not in the list or cannot be collapsed.
  @discardableResult
  public mutating func collapse(sections: [Header.ID]) throws -> ViewChanges {
    try fold(.collapse, sections)
  }

  /// Expands sections and, with ``isAccordion``, collapses the others of the same parents.
  /// - Throws: ``CollapsibleListError`` if a section is not in the list.
  @discardableResult
  public mutating func expand(sections: [Header.ID]) throws -> ViewChanges {
    try fold(.expand, sections)
  }

  /// Collapses a section that is expanded, and expands one that is collapsed, as a tap on its header does.
  /// - Throws: ``CollapsibleListError`` if the section is not in the list or cannot be collapsed.
  @discardableResult
  public mutating func toggle(section: Header.ID) throws -> ViewChanges {
    try fold(.toggle, [section])
  }

  /// Collapses rows; a row that nothing is below keeps the flag until something is.
  /// - Throws: ``CollapsibleListError`` if a row is not in the list or cannot be collapsed.
  @discardableResult
  public mutating func collapse(rows: [Row.ID]) throws -> ViewChanges {
    try fold(.collapse, rows: rows)
  }

  /// Expands rows.
  /// - Throws: ``CollapsibleListError`` if a row is not in the list.
  @discardableResult
  public mutating func expand(rows: [Row.ID]) throws -> ViewChanges {
    try fold(.expand, rows: rows)
  }

  /// Collapses a row that is expanded, and expands one that is collapsed.
  /// - Throws: ``CollapsibleListError`` if the row is not in the list or cannot be collapsed.
  @discardableResult
  public mutating func toggle(row: Row.ID) throws -> ViewChanges {
    try fold(.toggle, rows: [row])
  }

  /// Expands the sections of a set and collapses all others; what was kept by ``expandedSections`` comes back.
  @discardableResult
  public mutating func setExpandedSections(_ ids: Set<Header.ID>) -> ViewChanges {
    let known = Set(content.sections.lazy.map(\.header.id))
    return update { $0.turned = $0.startsCollapsed ? ids : $0.turned.union(known).subtracting(ids) }
  }

  private mutating func fold(_ request: FoldRequest, _ ids: [Header.ID]) throws -> ViewChanges {
    var named: Set<Int64> = []
    for (id, index) in zip(ids, try indices(ofSections: ids)) {
      if request != .expand, !content.sections[index].header.isCollapsible {
        throw CollapsibleListError.notCollapsible("\(id)")
      }
      named.insert(Int64(index))
    }
    let before = states
    let after = FoldRules.states(
      after: request, on: named, isRecursive: false, in: before, accordion: isAccordion && request != .collapse)
    return update { list in
      for (old, new) in zip(before, after) where old.isCollapsed != new.isCollapsed {
        let id = list.content.sections[Int(new.key)].header.id
        if new.isCollapsed != list.startsCollapsed { list.turned.insert(id) } else { list.turned.remove(id) }
      }
    }
  }

  private mutating func fold(_ request: FoldRequest, rows ids: [Row.ID]) throws -> ViewChanges {
    var touched: Set<Header.ID> = []
    for (id, path) in zip(ids, try paths(ofRows: ids)) {
      let section = content.sections[path.section]
      if request != .expand, !section.rows[path.row].isCollapsible {
        throw CollapsibleListError.notCollapsible("\(id)")
      }
      touched.insert(section.header.id)
    }
    return update { list in
      for id in ids {
        let isCollapsed = request == .collapse || request == .toggle && !list.collapsedRows.contains(id)
        if isCollapsed { list.collapsedRows.insert(id) } else { list.collapsedRows.remove(id) }
      }
      for section in touched { list.rows[section] = nil }
    }
  }
}

// MARK: - Sections and rows

extension CollapsibleList {
  /// Changes the content in any way: everything that the other functions do, several edits as one, or content that
  /// was loaded anew.
  ///
  /// What is collapsed follows the ids. See ``GroupedList/changes(to:)`` for an id that comes twice.
  /// - Throws: Whatever `body` throws; the list is then as it was before.
  @discardableResult
  public mutating func edit(_ body: (inout GroupedList<Header, Row>) throws -> Void) rethrows -> ViewChanges {
    var edited = content
    try body(&edited)
    return update { $0.content = edited }
  }

  /// Inserts rows into a section before its row at `index`, or at its end; `index` counts all rows of the section, shown or not.
  /// - Throws: ``CollapsibleListError`` if the section or the position is not there.
  @discardableResult
  public mutating func insert(
    _ rows: [Row], inSection section: Header.ID, at index: Int
  ) throws -> ViewChanges {
    let place = try path(inSection: section, at: index)
    return edit { $0.sections[place.section].rows.insert(contentsOf: rows, at: place.row) }
  }

  /// Moves a row, with the rows below it, to before the row at `index` of a section, or to its end.
  ///
  /// `index` counts all rows of the section before the move, shown or not. A position within the rows that move leaves them
  /// where they are. The levels stay as the rows have them.
  /// - Throws: ``CollapsibleListError`` if the row, the section or the position is not there.
  @discardableResult
  public mutating func move(
    row: Row.ID, toSection section: Header.ID, at index: Int
  ) throws -> ViewChanges {
    let (from, to) = (try path(ofRow: row), try path(inSection: section, at: index))
    return edit { content in
      let block = content.sections[from.section].rows.subtree(at: from.row)
      if from.section == to.section, block.contains(to.row) { return }
      let rows = content.sections[from.section].rows[block]
      content.sections[from.section].rows.removeSubrange(block)
      let isBehind = from.section == to.section && to.row > from.row
      content.sections[to.section].rows.insert(contentsOf: rows, at: isBehind ? to.row - rows.count : to.row)
    }
  }

  /// Deletes rows, with the rows below them.
  /// - Throws: ``CollapsibleListError`` if a row is not there.
  @discardableResult
  public mutating func delete(rows: [Row.ID]) throws -> ViewChanges {
    var indices: [Int: Set<Int>] = [:]
    for path in try paths(ofRows: rows) {
      indices[path.section, default: []].formUnion(content.sections[path.section].rows.subtree(at: path.row))
    }
    return edit { content in
      for (section, gone) in indices {
        let rows = content.sections[section].rows
        content.sections[section].rows = rows.indices.lazy.filter { !gone.contains($0) }.map { rows[$0] }
      }
    }
  }

  /// Puts new content in the place of the row with the same id.
  /// - Throws: ``CollapsibleListError`` if the row is not there.
  @discardableResult
  public mutating func replace(row: Row) throws -> ViewChanges {
    let path = try path(ofRow: row.id)
    return edit { $0.sections[path.section].rows[path.row] = row }
  }

  /// Inserts sections before the section at `index` of ``content``, or at the end.
  /// - Throws: ``CollapsibleListError`` if the position is not there.
  @discardableResult
  public mutating func insert(
    sections: [GroupedList<Header, Row>.Section], at index: Int
  ) throws -> ViewChanges {
    let end = content.sections.count
    guard (0...end).contains(index) else { throw CollapsibleListError.positionOutOfRange(index, validUpTo: end) }
    return edit { $0.sections.insert(contentsOf: sections, at: index) }
  }

  /// Moves a section, with the sections below it, to before another section, or to the end for nil.
  ///
  /// Before itself, or a section below it, it stays where it is. The levels stay as the headers have them.
  /// - Throws: ``CollapsibleListError`` if a section is not there.
  @discardableResult
  public mutating func move(section: Header.ID, before next: Header.ID?) throws -> ViewChanges {
    let from = try index(ofSection: section)
    var to: Int64?
    if let next { to = Int64(try index(ofSection: next)) }
    let states = states
    let order = SectionMoves.rearrange(states, moving: [Int64(from)], before: to, level: states[from].level).sections
    let old = content.sections
    return edit { $0.sections = order.map { old[Int($0.key)] } }
  }

  /// Deletes sections with their rows, and the sections below them.
  /// - Throws: ``CollapsibleListError`` if a section is not there.
  @discardableResult
  public mutating func delete(sections: [Header.ID]) throws -> ViewChanges {
    let headers = content.sections.map(\.header)
    var gone: Set<Int> = []
    for index in try indices(ofSections: sections) { gone.formUnion(headers.subtree(at: index)) }
    return edit { content in
      content.sections = content.sections.indices.filter { !gone.contains($0) }.map { content.sections[$0] }
    }
  }

  /// Puts new content in the place of the header with the same id.
  /// - Throws: ``CollapsibleListError`` if the section is not there.
  @discardableResult
  public mutating func replace(header: Header) throws -> ViewChanges {
    let index = try index(ofSection: header.id)
    return edit { $0.sections[index].header = header }
  }
}

// MARK: - Finding and showing

extension CollapsibleList {
  private func index(ofSection id: Header.ID) throws -> Int {
    guard let index = content.sections.firstIndex(where: { $0.header.id == id }) else {
      throw CollapsibleListError.sectionNotFound("\(id)")
    }
    return index
  }

  private func path(ofRow id: Row.ID) throws -> RowPath {
    for (section, found) in content.sections.enumerated() {
      if let row = found.rows.firstIndex(where: { $0.id == id }) { return RowPath(section: section, row: row) }
    }
    throw CollapsibleListError.rowNotFound("\(id)")
  }

  /// The first index of each of some sections.
  private func indices(ofSections ids: [Header.ID]) throws -> [Int] {
    if ids.count < 2 { return try ids.map(index) }
    let known = Dictionary(content.sections.enumerated().map { ($1.header.id, $0) }) { first, _ in first }
    return try ids.map { id in
      guard let index = known[id] else { throw CollapsibleListError.sectionNotFound("\(id)") }
      return index
    }
  }

  /// The first path of each of some rows.
  private func paths(ofRows ids: [Row.ID]) throws -> [RowPath] {
    if ids.count < 2 { return try ids.map(path) }
    let wanted = Set(ids)
    var known: [Row.ID: RowPath] = [:]
    for (section, found) in content.sections.enumerated() {
      for (row, item) in found.rows.enumerated() where wanted.contains(item.id) && known[item.id] == nil {
        known[item.id] = RowPath(section: section, row: row)
      }
    }
    return try ids.map { id in
      guard let path = known[id] else { throw CollapsibleListError.rowNotFound("\(id)") }
      return path
    }
  }

  private func path(inSection id: Header.ID, at index: Int) throws -> RowPath {
    let section = try self.index(ofSection: id)
    let end = content.sections[section].rows.count
    guard (0...end).contains(index) else { throw CollapsibleListError.positionOutOfRange(index, validUpTo: end) }
    return RowPath(section: section, row: index)
  }

  /// All sections, each with its index as the key.
  private var states: [SectionState] {
    content.sections.enumerated().map { index, section in
      SectionState(
        key: Int64(index), level: section.header.level, isCollapsible: section.header.isCollapsible,
        isCollapsed: isCollapsed(section: section.header.id), counts: ItemCounts(rows: section.rows.count))
    }
  }

  private mutating func update(_ change: (inout CollapsibleList) -> Void) -> ViewChanges {
    let before = shown
    change(&self)
    show()
    return before.changes(to: shown)
  }

  /// Finds what is shown; sections whose rows are as they were share what was shown of them.
  private mutating func show() {
    var visibleRows: [Header.ID: (all: [Row], shown: [ShownItem<Row>])] = [:]
    shown.sections = states.visibleSections.map { seen in
      let section = content.sections[Int(seen.key)]
      let header = ShownItem(
        item: section.header, isCollapsed: section.header.isCollapsible ? seen.isShut : nil,
        hiddenRows: seen.hidden.rows, hiddenSections: seen.hiddenSections)
      if seen.isShut { return .init(header: header, rows: []) }
      let known = rows[section.header.id].flatMap { $0.all.sharesStorage(with: section.rows) ? $0.shown : nil }
      let shownRows = known ?? shownRows(of: section.rows)
      visibleRows[section.header.id] = (section.rows, shownRows)
      return .init(header: header, rows: shownRows)
    }
    rows = visibleRows
  }

  private func shownRows(of rows: [Row]) -> [ShownItem<Row>] {
    var shown: [ShownItem<Row>] = []
    shown.reserveCapacity(rows.count)
    var index = 0
    while index < rows.count {
      let row = rows[index]
      let hasMarker = index + 1 < rows.count && rows[index + 1].level > row.level && row.isCollapsible
      let isCollapsed = hasMarker && collapsedRows.contains(row.id)
      let hidden = isCollapsed ? rows.subtree(at: index).count - 1 : 0
      shown.append(
        ShownItem(item: row, isCollapsed: hasMarker ? isCollapsed : nil, hiddenRows: hidden))
      index += 1 + hidden
    }
    return shown
  }
}

extension Array where Element: CollapsibleItem {
  /// The range of an element with everything below it.
  fileprivate func subtree(at index: Int) -> Range<Int> {
    let end = self[(index + 1)...].firstIndex { $0.level <= self[index].level } ?? count
    return index..<end
  }
}
