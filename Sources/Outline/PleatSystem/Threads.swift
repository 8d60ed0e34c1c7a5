import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// Keeps freed memory for reuse instead of returning it to the system; for a process with many threads.
  package static func keepFreedMemory() { cplatform_keep_freed_memory() }

  /// Runs `body` in a new thread; returns false if the system allows no more threads.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let box = Unmanaged.passRetained(ThreadBody(body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
          let box: UnsafeMutableRawPointer? = argument
        #else
          let box = argument
        #endif
        if let box { Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    if code != 0 {
      box.release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private final class ThreadBody {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// Something that opens once, and that threads can wait for.
package final class Latch: @unchecked Sendable {
  // It is used only while the lock is held; its address is fixed, as the C library requires.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isOpen = false

  package init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// Opens the latch: wakes all threads that wait, now or later.
  package func open() {
    pthread_mutex_lock(lock)
    isOpen = true
    pthread_mutex_unlock(lock)
    // A thread that is woken while this one holds the lock would have to wait for it again.
    pthread_cond_broadcast(change)
  }

  /// Waits until it is open.
  package func wait() {
    pthread_mutex_lock(lock)
    while !isOpen { pthread_cond_wait(change, lock) }
    pthread_mutex_unlock(lock)
  }

  /// Waits until it is open, but at most this long.
  ///
  /// - Returns: Whether it is open.
  package func wait(milliseconds: Int64) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = Int64(end.tv_nsec) + milliseconds % 1_000 * 1_000_000
    end.tv_sec += time_t(milliseconds / 1_000 + nanoseconds / 1_000_000_000)
    end.tv_nsec = Int(nanoseconds % 1_000_000_000)
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !isOpen {
      if pthread_cond_timedwait(change, lock, &end) != 0 { break }
    }
    return isOpen
  }
}
