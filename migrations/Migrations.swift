/// An SQL script that upgrades a file to a version.
package struct Migration: Sendable {
  /// The file's `user_version` after the script.
  package let version: Int
  private let read: @Sendable () -> String

  /// The SQL statements of the script; they are read only when the property is used.
  package var script: String { read() }

  /// Creates a migration from the version before to `version`.
  package init(to version: Int, script: @autoclosure @escaping @Sendable () -> String) {
    self.version = version
    read = script
  }
}

/// The SQL scripts that upgrade a file, each from one version to the next.
package enum Migrations {
  /// The scripts, oldest first.
  ///
  /// A script is never edited after it has landed; every change is another script, with the next version.
  package static var all: [Migration] {
    [
      Migration(to: 13, script: String(decoding: PackageResources.m0001_outline_sql, as: UTF8.self)),
      Migration(to: 14, script: String(decoding: PackageResources.m0002_dates_sql, as: UTF8.self)),
      Migration(to: 15, script: String(decoding: PackageResources.m0003_undo_many_sql, as: UTF8.self)),
      Migration(to: 16, script: String(decoding: PackageResources.m0004_history_guard_sql, as: UTF8.self)),
      Migration(to: 17, script: String(decoding: PackageResources.m0005_row_levels_sql, as: UTF8.self)),
      Migration(to: 18, script: String(decoding: PackageResources.m0006_sql_sql, as: UTF8.self)),
    ]
  }

  /// The script that fills a new file: what all scripts create together.
  ///
  /// `scripts/schema` writes it.
  package static var whole: Migration {
    Migration(to: all.last?.version ?? 0, script: String(decoding: PackageResources.schema_sql, as: UTF8.self))
  }
}
