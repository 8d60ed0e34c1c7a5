import CSQLite

/// A closure that SQLite asks whenever the file is locked.
final class BusyHandler {
  private let shouldRetry: (Int) -> Bool

  init(_ shouldRetry: @escaping (Int) -> Bool) {
    self.shouldRetry = shouldRetry
  }

  /// Has a connection ask this handler, which has to live as long as the connection; SQLite's result code.
  func install(on connection: OpaquePointer) -> Int32 {
    sqlite3_busy_handler(
      connection,
      { context, tries in
        guard let context else { return 0 }
        return Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue().shouldRetry(Int(tries)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
