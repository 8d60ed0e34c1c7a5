#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock on a folder, which ends with this object or with the process.
///
/// The system keeps it with the folder, so that it holds for other containers as well. Where a file system has no locks, no
/// lock is ever had.
final class FolderLock {
  private let handle: Int32

  /// Opens a folder without locking it.
  init(_ folder: String) { handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  deinit { if handle >= 0 { close(handle) } }

  /// Locks the folder unless another process has locked it; returns whether this process has the lock now.
  func lockAlone() -> Bool { flock(handle, LOCK_EX | LOCK_NB) == 0 }

  /// Shares the lock with others.
  ///
  /// Waits a moment for a process that has the lock alone, which is never long unless it is another program's; without
  /// the lock, the worst that can happen is that a file that is being made is taken for a leftover, and is not made.
  func share() {
    for _ in 0..<500 {
      if flock(handle, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
      FileSystem.sleep(microseconds: 2_000)
    }
  }
}
