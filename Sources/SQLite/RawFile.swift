import CSQLite

// The bytes of the file, for files that SQLite itself may not be able to read.
extension Connection {
  /// The size of the file in bytes; 0 if it is unknown.
  package var fileSize: Int {
    do { return Int(clamping: max(0, try size())) } catch { return 0 }
  }

  /// Returns the bytes at an offset in the file, fewer at its end; nil if they cannot be read.
  ///
  /// Reads through the connection's own file handle, without a lock.
  package func bytes(at offset: Int, count: Int) -> [UInt8]? {
    let length = min(count, fileSize - offset)
    guard offset >= 0, length >= 0 else { return nil }
    if length == 0 { return [] }
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
      code = csqlite_read(handle, buffer.baseAddress, Int32(clamping: length), Int64(offset))
      initialized = code == SQLITE_OK ? length : 0
    }
    return code == SQLITE_OK ? bytes : nil
  }

  /// Takes the lock of a writer on a file that SQLite cannot read, until the connection is closed.
  ///
  /// No statement may run from then on.
  ///
  /// - Throws: ``DatabaseError``, with ``ResultCode/busy`` if another process has the lock.
  package func reserve() throws(DatabaseError) {
    let code = csqlite_reserve(handle)
    if code != SQLITE_OK { throw DatabaseError(code: code) }
  }
}
