import NIOPosix

/// The threads that wait for files, so that no other work waits with them.
enum Threads {
  /// Follow lists, and read them.
  static let following = pool(4)
  /// Carry out verbs, which may wait for somebody who saves.
  static let editing = pool(16)

  /// Returns a pool of threads that has started.
  static func pool(_ count: Int) -> NIOThreadPool {
    let pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
    return pool
  }
}
