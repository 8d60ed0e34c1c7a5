import ListChanges
import OutlineCore
import OutlineStore

/// A document that is being imported into the file.
final class IncomingDocument {
  private let session: WriteSession
  /// The inserter; nil before the first section.
  private var inserter: OutlineInserter?
  private let planner: Planner
  private let spot: SectionSpot
  /// Whether the outline was empty, in which case the document's settings are kept.
  private let isWhole: Bool
  /// Whether the document's ids are kept: in an empty outline that is not synchronized, and in a synchronization.
  let keepsIDs: Bool
  private let isTop: Bool
  /// The position of the document in the list of each user whose changes are reported, by the users' names.
  private var boundaries: [ExactText: (parent: SectionVisibility?, index: Int)] = [:]

  private(set) var ids: [SectionID] = []
  private(set) var rowCount = 0
  var changes: [ExactText: ViewChanges] = [:]
  /// The level of each section in the document.
  private var levels: [Int] = []
  /// The level and the sort key of each section in the file.
  private var stored: [(level: Int, ord: OrderKey)] = []
  private var placing: DraftLevels
  private var hasOtherLevels = false
  private var spareOrds: ArraySlice<OrderKey> = []
  private var rank: OrderKey = 0
  /// The sections, and the rows that came with a flag of the importing user.
  private var flagged: [ItemID] = []
  /// The last row, if the document has flags for it; `rowFlags` has those of earlier rows that have rows below them.
  private var waiting: RowPiece?
  private var rowFlags: [(row: RowID, flags: [(ExactText, Bool)])] = []
  /// The identity that the outline takes over with the ids; nil if the document has none.
  private var identity: OutlineIdentity?
  /// The settings of the document; once it is read, those that the outline does not take over.
  private(set) var settings: [Setting: SettingValue] = [:]
  /// The settings that the outline takes over.
  private(set) var takenSettings: [Setting: SettingValue] = [:]
  private var users: [ExactText: User] = [:]
  private var userNames: [ExactText] = []

  init(_ session: WriteSession, to placement: Placement, isSync: Bool) throws {
    self.session = session
    planner = try session.planner(computesChanges: false)
    spot = try planner.sectionSpot(placement)
    isWhole = try session.reader.lastSection() == nil
    keepsIDs = try isSync || isWhole && session.reader.sync() == nil
    isTop = placement.anchor == .anywhere && spot.next == nil
    placing = DraftLevels(at: isWhole ? nil : spot.level, isTop: isTop)
    for name in session.reportedUsers {
      boundaries[name] = try session.planner(computesChanges: true, for: name.text).boundary(at: spot)
    }
  }

  func take(_ piece: OutlinePiece) throws {
    switch piece {
    case .rowLevels: break
    case .setting(let setting, let value): settings[setting] = value
    case .identity(let identity):
      if keepsIDs { self.identity = identity }
    case .user(let user):
      users[ExactText(user.name)] = user
      userNames.append(ExactText(user.name))
    case .section(let section):
      try add(section)
    case .row(let row):
      guard let section = ids.last else { throw OutlineError.noSection }
      try DraftRules.check(text: row.draft.text)
      rank += OrderKeys.gap
      try keepFlags(before: row.draft.level)
      let id = try begun().insert(row.draft, id: keepsIDs ? row.id : nil, in: section, rank: rank)
      rowCount += 1
      if !row.flags.isEmpty || row.isCollapsed != nil {
        if row.isCollapsed != nil { flagged.append(.row(id)) }
        waiting = row
        waiting?.id = id
      }
    case .level(let section, let level):
      levels[section] = level
      hasOtherLevels = true
    case .flag(let index, let isCollapsed):
      switch flagged[index] {
      case .section(let id): try setOwnFlag(of: id, isCollapsed: isCollapsed)
      case .row(let id): if isCollapsed { rowFlags.append((id, [(ExactText(planner.user.user.name), true)])) }
      }
    }
  }

  /// Keeps the flags of the last row if the next one, of the given level, is below it.
  private func keepFlags(before level: Int) throws {
    guard let row = waiting else { return }
    waiting = nil
    guard let id = row.id, level > row.draft.level else { return }
    var flags = row.flags
    if let isCollapsed = row.isCollapsed, userNames.isEmpty { flags[ExactText(planner.user.user.name)] = isCollapsed }
    let collapsed = flags.filter(\.value).sorted { $0.key < $1.key }
    if !collapsed.isEmpty { rowFlags.append((id, collapsed.map { ($0.key, $0.value) })) }
  }

  private func add(_ section: SectionPiece) throws {
    let inserter = try begun()
    waiting = nil
    let draft = section.draft
    try DraftRules.check(title: draft.title)
    if let detail = draft.detail { try DraftRules.check(detail: detail) }
    let level = try placing.leveled(draft.level, title: draft.title)
    let ord = try nextOrd()
    let id = try inserter.insert(draft.content, id: keepsIDs ? section.id : nil, ord: ord, level: level)
    ids.append(id)
    flagged.append(.section(id))
    levels.append(draft.level)
    stored.append((level, ord))
    rank = 0
    for (name, isCollapsed) in flags(of: section) {
      // In an outline that has sections, a new user keeps seeing these as before.
      try inserter.setFlag(of: .section(id), isCollapsed: isCollapsed, for: user(named: name))
    }
    // If the document lists its users, it gives all flags by their names.
    if let isCollapsed = section.isCollapsed, userNames.isEmpty { try setOwnFlag(of: id, isCollapsed: isCollapsed) }
  }

  private func user(named name: ExactText) -> User {
    isWhole ? users[name] ?? User(name: name.text) : User(name: name.text)
  }

  /// Returns the inserter.
  ///
  /// The first call begins the entry in the history and inserts the users of the document.
  private func begun() throws -> OutlineInserter {
    if let inserter { return inserter }
    let inserter = try session.inserter()
    self.inserter = inserter
    if let identity {
      // An undo can restore earlier items of this file, whose ids other items have in the other file.
      let hadNone = try session.reader.lastID() == 0
      try session.writer.setIdentity(hadNone ? identity : OutlineIdentity(word: identity.word) ?? identity)
    }
    if isWhole { for name in userNames { try inserter.enter(users[name] ?? User(name: name.text)) } }
    return inserter
  }

  /// Returns the flags of a section; a user's default in the document becomes a flag if the file's settings stay.
  private func flags(of section: SectionPiece) -> [(ExactText, Bool)] {
    var flags = section.flags
    if !isWhole {
      for (name, user) in users where flags[name] == nil && user.startsCollapsed { flags[name] = true }
    }
    return flags.sorted { $0.key < $1.key }
  }

  private func setOwnFlag(of id: SectionID, isCollapsed: Bool) throws {
    guard isCollapsed != planner.user.user.startsCollapsed else { return }
    try begun().setFlag(of: .section(id), isCollapsed: isCollapsed, for: planner.user.user)
  }

  /// Returns a sort key after all sections; if the document goes elsewhere, its sections are moved there at the end.
  private func nextOrd() throws -> OrderKey {
    if spareOrds.isEmpty {
      let (ords, room) = try planner.makeRoom(for: 64, before: nil)
      try perform(room)
      spareOrds = ords[...]
    }
    return spareOrds.removeFirst()
  }

  func finish() throws {
    if isWhole, !users.isEmpty || !settings.isEmpty { _ = try begun() }
    settings = try settings.filter { setting, value in
      let own = try session.reader.setting(setting)
      if own == value { return false }
      guard isWhole, own == setting.standard else { return true }
      try session.writer.set(setting, to: value)
      takenSettings[setting] = value
      return false
    }
    guard let inserter else { return }
    try inserter.finish()
    for (row, flags) in rowFlags {
      for (name, isCollapsed) in flags {
        try inserter.setFlag(of: .row(row), isCollapsed: isCollapsed, for: user(named: name))
      }
    }
    if hasOtherLevels || spot.next != nil { try moveSections() }
    changes = try viewChanges()
  }

  /// Moves the sections to their position in the outline and gives them their final levels.
  private func moveSections() throws {
    let moved = try spot.next.map { try planner.makeRoom(for: ids.count, before: $0) }
    try perform(moved?.writes ?? [])
    let ords = moved?.ords ?? stored.map(\.ord)
    var placing = DraftLevels(at: isWhole ? nil : spot.level, isTop: isTop)
    var writes: [Write] = []
    for (index, id) in ids.enumerated() {
      let level = try placing.leveled(levels[index], title: "")
      guard level != stored[index].level || ords[index] != stored[index].ord else { continue }
      writes.append(.moveSection(id, ord: ords[index], level: level))
      stored[index] = (level, ords[index])
    }
    try perform(writes)
  }

  /// Carries out writes; if they make room, imported sections may get new sort keys.
  private func perform(_ writes: [Write]) throws {
    _ = try session.write(writes)
    for case .spaceSection(let id, let ord) in writes {
      if let index = ids.firstIndex(of: id) { stored[index].ord = ord }
    }
  }

  private func viewChanges() throws -> [ExactText: ViewChanges] {
    guard let first = stored.first?.ord, let last = stored.last?.ord else { return [:] }
    let reader = session.reader
    return try boundaries.reduce(into: [:]) { changes, list in
      let states = try reader.states(from: first, to: last + 1, for: reader.user(named: list.key.text))
      changes[list.key] = SectionRules.inserting(states, at: list.value.index, below: list.value.parent)
    }
  }
}
