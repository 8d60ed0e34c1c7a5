import Foundation
import Glibc

/// A connection on which a test sends exactly what it wants to.
final class RawClient {
  private let file: Int32
  /// Whether the other end has closed the connection, as far as `read` has seen.
  private(set) var isClosed = false

  /// Where a server listens.
  enum Place: Sendable {
    case port(Int)
    case socket(String)
  }

  struct NoConnection: Error {}

  /// Connects; reading gives up after some seconds in which nothing comes.
  init(_ place: Place, patience: Int = 30) throws {
    switch place {
    case .port(let port):
      file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      try connect(&address, MemoryLayout<sockaddr_in>.size)
    case .socket(let path):
      file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix(100))) }
      try connect(&address, MemoryLayout<sockaddr_un>.size)
    }
    var time = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { Glibc.close(file) }

  private func connect<T>(_ address: inout T, _ size: Int) throws {
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(file, $0, socklen_t(size)) }
    }
    if status != 0 { throw NoConnection() }
  }

  /// Sends bytes; false if nobody takes them.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// What comes next; empty at the end, and after too long a time.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(file, &bytes, bytes.count, 0)
    isClosed = count == 0
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Reads one response; its status is 0 if none came.
  func response() -> RawResponse {
    var bytes: [UInt8] = []
    while true {
      if let response = RawResponse(bytes) { return response }
      let more = read()
      if more.isEmpty { return RawResponse(cut: bytes) }
      bytes += more
    }
  }
}

/// A response as it came.
struct RawResponse: Sendable {
  let status: Int
  let head: String
  let body: String

  /// Reads a response; nil as long as more of it is to come.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let rest = bytes[end.upperBound...]
    let length = Self.value(of: "content-length", in: head).flatMap { Int($0) }
    guard let length, rest.count >= length else { return nil }
    status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    body = String(decoding: rest.prefix(length), as: UTF8.self)
  }

  /// What came before the connection ended.
  init(cut bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n\r\n")
    head = parts[0]
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
    status = head.hasPrefix("HTTP/") ? head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 : 0
  }

  /// The value of a header; nil if it is not there.
  subscript(_ name: String) -> String? { Self.value(of: name, in: head) }

  private static func value(of name: String, in head: String) -> String? {
    for line in head.components(separatedBy: "\r\n").dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { continue }
      return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }
}
