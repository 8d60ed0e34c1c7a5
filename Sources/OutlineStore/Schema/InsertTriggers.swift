import OutlineCore
import OutlineMigrations
import SQLite

/// The triggers that look at every section and row that is inserted.
///
/// An import does what they do in bulk: it takes them away and makes them again in its own transaction, so that nothing
/// that ends it, a crash included, leaves the file without them.
enum InsertTriggers {
  private static let names = [
    "section_insert_guard", "section_append", "log_section_insert", "row_insert_guard", "row_insert", "row_append",
    "log_row_insert",
  ]

  /// Takes the triggers away.
  static func drop(in db: Connection) throws {
    for name in names { try db.execute("DROP TRIGGER \(name)") }
  }

  /// Makes the triggers again, in the words of the scripts, and checks that the file has all that pleat makes.
  static func make(in db: Connection) throws {
    let script = Migrations.all.map(\.script).joined()
    for name in names { try db.execute(try words(of: name, in: script)) }
    try SchemaFingerprint.check(db)
  }

  /// The statement that makes a trigger.
  private static func words(of name: String, in script: String) throws -> String {
    guard let start = script.range(ofUTF8: "CREATE TRIGGER \(name) "),
      let end = script[start.lowerBound...].range(ofUTF8: "\nEND;")
    else { throw StoreError.unexpected(message: "no script makes the trigger \(name)") }
    return String(script[start.lowerBound..<end.upperBound])
  }
}

extension StringProtocol {
  /// Where an ASCII text stands first.
  fileprivate func range(ofUTF8 text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return nil }
    var start = utf8.startIndex
    while let candidate = utf8[start...].firstIndex(of: first) {
      if utf8[candidate...].starts(with: wanted) {
        return candidate..<utf8.index(candidate, offsetBy: wanted.count)
      }
      start = utf8.index(after: candidate)
    }
    return nil
  }
}
