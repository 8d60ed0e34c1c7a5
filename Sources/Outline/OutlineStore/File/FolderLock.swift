import Locking
import OutlineCore
import PleatSystem
import SystemPackage

/// A lock on a folder, which ends with this object or with the process.
///
/// The system keeps it with the folder, so it holds between containers, too. A file system without locks grants none.
final class FolderLock {
  private let handle: FileDescriptor?

  /// Opens a folder without locking it.
  init(_ folder: String) {
    handle = try? FileDescriptor.open(FilePath(folder), .readOnly, options: [.directory, .closeOnExec])
  }

  deinit { _ = Result { try handle?.close() } }  // nothing was written

  /// Locks the folder unless another process has locked it; returns whether this process has the lock now.
  func lockAlone() -> Bool {
    guard let handle else { return false }
    return (try? Platform.lock(handle)) ?? false
  }

  /// Shares the lock with others.
  ///
  /// Waits at most a second for a process that has the lock alone. Without the lock, another process may take the new
  /// file for a leftover and remove it, and then the file is not made.
  func share() {
    guard let handle else { return }
    for _ in 0..<500 {
      guard let isLocked = try? Platform.lock(handle, isShared: true), !isLocked else { return }
      Platform.sleep(microseconds: 2_000)
    }
  }
}

/// Waits for a locked file with short sleeps of random length, up to a limit.
///
/// SQLite's own timeout sleeps longer and longer, so that writers can wait forever.
final class BusyWait: Sendable {
  private let limit: Duration
  private let start = Lock(MonotonicTime.now)

  init(limit: Duration) {
    self.limit = limit
  }

  /// Sleeps, and returns whether to try again.
  ///
  /// - Parameter tries: The number of earlier calls for the same lock.
  func shouldRetry(after tries: Int) -> Bool {
    let waited = start.withLock { start in
      if tries == 0 { start = .now }
      return MonotonicTime.now - start
    }
    if waited >= limit { return false }
    Platform.sleep(microseconds: .random(in: 200...2_000))
    return true
  }
}

// Only the operating system knows which process holds a lock, and each system has its own way to ask.
#if os(Linux)
  extension LockHolder {
    /// Finds the process that holds a POSIX lock on the file, in `/proc/locks`; nil if none is listed.
    ///
    /// Querying the file itself would need a file handle, and closing that would release this process's own locks.
    static func find(of path: String) -> LockHolder? {
      guard let stamp = FileStamp(of: path), let table = Platform.text(of: "/proc/locks") else { return nil }
      let locks = table.split(separator: "\n").map { $0.split(separator: " ") }
      let own = locks.filter { fields in
        fields.count >= 8 && fields.contains("POSIX") && fields.contains { $0.hasSuffix(":\(stamp.inode)") }
      }
      let holder = own.first { $0.contains("WRITE") && !$0.contains("->") } ?? own.first { !$0.contains("->") }
      guard let fields = holder, fields.count > 4, let pid = Int32(fields[4]), pid > 0 else { return nil }
      let name = Platform.text(of: "/proc/\(pid)/comm")?.split(separator: "\n").first.map(String.init)
      return LockHolder(pid: pid, name: name)
    }
  }
#else
  extension LockHolder {
    /// Returns nil: on this system, pleat does not look for the process.
    static func find(of path: String) -> LockHolder? { nil }
  }
#endif
