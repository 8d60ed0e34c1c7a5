import ListChanges
import OutlineCore
import OutlineStore

/// The lists of many users of one outline, each computed once for all users who have the same sections collapsed.
///
/// All lists are at the same revision. A user who folds something gets the step that every view gets, and then shares
/// the list of the users with the same folds. Only one thread at a time can use it.
package final class OutlineViews {
  /// A step of a list, and the users who share the list.
  package struct Step {
    /// The list after the step, until the next call.
    package let view: OutlineView
    package let users: [ExactText]
    package let step: ViewStep
  }

  private struct Shared {
    let view: OutlineView
    var users: Set<ExactText> = []
  }

  private let path: String
  private let wait: Duration
  private var lists: [UserFolds.Effect: Shared] = [:]
  private var users: [ExactText: UserFolds] = [:]

  /// Creates a collection without users; ``add(_:)`` adds them.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wait: How long to wait for a locked file before giving up.
  package init(_ path: String, wait: Duration) { (self.path, self.wait) = (path, wait) }

  /// How many lists are computed.
  package var count: Int { lists.count }

  /// Returns the list of a user who was added; users who share a list get the same object.
  package subscript(user: ExactText) -> OutlineView? { users[user].flatMap { lists[$0.effect]?.view } }

  /// Adds a user, unless the lists have to move on first.
  ///
  /// - Returns: The user's list; nil if ``advance()`` has to be called first, until it returns nil.
  /// - Throws: `StoreError`.
  package func add(_ user: ExactText) throws -> OutlineView? {
    if let view = self[user] { return view }
    guard let any = lists.values.first?.view else {
      let view = try OutlineView(path, as: user.text, wait: wait)
      view.namesEntries = true
      enter(view.table.folds, view)
      return view
    }
    guard try any.news() == .none else { return nil }
    return try any.read { reader in
      if any.isBehind { return nil }
      let folds = try UserFolds(reader, userName: user.text)
      return enter(folds, try lists[folds.effect]?.view ?? any.copy(with: folds, reader))
    }
  }

  package func remove(_ user: ExactText) {
    guard let folds = users.removeValue(forKey: user) else { return }
    lists[folds.effect]?.users.remove(user)
    if lists[folds.effect]?.users.isEmpty == true { lists[folds.effect] = nil }
  }

  /// Moves all lists on by everything that is new, as ``OutlineView/nextStep()`` reads it.
  ///
  /// - Returns: The steps of the lists that change; nil if there is nothing new.
  /// - Throws: `StoreError`. If the file could not be read, the next steps are resets.
  package func advance() throws -> [Step]? {
    guard let any = lists.values.first?.view else { return nil }
    let version: Int64
    switch try any.news() {
    case .none: return nil
    case .reset: return try reset()
    case .changes(let found): version = found
    }
    do {
      let steps = try any.read { reader in
        for list in lists.values { try list.view.catchUp(reader) }
        return try isCut ? nil : step(over: any.newChanges, reader)
      }
      for list in lists.values { list.view.dataVersion = version }
      return try isCut ? reset() : steps
    } catch {
      for list in lists.values { list.view.isCut = true }
      throw error
    }
  }

  /// Moves on as ``advance()`` does, but also returns nil while the file is locked or is being replaced.
  package func advanceIfPossible() throws -> [Step]? {
    do { return try advance() } catch StoreError.busy, StoreError.missing, StoreError.replaced { return nil }
  }

  /// Whether the log no longer has all changes that a list lacks.
  private var isCut: Bool { lists.values.contains { $0.view.isCut } }

  private func step(over changes: [LoggedChange], _ reader: StoreReader) throws -> [Step]? {
    if changes.isEmpty { return nil }
    let movers = movers(by: changes.map(\.event))
    var steps: [Step] = []
    var arrivals: [(folds: [UserFolds], view: OutlineView)] = []
    for (effect, list) in lists {
      let leaving = movers.filter { $0.before.effect == effect }
      for group in Dictionary(grouping: leaving, by: { $0.after.effect }).values {
        let view = try list.view.copy(with: group[0].before, reader)
        if let step = try view.advance(over: changes, reader) {
          steps.append(Step(view: view, users: group.map(\.before.name), step: step))
        }
        arrivals.append((group.map(\.after), view))
      }
      let staying = list.users.subtracting(leaving.map(\.before.name))
      if !staying.isEmpty, let step = try list.view.advance(over: changes, isPersonal: false, reader) {
        steps.append(Step(view: list.view, users: Array(staying), step: step))
      }
    }
    movers.forEach { remove($0.before.name) }
    for arrival in arrivals { arrival.folds.forEach { enter($0, arrival.view) } }
    return steps
  }

  /// Applies events to the folds of the users, and returns the folds of those who have another list afterwards.
  private func movers(by events: [LoggedChange.Event]) -> [(before: UserFolds, after: UserFolds)] {
    let personal = events.filter(\.isPersonal)
    if personal.isEmpty { return [] }
    var keys: Set<Int64> = []
    var mayConcernAll = false
    for event in personal {
      if case .fold(_, let key, _, _) = event { keys.insert(key) } else { mayConcernAll = true }
    }
    var movers: [(before: UserFolds, after: UserFolds)] = []
    for (name, before) in users where mayConcernAll || before.key.map(keys.contains) == true {
      var after = before
      personal.forEach { after.apply($0) }
      if after.effect == before.effect { users[name] = after } else { movers.append((before, after)) }
    }
    return movers
  }

  @discardableResult
  private func enter(_ folds: UserFolds, _ view: OutlineView) -> OutlineView {
    users[folds.name] = folds
    lists[folds.effect, default: Shared(view: view)].users.insert(folds.name)
    return lists[folds.effect]?.view ?? view
  }

  private func reset() throws -> [Step] {
    let names = Array(users.keys)
    let before = lists.mapValues(\.view.shape)
    let effects = users.mapValues(\.effect)
    let first = try OutlineView(path, as: names[0].text, wait: wait)
    first.namesEntries = true
    try first.read { reader in
      let folds = try names.map { try UserFolds(reader, userName: $0.text) }
      if first.isBehind { throw StoreError.busy(path: path, holder: nil) }  // tried again soon
      (lists, users) = ([:], [:])
      for folds in folds { enter(folds, try lists[folds.effect]?.view ?? first.copy(with: folds, reader)) }
    }
    return names.compactMap { name -> Step? in
      guard let view = self[name] else { return nil }
      let shape = effects[name].flatMap { before[$0] } ?? ListShape(rowCounts: [])
      let step = ViewStep(changes: ViewChanges(), before: shape, after: view.shape, isReset: true)
      return Step(view: view, users: [name], step: step)
    }
  }
}
