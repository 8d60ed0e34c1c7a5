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
