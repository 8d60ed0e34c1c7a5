import ListChanges
import OutlineCore
import OutlineStore

/// All sections of an outline as one user has them, at one revision, in memory.
///
/// The cost of an edit depends on the number of sections that it shows, hides or changes. All sections are looked at
/// again only if sections come, go, or change their position or level, or if the user's default changes.
struct LiveSections {
  private(set) var user: User
  private var userKey: Int64?
  private var tree: SectionTree
  private var rowFlags: [SectionID: Bool]
  /// The rows that the user does not see below collapsed rows, in each section that has such rows.
  private var hiddenRows: [SectionID: HiddenRows] = [:]
  private(set) var list = VisibleSections()

  /// Reads the sections; all rows of open sections are shown until ``hide(_:)`` is called.
  init(_ reader: StoreReader, for stored: StoredUser) throws {
    let (sections, rowFlags) = try reader.liveSections(for: stored)
    self.init(sections, rowFlags: rowFlags, user: stored.user, key: stored.key)
  }

  /// Creates the table of sections in document order, with all rows of open sections shown.
  init(_ sections: [LiveSection], rowFlags: [SectionID: Bool] = [:], user: User, key: Int64?) {
    self.user = user
    self.rowFlags = rowFlags
    userKey = key
    tree = SectionTree(sections)
    look()
  }

  /// What the user has collapsed and expanded.
  var folds: UserFolds {
    var flags = rowFlags
    for live in sections { flags[live.section.id] = live.flag }
    return UserFolds(user, key: userKey, flags: flags)
  }

  /// The rows that the user has collapsed, whether something is below them or not.
  var collapsedRows: [RowID] { rowFlags.filter(\.value).map { RowID($0.key.rawValue) } }

  /// Whether the user has collapsed a row, whether something is below it or not.
  func isCollapsed(_ row: RowID) -> Bool { rowFlags[SectionID(row.rawValue)] == true }

  /// The rows of a section that the user does not see below collapsed rows.
  func hiddenRows(of section: SectionID) -> HiddenRows { hiddenRows[section, default: HiddenRows()] }

  /// The sections in which the user does not see rows below collapsed rows.
  var sectionsHidingRows: Dictionary<SectionID, HiddenRows>.Keys { hiddenRows.keys }

  /// Sets the rows of sections that the user does not see because they are below collapsed rows.
  mutating func hide(_ hidden: [SectionID: HiddenRows]) {
    var sections: [SectionID: LiveSection?] = [:]
    for (section, hidden) in hidden where hiddenRows(of: section) != hidden {
      hiddenRows[section] = hidden.ranges.isEmpty ? nil : hidden
      if let live = tree[section] { sections[section] = .some(live) }
    }
    if !sections.isEmpty { update(sections, changesAll: false) }
  }

  /// Returns the sections as a user with these folds has them, with all rows of open sections shown.
  ///
  /// O(n log n) in the number of sections.
  func with(_ folds: UserFolds) -> LiveSections {
    var flags = folds.flags
    let sections = sections.map { live in
      LiveSection(section: live.section, counts: live.counts, flag: flags.removeValue(forKey: live.section.id))
    }
    return LiveSections(sections, rowFlags: flags, user: folds.user, key: folds.key)
  }

  /// All sections, in document order.
  var sections: [LiveSection] { tree.sections }

  func section(_ id: SectionID) -> Section? { tree[id]?.section }

  /// The index among the visible sections at which a section shows its rows; nil where it does not.
  func shownIndex(of section: SectionID) -> Int? {
    visibleIndex(of: section).flatMap { list.headers[$0].isShut ? nil : $0 }
  }

  /// The index of a section among the visible sections; nil where it is hidden or not there.
  ///
  /// O(log n).
  func visibleIndex(of section: SectionID) -> Int? { tree.position(of: section).flatMap(list.index(ofPosition:)) }

  /// The index of a section among the visible sections or, where it is hidden, of the collapsed section that hides it.
  ///
  /// O(log n).
  func visibleIndex(showing section: SectionID) -> Int? {
    tree.position(of: section).flatMap(list.index(showingPosition:))
  }

  /// The index of the section that encloses the one at an index, both among the visible sections; nil at the top.
  ///
  /// O(log n).
  func visibleIndex(enclosing index: Int) -> Int? {
    tree.parent(of: list.positions[index]).flatMap(list.index(ofPosition:))
  }

  /// The index of the next visible section that is not below the one at an index; the number of visible sections if there
  /// is none.
  ///
  /// O(log n).
  func visibleIndex(after index: Int) -> Int { list.index(afterPosition: tree.end(of: list.positions[index]) - 1) }

  /// The section that a header shows, its number, and how many sections are below it.
  func section(at visibleIndex: Int) -> (section: LiveSection, number: ItemNumber, below: Int) {
    let position = list.positions[visibleIndex]
    return (tree.sections[position], tree.number(at: position), tree.end(of: position) - position - 1)
  }

  /// Applies one edit's changes of sections, flags and users, and returns the sections whose headers may have changed.
  ///
  /// ``recount(_:)`` sets the numbers of rows and tasks afterwards.
  mutating func apply(_ events: [LoggedChange.Event]) -> Set<SectionID> {
    var edit = EventReplay(user, userKey, rowFlags)
    for event in events { edit.apply(event, to: tree) }
    if edit.hasLostFlags { tree.removeFlags() }
    let isOtherDefault = edit.user.startsCollapsed != user.startsCollapsed
    (user, userKey, rowFlags) = (edit.user, edit.userKey, edit.rowFlags)
    update(edit.sections, changesAll: isOtherDefault || edit.hasLostFlags)
    return edit.headers
  }

  /// Sets the numbers of rows and tasks of sections; sections that do not exist are ignored.
  mutating func recount(_ counts: [SectionID: ItemCounts]) {
    var sections: [SectionID: LiveSection?] = [:]
    for (id, counts) in counts {
      guard var section = tree[id] else { continue }
      section.counts = counts
      sections[id] = .some(section)
    }
    update(sections, changesAll: false)
  }

  private mutating func update(_ sections: [SectionID: LiveSection?], changesAll: Bool) {
    if let positions = tree.update(sections), !changesAll, positions.count <= tree.sections.count / 16 + 16 {
      for position in positions { look(at: position) }
    } else {
      look()
    }
  }

  // MARK: - Visible sections

  /// Finds all visible sections again.
  private mutating func look() { list = VisibleSections(headers(in: 0..<tree.sections.count)) }

  /// Updates the visible headers of a section whose rows, flag or content changed.
  private mutating func look(at position: Int) {
    guard let index = list.index(showingPosition: position) else { return }
    let shown = list.positions[index]
    let header = header(at: shown)
    if list.headers[index].isShut == header.section.isShut {
      if list.headers[index] != header.section { list.replace(index..<(index + 1), with: [header]) }
      return
    }
    let end = tree.end(of: shown)
    let below = header.section.isShut ? [] : headers(in: (shown + 1)..<end)
    list.replace(index..<list.index(afterPosition: end - 1), with: [header] + below)
  }

  /// The headers that the user sees of the sections in a range that begins with a visible one.
  ///
  /// O(headers · log n).
  private func headers(in range: Range<Int>) -> [VisibleSections.Header] {
    var headers: [VisibleSections.Header] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let header = header(at: position)
      headers.append(header)
      position = header.section.isShut ? tree.end(of: position) : position + 1
    }
    return headers
  }

  private func header(at position: Int) -> VisibleSections.Header {
    let live = tree.sections[position]
    let isShut = live.section.isCollapsible && live.flag ?? user.startsCollapsed
    return VisibleSections.Header(
      section: VisibleSection(
        key: live.section.id.rawValue, level: live.section.level, isShut: isShut, rowCount: live.counts.rows,
        hidden: isShut ? tree.total(at: position) : .zero,
        hiddenSections: isShut ? tree.end(of: position) - position - 1 : 0,
        hiddenRows: isShut ? HiddenRows() : hiddenRows(of: live.section.id)),
      position: position)
  }
}

/// The effect of the events of one edit, before they are applied.
private struct EventReplay {
  private(set) var user: User
  private(set) var userKey: Int64?
  /// The sections that the edit touched, as they are after it; nil for one that is gone.
  private(set) var sections: [SectionID: LiveSection?] = [:]
  /// The sections whose headers may show something else.
  private(set) var headers: Set<SectionID> = []
  /// Whether the user was removed, with all flags.
  private(set) var hasLostFlags = false
  /// The flags of ids that are no sections.
  private(set) var rowFlags: [SectionID: Bool]

  init(_ user: User, _ userKey: Int64?, _ rowFlags: [SectionID: Bool]) {
    self.user = user
    self.rowFlags = rowFlags
    self.userKey = userKey
  }

  mutating func apply(_ event: LoggedChange.Event, to tree: SectionTree) {
    switch event {
    case .section(let id, let old, let new):
      let found = section(id, in: tree)
      let flag = found?.flag ?? rowFlags.removeValue(forKey: id)
      let section = new?.section(id, over: found?.section)
      if section == nil { rowFlags[id] = flag }
      sections[id] = .some(section.map { LiveSection(section: $0, counts: found?.counts ?? .zero, flag: flag) })
      // A section that the edit deleted and inserted again under its id was shown before, perhaps with other content.
      let isChanged = old.map { $0.hasContent || new?.isCollapsible != $0.isCollapsible } ?? (tree[id] != nil)
      if new != nil, isChanged { headers.insert(id) }
    case .row: break  // see recount
    case .fold(let id, let key, _, let flag):
      if key == userKey { setFlag(of: id, flag, in: tree) }
    case .user(let key, _, let settings): apply(key, settings)
    }
  }

  private func section(_ id: SectionID, in tree: SectionTree) -> LiveSection? {
    if let section = sections[id] { return section }
    guard var section = tree[id] else { return nil }
    if hasLostFlags { section.flag = nil }
    return section
  }

  private mutating func setFlag(of id: SectionID, _ flag: Bool?, in tree: SectionTree) {
    guard var section = section(id, in: tree) else {
      rowFlags[id] = flag
      return
    }
    section.flag = flag
    sections[id] = .some(section)
  }

  private mutating func apply(_ key: Int64, _ settings: UserImage?) {
    guard key == userKey || settings?.name.hasSameBytes(as: user.name) == true else { return }
    if let settings, settings.name.hasSameBytes(as: user.name) {
      userKey = key
      user.startsCollapsed = settings.startsCollapsed
      user.accordion = settings.accordion
    } else {
      userKey = nil
      user = User(name: user.name)
      hasLostFlags = true
      rowFlags = [:]
      for id in sections.keys { sections[id]??.flag = nil }
    }
  }
}
