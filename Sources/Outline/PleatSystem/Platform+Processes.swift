import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// Runs a shell command with one more argument, waits for it, and returns its exit code; 127 if it cannot be run.
  ///
  /// Meanwhile, interrupts from the keyboard affect only the command.
  package static func run(_ command: String, with argument: String) -> Int32 {
    let old = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in old { signal(number, handler) } }
    let arguments = ["/bin/sh", "-c", command + " \"$1\"", "sh", argument]
    guard let process = try? spawn(arguments, restoring: [SIGINT, SIGQUIT]) else { return 127 }
    return wait(for: process)
  }

  /// Starts a shell command, lets `write` write to its standard input, waits for the command, and returns its exit
  /// code; nil if it cannot be started.
  ///
  /// Meanwhile, interrupts from the keyboard affect only the command. From then on, writing to a closed pipe is an
  /// ordinary error in this process.
  package static func run(_ command: String, reading write: (FileDescriptor) -> Void) -> Int32? {
    let old = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in old { signal(number, handler) } }
    signal(SIGPIPE, SIG_IGN)
    guard let (pipe, process) = startReader(command) else { return nil }
    write(pipe)
    _ = Result { try pipe.close() }  // the reader did not want the rest
    return wait(for: process)
  }

  private static func startReader(_ command: String) -> (pipe: FileDescriptor, process: Int32)? {
    guard let (reading, writing) = try? FileDescriptor.pipe() else { return nil }
    defer { _ = Result { try reading.close() } }  // the command has a copy
    do throws(Errno) {
      let process = try spawn(
        ["/bin/sh", "-c", command], files: [(reading, STDIN_FILENO)], closing: [reading, writing],
        restoring: [SIGINT, SIGQUIT, SIGPIPE])
      return (writing, process)
    } catch {
      _ = Result { try writing.close() }  // nothing was written
      return nil
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is searched for on the `PATH` unless it contains a slash, and its arguments.
  ///   - files: Open files, each with its number in the program; for nil and all other numbers, the program gets the
  ///     files of this process.
  ///   - closed: Files that the program does not inherit.
  ///   - signals: Signals that this process ignores, but that have their default effect on the program.
  ///   - variables: The environment of the program, as lines `NAME=value`; nil for that of this process.
  package static func spawn(
    _ arguments: [String], files: [(FileDescriptor?, Int32)] = [], closing closed: [FileDescriptor] = [],
    restoring signals: [Int32], variables: [String]? = nil
  ) throws(Errno) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for case (let file?, let number) in files { posix_spawn_file_actions_adddup2(&actions, file.rawValue, number) }
    for file in closed where file.rawValue > STDERR_FILENO {
      posix_spawn_file_actions_addclose(&actions, file.rawValue)
    }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in signals { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)  // threads may have all signals blocked
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var pointers = arguments.map { strdup($0) } + [nil]
    var lines = variables.map { $0.map { strdup($0) } + [nil] } ?? []
    defer { (pointers + lines).forEach { free($0) } }
    var process = pid_t()
    let code =
      variables == nil
      ? posix_spawnp(&process, arguments[0], &actions, &attributes, &pointers, environ)
      : posix_spawnp(&process, arguments[0], &actions, &attributes, &pointers, &lines)
    if code != 0 { throw Errno(rawValue: code) }
    return process
  }

  /// Waits for a process to end, and returns its exit code; 127 if it is unknown.
  package static func wait(for process: Int32) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return 127 }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Replaces this process with another program; returns only if that fails.
  ///
  /// The signals that pleat ignores have their usual effect on it.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is looked for on the `PATH`, and its arguments.
  ///   - input: Its standard input; nil for that of this process.
  package static func become(_ arguments: [String], input: FileDescriptor?) -> Errno {
    if let input, dup2(input.rawValue, STDIN_FILENO) < 0 { return lastError }
    for number in [SIGXFSZ, SIGPIPE] { signal(number, SIG_DFL) }
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    execvp(arguments[0], &pointers)
    return lastError
  }
}

extension Platform {
  /// Passes a signal on to the deputy, if there is one; a signal handler may call it.
  static func passOn(_ signal: Int32) {
    SharedWord.signalToPass.number = signal
    let process = SharedWord.deputy.number
    if process > 0 { kill(process, signal) }
  }

  /// Starts a program; signals that ask this process to stop are passed on to it until ``waitForDeputy(_:)`` returns.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is searched for on the `PATH`, and its arguments.
  ///   - input: Its standard input; nil for that of this process.
  ///   - output: Its standard output; nil for that of this process.
  ///   - errors: Its standard error; nil for that of this process.
  package static func start(
    _ arguments: [String], input: FileDescriptor?, output: FileDescriptor?, errors: FileDescriptor? = nil
  ) throws(Errno) -> Int32 {
    let process = try spawn(
      arguments, files: [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)],
      restoring: [SIGXFSZ, SIGPIPE, SIGTERM])
    appoint(process)
    return process
  }

  /// Makes a program the deputy, and immediately passes on a signal that came earlier.
  static func appoint(_ process: Int32) {
    SharedWord.deputy.number = process
    let signal = SharedWord.signalToPass.number
    if signal != 0 { kill(process, signal) }
  }

  /// Waits for the deputy to end, and returns its exit code.
  package static func waitForDeputy(_ process: Int32) -> Int32 {
    let status = wait(for: process)
    SharedWord.deputy.number = 0
    return status
  }

  /// Asks a started program to end.
  package static func stop(_ process: Int32) { kill(process, SIGTERM) }

  /// Returns the two ends of a pipe that started programs do not inherit.
  package static func closingPipe() throws(Errno) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw lastError }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// Waits until at least one of several files is readable or has ended, and returns which ones; nil files never are.
  ///
  /// After a signal or the time limit, there may be none.
  package static func readable(_ files: [FileDescriptor?], within milliseconds: Int32 = -1) -> [Bool] {
    var requests = files.map { pollfd(fd: $0?.rawValue ?? -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return files.map { _ in false } }
    return requests.map { $0.revents != 0 }
  }

  /// Runs `body`; while it runs, writing to a closed pipe is an ordinary error.
  package static func ignoringClosedPipes<T>(_ body: () -> T) -> T {
    let old = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, old) }
    return body()
  }

  /// Removes all environment variables except those with these names.
  package static func forgetEnvironment(except kept: Set<String>) {
    var names: [String] = []
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let variable = next?.pointee {
      names.append(String(String(cString: variable).prefix { $0 != "=" }))
      next = next?.successor()
    }
    for name in names where !kept.contains(name) { unsetenv(name) }
  }
}
