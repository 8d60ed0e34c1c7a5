import CPlatform
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sockets through which the processes of one machine communicate.
extension Platform {
  package static func connect(to path: String) throws(Errno) -> FileDescriptor {
    let file = cplatform_socket(path, 0)
    if file < 0 { throw lastError }
    return FileDescriptor(rawValue: file)
  }

  /// Makes a socket at a path, replacing what is there; everybody who can reach the path may connect.
  package static func listen(at path: String) throws(Errno) -> FileDescriptor {
    unlink(path)
    let file = cplatform_socket(path, 1)
    if file < 0 { throw lastError }
    return FileDescriptor(rawValue: file)
  }

  /// Lets only a group connect to the socket at a path.
  ///
  /// - Throws: `Errno.invalidArgument` for a group that does not exist.
  package static func admit(group name: String, to path: String) throws(Errno) {
    guard let group = getgrnam(name) else { throw .invalidArgument }
    try check(chown(path, .max, group.pointee.gr_gid))
    try setMode(of: path, to: 0o660)
  }

  package static func setMode(of path: String, to mode: UInt32) throws(Errno) {
    try check(chmod(path, mode_t(truncatingIfNeeded: mode)))
  }

  /// Sets the umask, the permissions that new files of this process never get, and returns the old one.
  @discardableResult
  package static func withhold(_ permissions: UInt32) -> UInt32 {
    UInt32(umask(mode_t(truncatingIfNeeded: permissions)))
  }

  /// The sockets that a supervisor such as systemd has opened for this process.
  package static func inheritedSockets() -> [FileDescriptor] {
    guard let process = getenv("LISTEN_PID").flatMap({ Int32(String(cString: $0)) }), process == getpid(),
      let count = getenv("LISTEN_FDS").flatMap({ Int32(String(cString: $0)) }), count > 0
    else { return [] }
    return (3..<(3 + count)).map { number in
      let file = FileDescriptor(rawValue: number)
      keepFromPrograms(file)
      return file
    }
  }

  /// Waits for a connection, and returns it; nil after a signal, or if the caller has already disconnected.
  package static func accept(from socket: FileDescriptor) -> FileDescriptor? {
    #if canImport(Glibc)
      let file = Glibc.accept(socket.rawValue, nil, nil)
    #elseif canImport(Musl)
      let file = Musl.accept(socket.rawValue, nil, nil)
    #else
      let file = Darwin.accept(socket.rawValue, nil, nil)
    #endif
    if file < 0 { return nil }
    let connection = FileDescriptor(rawValue: file)
    keepFromPrograms(connection)
    return connection
  }

  /// Returns the user and the groups of the process at the other end, as the system reports them; nil if it does not.
  package static func peer(of connection: FileDescriptor) -> (user: UInt32, groups: [UInt32])? {
    var (user, group): (UInt32, UInt32) = (0, 0)
    guard cplatform_peer(connection.rawValue, &user, &group) == 0 else { return nil }
    var groups = [group]
    #if os(Linux)
      var others = [UInt32](repeating: 0, count: 1_024)
      var size = socklen_t(others.count * 4)
      let peerGroups: Int32 = 59  // SO_PEERGROUPS, which the headers of some C libraries lack
      if getsockopt(connection.rawValue, SOL_SOCKET, peerGroups, &others, &size) == 0 {
        groups += others.prefix(Int(size) / 4)
      }
    #endif
    return (user, groups)
  }

  /// Sends bytes; a closed connection is an ordinary error.
  ///
  /// - Parameter isWaiting: Whether to wait if the other end does not read; otherwise, only what fits is sent.
  /// - Returns: How many bytes were sent: fewer than all only without waiting, or if the other end did not read for too
  ///   long.
  package static func send(
    _ bytes: ArraySlice<UInt8>, to connection: FileDescriptor, isWaiting: Bool = true
  ) throws(Errno) -> Int {
    var sent = 0
    let error: Errno? = bytes.withUnsafeBytes { bytes in
      while sent < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        let count = cplatform_send(connection.rawValue, rest.baseAddress, rest.count, isWaiting ? 1 : 0)
        if count >= 0 {
          sent += count
        } else if lastError == .wouldBlock {
          return nil
        } else if lastError != .interrupted {
          return lastError
        }
      }
      return nil
    }
    if let error { throw error }
    return sent
  }

  /// Limits how long reading from a connection may take, in milliseconds; 0 for no limit.
  package static func limitReading(from connection: FileDescriptor, milliseconds: Int) {
    limit(SO_RCVTIMEO, of: connection, milliseconds)
  }

  /// Limits how long writing to a connection may take, in milliseconds.
  package static func limitWriting(to connection: FileDescriptor, milliseconds: Int) {
    limit(SO_SNDTIMEO, of: connection, milliseconds)
  }

  private static func limit(_ option: Int32, of connection: FileDescriptor, _ milliseconds: Int) {
    var time = timeval()
    time.tv_sec = time_t(milliseconds / 1_000)
    time.tv_usec = .init(milliseconds % 1_000 * 1_000)
    setsockopt(connection.rawValue, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Ends reading from a connection, which wakes a thread that waits for bytes.
  package static func shutDown(_ connection: FileDescriptor) { _ = shutdown(connection.rawValue, .init(SHUT_RD)) }
}
