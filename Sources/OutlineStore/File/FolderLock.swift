import PleatSystem
import SystemPackage

/// A lock on a folder, which ends with this object or with the process.
///
/// The system keeps it with the folder, so that it holds for other containers as well. Where a file system has no locks, no
/// lock is ever had.
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
  /// Waits a moment for a process that has the lock alone, which is never long unless it is another program's; without
  /// the lock, the worst that can happen is that a file that is being made is taken for a leftover, and is not made.
  func share() {
    guard let handle else { return }
    for _ in 0..<500 {
      guard let isLocked = try? Platform.lock(handle, isShared: true), !isLocked else { return }
      Platform.sleep(microseconds: 2_000)
    }
  }
}
