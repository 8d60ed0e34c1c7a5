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
package enum TerminalDevice {
  /// The signals that end the process, after which the terminal has to be as it was.
  private static let deadly = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU,
  ]
  /// The address of the modes that the terminal had before; 0 while they are in force.
  private static let oldModes = Atomic<Int>(0)
  /// The address of the bytes that end the screen.
  private static let farewell = Atomic<Int>(0)
  /// The address of what the process did before at each signal, by its number; 0 before the signals are handled.
  private static let oldActions = Atomic<Int>(0)
  /// The signal that asked the process to end; 0 for none.
  private static let lastSignal = Atomic<Int32>(0)
  private static let hasNewSize = Atomic<Bool>(false)
  private static let isStopped = Atomic<Bool>(false)
  private static let isContinued = Atomic<Bool>(false)

  /// Whether standard input and output are a terminal.
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Takes the terminal over: every key comes at once and is not shown; whatever ends the process gives it back.
  static func begin(_ begin: String, end: String) {
    takeOver(end: end) { cfmakeraw(&$0) }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGWINCH) { _ in TerminalDevice.hasNewSize.store(true, ordering: .releasing) }
    signal(SIGCONT) { _ in TerminalDevice.isContinued.store(true, ordering: .releasing) }
    handleStop()
    write(begin)
    isContinued.store(false, ordering: .releasing)
  }

  /// Waits for one key, which is not shown, and returns its bytes; nil if there is no terminal, or it has gone away.
  ///
  /// What was typed before is left out.
  package static func key() -> [UInt8]? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    takeOver(end: "") { $0.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG) }
    defer { end() }
    while let bytes = read(within: -1) {
      if !bytes.isEmpty { return bytes }
    }
    return nil
  }

  /// Gives the terminal other modes, and remembers those that it has.
  private static func takeOver(end: String, _ change: (inout termios) -> Void) {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    kept.initialize(to: modes)
    farewell.store(Int(bitPattern: strdup(end)), ordering: .releasing)
    handleDeadlySignals()
    oldModes.store(Int(bitPattern: kept), ordering: .releasing)
    change(&modes)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
  }

  /// Gives the terminal back as it was; may be called from a signal handler, and again.
  package static func end() {
    let address = oldModes.exchange(0, ordering: .acquiringAndReleasing)
    guard let modes = UnsafePointer<termios>(bitPattern: address) else { return }
    if let bytes = UnsafePointer<CChar>(bitPattern: farewell.load(ordering: .acquiring)) {
      _ = Self.systemWrite(STDOUT_FILENO, bytes, strlen(bytes))
    }
    tcsetattr(STDIN_FILENO, TCSANOW, modes)
  }

  /// Remembers the modes of the terminal, and returns what puts it back after a program on another machine had it.
  ///
  /// What is returned takes the kind of the terminal if it shows a screen that has to be left.
  package static func remembered() -> (_ terminal: String?) -> Void {
    var modes = termios()
    let isThere = tcgetattr(STDIN_FILENO, &modes) == 0
    return { terminal in
      if let terminal, let terminfo = Terminfo(terminal) { write(terminfo.end) }
      if isThere { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
    }
  }

  /// Lets another program use the terminal as it was, stop there and go on, and then takes the terminal over again.
  static func lend<Result>(_ begin: String, end: String, to work: () -> Result) -> Result {
    Self.end()
    signal(SIGTSTP, SIG_DFL)
    defer { Self.begin(begin, end: end) }
    return work()
  }

  // MARK: - Signals

  /// Gives the terminal back before a signal does what it did before.
  private static func handleDeadlySignals() {
    guard oldActions.load(ordering: .acquiring) == 0 else { return }
    let old = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    old.initialize(repeating: sigaction(), count: 65)
    oldActions.store(Int(bitPattern: old), ordering: .releasing)
    useOtherStack()
    for number in deadly {
      sigaction(number, nil, old + Int(number))
      let before = signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      setHandler(of: number) { number in
        TerminalDevice.end()
        TerminalDevice.lastSignal.store(number, ordering: .releasing)
        if let old = UnsafeMutablePointer<sigaction>(
          bitPattern: TerminalDevice.oldActions.load(ordering: .acquiring))
        {
          sigaction(number, old + Int(number), nil)
        }
        raise(number)
      }
    }
  }

  /// Lets signal handlers run where the stack of the process has no room left.
  private static func useOtherStack() {
    let size = 65_536
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = .init(size)
    sigaltstack(&stack, nil)
  }

  private static func setHandler(of number: Int32, to handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = SA_ONSTACK
    sigaction(number, &action, nil)
  }

  /// Whether a signal asked the process to end, but what handled it before let the process go on, to save an edit.
  static var isEnding: Bool { lastSignal.load(ordering: .acquiring) != 0 }

  /// Ends the process by the signal that asked for it, if there was one.
  static func endBySignal() {
    let number = lastSignal.load(ordering: .acquiring)
    if number != 0 { raise(number) }
  }

  private static func handleStop() {
    signal(SIGTSTP) { _ in TerminalDevice.isStopped.store(true, ordering: .releasing) }
  }

  /// Whether the size has changed since this was last asked.
  static func takeNewSize() -> Bool { hasNewSize.exchange(false, ordering: .acquiringAndReleasing) }

  /// Whether somebody asked the process to stop since this was last asked.
  static func takeStop() -> Bool { isStopped.exchange(false, ordering: .acquiringAndReleasing) }

  /// Whether the process was stopped by others, and goes on, since this was last asked.
  static func takeContinue() -> Bool { isContinued.exchange(false, ordering: .acquiringAndReleasing) }

  /// Stops the process, with the terminal as it was, until somebody continues it.
  static func suspend(then begin: String, end: String) {
    Self.end()
    write("pleat is stopped; fg brings it back.\n")
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)  // the whole job, which may be a script that runs pleat
    Self.begin(begin, end: end)
  }

  /// Takes the terminal over again after something that could not be foreseen, such as SIGSTOP.
  static func takeBack(_ begin: String) {
    var modes = termios()
    guard oldModes.load(ordering: .acquiring) != 0, tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    cfmakeraw(&modes)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    write(begin)
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
