#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time can use.
///
/// It is used as `Mutex` of Synchronization is, which needs macOS 15 and iOS 18.
package final class Lock<Value>: @unchecked Sendable {
  // Their addresses are fixed, as the C library requires for the lock; the value is used only while the lock is held.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: sending Value) {
    pthread_mutex_init(lock, nil)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    pthread_mutex_destroy(lock)
    value.deallocate()
    lock.deallocate()
  }

  /// Runs `body` with the value while all other threads wait.
  ///
  /// `body` must not call this method again, which would deadlock.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
