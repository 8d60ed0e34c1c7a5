import ListChanges
import OutlineCore
import OutlineStore

extension Outline {
  /// Inserts the outline of a document, as it comes, in one transaction.
  ///
  /// Into an outline without sections it comes with the keys of the document, its users' settings and all flags, so
  /// that what was exported in full is equal to what is imported; else everything gets new keys and known users keep
  /// their settings. O(document); of each section one key and one level are kept, of rows nothing.
  /// - Parameters:
  ///   - place: where the sections go.
  ///   - document: gives its pieces, one after the other, to what it is called with.
  ///   - wantsShapes: whether the outcome is to hold the shapes of the list before and after, by which changes are laid
  ///     out flat. O(sections).
  /// - Returns: what it did, with the keys of the sections, and how many rows came in.
  /// - Throws: what `document` throws, ``OutlineCore/OutlineError``, ``OutlineCore/StoreError``; nothing has changed
  ///   then.
  public func importOutline(
    to place: Place, as userName: String, words: String = "", isTrial: Bool = false, wantsShapes: Bool = false,
    from document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void
  ) throws -> (outcome: Outcome, rows: Int) {
    var rows = 0
    let terms = Terms(words: words, isTrial: isTrial, makesFile: true, isRepeatable: false)
    let outcome = try transact(as: userName, terms) { (writer: StoreWriter) in
      let before = try wantsShapes ? writer.reader.shape(for: userName) : nil
      let incoming = try Incoming(writer, as: userName, to: place, words: words)
      try document(incoming.take)
      try incoming.finish()
      rows = incoming.rowCount
      return Outcome(
        items: incoming.ids.map { .section($0) }, changes: incoming.changes, observed: [:], before: before,
        after: try wantsShapes ? writer.reader.shape(for: userName) : nil, hasWritten: incoming.hasWritten)
    }
    return (outcome, rows)
  }
}

/// An outline on its way into the file.
final class Incoming {
  private let writer: StoreWriter
  /// nil before the first section.
  private var inserter: OutlineInserter?
  private let planner: Planner
  private let spot: SectionSpot
  private let heading: EntryHeading
  /// Whether there was no section before: then keys and settings come with the document.
  private let isWhole: Bool
  private let isTop: Bool
  private let boundary: (parent: SectionVisibility?, index: Int)

  private(set) var ids: [SectionID] = []
  private(set) var rowCount = 0
  private(set) var changes = ViewChanges()
  private(set) var hasWritten = false
  /// Of each section: the level in the document.
  private var levels: [Int] = []
  /// Of each section: the level and the sort key as stored.
  private var stored: [(level: Int, ord: OrderKey)] = []
  private var placing: DraftLevels
  private var hasOtherLevels = false
  private var spareOrds: ArraySlice<OrderKey> = []
  private var rank: OrderKey = 0
  /// The users of the document.
  private var users: [String: User] = [:]
  private var userNames: [String] = []

  init(_ writer: StoreWriter, as userName: String, to place: Place, words: String) throws {
    self.writer = writer
    let reader = writer.reader
    let planner = Planner(reader: reader, user: try reader.user(named: userName))
    self.planner = planner
    spot = try planner.sectionSpot(place)
    heading = EntryHeading(user: userName, words: words)
    isWhole = try reader.lastSection() == nil
    isTop = place.anchor == .anywhere && spot.next == nil
    placing = DraftLevels(at: isWhole ? nil : spot.level, isTop: isTop)
    boundary = try planner.boundary(at: spot)
  }

  func take(_ piece: OutlinePiece) throws {
    switch piece {
    case .user(let user):
      users[user.name] = user
      userNames.append(user.name)
    case .section(let section):
      try add(section)
    case .row(let row):
      guard let section = ids.last else { throw OutlineError.noSection }
      try DraftRules.check(text: row.draft.text)
      rank += OrderKeys.gap
      try begun().insert(row.draft, id: isWhole ? row.id : nil, in: section, rank: rank)
      rowCount += 1
    case .level(let section, let level):
      levels[section] = level
      hasOtherLevels = true
    case .collapsed(let section, let isCollapsed):
      try setOwnFlag(ids[section], isCollapsed)
    }
  }

  private func add(_ section: SectionPiece) throws {
    let inserter = try begun()
    let draft = section.draft
    try DraftRules.check(title: draft.title)
    if let detail = draft.detail { try DraftRules.check(detail: detail) }
    let level = try placing.placed(draft.level, title: draft.title)
    let ord = try nextOrd()
    let id = try inserter.insert(draft, id: isWhole ? section.id : nil, ord: ord, level: level)
    ids.append(id)
    levels.append(draft.level)
    stored.append((level, ord))
    rank = 0
    for (name, isCollapsed) in flags(of: section) {
      try inserter.setFlag(id, isCollapsed, for: users[name] ?? User(name: name))
    }
    // Where users come with the document, all flags do.
    if let isCollapsed = section.isCollapsed, userNames.isEmpty { try setOwnFlag(id, isCollapsed) }
  }

  /// What inserts; the first time, the entry in the log is made, and users that come with the document are entered.
  private func begun() throws -> OutlineInserter {
    if let inserter { return inserter }
    try writer.begin(heading)
    hasWritten = true
    let inserter = try writer.inserter()
    self.inserter = inserter
    if isWhole { for name in userNames { try inserter.enter(users[name] ?? User(name: name)) } }
    users = isWhole ? users : users.mapValues { User(name: $0.name, startsCollapsed: $0.startsCollapsed) }
    return inserter
  }

  /// The flags that a section comes with; where users keep their settings, what it starts as in the document is one.
  private func flags(of section: SectionPiece) -> [(String, Bool)] {
    var flags = section.flags
    if !isWhole {
      for user in users.values where flags[user.name] == nil && user.startsCollapsed { flags[user.name] = true }
    }
    return flags.sorted { $0.key < $1.key }
  }

  private func setOwnFlag(_ id: SectionID, _ isCollapsed: Bool) throws {
    guard isCollapsed != planner.user.user.startsCollapsed else { return }
    try begun().setFlag(id, isCollapsed, for: planner.user.user)
  }

  /// A key behind all sections; where that is not the place, they are put there at the end.
  private func nextOrd() throws -> OrderKey {
    if spareOrds.isEmpty {
      let end = SectionSpot(parent: nil, level: 1, next: nil)
      let (ords, room) = try planner.makeRoom(for: 64, at: end)
      try perform(room)
      spareOrds = ords[...]
    }
    return spareOrds.removeFirst()
  }

  func finish() throws {
    if isWhole, !users.isEmpty { _ = try begun() }
    guard let inserter else { return }
    try inserter.finish()
    if hasOtherLevels || spot.next != nil { try place() }
    changes = try viewChanges()
  }

  /// Puts the sections where they belong, at the levels that they have in the end.
  private func place() throws {
    let moved = try spot.next.map { _ in try planner.makeRoom(for: ids.count, at: spot) }
    try perform(moved?.writes ?? [])
    let ords = moved?.ords ?? stored.map(\.ord)
    var placing = DraftLevels(at: isWhole ? nil : spot.level, isTop: isTop)
    var writes: [Write] = []
    for (index, id) in ids.enumerated() {
      let level = try placing.placed(levels[index], title: "")
      guard level != stored[index].level || ords[index] != stored[index].ord else { continue }
      writes.append(.placeSection(id, ord: ords[index], level: level))
      stored[index] = (level, ords[index])
    }
    try perform(writes)
  }

  /// Writes steps; where they make room, what came in may have got other keys.
  private func perform(_ writes: [Write]) throws {
    _ = try writer.perform(writes, as: writer.reader.user(named: planner.user.user.name))
    for case .spaceSection(let id, let ord) in writes {
      if let index = ids.firstIndex(of: id) { stored[index].ord = ord }
    }
  }

  private func viewChanges() throws -> ViewChanges {
    guard let first = stored.first?.ord, let last = stored.last?.ord else { return ViewChanges() }
    let reader = writer.reader
    let user = try reader.user(named: planner.user.user.name)
    let states = try reader.states(from: first, to: last + 1, for: user)
    return SectionRules.inserting(states, at: boundary.index, below: boundary.parent)
  }
}
