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

/// A user's settings, and the user's key in table `user`; the file knows a user if that table has the name.
package struct StoredUser: Sendable {
  /// The user's settings, or the defaults if the file does not know the user.
  package let user: User
  /// The value of `user.user_id`; nil if the file does not know the user.
  package let key: Int64?
}

extension StoreReader {
  /// Returns the user with this name, whether the file knows it or not.
  ///
  /// O(log n) in the number of users; O(n) for a user that the file does not know, because the whole table is read to make
  /// sure that the index of names has not lost the user.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` if the index has lost the user.
  package func user(named name: String) throws -> StoredUser {
    // The table is named twice, because SQLite takes the name from the index.
    let known = try db.first(
      """
      SELECT t.user_id, t.starts_collapsed, t.accordion, t.name = i.name
      FROM user AS i INDEXED BY user_by_name CROSS JOIN user AS t ON t.user_id = i.user_id WHERE i.name = ?
      """, [name]
    ) { line in
      if try !line.flag(3) { throw damage("user_by_name does not have '\(name)' in its place") }
      return StoredUser(user: User(name: name, startsCollapsed: try line[1], accordion: try line[2]), key: try line[0])
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

  /// Returns the text of one attribute in a JSON object; nil if there is no such attribute, or its value is not a text.
  package func attribute(_ name: String, of attributes: String?) throws -> String? {
    try attributes.flatMap { attributes in
      try value(
        "SELECT atom FROM json_each(?) WHERE key = ? AND type = 'text'", [attributes, name])
    }
  }

  /// Returns the items in a section that have an attribute whose value is a text, with that text.
  ///
  /// These are first the sections below the section, at any depth, and then the section's own rows, each in order; rows of
  /// the sections below are left out. O(n) in the number of these sections and rows.
  ///
  /// - Parameter end: The order key of the first section that is not below the section; nil if there is none.
  package func items(
    withAttribute name: String, in section: Section, to end: OrderKey?
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

  /// Merges the attributes of an item in a document into those that the item has in the outline.
  ///
  /// The document's values win, its `null` removes an attribute, and attributes that it does not mention stay.
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

extension StoreReader {
  package func setting(_ setting: Setting) throws -> SettingValue {
    let sql = "SELECT value FROM setting WHERE name = ?"
    let value: SettingValue? =
      switch setting.standard {
      case .number: (try self.value(sql, [setting.rawValue]) as Int?).map(SettingValue.number)
      case .text: (try self.value(sql, [setting.rawValue]) as String?).map(SettingValue.text)
      }
    guard let value else { return setting.standard }
    do { try setting.check(value) } catch {
      throw StoreError.damaged(path: db.path, message: "the setting \(setting.rawValue) cannot be '\(value)'")
    }
    return value
  }
}
