import OutlineCore
import SQLite

/// Reads one state of the file within a transaction.
///
/// It returns values and makes no decisions.
package struct StoreReader {
  let db: Connection

  /// The path of the file; empty for an outline in memory.
  package var path: String { db.path }

  func value<T: ColumnValue>(_ sql: String, _ values: [any Bindable]) throws -> T? {
    try db.value(sql, values)
  }
}

/// A user's settings and key, if the file knows the user.
package struct StoredUser: Sendable {
  /// The user's settings, or the defaults if the file does not know the user.
  package let user: User
  /// The value of `user.user_id`; nil if the file does not know the user.
  package let key: Int64?

  /// The values of the two parameters with which this target's SQL reads a user's flag.
  var flagArguments: [any Bindable] { [key, user.startsCollapsed] }
}

extension StoreReader {
  /// Returns the user with this name, whether the file knows it or not.
  ///
  /// O(log n) in the number of users; O(n) for a user that the file does not know.
  package func user(named name: String) throws -> StoredUser {
    let known = try db.first("SELECT user_id, starts_collapsed, accordion FROM user WHERE name = ?", [name]) { line in
      StoredUser(user: User(name: name, startsCollapsed: try line[1], accordion: try line[2]), key: try line[0])
    }
    if known == nil { try checkUnknown(name) }
    return known ?? StoredUser(user: User(name: name), key: nil)
  }
}

extension StoreReader {
  /// Merges the members of the JSON object `patch` into attributes (RFC 7396).
  ///
  /// - Returns: The merged attributes; nil if none are left.
  /// - Throws: An SQLite error if either is not JSON.
  package func attributes(_ attributes: String?, mergedWith patch: String) throws -> String? {
    try value("SELECT nullif(json_patch(coalesce(?, '{}'), ?), '{}')", [attributes, patch])
  }

  /// Returns the text of an attribute; nil if there is no such attribute, or its value is no text.
  package func attribute(_ name: String, of attributes: String?) throws -> String? {
    try attributes.flatMap { attributes in
      try value(
        "SELECT atom FROM json_each(?) WHERE key = ? AND type = 'text'", [attributes, name])
    }
  }

  /// Returns the items with a text attribute: the sections below a section, up to `end`, then its own rows, in order.
  ///
  /// O(n) in the number of these sections and rows.
  package func attributes(
    _ name: String, in section: Section, to end: OrderKey?
  ) throws -> [(item: ItemID, text: String)] {
    let value = "(SELECT atom FROM json_each(attributes) WHERE key = ?1 AND type = 'text') AS value"
    let below = try db.rows(
      "SELECT section_id, \(value) FROM section WHERE ord > ?2 AND ord < ?3 AND value IS NOT NULL ORDER BY ord",
      [name, section.ord, end ?? OrderKeys.bound]
    ) { line in (ItemID.section(SectionID(try line.key(0))), try line[1] as String) }
    let rows = try db.rows(
      "SELECT row_id, \(value) FROM row WHERE section_id = ?2 AND value IS NOT NULL ORDER BY rank",
      [name, section.id.rawValue]
    ) { line in (ItemID.row(RowID(try line.key(0))), try line[1] as String) }
    return below + rows
  }

  /// Returns a patch that sets one attribute to a text, or removes it if the text is nil.
  package func patch(_ name: String, to text: String?) throws -> String {
    try value("SELECT json_object(?, ?)", [name, text]) ?? "{}"
  }

  /// Merges the attributes that a document has into attributes of the outline: those of the document win, and those that
  /// it does not mention stay.
  package func attributes(_ attributes: String?, updatedTo document: String?) throws -> String? {
    guard let document, !attributes.hasSameBytes(as: document) else { return attributes }
    guard let attributes else { return document }
    return try self.attributes(attributes, mergedWith: document)
  }

  /// Whether a text is a JSON object.
  package func isJSONObject(_ text: String) throws -> Bool {
    try value("SELECT CASE WHEN json_valid(?1) THEN json_type(?1) = 'object' ELSE 0 END", [text]) ?? false
  }
}
