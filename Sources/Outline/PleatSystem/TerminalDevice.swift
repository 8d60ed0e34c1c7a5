import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal: its modes, its input and output, and its signals.
///
/// There is one per process, because signal handlers can only access global state.
package enum TerminalDevice {
  /// The signals that end the process; the terminal must be restored first.
  private static let deadly = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU,
  ]

  /// Whether standard input and output are a terminal.
  package static var isThere: Bool { Platform.isTerminal(.standardInput) && Platform.isTerminal(.standardOutput) }

  /// Takes the terminal over: every key arrives immediately and is not shown; however the process ends, the terminal is
  /// restored.
  package static func begin(_ begin: String, end: String) {
    takeOver(end: end) { cfmakeraw(&$0) }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGWINCH) { _ in SharedWord.hasNewSize.isSet = true }
    signal(SIGCONT) { _ in SharedWord.isContinued.isSet = true }
    handleStop()
    write(begin)
    SharedWord.isContinued.isSet = false
  }

  /// Waits for one key, without showing it, and returns its bytes; nil if there is no terminal, or it has disappeared.
  ///
  /// Keys that were typed earlier are dropped.
  package static func key() -> [UInt8]? {
    guard Platform.isTerminal(.standardInput) else { return nil }
    takeOver(end: "") { $0.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG) }
    defer { end() }
    while let bytes = read(within: -1) {
      if !bytes.isEmpty { return bytes }
    }
    return nil
  }

  /// Changes the modes of the terminal, and keeps the old ones.
  private static func takeOver(end: String, _ change: (inout termios) -> Void) {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    kept.initialize(to: modes)
    SharedWord.screenEnd.store(Int(bitPattern: strdup(end)))
    handleDeadlySignals()
    SharedWord.oldModes.store(Int(bitPattern: kept))
    change(&modes)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
  }

  /// Restores the terminal; a signal handler may call it, and a second call does nothing.
  package static func end() {
    let address = SharedWord.oldModes.exchange(0)
    guard let modes = UnsafePointer<termios>(bitPattern: address) else { return }
    if let bytes = UnsafePointer<CChar>(bitPattern: SharedWord.screenEnd.load()) {
      Platform.print(bytes, to: STDOUT_FILENO)
    }
    tcsetattr(STDIN_FILENO, TCSANOW, modes)
  }

  /// Records the modes of the terminal, and returns a closure that restores them after a program on another machine.
  ///
  /// The closure takes the text that ends a screen still shown; nil if there is none.
  package static func remembered() -> (_ end: String?) -> Void {
    var modes = termios()
    let isThere = tcgetattr(STDIN_FILENO, &modes) == 0
    return { end in
      if let end { write(end) }
      if isThere { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
    }
  }

  /// Restores the terminal for another program, which may also be suspended, and then takes it over again.
  package static func lend<Result>(_ begin: String, end: String, to work: () -> Result) -> Result {
    Self.end()
    signal(SIGTSTP, SIG_DFL)
    defer { Self.begin(begin, end: end) }
    return work()
  }

  // MARK: - Signals

  /// Makes deadly signals restore the terminal before their old effect.
  private static func handleDeadlySignals() {
    guard SharedWord.oldActions.load() == 0 else { return }
    let old = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    old.initialize(repeating: sigaction(), count: 65)
    SharedWord.oldActions.store(Int(bitPattern: old))
    useOtherStack()
    for number in deadly {
      sigaction(number, nil, old + Int(number))
      let before = signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      setHandler(of: number) { number in
        TerminalDevice.end()
        SharedWord.endingSignal.number = number
        if let old = UnsafeMutablePointer<sigaction>(
          bitPattern: SharedWord.oldActions.load())
        {
          sigaction(number, old + Int(number), nil)
        }
        raise(number)
      }
    }
  }

  /// Gives signal handlers a stack of their own, in case the process's stack is full.
  private static func useOtherStack() {
    let size = 65_536
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = .init(size)
    sigaltstack(&stack, nil)
  }

  private static func setHandler(of number: Int32, to handler: @escaping @convention(c) (Int32) -> Void) {
    var action = Platform.action(handler)
    action.sa_flags = SA_ONSTACK
    sigaction(number, &action, nil)
  }

  /// Whether a signal asked the process to end, but its old handler let the process continue to save an edit.
  package static var isEnding: Bool { SharedWord.endingSignal.number != 0 }

  /// Raises again the signal that asked the process to end, if there was one.
  package static func endBySignal() {
    let number = SharedWord.endingSignal.number
    if number != 0 { raise(number) }
  }

  private static func handleStop() {
    signal(SIGTSTP) { _ in SharedWord.isStopped.isSet = true }
  }

  /// Returns whether the size has changed since the last call.
  package static func takeNewSize() -> Bool { SharedWord.hasNewSize.take() }

  /// Returns whether the process was asked to stop since the last call.
  package static func takeStop() -> Bool { SharedWord.isStopped.take() }

  /// Returns whether the process was continued after a stop since the last call.
  package static func takeContinue() -> Bool { SharedWord.isContinued.take() }

  /// Restores the terminal, and stops the process until it is continued.
  package static func suspend(then begin: String, end: String) {
    Self.end()
    write("pleat is stopped; fg brings it back.\n")
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)  // the whole job, which may be a script that runs pleat
    Self.begin(begin, end: end)
  }

  /// Takes the terminal over again after a stop that could not be handled, such as SIGSTOP.
  package static func takeBack(_ begin: String) {
    var modes = termios()
    guard SharedWord.oldModes.load() != 0, tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    cfmakeraw(&modes)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    write(begin)
  }

  /// The size of the terminal in characters; 80 by 24 if it is not known.
  package static var size: (columns: Int, rows: Int) {
    let size = Platform.terminalSize(of: .standardOutput)
    return size.flatMap { $0.columns > 0 && $0.rows > 0 ? $0 : nil } ?? (80, 24)
  }

  /// Waits for input, and returns whether there is any.
  package static func hasInput(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Waits for input and returns it; empty after the time limit, nil if the terminal has disappeared.
  package static func read(within milliseconds: Int32) -> [UInt8]? {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let result = poll(&request, 1, milliseconds)
    if result <= 0 { return [] }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    do {
      let count = try bytes.withUnsafeMutableBytes {
        try FileDescriptor.standardInput.read(into: $0, retryOnInterrupt: false)
      }
      return count == 0 ? nil : Array(bytes.prefix(count))
    } catch { return [.interrupted, .resourceTemporarilyUnavailable].contains(error as? Errno) ? [] : nil }
  }

  /// Writes all of a text; returns false if the terminal has disappeared.
  @discardableResult
  package static func write(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      do {
        bytes = bytes.dropFirst(try bytes.withUnsafeBytes { try FileDescriptor.standardOutput.write($0) })
      } catch {
        guard error as? Errno == .resourceTemporarilyUnavailable else { return false }
        var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, 100)
      }
    }
    return true
  }
}
