import CNcurses
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal itself: its modes, bytes to it and from it, and the signals about it.
///
/// There is one for the process, because signals know no other.
enum TerminalDevice {
  /// The signals that end the process, after which the terminal has to be as it was.
  private static let deadly = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU,
  ]
  /// The address of the modes that the terminal had before; 0 while they are in force.
  private static let oldModes = Atomic<Int>(0)
  /// The address of the bytes that end the screen.
  private static let farewell = Atomic<Int>(0)
  private static let hasNewSize = Atomic<Bool>(false)
  private static let isStopped = Atomic<Bool>(false)

  /// Whether standard input and output are a terminal.
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Takes the terminal over: every key comes at once and is not shown; whatever ends the process gives it back.
  static func begin(_ begin: String, end: String) {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    if farewell.load(ordering: .acquiring) == 0 {
      farewell.store(Int(bitPattern: strdup(end)), ordering: .releasing)
      handleSignals()
    }
    let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    kept.initialize(to: modes)
    oldModes.store(Int(bitPattern: kept), ordering: .releasing)
    cfmakeraw(&modes)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
    write(begin)
  }

  /// Gives the terminal back as it was; may be called from a signal handler, and again.
  static func end() {
    let address = oldModes.exchange(0, ordering: .acquiringAndReleasing)
    guard let modes = UnsafePointer<termios>(bitPattern: address) else { return }
    if let bytes = UnsafePointer<CChar>(bitPattern: farewell.load(ordering: .acquiring)) {
      _ = Self.systemWrite(STDOUT_FILENO, bytes, strlen(bytes))
    }
    tcsetattr(STDIN_FILENO, TCSANOW, modes)
  }

  private static func handleSignals() {
    for number in deadly {
      signal(number) { number in
        TerminalDevice.end()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGWINCH) { _ in TerminalDevice.hasNewSize.store(true, ordering: .releasing) }
    handleStop()
  }

  private static func handleStop() {
    signal(SIGTSTP) { _ in TerminalDevice.isStopped.store(true, ordering: .releasing) }
  }

  /// Whether the size has changed since this was last asked.
  static func takeNewSize() -> Bool { hasNewSize.exchange(false, ordering: .acquiringAndReleasing) }

  /// Whether somebody asked the process to stop since this was last asked.
  static func takeStop() -> Bool { isStopped.exchange(false, ordering: .acquiringAndReleasing) }

  /// Stops the process, with the terminal as it was, until somebody continues it.
  static func suspend(then begin: String, end: String) {
    Self.end()
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)  // the whole job, which may be a script that runs pleat
    handleStop()
    Self.begin(begin, end: end)
  }

  /// The size of the terminal; 80 by 24 if it does not tell.
  static var size: ScreenSize {
    var columns: Int32 = 80
    var rows: Int32 = 24
    _ = cncurses_size(STDOUT_FILENO, &columns, &rows)
    return ScreenSize(columns: Int(columns), rows: Int(rows))
  }

  /// Waits for input, and returns whether there is any.
  static func hasInput(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Waits for input, and returns what there is: nothing if the time is over, nil if the terminal has gone away.
  static func read(within milliseconds: Int32) -> [UInt8]? {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let result = poll(&request, 1, milliseconds)
    if result <= 0 { return [] }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = systemRead(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count <= 0 ? nil : Array(bytes.prefix(count))
  }

  /// Writes all of a text; false if the terminal has gone away.
  @discardableResult
  static func write(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, 100)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private static func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, bytes, count)
    #elseif canImport(Musl)
      Musl.read(file, bytes, count)
    #else
      Darwin.read(file, bytes, count)
    #endif
  }

  private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes, count)
    #elseif canImport(Musl)
      Musl.write(file, bytes, count)
    #else
      Darwin.write(file, bytes, count)
    #endif
  }
}
