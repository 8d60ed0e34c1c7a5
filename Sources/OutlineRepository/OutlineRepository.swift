import ListChanges
import OutlineCore
import OutlineStore
import Synchronization

/// An outline in a file: edits that answer with what changed, and questions.
///
/// Every edit is one transaction: what the rules need is loaded, the rules plan, the store writes. When an edit
/// returns, it is in the file; when it throws, nothing is. The library never prints and never reads the environment.
public final class OutlineRepository: Sendable {
  private let source: Mutex<Source>

  /// Where the outline is.
  private enum Source {
    case open(OutlineStore)
    /// No file yet; the first edit that has something to write makes it.
    case missing(path: String, wait: Duration)
  }

  /// What a repository is opened for.
  public enum Purpose: Sendable {
    /// Questions: the file must be there, and its bytes and times stay as they are.
    case reading
    /// Edits: where there is no file, the first edit of the outline that is not refused makes it. One that is only
    /// tried is tried on an empty outline in memory then.
    case editing
  }

  /// Opens the file at `path`.
  ///
  /// - Parameter wait: how long to wait for a locked file before giving up.
  /// - Throws: ``OutlineCore/StoreError``; the file is left as it was.
  public init(_ path: String, for purpose: Purpose, wait: Duration = .seconds(10)) throws {
    do {
      let access: OutlineStore.Access = purpose == .reading ? .reading : .writing
      source = Mutex(.open(try OutlineStore(opening: path, for: access, wait: wait)))
    } catch StoreError.missing where purpose != .reading {
      source = Mutex(.missing(path: path, wait: wait))
    }
  }

  /// Makes an empty outline in memory.
  public init() throws {
    source = Mutex(.open(try OutlineStore()))
  }

  /// Carries out one edit as a user.
  ///
  /// - Parameter isTrial: whether to take everything back and only answer what would have happened.
  /// - Returns: the keys the edit is about, and the changes of the acting user's view.
  /// - Throws: ``OutlineCore/OutlineError`` when a rule refuses, ``OutlineCore/StoreError`` when the file does.
  public func perform(_ edit: Edit, as userName: String, isTrial: Bool = false) throws -> Outcome {
    try transact(as: userName, isTrial: isTrial, makesFile: edit.isOfContent) { planner in try planner.plan(edit) }
  }

  /// One write transaction around one plan; where there is no file, only a plan that may make one is tried.
  func transact(as userName: String, isTrial: Bool, makesFile: Bool, _ plan: (Planner) throws -> Plan) throws -> Outcome
  {
    try checkUser(userName)
    return try source.withLock { source in
      if case .missing(let path, let wait) = source {
        if !makesFile { throw StoreError.missing(path: path) }
        let outcome = try Self.transact(with: try OutlineStore(), as: userName, isTrial: true, plan)
        if isTrial || !outcome.hasWritten { return outcome }
        source = .open(try OutlineStore(openingOrCreating: path, wait: wait))
      }
      return try Self.transact(with: Self.store(of: source), as: userName, isTrial: isTrial, plan)
    }
  }

  private static func transact(
    with store: OutlineStore, as userName: String, isTrial: Bool, _ plan: (Planner) throws -> Plan
  ) throws -> Outcome {
    try store.write { writer in
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
    let store = try source.withLock { try Self.store(of: $0) }
    return try store.read { reader in try body(reader, reader.user(named: userName)) }
  }

  /// The file's path; nil for an outline in memory.
  var path: String? {
    source.withLock { source in
      switch source {
      case .open(let store): store.path
      case .missing(let path, _): path
      }
    }
  }

  private static func store(of source: Source) throws -> OutlineStore {
    switch source {
    case .open(let store): store
    case .missing: try OutlineStore()
    }
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

extension Edit {
  /// Whether it changes the outline, and not only one user's way of viewing it.
  var isOfContent: Bool {
    switch self {
    case .addRows, .addSections, .change, .move, .delete: true
    case .fold, .setAccordion, .resetFolds: false
    }
  }
}
