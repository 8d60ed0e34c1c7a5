import NIOPosix

/// Threads that may wait for files, so that no other work waits.
enum Threads {
  /// Threads that follow and read lists.
  static let following = pool(4)
  /// Threads that carry out verbs, which may wait for somebody else to save.
  static let editing = pool(16)

  /// Returns a started pool of threads.
  static func pool(_ count: Int) -> NIOThreadPool {
    let pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
    return pool
  }
}
