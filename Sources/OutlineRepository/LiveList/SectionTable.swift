import ListChanges
import OutlineCore
import OutlineStore

/// All sections of an outline as one user has them, at one revision, in memory.
struct SectionTable {
  private(set) var user: User
  private var userKey: Int64?
  /// In document order.
  private(set) var sections: [LiveSection]
  private var positions: [SectionID: Int] = [:]
  /// The sections that the user sees, in order.
  private(set) var visible: [VisibleSection] = []
  /// For each of `visible`, its position in `sections`.
  private(set) var visiblePositions: [Int] = []
  private(set) var shape = ListShape(rowCounts: [])
  private var sectionsBelow = SectionsBelow(levels: [])
  /// For each section, the position of its parent, nil at the top, and its place among the sections with that parent.
  private var places: [(parent: Int?, place: Int)] = []
  private var visibleIndices: [SectionID: Int] = [:]

  init(_ reader: StoreReader, userName: String) throws {
    let stored = try reader.user(named: userName)
    user = stored.user
    userKey = stored.key
    sections = try reader.liveSections(for: stored)
    arrange()
  }

  /// The section with this key; nil where there is none.
  func section(_ id: SectionID) -> Section? { positions[id].map { sections[$0].section } }

  /// The index among the visible sections at which a section shows its rows; nil where it does not.
  func shownIndex(of section: SectionID) -> Int? {
    visibleIndices[section].flatMap { visible[$0].isShut ? nil : $0 }
  }

  /// Whether the user sees a section's header.
  func isVisible(_ section: SectionID) -> Bool { visibleIndices[section] != nil }

  /// The index of a section among the visible sections; nil where it is hidden or not there.
  func visibleIndex(of section: SectionID) -> Int? { visibleIndices[section] }

  /// The index of a section among the visible sections or, where it is hidden, of the collapsed section that hides it.
  ///
  /// O(depth).
  func visibleIndex(showing section: SectionID) -> Int? {
    var position = positions[section]
    while let current = position {
      if let index = visibleIndices[sections[current].section.id] { return index }
      position = places[current].parent
    }
    return nil
  }

  /// The section behind a header, its number, and how many sections are below it.
  func section(at visibleIndex: Int) -> (section: LiveSection, number: ItemNumber, below: Int) {
    let position = visiblePositions[visibleIndex]
    var numbers: [Int] = []
    var current: Int? = position
    while let section = current {
      numbers.append(places[section].place)
      current = places[section].parent
    }
    return (sections[position], ItemNumber(numbers.reversed()), sectionsBelow[position])
  }

  /// Carries out what one edit did; the sections whose headers say something else now.
  mutating func apply(_ events: [LoggedChange.Event]) -> Set<SectionID> {
    var headers: Set<SectionID> = []
    var isRearranged = false
    var isRecounted = false
    for event in events {
      switch event {
      case .section(let id, let old, let new):
        if apply(id, old, new) { isRearranged = true }
        if let old, let new, old.hasContent || new.isCollapsible != old.isCollapsible { headers.insert(id) }
        isRecounted = true
      case .row(_, let old, let new) where old?.section != new?.section:
        isRecounted = true
        if let old, let position = positions[old.section] { sections[position].rowCount -= 1 }
        if let new, let position = positions[new.section] { sections[position].rowCount += 1 }
      case .row: break
      case .fold(let id, let key, _, let flag):
        if key == userKey, let position = positions[id] { sections[position].flag = flag }
        isRecounted = isRecounted || key == userKey
      case .user(let key, _, let settings):
        isRecounted = apply(key, settings) || isRecounted
      }
    }
    if isRearranged { arrange() } else if isRecounted { look() }
    return headers
  }

  /// Whether sections came or went, or their order changed.
  private mutating func apply(_ id: SectionID, _ old: SectionImage?, _ new: SectionImage?) -> Bool {
    guard let position = positions[id] else {
      guard let section = new?.section(id, over: nil) else { return false }
      positions[id] = sections.count
      sections.append(LiveSection(section: section, rowCount: 0, flag: nil))
      return true
    }
    guard let section = new?.section(id, over: sections[position].section) else {
      // Marked, and left out by the next arrangement.
      sections[position].rowCount = -1
      positions[id] = nil
      return true
    }
    sections[position].section = section
    return old?.ord != new?.ord
  }

  private mutating func apply(_ key: Int64, _ settings: UserImage?) -> Bool {
    guard key == userKey || settings?.name.hasSameBytes(as: user.name) == true else { return false }
    if let settings, settings.name.hasSameBytes(as: user.name) {
      userKey = key
      user.startsCollapsed = settings.startsCollapsed
      user.accordion = settings.accordion
    } else {
      userKey = nil
      user = User(name: user.name)
      for position in sections.indices { sections[position].flag = nil }
    }
    return true
  }

  /// Puts the sections in document order and sees again what is visible.
  private mutating func arrange() {
    sections.removeAll { $0.rowCount < 0 }
    sections.sort { $0.section.ord < $1.section.ord }
    positions = Dictionary(sections.enumerated().map { ($1.section.id, $0) }) { first, _ in first }
    look()
  }

  /// Sees again what is visible.
  private mutating func look() {
    visible =
      sections.map { live in
        SectionState(
          id: live.section.id, level: live.section.level, isCollapsible: live.section.isCollapsible,
          isCollapsed: live.flag ?? user.startsCollapsed, rowCount: live.rowCount)
      }.visibleSections
    visiblePositions = visible.map { positions[$0.id, default: 0] }
    visibleIndices = Dictionary(visible.enumerated().map { ($1.id, $0) }) { first, _ in first }
    shape = ListShape(rowCounts: visible.map(\.shownRows))
    sectionsBelow = SectionsBelow(levels: sections.map(\.section.level))
    placeSections()
  }

  /// Finds the parent of every section, and its place among the sections with that parent.
  private mutating func placeSections() {
    var open = LevelStack<Int>()
    var outermost = 0
    var children = Array(repeating: 0, count: sections.count)
    places.removeAll(keepingCapacity: true)
    for (position, section) in sections.enumerated() {
      while open.leave(for: section.section.level) != nil {}
      let parent = open.innermost
      if let parent { children[parent] += 1 } else { outermost += 1 }
      places.append((parent, parent.map { children[$0] } ?? outermost))
      open.enter(position, level: section.section.level)
    }
  }
}
