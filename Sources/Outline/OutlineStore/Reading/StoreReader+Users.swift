import OutlineCore
import SQLite

/// A user of the file, and how many flags the file keeps for the user.
package struct UserFlags: Sendable {
  package let user: User
  /// The number of sections for which there is a flag.
  package let flags: Int
  /// The number of those flags that say collapsed.
  package let collapsed: Int
}

extension StoreReader {
  package func userCount() throws -> Int { try value("SELECT count(*) FROM user", []) ?? 0 }

  /// Returns all users that the file knows, by name, with the numbers of their flags.
  ///
  /// O(users + flags).
  package func userFlags() throws -> [UserFlags] {
    try db.rows(
      """
      SELECT name, starts_collapsed, accordion, count(fold.user_id), coalesce(sum(collapsed), 0)
      FROM user LEFT JOIN fold USING (user_id) GROUP BY user.user_id ORDER BY name
      """, []
    ) { line in
      UserFlags(
        user: User(name: try line[0], startsCollapsed: try line[1], accordion: try line[2]), flags: try line[3],
        collapsed: try line[4])
    }
  }

  /// Returns the number of a user's flags.
  ///
  /// O(n) in that number.
  package func flagCount(of user: StoredUser) throws -> Int {
    try value("SELECT count(*) FROM fold WHERE user_id = ?", [user.key]) ?? 0
  }

  /// Returns the names of all users that the file knows.
  ///
  /// O(users).
  package func userNames() throws -> [String] {
    try db.rows("SELECT name FROM user ORDER BY name", []) { line in try line[0] }
  }

  /// Whether the user has flags, or the log has any change of the user's flags and settings.
  ///
  /// O(1) if there are flags, else O(changes).
  package func hasFolded(_ user: StoredUser) throws -> Bool {
    guard let key = user.key else { return false }
    return try hasFlags(user) || hasFolds(0..<Int64.max, of: key)
  }
}
