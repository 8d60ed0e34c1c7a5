import Locking
import PleatSystem

/// What the system says about accounts, asked again after half a minute, so that whoever leaves a group loses its rights.
package enum Accounts {
  /// How long an answer counts.
  private static let rest = Duration.seconds(30)
  /// The most answers that are kept.
  private static let most = 1_000

  private struct Answers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var known: [Key: (value: Value, since: MonotonicTime)] = [:]

    subscript(key: Key) -> Value? {
      get { known[key].flatMap { $0.since.elapsed < rest ? $0.value : nil } }
      set {
        if known.count >= most { known = [:] }
        known[key] = newValue.map { ($0, .now) }
      }
    }
  }

  private static let names = Lock(Answers<UInt32, String?>())
  private static let groups = Lock(Answers<String, Set<String>>())

  /// Returns the name of an account; nil if nobody knows it.
  package static func name(of userID: UInt32) -> String? {
    if let known = names.withLock({ $0[userID] }) { return known }
    let name = LoginName.name(of: userID)  // without the lock, as it may take seconds
    names.withLock { $0[userID] = .some(name) }
    return name
  }

  /// Returns the names of an account's groups; empty for a user who is none.
  package static func groups(of user: String) -> Set<String> {
    if let known = groups.withLock({ $0[user] }) { return known }
    let names = LoginName.groups(of: user)
    groups.withLock { $0[user] = names }
    return names
  }
}
