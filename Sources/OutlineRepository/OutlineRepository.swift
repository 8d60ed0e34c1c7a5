import ListChanges
import OutlineCore
import OutlineStore

/// An outline in a file: edits that answer with what changed, and questions.
///
/// Every edit is one transaction: what the rules need is loaded, the rules plan, the store writes. When an edit
/// returns, it is in the file; when it throws, nothing is. The library never prints and never reads the environment.
public final class OutlineRepository: Sendable {
  let store: OutlineStore

  /// What a repository is opened for.
  public enum Purpose: Sendable {
    /// Questions: the file must be there, and its bytes and times stay as they are.
    case reading
    /// Edits: the file is made where there is none.
    case editing
    /// Edits that are tried and taken back: where there is no file, on an empty outline in memory.
    case trying
  }

  /// Opens the file at `path`.
  ///
  /// - Parameter wait: how long to wait for a locked file before giving up.
  /// - Throws: ``OutlineCore/StoreError``; the file is left as it was.
  public init(_ path: String, for purpose: Purpose, wait: Duration = .seconds(10)) throws {
    switch purpose {
    case .reading: store = try OutlineStore(opening: path, for: .reading, wait: wait)
    case .editing: store = try OutlineStore(openingOrCreating: path, wait: wait)
    case .trying:
      do {
        store = try OutlineStore(opening: path, for: .writing, wait: wait)
      } catch StoreError.missing {
        store = try OutlineStore()
      }
    }
  }

  /// Makes an empty outline in memory.
  public init() throws {
    store = try OutlineStore()
  }

  /// Carries out one edit as a user.
  ///
  /// - Parameter isTrial: whether to take everything back and only answer what would have happened.
  /// - Returns: the keys the edit is about, and the changes of the acting user's view.
  /// - Throws: ``OutlineCore/OutlineError`` when a rule refuses, ``OutlineCore/StoreError`` when the file does.
  public func perform(_ edit: Edit, as userName: String, isTrial: Bool = false) throws -> Outcome {
    try transact(as: userName, isTrial: isTrial) { planner in try planner.plan(edit) }
  }

  /// One write transaction around one plan.
  func transact(as userName: String, isTrial: Bool, _ plan: (Planner) throws -> Plan) throws -> Outcome {
    try checkUser(userName)
    return try store.write { writer in
      let user = try writer.reader.user(named: userName)
      let plan = try plan(Planner(reader: writer.reader, user: user))
      let made = try writer.perform(plan.writes, as: user)
      let outcome = Outcome(items: plan.items + made, changes: plan.changes, hasWritten: !plan.writes.isEmpty)
      return (outcome, isTrial || plan.writes.isEmpty ? .rollback : .commit)
    }
  }

  /// One read transaction, as a user.
  func ask<T>(as userName: String, _ body: (StoreReader, StoredUser) throws -> T) throws -> T {
    try checkUser(userName)
    return try store.read { reader in try body(reader, reader.user(named: userName)) }
  }

  private func checkUser(_ name: String) throws(OutlineError) {
    if name.isEmpty { throw .emptyName("user") }
    if name.utf8.contains(0) { throw .containsNUL }
    if name.utf8.count > OutlineLimits.titleBytes {
      throw .tooLong(bytes: name.utf8.count, limit: OutlineLimits.titleBytes)
    }
  }
}

/// What an edit did.
public struct Outcome: Hashable, Sendable {
  /// What was named and stays or goes, then what was made, in the order of the edit.
  public let items: [ItemID]
  /// What a list view of the acting user must do; empty where the view stays as it is.
  public let changes: ViewChanges
  /// Whether the edit changed the file; false where there was nothing to do.
  public let hasWritten: Bool
}
