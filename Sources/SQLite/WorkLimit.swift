import CSQLite

/// Ends statements that do more work than a file of their size can ask for.
///
/// Anybody may have put a view or a trigger that never ends in the place of a table or beside it.
final class WorkLimit {
  /// The number of instructions of SQLite's virtual machine between two looks at the work done.
  private static let interval: Int32 = 100_000

  private let allowed: () -> Int
  /// The looks at the work of each statement since its last reset; nil stands for scripts.
  private var looks: [OpaquePointer?: Int] = [:]
  /// The statement that runs; nil for a script.
  var current: OpaquePointer?

  /// Creates a limit; `allowed` returns the number of instructions that one run of a statement may take.
  init(_ allowed: @escaping () -> Int) {
    self.allowed = allowed
  }

  /// Has a connection, which must not outlive the limit, keep to it.
  func install(on connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, Self.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<WorkLimit>.fromOpaque(context).takeUnretainedValue().isExceeded() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Lets a connection run statements of any length.
  static func remove(from connection: OpaquePointer) { sqlite3_progress_handler(connection, 0, nil, nil) }

  /// Forgets what a statement has done.
  func reset(_ statement: OpaquePointer?) {
    if !looks.isEmpty { looks[statement] = nil }
  }

  private func isExceeded() -> Bool {
    let count = looks[current, default: 0] + 1
    looks[current] = count
    return count > allowed() / Int(Self.interval)
  }
}
