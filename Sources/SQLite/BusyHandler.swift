import CSQLite

/// A closure that SQLite calls whenever the file is locked.
final class BusyHandler {
  private let shouldRetry: (Int) -> Bool

  init(_ shouldRetry: @escaping (Int) -> Bool) {
    self.shouldRetry = shouldRetry
  }

  /// Installs the handler on a connection, which must not outlive it.
  ///
  /// - Returns: SQLite's result code.
  func install(on connection: OpaquePointer) -> Int32 {
    sqlite3_busy_handler(
      connection,
      { context, tries in
        guard let context else { return 0 }
        return Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue().shouldRetry(Int(tries)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
