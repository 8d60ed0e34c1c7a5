import ListChanges
import OutlineCore
import OutlineStore
import Synchronization

/// An outline in a file: edits that answer with what changed, and questions.
///
/// Every edit is one transaction: what the rules need is loaded, the rules plan, the store writes. When an edit
/// returns, it is in the file; when it throws, nothing is. The library never prints and never reads the environment.
public final class Outline: Sendable {
  private let source: Mutex<Source>

  /// Where the outline is.
  private enum Source {
    case open(Store)
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
      let access: Store.Access = purpose == .reading ? .reading : .writing
      source = Mutex(.open(try Store(opening: path, for: access, wait: wait)))
    } catch StoreError.missing where purpose != .reading {
      source = Mutex(.missing(path: path, wait: wait))
    }
  }

  /// Makes an empty outline in memory.
  public init() throws {
    source = Mutex(.open(try Store()))
  }

  /// Carries out one edit as a user.
  ///
  /// - Parameters:
  ///   - words: the edit in the words of whoever asked for it, for the history.
  ///   - isTrial: whether to take everything back and only answer what would have happened.
  ///   - observers: other users whose changes are wanted, too; they come from their flags alone. O(plan) for each.
  ///   - wantsShapes: whether the answer is to hold the shapes of the list before and after, by which changes are laid
  ///     out flat. O(sections).
  ///   - wantsChanges: whether to compute view changes; otherwise those of the outcome are empty.
  /// - Returns: the keys the edit is about, and the changes of the acting user's view.
  /// - Throws: ``OutlineCore/OutlineError`` when a rule refuses, ``OutlineCore/StoreError`` when the file does.
  public func perform(
    _ edit: Edit, as userName: String, words: String = "", isTrial: Bool = false, observers: Set<String> = [],
    wantsShapes: Bool = false, wantsChanges: Bool = true
  ) throws -> Outcome {
    let terms = Terms(
      words: words, isTrial: isTrial, makesFile: edit.isOfContent, observers: edit.isOfContent ? observers : [],
      wantsShapes: wantsShapes, wantsChanges: wantsChanges)
    return try transact(as: userName, terms) { planner in try planner.plan(edit) }
  }

  /// How an edit is to be carried out, and what is to be told of it.
  struct Terms {
    var words: String
    /// Whether to take everything back.
    var isTrial: Bool
    /// Whether it may make the file where there is none.
    var makesFile: Bool
    var observers: Set<String> = []
    var wantsShapes = false
    /// Whether to compute view changes.
    var wantsChanges = true
    /// Whether the work can be done again where another process makes the file first.
    var isRepeatable = true
  }

  /// One write transaction around one plan.
  func transact(as userName: String, _ terms: Terms, _ plan: (Planner) throws -> Plan) throws -> Outcome {
    try transact(as: userName, terms) { (writer: StoreWriter) in
      let reader = writer.reader
      let user = try reader.user(named: userName)
      let own = try plan(Planner(reader: reader, user: user, tellsChanges: terms.wantsChanges))
      var observed: [String: ViewChanges] = [:]
      for name in terms.observers {
        let changes = try plan(Planner(reader: reader, user: reader.user(named: name))).changes
        if !changes.isEmpty { observed[name] = changes }
      }
      let before = try terms.wantsShapes ? reader.shape(for: userName) : nil
      if !own.writes.isEmpty { try writer.begin(EntryHeading(user: userName, words: terms.words)) }
      let made = try writer.perform(own.writes, as: user)
      let after = try terms.wantsShapes ? reader.shape(for: userName) : nil
      return Outcome(
        items: own.items + made, changes: own.changes, observed: observed, before: before, after: after,
        hasWritten: !own.writes.isEmpty)
    }
  }

  /// One write transaction, taken back where nothing was written or it is a trial; where there is no file, only work
  /// that may make one is tried.
  func transact(as userName: String, _ terms: Terms, _ work: (StoreWriter) throws -> Outcome) throws -> Outcome {
    for name in [userName] + terms.observers { try checkUser(name) }
    return try source.withLock { source in
      if case .missing(let path, let wait) = source {
        if !terms.makesFile { throw StoreError.missing(path: path) }
        if let outcome = try Self.make(path, terms, work) {
          if !terms.isTrial, outcome.hasWritten {
            source = .open(try Store(opening: path, for: .writing, wait: wait))
          }
          return outcome
        }
        source = .open(try Store(opening: path, for: .writing, wait: wait))
      }
      return try Self.write(to: Self.store(of: source), terms, work)
    }
  }

  private static func write(
    to store: Store, _ terms: Terms, _ work: (StoreWriter) throws -> Outcome
  ) throws -> Outcome {
    try store.write { writer in
      let outcome = try work(writer)
      return (outcome, terms.isTrial || !outcome.hasWritten ? .rollback : .commit)
    }
  }

  /// Makes the file with what the work writes, unless it is a trial; nil where another process made it first.
  private static func make(
    _ path: String, _ terms: Terms, _ work: (StoreWriter) throws -> Outcome
  ) throws -> Outcome? {
    if terms.isTrial { return try write(to: Store(), terms, work) }
    let (outcome, isInstalled) = try Store.create(path) { store in
      let outcome = try write(to: store, terms, work)
      return (outcome, outcome.hasWritten)
    }
    if isInstalled || !outcome.hasWritten { return outcome }
    if terms.isRepeatable { return nil }
    throw StoreError.busy(path: path, holder: nil)  // another process has just made it
  }

  /// Sets something for everybody who uses the file.
  /// - Throws: ``OutlineCore/OutlineError/badSetting(_:_:)`` for a value that it does not take.
  public func set(_ setting: Setting, to value: Int) throws {
    guard setting.range.contains(value) else { throw OutlineError.badSetting(setting, value) }
    try source.withLock { source in
      if case .missing(let path, _) = source { throw StoreError.missing(path: path) }
      try Self.store(of: source).write { writer in (try writer.set(setting, to: value), .commit) }
    }
  }

  /// One read transaction, as a user.
  func ask<T>(as userName: String, _ body: (StoreReader, StoredUser) throws -> T) throws -> T {
    try checkUser(userName)
    return try ask { reader in try body(reader, reader.user(named: userName)) }
  }

  /// One read transaction.
  func ask<T>(_ body: (StoreReader) throws -> T) throws -> T {
    let store = try source.withLock { try Self.store(of: $0) }
    return try store.read(body)
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

  private static func store(of source: Source) throws -> Store {
    switch source {
    case .open(let store): store
    case .missing: try Store()
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
  /// What the list views of the observers must do; left out for those that keep their list.
  ///
  /// Flags that one user sets are nothing for another.
  public let observed: [String: ViewChanges]
  /// The shape of the acting user's list before; nil where it was not asked for.
  public let before: ListShape?
  /// The shape of the acting user's list after; nil where it was not asked for.
  public let after: ListShape?
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
