import OutlineCore
import OutlineStore
import Synchronization

/// An outline in a file: edits that answer with what they changed, and questions.
///
/// Every edit is one transaction: what the rules need is loaded, the rules plan, the store writes. When an edit
/// returns, it is in the file; when it throws, nothing is. The library never prints and never reads the environment.
public final class Outline: Sendable {
  private let source: Mutex<Source>

  /// Where the outline is.
  private enum Source {
    case open(Store)
    /// There is no file yet; the first edit that has something to write creates it.
    case missing(path: String, wait: Duration)
  }

  /// What an outline is opened for.
  public enum Purpose: Sendable {
    /// Questions: the file must exist, and its bytes and times stay as they are.
    case reading
    /// Edits: when there is no file, the first edit of the outline that is not refused creates it. A trial is then made
    /// on an empty outline in memory.
    case editing
  }

  /// Opens the file at `path`.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - purpose: whether the outline is going to be edited.
  ///   - wait: how long each call waits for a locked file before it gives up.
  /// - Throws: `StoreError`; the file is left as it was.
  public init(_ path: String, for purpose: Purpose = .editing, wait: Duration = .seconds(10)) throws {
    do {
      let access: Store.Access = purpose == .reading ? .reading : .writing
      source = Mutex(.open(try Store(opening: path, for: access, wait: wait)))
    } catch StoreError.missing where purpose != .reading {
      source = Mutex(.missing(path: path, wait: wait))
    }
  }

  /// Creates an empty outline in memory.
  public init() throws {
    source = Mutex(.open(try Store()))
  }

  /// The file's path; nil for an outline in memory.
  public var path: String? {
    source.withLock { source in
      switch source {
      case .open(let store): store.path
      case .missing(let path, _): path
      }
    }
  }
}

// MARK: - Reading

extension Outline {
  /// One read transaction on behalf of a user.
  func read<T>(as userName: String, _ body: (StoreReader, StoredUser) throws -> T) throws -> T {
    try Self.check(userName: userName)
    return try read { reader in try body(reader, reader.user(named: userName)) }
  }

  /// One read transaction.
  func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    let store = try source.withLock { try Self.store(of: $0) }
    return try store.read(body)
  }

  /// The store; an empty one in memory when there is no file yet.
  private static func store(of source: Source) throws -> Store {
    switch source {
    case .open(let store): store
    case .missing: try Store()
    }
  }

  private static func check(userName name: String) throws(OutlineError) {
    if name.isEmpty { throw .emptyName("user") }
    if name.utf8.contains(0) { throw .containsNUL }
    if name.utf8.count > OutlineLimits.titleBytes {
      throw .tooLong(bytes: name.utf8.count, limit: OutlineLimits.titleBytes)
    }
  }
}

// MARK: - Writing

extension Outline {
  /// What a write does when there is no file.
  enum MissingFile {
    /// It refuses: there is nothing to change.
    case refuse
    /// It creates the file; if another process creates one first, the work is done again on that one.
    case make
    /// It creates the file; if another process creates one first, it gives up, because the work cannot be done twice.
    case makeOnce
  }

  /// One write transaction on behalf of a user, rolled back when nothing was written or the request is a trial.
  ///
  /// - Throws: what `work` throws, `OutlineError`, `StoreError`; nothing has changed then.
  func write(
    as userName: String, with request: Request, whenMissing missing: MissingFile,
    _ work: (WriteSession) throws -> Answer
  ) throws -> Answer {
    for name in [userName] + request.observers { try Self.check(userName: name) }
    func perform(_ store: Store) throws -> Answer {
      try store.write { writer in
        let session = try WriteSession(writer, as: userName, request)
        var answer = try work(session)
        answer.hasWritten = session.hasWritten
        return (answer, request.isTrial || !session.hasWritten ? .rollback : .commit)
      }
    }
    return try source.withLock { source in
      if case .missing(let path, let wait) = source {
        if missing == .refuse { throw StoreError.missing(path: path) }
        if request.isTrial { return try perform(Store()) }
        let (answer, isInstalled) = try Store.create(path) { store in
          let answer = try perform(store)
          return (answer, answer.hasWritten)
        }
        if !answer.hasWritten { return answer }
        if !isInstalled, missing == .makeOnce { throw StoreError.busy(path: path, holder: nil) }
        source = .open(try Store(opening: path, for: .writing, wait: wait))
        if isInstalled { return answer }
      }
      return try perform(Self.store(of: source))
    }
  }

  /// Sets something for everybody who uses the file.
  ///
  /// - Throws: `OutlineError/badSetting(_:_:)` when the setting does not take the value,
  ///   `StoreError` when there is no file or it cannot be written.
  public func set(_ setting: Setting, to value: Int) throws {
    guard setting.range.contains(value) else { throw OutlineError.badSetting(setting, value) }
    try source.withLock { source in
      if case .missing(let path, _) = source { throw StoreError.missing(path: path) }
      try Self.store(of: source).write { writer in (try writer.set(setting, to: value), .commit) }
    }
  }
}
