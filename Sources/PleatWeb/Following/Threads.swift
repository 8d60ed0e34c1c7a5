import NIOPosix

/// The threads for what waits for files, so that nothing else has to wait with it.
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
