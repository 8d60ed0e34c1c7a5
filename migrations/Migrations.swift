/// One SQL script, which brings a file to a version.
package struct Migration: Sendable {
  /// The file's `user_version` once the script has run.
  package let version: Int
  /// The statements.
  package let script: String

  /// Makes a migration.
  package init(to version: Int, script: String) {
    self.version = version
    self.script = script
  }
}

/// The SQL scripts that bring a file from one version to the next.
package enum Migrations {
  /// The scripts, oldest first.
  ///
  /// Until 1.0 there is one, edited in place, and each edit takes the next version. From 1.0 on, what has landed is
  /// never edited.
  package static var all: [Migration] {
    [Migration(to: 4, script: String(decoding: PackageResources.m0001_outline_sql, as: UTF8.self))]
  }
}
