import OutlineCore
import SQLite

/// Questions to one state of the file.
///
/// Answers are values; nothing is decided here.
package struct StoreReader {
  let db: Connection

  /// The first column of the first line of an answer; nil where that is NULL or there is none.
  func value<T: ColumnValue>(_ sql: String, _ values: [any Bindable]) throws -> T? {
    try db.value(sql, values)
  }
}

/// A user as the file knows it.
package struct StoredUser: Sendable {
  /// The user's settings; the defaults where the file does not know the user.
  package let user: User
  /// The value of `user.user_id`; nil where the file does not know the user.
  package let key: Int64?

  /// The arguments of the two places by which the SQL of this target asks for a flag.
  var flagArguments: [any Bindable] { [key ?? -1, user.startsCollapsed] }
}

extension StoreReader {
  /// The user with this name, known or not.
  ///
  /// O(log users).
  package func user(named name: String) throws -> StoredUser {
    try db.first("SELECT user_id, starts_collapsed, accordion FROM user WHERE name = ?", [name]) { line in
      StoredUser(user: User(name: name, startsCollapsed: try line[1], accordion: try line[2]), key: try line[0])
    } ?? StoredUser(user: User(name: name), key: nil)
  }
}

extension StoreReader {
  /// `attributes` with the members of the JSON object `patch` merged in (RFC 7396); nil when nothing is left.
  /// - Throws: an error of SQLite when either is not JSON.
  package func attributes(_ attributes: String?, mergedWith patch: String) throws -> String? {
    try value("SELECT nullif(json_patch(coalesce(?, '{}'), ?), '{}')", [attributes, patch])
  }

  /// Whether a text is a JSON object.
  package func isJSONObject(_ text: String) throws -> Bool {
    try value("SELECT CASE WHEN json_valid(?1) THEN json_type(?1) = 'object' ELSE 0 END", [text]) ?? false
  }
}
