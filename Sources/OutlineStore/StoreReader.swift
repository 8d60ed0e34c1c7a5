import GRDB
import OutlineCore

/// Questions to one state of the file.
///
/// Answers are values; nothing is decided here.
public struct StoreReader {
  let db: Database

  /// One value of the first line, or nil.
  func value<T: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String, _ arguments: StatementArguments
  ) throws -> T? {
    try T.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first line, or nil.
  func line(_ sql: String, _ arguments: StatementArguments) throws -> GRDB.Row? {
    try GRDB.Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }
}

/// A user as the file knows it.
public struct StoredUser: Sendable {
  /// The user's settings; the defaults where the file does not know the user.
  public let user: User
  /// The value of `user.user_id`; nil where the file does not know the user.
  public let key: Int64?

  /// The arguments of the two places by which the SQL of this target asks for a flag.
  var flagArguments: StatementArguments { [key ?? -1, user.startsCollapsed] }
}

extension StoreReader {
  /// The user with this name, known or not.
  ///
  /// O(log users).
  public func user(named name: String) throws -> StoredUser {
    guard let line = try line("SELECT user_id, starts_collapsed, accordion FROM user WHERE name = ?", [name]) else {
      return StoredUser(user: User(name: name), key: nil)
    }
    let user = User(name: name, startsCollapsed: line[1], accordion: line[2])
    return StoredUser(user: user, key: line[0])
  }
}

extension StoreReader {
  /// `attributes` with the members of the JSON object `patch` merged in (RFC 7396); nil when nothing is left.
  /// - Throws: an error of SQLite when either is not JSON.
  public func attributes(_ attributes: String?, mergedWith patch: String) throws -> String? {
    try value("SELECT nullif(json_patch(coalesce(?, '{}'), ?), '{}')", [attributes, patch])
  }

  /// Whether a text is a JSON object.
  public func isJSONObject(_ text: String) throws -> Bool {
    try value("SELECT CASE WHEN json_valid(?1) THEN json_type(?1) = 'object' ELSE 0 END", [text]) ?? false
  }
}
