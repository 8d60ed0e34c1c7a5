import CPlatform
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An environment variable whose value is not UTF-8.
package struct UnreadableVariable: Error {
  package let name: String
}

/// The calls to the operating system that swift-system does not provide.
///
/// Apart from `FileStatus` and `TerminalDevice`, only this file and its extensions call the C library.
package enum Platform {
  /// Returns the value of an environment variable; nil if it is not set.
  ///
  /// - Throws: ``UnreadableVariable`` if its value is not UTF-8.
  package static func variable(_ name: String) throws(UnreadableVariable) -> String? {
    guard let value = getenv(name) else { return nil }
    if let text = String(validatingCString: value) { return text }
    throw UnreadableVariable(name: name)
  }

  /// Returns the folder for temporary files.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package static func temporaryFolder(_ variable: (String) throws -> String? = variable) rethrows -> String {
    try variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  package static var userID: UInt32 { getuid() }

  package static var processID: Int32 { getpid() }

  package static func isTerminal(_ file: FileDescriptor) -> Bool { isatty(file.rawValue) == 1 }

  /// Returns the size of a terminal in characters; nil if the file is not a terminal.
  package static func terminalSize(of file: FileDescriptor) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(file.rawValue, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The error of the last failed system call.
  package static var lastError: Errno { Errno(rawValue: errno) }

  package static func end(with status: Int32) -> Never { exit(status) }
}

extension Platform {
  /// Makes exceeding the limit on file sizes an ordinary error instead of terminating the process.
  package static func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }

  /// Sets the handler of the signals that ask the process to stop; a waiting system call then fails with
  /// `Errno.interrupted`.
  ///
  /// A signal that is ignored remains ignored, as SIGHUP does after `nohup`.
  static func handleInterrupts(with handler: @escaping @convention(c) (Int32) -> Void) {
    var action = action(handler)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where !isIgnored(number) {
      sigaction(number, &action, nil)
    }
  }

  /// Returns a signal action that calls `handler`.
  static func action(_ handler: @escaping @convention(c) (Int32) -> Void) -> sigaction {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    return action
  }

  /// Writes a text without checking that all of it was written; a signal handler may call it.
  static func print(_ text: UnsafePointer<CChar>, to file: Int32) { _ = write(file, text, strlen(text)) }

  private static func isIgnored(_ number: Int32) -> Bool {
    var old = sigaction()
    sigaction(number, nil, &old)
    #if canImport(Darwin)
      let handler = old.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = old.__sa_handler.sa_handler
    #else
      let handler = old.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether a COMMIT has begun and not failed, so that a process that ends now may have saved the edit.
  ///
  /// A signal handler may read it.
  static var isSaving: Bool { SharedWord.isSaving.isSet }

  /// Records whether the process may be saving an edit; outlines call it.
  package static let noteSaving: @Sendable (Bool) -> Void = { SharedWord.isSaving.isSet = $0 }

  /// Delays a signal that asks the process to stop while an edit is being saved, so that the process can report whether
  /// it was saved; at other times, the signal terminates the process immediately.
  package static func holdInterruptsWhileSaving() {
    handleInterrupts { number in
      if Platform.isSaving {
        SharedWord.heldSignal.number = number
        return
      }
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Whether there is a farewell text to write at an interrupt.
  ///
  /// A signal handler may read it, so it uses no generic type that Swift's runtime might first have to instantiate: the
  /// handler could wait forever if memory ran out during an instantiation.
  static var hasFarewell: Bool { SharedWord.farewellText.load() != 0 }

  /// Writes the farewell text and ends the process with its exit code, using only calls that are safe in a signal
  /// handler.
  static func sayFarewell() -> Never {
    if let text = UnsafePointer<CChar>(bitPattern: SharedWord.farewellText.load()) {
      print(text, to: STDERR_FILENO)
    }
    _exit(SharedWord.farewellStatus.number)
  }

  /// Makes a signal that asks the process to stop end it with a text on standard error and an exit code, and makes
  /// writing to a closed pipe an ordinary error.
  package static func endOnInterrupt(saying text: String, with status: Int32) {
    SharedWord.farewellStatus.number = status
    SharedWord.farewellText.store(Int(bitPattern: strdup(text)))
    signal(SIGPIPE, SIG_IGN)
    handleInterrupts { _ in Platform.sayFarewell() }
    let held = SharedWord.heldSignal.number
    if held != 0 { raise(held) }
  }

  /// Raises SIGALRM after this many seconds; 0 cancels an earlier request.
  package static func alarm(after seconds: UInt32) {
    #if canImport(Glibc)
      _ = Glibc.alarm(seconds)
    #elseif canImport(Musl)
      _ = Musl.alarm(seconds)
    #else
      _ = Darwin.alarm(seconds)
    #endif
  }

  /// Makes SIGALRM end the process with a text on standard error and an exit code, unless an edit is being saved.
  ///
  /// - Parameter restore: Restores the terminal; a signal handler calls it.
  package static func endOnAlarm(saying text: String, with status: Int32, restore: @escaping @Sendable () -> Void) {
    restoreTerminal = restore
    SharedWord.alarmStatus.number = status
    SharedWord.alarmText.store(Int(bitPattern: strdup(text)))
    signal(SIGALRM) { _ in
      if Platform.isSaving { return }
      Platform.restoreTerminal()
      if let text = UnsafePointer<CChar>(bitPattern: SharedWord.alarmText.load()) {
        Platform.print(text, to: STDERR_FILENO)
      }
      _exit(SharedWord.alarmStatus.number)
    }
  }

  /// It is written before the alarm's handler is set, and read only by that handler.
  nonisolated(unsafe) private static var restoreTerminal: @Sendable () -> Void = {}

  /// Waits for some milliseconds; returns true early if the reader of the file has gone away.
  package static func losesReader(_ file: FileDescriptor?, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: file?.rawValue ?? -1, events: 0, revents: 0)
    return poll(&request, 1, milliseconds) > 0 && request.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
  }
}

extension Platform {
  /// The milliseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Returns the local time in the user's time zone, in seconds since 1970, of such a time by UTC; now by default.
  package static func localTime(of seconds: Int64? = nil) -> Int64 {
    var time = time_t(seconds ?? now / 1_000)
    var parts = tm()
    inCallersZone { _ = localtime_r(&time, &parts) }
    return Int64(time) + Int64(parts.tm_gmtoff)
  }

  /// A clock for dates.
  package enum Clock {
    /// The clock of the user's time zone.
    case local
    /// Coordinated universal time.
    case utc
  }

  /// Formats a time in seconds since 1970, with a format of `strftime`.
  package static func date(_ seconds: Int64, on clock: Clock, as form: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    switch clock {
    case .local: inCallersZone { _ = localtime_r(&time, &parts) }
    case .utc: gmtime_r(&time, &parts)
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let start = text.baseAddress, strftime(start, text.count, form, &parts) > 0 else { return "" }
      return String(cString: start)
    }
  }
}

extension Platform {
  /// Opens `/dev/null` in place of closed standard files, so that no other file gets their numbers.
  ///
  /// Otherwise the outline's own file could become standard input or output. Standard input is opened for writing and
  /// the others for reading, so that using them is an error.
  package static func occupyClosedStandardFiles() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)  // takes the lowest free number
    }
  }

  /// Makes running out of memory end the process with a message and an exit code.
  ///
  /// Swift's runtime and cmark cannot report a lack of memory: they call `abort`, run into a trap, or use an address
  /// that they did not get. If there is enough memory, the signal has another cause, and ends the process as usual.
  ///
  /// - Parameters:
  ///   - saved: The exit code after a saved edit.
  ///   - otherwise: The exit code in all other cases.
  package static func endInOrderWithoutMemory(saved: Int32, otherwise: Int32) {
    cplatform_grow_stack()
    memoryStatuses = (saved, otherwise)
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV] {
      signal(number) { number in
        // Only calls that are safe in a signal handler.
        if Platform.lacksMemory() { Platform.endWithoutMemory() }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Ends the process with a message about the lack of memory; a signal handler may call it.
  private static func endWithoutMemory() -> Never {
    let isSaved = hasFarewell
    let text: StaticString =
      if isSaved {
        "pleat: The edit was made, but there is not enough memory for its report.\nDo not repeat the command.\n"
      } else if isSaving {
        "pleat: There is not enough memory. It is not known whether the edit was saved.\nCheck the outline before you repeat the command.\n"
      } else {
        "pleat: There is not enough memory. Nothing was saved.\nRaise the limit of the shell (ulimit -v), or close other programs, and try again.\n"
      }
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(isSaved ? memoryStatuses.saved : memoryStatuses.otherwise)
  }

  /// It is written before the abort's handler is set, and read only by that handler.
  nonisolated(unsafe) private static var memoryStatuses: (saved: Int32, otherwise: Int32) = (1, 1)

  /// Whether the system refuses a quarter of the memory that the process may have, at most 256 MiB; a signal handler
  /// may call it.
  private static func lacksMemory() -> Bool {
    var limit = rlimit()
    getrlimit(Platform.addressSpace, &limit)
    let size = limit.rlim_cur < 4 ? 1 : limit.rlim_cur >> 2 > 256 << 20 ? 256 << 20 : Int(limit.rlim_cur >> 2)
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    if Int(bitPattern: memory) == Int(bitPattern: MAP_FAILED) { return true }
    munmap(memory, size)
    return false
  }

  #if canImport(Glibc)
    private static var addressSpace: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_AS.rawValue) }
  #else
    private static var addressSpace: Int32 { Int32(RLIMIT_AS) }
  #endif
}
