import OutlineCore
import OutlineStore

/// Inserts the content that was rescued from a damaged file into a new one.
final class Repairer {
  private let rescue: Rescue
  private let writer: StoreWriter
  private let heading: EntryHeading
  private let inserter: OutlineInserter
  private let lastEntry: Int64
  private var rules: RepairRules
  /// The users, by their ids in the damaged file.
  private var users: [Int64: User] = [:]
  /// The new ids of the sections, by their ids in the damaged file.
  private var sections: [Int64: SectionID] = [:]
  private var ord: OrderKey = 0

  init(_ rescue: Rescue, _ writer: StoreWriter, _ heading: EntryHeading) throws {
    self.rescue = rescue
    self.writer = writer
    self.heading = heading
    var lastIDs: [String: Int64] = [:]
    for table in ["section", "row", "user", "edit"] { lastIDs[table] = try rescue.lastID(of: table) }
    lastIDs["section"] = max(lastIDs["section"] ?? 0, lastIDs["row"] ?? 0)
    lastIDs["row"] = lastIDs["section"]
    lastEntry = lastIDs["edit"] ?? 0
    inserter = try writer.repairInserter(heading, lastIDs: lastIDs)
    rules = RepairRules(object: rescue.object)
  }

  /// Inserts everything, and returns a report about it.
  func repair(_ file: DamagedFile) throws -> RepairReport {
    try addUsers()
    try addSections()
    try addLostSections()
    for id in rescue.rowCounts.keys.sorted() where sections[id] == nil { noteMissing(of: .integer(id), found: 0) }
    try addFlags()
    try inserter.finish()
    try addHistory(file)
    for (setting, value) in try rescue.settings() { try writer.set(setting, to: value) }
    if let identity = try rescue.identity() {
      try writer.setIdentity(identity)
    } else {
      rules.report.note(.changed, "the outline has a new identity")
    }
    return rules.report
  }

  private func addUsers() throws {
    var names: Set<String> = []
    for found in try rescue.users() {
      let user = rules.user(found, taken: names)
      names.insert(user.name)
      try inserter.enter(user, id: rules.kept(found.id, of: "user"))
      if let id = found.id.integer { users[id] = user }
      rules.report.users += 1
    }
  }

  private func addSections() throws {
    let keepsKeys = try rescue.hasSoundKeys()
    if !keepsKeys { rules.report.note(.renumbered, "all sections have new values of ord") }
    try rescue.eachSection { found in
      let id = rules.kept(found.id, of: "section")
      let draft = try rules.draft(found)
      note(found.origin, isCut: found.isCut, "section \(found.id.kind) '\(draft.title.prefix(40))'")
      ord = keepsKeys ? found.ord.integer ?? 0 : ord + OrderKeys.gap
      let new = try inserter.insert(draft.content, id: id.map { SectionID($0) }, ord: ord, level: draft.level)
      if let old = found.id.integer { sections[old] = new }
      rules.report.sections += 1
      if found.id != .null { try addRows(of: found.id, to: new) }
    }
  }

  /// Adds a section for each lost one that rows name.
  private func addLostSections() throws {
    try rescue.eachLostSection { id in
      let isKept = id.integer.map { RepairRules.ids.contains($0) } ?? false
      let title = isKept ? "Recovered section \(id.kind)" : "Recovered"
      let key = try nextOrd()
      let new = try inserter.insert(
        SectionContent(title), id: isKept ? id.integer.map { SectionID($0) } : nil, ord: key, level: 1)
      if let old = id.integer { sections[old] = new }
      rules.report.sections += 1
      let before = rules.report.rows
      try addRows(of: id, to: new)
      let count = rules.report.rows - before
      rules.report.note(.recovered, "\(count) \(count == 1 ? "row is" : "rows are") in '\(title)' (\(new))")
    }
  }

  /// Returns the sort key of the next section at the end.
  private func nextOrd() throws -> OrderKey {
    guard ord < OrderKeys.bound - 2 * OrderKeys.gap else {
      ord += 1
      return ord
    }
    ord += OrderKeys.gap
    return ord
  }

  private func addRows(of section: FoundValue, to new: SectionID) throws {
    let keepsKeys = try rescue.hasSoundKeys(in: section)
    if !keepsKeys { rules.report.note(.renumbered, "the rows of section \(new.rawValue) have new values of rank") }
    var rank: OrderKey = 0
    let before = rules.report.rows
    try rescue.eachRow(of: section) { found in
      let id = rules.kept(found.id, of: "row", isTaken: found.isTaken)
      let draft = try rules.draft(found)
      note(found.origin, isCut: found.isCut, "row \(found.id.kind) '\(draft.text.prefix(40))'")
      rank = keepsKeys ? found.rank.integer ?? 0 : rank + OrderKeys.gap
      try inserter.insert(draft, id: id.map { RowID($0) }, in: new, rank: rank)
      rules.report.rows += 1
    }
    noteMissing(of: section, found: rules.report.rows - before)
  }

  /// Notes how many of the rows that the file counts in a section are lost.
  private func noteMissing(of section: FoundValue, found: Int) {
    guard let id = section.integer, let counted = rescue.rowCounts[id], counted > found else { return }
    let missing = counted &- found
    rules.report.note(.dropped, "\(missing == 1 ? "1 row" : "\(missing) rows") of section \(id)")
  }

  private func note(_ origin: FoundOrigin, isCut: Bool, _ name: @autoclosure () -> String) {
    switch origin {
    case .table: break
    case .lostPage: rules.report.note(.lostPage, name())
    case .freePage: rules.report.note(.freePage, name())
    }
    if isCut { rules.report.note(.cut, "the end of \(name()) is missing") }
  }

  /// Returns the id that an item with flags has now; nil if it is gone.
  ///
  /// Rows have flags as well, under their own numbers.
  private func item(withFlags number: Int64) throws -> SectionID? {
    try sections[number] ?? (writer.reader.row(RowID(number)) == nil ? nil : SectionID(number))
  }

  private func addFlags() throws {
    try rescue.eachFlag { flag in
      guard let user = flag.user.integer.flatMap({ users[$0] }),
        let section = try flag.section.integer.flatMap(item(withFlags:)),
        let number = flag.collapsed.integer, number == 0 || number == 1
      else {
        // A record on a page that belongs to no table may only look like a flag.
        if flag.origin == .table {
          rules.report.note(.dropped, "the fold of user \(flag.user.kind) for section \(flag.section.kind)")
        }
        return
      }
      try inserter.setFlag(of: .section(section), isCollapsed: number == 1, for: user)
      rules.report.flags += 1
    }
  }

  /// Copies the history if all sections and rows are in the places that it gives them.
  private func addHistory(_ file: DamagedFile) throws {
    let moved: [RepairReport.Kind] = [.newID, .renumbered, .recovered, .lostPage, .freePage]
    let isWhole = Set(rescue.salvagedTables).isDisjoint(with: ["section", "row", "user", "fold"])
    let fits = isWhole && moved.allSatisfy { rules.report.changes[$0] == nil }
    let entries = try writer.replaceHistory(with: fits ? file : nil, lastEntry: lastEntry, heading)
    rules.report.entries = entries
    let lost = try file.entryCount().map { $0 - entries }
    if lost != 0 {
      rules.report.note(.dropped, lost.map { "\($0) entries of the history" } ?? "the history")
    }
  }
}
