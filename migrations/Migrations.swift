/// An SQL script that upgrades a file to a version.
package struct Migration: Sendable {
  /// The file's `user_version` after the script.
  package let version: Int
  /// The SQL statements of the script.
  package let script: String

  /// Creates a migration from the version before to `version`.
  package init(to version: Int, script: String) {
    self.version = version
    self.script = script
  }
}

/// The SQL scripts that upgrade a file, each from one version to the next.
package enum Migrations {
  /// The scripts, oldest first.
  ///
  /// Before release 1.0 there is a single script, which is edited in place; each edit uses the next version number. From
  /// 1.0 on, a script is never edited after it has landed.
  package static var all: [Migration] {
    [Migration(to: 13, script: String(decoding: PackageResources.m0001_outline_sql, as: UTF8.self))]
  }
}
