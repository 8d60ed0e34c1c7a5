import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// Runs a program, waits for it, and returns its exit code; nil if it is not on the `PATH`.
  ///
  /// Signals that are recorded as ``Interruption`` are passed on to it.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - changes: Environment variables to set for the program, or to remove if the value is nil.
  ///   - input: Its standard input; nil for that of this process.
  ///   - output: Its standard output.
  ///   - errors: Its standard error.
  package static func run(
    _ arguments: [String], environment changes: [String: String?], input: FileDescriptor?, output: FileDescriptor,
    errors: FileDescriptor
  ) throws(Errno) -> Int32? {
    do {
      let process = try spawn(
        arguments, files: [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)],
        restoring: [SIGPIPE, SIGXFSZ], variables: environment(with: changes))
      appoint(process)
      return waitForDeputy(process)
    } catch .noSuchFileOrDirectory, .permissionDenied, .notDirectory { return nil }
  }

  /// Runs a program without input, and returns what it prints; nil if it fails, prints more than 64 KiB, or takes longer
  /// than two seconds.
  package static func output(of arguments: [String]) -> [UInt8]? {
    guard let (reading, writing) = try? closingPipe() else { return nil }
    defer { _ = Result { try reading.close() } }  // it was only read
    let null = try? FileDescriptor.open("/dev/null", .readWrite, options: [.closeOnExec])
    let process = try? spawn(
      arguments, files: [(null, STDIN_FILENO), (writing, STDOUT_FILENO), (null, STDERR_FILENO)],
      restoring: [SIGPIPE, SIGXFSZ])
    for file in [null, writing] { _ = Result { try file?.close() } }  // the program has copies
    guard let process else { return nil }
    let end = MonotonicTime.now + .seconds(2)
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    var hasEnded = false
    while !hasEnded, output.count < 1 << 16, MonotonicTime.now < end {
      guard readable([reading], within: 100)[0] else { continue }
      let count = (try? chunk.withUnsafeMutableBytes { try reading.read(into: $0) }) ?? 0
      output += chunk[..<count]
      hasEnded = count == 0
    }
    if !hasEnded { kill(process, SIGKILL) }
    return wait(for: process) == 0 && hasEnded ? output : nil
  }

  /// Returns the environment of this process with changes, as lines `NAME=value`.
  private static func environment(with changes: [String: String?]) -> [String] {
    var lines: [String] = []
    var next = environ
    while let line = next.pointee {
      let text = String(cString: line)
      if changes[String(text.prefix { $0 != "=" })] == nil { lines.append(text) }
      next += 1
    }
    return lines + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
  }

  /// The name of this machine on its network; nil if it has none.
  package static var hostName: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// Whether a running program, whose name begins with a text, has a current folder that is one of these or inside one.
  ///
  /// A program of another user counts if the system hides its folder. Only Linux can tell; elsewhere, the answer is
  /// false.
  package static func isAtWork(_ program: String, in folders: [String]) -> Bool {
    names(in: "/proc").contains { process in
      guard process.allSatisfy(\.isNumber), let name = bytes(of: "/proc/\(process)/comm"),
        String(decoding: name, as: UTF8.self).hasPrefix(program)
      else { return false }
      guard let folder = target(ofLink: FilePath("/proc/\(process)/cwd"))?.string else {
        return lastError == .permissionDenied
      }
      return folders.contains { folder == $0 || folder.hasPrefix($0 + "/") }
    }
  }

  /// The folder of this process's program; nil except on Linux.
  package static var programFolder: String? { target(ofLink: "/proc/self/exe")?.removingLastComponent().string }

  /// Raises this process's limit on open files to the maximum.
  package static func allowMostOpenFiles() {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(openFiles, &limit)
  }

  #if canImport(Glibc)
    private static var openFiles: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var openFiles: Int32 { Int32(RLIMIT_NOFILE) }
  #endif

  /// Keeps started programs from inheriting an open file.
  package static func keepFromPrograms(_ file: FileDescriptor) { _ = fcntl(file.rawValue, F_SETFD, FD_CLOEXEC) }

  package static func sleep(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Suspends the thread for less than a second.
  package static func sleep(microseconds: UInt32) { usleep(microseconds) }
}
