import CSQLite
import Locking
import SQLiteSalvage

extension Connection {
  /// Makes SQLite check every page of a b-tree that it reads, and report one whose parts overlap as damaged.
  ///
  /// SQLite by itself does not look for such damage, so a wrong bit in a page may lead to a list in which rows are
  /// missing. This has no effect for a database in memory, for files with auto-vacuum or with bytes that SQLite does
  /// not use, and for a file whose I/O methods differ from those of the first watched file. Call it before reading.
  ///
  /// - Complexity: O(n) for every page that is read, where n is the number of its cells.
  package func watchPages() { watchesPages = csqlite_file(handle).map(PageWatch.install) ?? false }
}

/// SQLite's methods for files, with a check of every page that is read.
private enum PageWatch {
  /// SQLite's own methods; nil until the first file is watched.
  ///
  /// It is written once, while the lock is held, before the first file gets the methods that read it without the lock.
  private nonisolated(unsafe) static var methods: UnsafePointer<sqlite3_io_methods>?
  private static let lock = Lock(())

  /// SQLite's methods, except for the one that reads.
  private nonisolated(unsafe) static let watching: UnsafePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: PageWatch.methods?.pointee ?? sqlite3_io_methods())
    methods.pointee.xRead = { PageWatch.read($0, $1, $2, $3) }
    return UnsafePointer(methods)
  }()

  /// Replaces the methods of a file; returns false if they must stay.
  static func install(in file: UnsafeMutablePointer<sqlite3_file>) -> Bool {
    guard let methods = file.pointee.pMethods, let read = methods.pointee.xRead else { return false }
    var head: [UInt8] = Array(repeating: 0, count: 100)
    _ = read(file, &head, 100, 0)  // zeros where the file is shorter
    if head.withUnsafeBytes(hasOtherPages) { return false }
    let isKnown = lock.withLock { _ in
      if Self.methods == nil { Self.methods = methods }
      return Self.methods == methods
    }
    if isKnown { file.pointee.pMethods = watching }
    return isKnown
  }

  /// Whether the header of a file states that pages have bytes which SQLite does not use, or that the file has
  /// auto-vacuum.
  private static func hasOtherPages(_ head: UnsafeRawBufferPointer) -> Bool {
    head[20] != 0 || head[52..<56].contains { $0 != 0 }
  }

  private static func read(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let read = methods?.pointee.xRead else { return SQLITE_IOERR }
    let result = read(file, bytes, count, offset)
    let isPage = count >= 512 && count & (count - 1) == 0 && offset % Int64(count) == 0
    guard result == SQLITE_OK, isPage, let bytes else { return result }
    let page = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    if offset == 0 {
      // Another process may have given the file other pages; SQLite then reads it again.
      if hasOtherPages(page) { file?.pointee.pMethods = methods }
      if hasOtherPages(page) || Int(page[16]) << 8 | Int(page[17]) << 16 != Int(count) { return SQLITE_OK }
    }
    return PageUse.isConsistent(page, from: offset == 0 ? 100 : 0) ? SQLITE_OK : SQLITE_CORRUPT
  }
}

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
