import ListChanges
import OutlineCore
import OutlineStore

/// A write transaction on behalf of a user.
///
/// Its first write begins an entry in the history, so a session that writes nothing leaves no entry.
final class WriteSession {
  let writer: StoreWriter
  let request: Request
  /// The acting user, as the file has it now.
  private(set) var user: StoredUser
  /// Whether an entry has begun, which means that there is something to commit.
  private(set) var hasWritten = false
  /// The tasks with a rule that were ticked.
  var ticked: [TickedTask] = []
  /// The backup that was due before the first write, or its failure; nil if none was due.
  private(set) var backup: DueBackup?
  private let network: NetworkFiles
  /// Whether to leave the acting user out of the file's users, because the session makes the edits of others, or
  /// changes users or settings of the file rather than the outline.
  var keepsUserOut = false

  init(_ writer: StoreWriter, as userName: String, _ request: Request, _ network: NetworkFiles) throws {
    self.writer = writer
    self.network = network
    self.request = request
    user = try writer.reader.user(named: userName)
  }

  var reader: StoreReader { writer.reader }

  /// The users whose view changes the request asks for: the acting user and the observers, or nobody.
  var reportedUsers: [ExactText] {
    switch request.report {
    case .nothing, .names: []
    case .changes, .changesWithShapes: [ExactText(user.user.name)] + request.observers
    }
  }

  /// Returns a planner for the acting user, or for an observer.
  ///
  /// - Parameters:
  ///   - computesChanges: Whether plans include view changes.
  ///   - observer: The name of the observer; nil for the acting user.
  func planner(computesChanges: Bool, for observer: String? = nil) throws -> Planner {
    let user = try observer.map(reader.user) ?? user
    return Planner(reader: reader, user: user, computesChanges: computesChanges)
  }

  /// Carries out the writes of a plan; the first write of the session begins the edit's entry in the history.
  ///
  /// - Returns: The items that were created, in order.
  func write(_ writes: [Write]) throws -> [ItemID] {
    if writes.isEmpty { return [] }
    if user.key == nil, hasWritten { user = try reader.user(named: user.user.name) }  // an import may have entered it
    try begin()
    let created = try writer.perform(writes, as: keepsUserOut ? nil : user)
    if user.key == nil || writes.contains(where: \.changesUser) {
      user = try reader.user(named: user.user.name)
    }
    return created
  }

  /// Carries out the writes of a plan, and notes the tasks that it ticks.
  func write(_ plan: Plan) throws -> [ItemID] {
    ticked += plan.ticked
    return try write(plan.writes)
  }

  /// Adds the acting user to the users of the file, unless the file knows the user or nothing was written.
  ///
  /// Plans add the user with their first write, and imports add the users of their document first.
  func enterUser() throws {
    guard hasWritten, !keepsUserOut, user.key == nil else { return }
    user = try reader.user(named: user.user.name)
    if user.key == nil { try writer.enter(user.user) }
  }

  /// Begins the edit's entry in the history, unless it has begun.
  func begin() throws {
    if !hasWritten { try begin(.edit, words: request.words) }
  }

  /// Begins another entry in the history, after the previous one.
  ///
  /// - Parameters:
  ///   - edit: For an undo or a redo, the edit that it undoes or redoes.
  ///   - group: See `HistoryEntry.group`.
  func begin(
    _ kind: HistoryEntry.Kind, of edit: EntryID? = nil, in group: [Int64] = [], words: String
  ) throws {
    if !hasWritten { try prepareFile() }
    try writer.begin(
      EntryHeading(user: user.user.name, words: words, kind: kind, undoes: edit, group: group))
    hasWritten = true
  }

  /// Upgrades an older file, or makes the backup that is due, before the first write.
  private func prepareFile() throws {
    backup = try writer.upgrade(network, isTrial: request.isTrial)
    if backup == nil, !request.isTrial { backup = writer.backUpIfDue(network) }
  }

  /// Runs statements of SQL, and makes an entry of what they have changed, if they have.
  func run(statements: String) throws -> Answer {
    try prepareFile()
    let last = try reader.lastChange()
    let (results, writesOwnTables) = try writer.run(statements: statements)
    let changes = try reader.changes(after: last)
    if writesOwnTables || !changes.isEmpty {
      try writer.begin(EntryHeading(user: user.user.name, words: request.words), adopting: last)
      hasWritten = true
    } else {
      backup = nil  // what upgraded the file is taken back, too
    }
    return Answer(items: NetChanges(changes).items(.content), outcome: .ran(results))
  }

  /// Whether the changes since an earlier one leave everything as it was, as after an indentation that the same batch takes
  /// back; the session then counts as one that wrote nothing.
  func takesBackItself(since last: Int64) throws -> Bool {
    // Nearly every batch shows by its first change that it does not.
    guard hasWritten, try NetChanges(reader.firstChanges(after: last)).leavesItems(asIn: reader),
      case let net = try NetChanges(reader.changes(after: last)), net.leavesFolds, try net.leavesItems(asIn: reader)
    else { return false }
    (hasWritten, ticked) = (false, [])
    return true
  }

  /// Returns an inserter for the sections and rows of a document, which is faster than a plan; begins the entry first.
  func inserter() throws -> OutlineInserter {
    try begin()
    return try writer.inserter()
  }

  /// Returns the shape of the acting user's list, or nil if the request does not ask for shapes.
  ///
  /// O(sections).
  func shape() throws -> ListShape? {
    guard request.report == .changesWithShapes else { return nil }
    return ListShape(
      rowCounts: try reader.states(from: -OrderKeys.bound, to: nil, for: user).visibleSections.map(\.shownRows))
  }
}

extension NetChanges {
  /// Whether the flags are as they were before, and no user was changed.
  fileprivate var leavesFolds: Bool { flags.values.allSatisfy { $0.before == $0.after } && users.isEmpty }

  /// Whether the sections and rows that were changed are in the file as they were before.
  fileprivate func leavesItems(asIn reader: StoreReader) throws -> Bool {
    try rows.allSatisfy { id, change in
      guard let before = change.before else { return try reader.row(id) == nil }
      guard let row = try reader.row(id) else { return false }
      return row.section == before.section && row.rank == before.rank && before.content.fits(row.content)
    }
      && sections.allSatisfy { id, change in
        guard let before = change.before else { return try reader.section(id) == nil }
        guard let section = try reader.section(id) else { return false }
        return section.ord == before.ord && section.level == before.level && before.contentFits(section, since: nil)
      }
  }
}

extension WriteSession {
  /// Carries out one plan, and reports the changes that the rules have computed; where rows have others below them, or the plan has
  /// parts, those that a diff finds.
  ///
  /// - Parameter plan: Makes the plan for a user; it is called again for every observer before anything is written.
  func carryOut(_ plan: (Planner) throws -> Plan) throws -> Answer {
    let actingUser = ExactText(user.user.name)
    let isDiffed = try !reportedUsers.isEmpty && reader.hasRowLevels()
    let own = try plan(planner(computesChanges: !isDiffed && reportedUsers.contains(actingUser)))
    if !own.parts.isEmpty { return try carryOutDiffing { try carryOut(partsOf: own) } }
    if isDiffed || own.isDiffed { return try carryOutDiffing { try carryOut(whole: own) } }
    var observed: [(ExactText, ViewChanges)] = []
    for name in reportedUsers where name != actingUser {
      observed.append((name, try plan(planner(computesChanges: true, for: name.text)).changes))
    }
    let before = try shape()
    var answer = try carryOut(whole: own)
    for (name, changes) in observed { answer.observe(changes, of: name) }
    answer.note(before, try shape())
    return answer
  }

  /// Carries out a plan that has no parts.
  func carryOut(whole plan: Plan) throws -> Answer {
    let topmost = plan.carried.isEmpty ? plan.items : plan.items.filter { !plan.carried.contains($0) }
    let names = try named(topmost)
    let contents = try contents(of: topmost)
    let created = try write(plan)
    let items = plan.items + (plan.asked?.map { created[$0] } ?? created)
    var receipt = try receipt(for: items, before: names, of: plan)
    receipt?.contents = contents
    if items.isEmpty {
      let flagged = plan.flagged
      let rows = try plan.isDiffed ? flagged.count { try reader.section(SectionID($0)) == nil } : 0
      receipt?.sectionCount = flagged.count - rows
      receipt?.rowCount = rows
    }
    return Answer(items: items, outcome: .edited(receipt), changes: plan.changes)
  }

  /// Runs `work`, and finds the changes by a diff of the lists before and after.
  ///
  /// O(sections + changes); nothing is compared if the request asks for no changes.
  func carryOutDiffing(_ work: () throws -> Answer) throws -> Answer {
    var lists: [ExactText: ListRevision] = [:]
    for name in reportedUsers { lists[name] = try ListRevision(reader, as: name.text) }
    let last = try reader.lastChange()
    var answer = try work()
    let events = try hasWritten && !lists.isEmpty ? reader.changes(after: last).map(\.event) : []
    for (name, list) in lists {
      var list = list
      events.forEach { list.note($0) }
      let step = try list.advance(by: events, reader)
      if name == ExactText(user.user.name) {
        answer.changes = step.changes
        if request.report == .changesWithShapes { answer.note(step.before, step.after) }
      } else {
        answer.observe(step.changes, of: name)
      }
    }
    return answer
  }
}

extension Answer {
  /// Records the shapes of the list, if there are any.
  mutating func note(_ before: ListShape?, _ after: ListShape?) {
    if let before, let after { shapes = Shapes(before: before, after: after) }
  }

  /// Records the changes of an observer's list, if there are any.
  mutating func observe(_ changes: ViewChanges, of name: ExactText) {
    if !changes.isEmpty { observed[name] = changes }
  }
}

extension Write {
  /// Whether the write can change the acting user's settings.
  fileprivate var changesUser: Bool {
    if case .setUser = self { true } else { false }
  }
}

extension WriteSession {
  /// The answer to an edit that the file already has with the idempotency key of the request; nil if it has none.
  ///
  /// - Throws: `OutlineError/idempotencyKeyInUse(_:words:hasOtherInput:)` if the key is another edit's.
  func repeatedAnswer() throws -> Answer? {
    guard let key = request.idempotencyKey, let edit = try reader.edit(withIdempotencyKey: key) else { return nil }
    let isOwn = edit.users.contains { $0.hasSameBytes(as: user.user.name) }
    let isSame = isOwn && edit.words.hasSameBytes(as: request.words)
    guard isSame, edit.input == request.input else {
      throw OutlineError.idempotencyKeyInUse(key, words: edit.words, hasOtherInput: isSame)
    }
    return Answer(items: edit.items, outcome: .repeated, hasWritten: true)
  }
}
