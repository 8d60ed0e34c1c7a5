import PleatOutput
import PleatSystem
import SystemPackage

/// The protocol between `pleat` and `pleat host` over a socket on one machine.
///
/// The caller sends the same line as through ssh (``RemoteCommand``) as one chunk, followed by the command's input, if
/// any, in chunks as through ssh (``RemoteProtocol``). The host answers in chunks as well; the first letter of each
/// says which stream of ssh it replaces.
package enum HostProtocol {
  /// The name of the socket, which is in the same folder as the outlines.
  package static let socketName = ".pleat-host"
  /// The largest size of a command's line, in bytes.
  package static let longestLine = 1 << 20
  private static let lengthBytes = 4

  /// The content of a chunk from the host.
  package enum Kind: UInt8 {
    /// A part of standard output.
    case output = 0x6F  // o
    /// A message for standard error, without its line break.
    case message = 0x6D  // m
    /// The exit code, in digits; nothing follows.
    case status = 0x73  // s
    /// The answer that follows is final, even if it is a failure: the file has a journal, and only a host may edit it.
    case final = 0x66  // f
    /// Why the caller has to use the file itself; nothing was done, and no chunk follows.
    case declined = 0x64  // d
  }

  /// A question about the host itself, sent instead of a command.
  package enum Question: String {
    /// The statistics as text for people.
    case text = "pleat host text"
    /// The statistics as JSON.
    case json = "pleat host json"
    /// The statistics in the format of Prometheus.
    case metrics = "pleat host metrics"

  }

  /// Returns the answer of the host at a socket to a line that is not a command: a question or an order.
  ///
  /// - Parameter seconds: How long the host may be silent.
  /// - Returns: What it prints, its messages, and the exit code.
  /// - Throws: An `Errno` if there is no host.
  package static func answer(
    to line: String, from socket: String, within seconds: Int = 10
  ) throws -> (output: [UInt8], messages: [String], status: Int32) {
    let connection = try Platform.connect(to: socket)
    defer { _ = Result { try connection.close() } }  // everything was said
    Platform.limitReading(from: connection, milliseconds: seconds * 1_000)
    try send(RemoteProtocol.chunk(Array(line.utf8)), over: connection)
    let reader = Reader(connection)
    var (output, messages): ([UInt8], [String]) = ([], [])
    while let chunk = try reader.next(limit: 1 << 20) {
      let content = chunk.dropFirst()
      switch chunk.first.flatMap(Kind.init) {
      case .status: return (output, messages, Int32(String(decoding: content, as: UTF8.self)) ?? 1)
      case .message: messages.append(String(decoding: content, as: UTF8.self))
      case .output: output += content
      default: break
      }
    }
    throw Errno.connectionReset
  }

  /// The beginning of a report, which the host's own account can send instead of a command.
  package static let report = "pleat host report "

  /// Sends text for the host to log; returns false if no host accepts it.
  package static func report(_ text: String, to socket: String) -> Bool {
    guard let connection = try? Platform.connect(to: socket) else { return false }
    defer { _ = Result { try connection.close() } }  // everything was said
    Platform.limitReading(from: connection, milliseconds: 2_000)
    do {
      try send(RemoteProtocol.chunk(Array((report + text).utf8)), over: connection)
      return try Reader(connection).next(limit: longestLine)?.first == Kind.status.rawValue
    } catch { return false }
  }

  /// Sends bytes; waits as long as the connection allows.
  package static func send(_ bytes: [UInt8], over connection: FileDescriptor) throws(Errno) {
    if try Platform.send(bytes[...], to: connection) < bytes.count { throw .timedOut }
  }

  /// Returns a chunk in the form that the host sends.
  package static func chunk(_ kind: Kind, _ bytes: some Collection<UInt8>) -> [UInt8] {
    let count = UInt32(truncatingIfNeeded: bytes.count + 1)
    var chunk = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    chunk.append(kind.rawValue)
    chunk += bytes
    return chunk
  }

  /// Reads chunks from a connection; only one thread at a time may use it.
  package final class Reader {
    private let connection: FileDescriptor
    private var bytes: [UInt8] = []
    private var start = 0
    private var end: MonotonicTime?

    package init(_ connection: FileDescriptor) { self.connection = connection }

    /// Returns the bytes of the next chunk; nil at the end of the connection.
    ///
    /// - Parameters:
    ///   - limit: The largest size of the chunk, in bytes.
    ///   - patience: How long the whole chunk may take, besides the limit on each read; nil for no limit.
    /// - Throws: An `Errno` if the connection broke or took too long; `Errno.messageTooLong` for a chunk over the
    ///   limit.
    package func next(limit: Int, within patience: Duration? = nil) throws(Errno) -> [UInt8]? {
      end = patience.map { MonotonicTime.now + $0 }
      guard try fill(HostProtocol.lengthBytes) else { return nil }
      let count = bytes[start..<(start + HostProtocol.lengthBytes)].reduce(0) { $0 << 8 | Int($1) }
      if count > limit { throw .messageTooLong }
      guard try fill(HostProtocol.lengthBytes + count) else { return nil }
      let end = start + HostProtocol.lengthBytes + count
      defer { start = end }
      return Array(bytes[(start + HostProtocol.lengthBytes)..<end])
    }

    /// Reads until this many bytes are buffered; returns false if the connection ends first.
    private func fill(_ count: Int) throws(Errno) -> Bool {
      while bytes.count - start < count {
        if let end, MonotonicTime.now > end { throw .timedOut }
        if start > 0 {
          bytes.removeFirst(start)
          start = 0
        }
        let chunk: [UInt8]
        do {
          chunk = try Array(unsafeUninitializedCapacity: max(4_096, count)) { buffer, used in
            used = try connection.read(into: UnsafeMutableRawBufferPointer(buffer), retryOnInterrupt: false)
          }
        } catch let error as Errno { throw error } catch { throw .ioError }
        if chunk.isEmpty { return false }
        bytes = bytes.isEmpty ? chunk : bytes + chunk
      }
      return true
    }
  }
}
