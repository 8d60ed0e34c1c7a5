import CJournal
import OutlineStore
import SQLite

/// Records which rows a connection changes, with the session extension of SQLite.
final class Recorder {
  private let session: OpaquePointer

  init(_ connection: Connection) throws {
    var made: OpaquePointer?
    guard sqlite3session_create(connection.handle, "main", &made) == 0, let made else { throw Self.failed }
    session = made
    if sqlite3session_attach(made, nil) != 0 { throw Self.failed }
  }

  deinit { sqlite3session_delete(session) }

  private static let failed = DatabaseError(.misuse, message: "the changes cannot be recorded")

  /// Returns the changes since the start, as a changeset.
  func changes() throws -> [UInt8] {
    var count: Int32 = 0
    var start: UnsafeMutableRawPointer?
    guard sqlite3session_changeset(session, &count, &start) == 0 else { throw Self.failed }
    defer { sqlite3_free(start) }
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
  }
}
