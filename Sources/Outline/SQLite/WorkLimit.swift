import CSQLite

/// Ends statements that take more instructions than a file of its size can need.
///
/// A file from somebody else may have a view or a trigger that never ends.
final class WorkLimit {
  /// The number of instructions of SQLite's virtual machine between two calls of the handler.
  private static let interval: Int32 = 100_000

  private let allowed: () -> Int
  /// How often the handler was called for each statement since its last reset; the key nil is for scripts.
  private var looks: [OpaquePointer?: Int] = [:]
  /// The statement that runs; nil for a script.
  var current: OpaquePointer?

  /// Creates a limit; `allowed` returns the number of instructions that one run of a statement may take.
  init(_ allowed: @escaping () -> Int) {
    self.allowed = allowed
  }

  /// Installs the limit on a connection, which must not outlive it.
  func install(on connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, Self.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<WorkLimit>.fromOpaque(context).takeUnretainedValue().isExceeded() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  static func remove(from connection: OpaquePointer) { sqlite3_progress_handler(connection, 0, nil, nil) }

  /// Starts to count a statement's work again from zero.
  func reset(_ statement: OpaquePointer?) {
    if !looks.isEmpty { looks[statement] = nil }
  }

  private func isExceeded() -> Bool {
    let count = looks[current, default: 0] + 1
    looks[current] = count
    return count > allowed() / Int(Self.interval)
  }
}
