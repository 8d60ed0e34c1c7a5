import OutlineCore
import OutlineMigrations
import SQLite

/// The triggers that run for every inserted section and row.
///
/// An import does their work in bulk. It drops them and creates them again within its own transaction, so the file
/// never lacks them afterwards, not even after a crash.
enum InsertTriggers {
  private static let names = [
    "section_insert_guard", "section_number", "section_insert", "section_append", "log_section_insert",
    "row_insert_guard",
    "row_number", "row_insert", "row_append", "log_row_insert",
  ]

  static func drop(in db: Connection) throws {
    for name in names { try db.execute("DROP TRIGGER \(name)") }
  }

  /// Creates the triggers again from the script that fills new files, and checks the whole schema.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` if the schema differs from pleat's.
  static func make(in db: Connection) throws {
    let script = Migrations.whole.script
    for name in names { try db.execute(try words(of: name, in: script)) }
    try SchemaFingerprint.check(db)
  }

  /// Returns the statement in the script that creates a trigger.
  private static func words(of name: String, in script: String) throws -> String {
    guard let start = script.range(ofUTF8: "CREATE TRIGGER \(name) "),
      let end = script[start.lowerBound...].range(ofUTF8: "\nEND;")
    else { throw StoreError.unexpected(message: "no script makes the trigger \(name)") }
    return String(script[start.lowerBound..<end.upperBound])
  }
}
