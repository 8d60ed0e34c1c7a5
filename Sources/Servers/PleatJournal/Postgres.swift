import CJournal
import PleatSystem
import SystemPackage

/// Why a statement has no result.
struct PostgresError: Error {
  let message: String
  /// Whether trying again may help, because the connection was lost or refused, or there is no standby.
  let isLost: Bool
  /// Whether the outcome of the statement is unknown.
  var isUncertain = false

  /// The error of a statement without effect, because its COMMIT does not wait for a standby.
  static let noStandby = PostgresError(
    message: "PostgreSQL waits for no standby, as its setting synchronous_standby_names is empty", isLost: true)
}

/// A connection to PostgreSQL, which only one thread at a time may use.
final class Postgres {
  /// The value of a parameter.
  enum Value {
    case text(String)
    case number(Int64)
    case bytes([UInt8])
    case null

    static func texts(_ texts: [String]) -> Value {
      let quoted = texts.map { text in
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
      }
      return .text("{" + quoted.joined(separator: ",") + "}")
    }
  }

  /// A row of a result; all columns are texts.
  struct Row {
    fileprivate let columns: [String?]

    /// The text in a column; empty for NULL.
    subscript(column: Int) -> String { columns[column] ?? "" }
    func isNull(_ column: Int) -> Bool { columns[column] == nil }
    func number(_ column: Int) throws(PostgresError) -> Int64 {
      guard let number = Int64(self[column]) else {
        throw PostgresError(message: "'\(self[column])' is no number", isLost: false)
      }
      return number
    }
    func bytes(_ column: Int) -> [UInt8] { Hex.bytes(self[column].utf8.dropFirst(2)) }
  }

  private let connection: OpaquePointer
  /// Whether the connection was lost, so that a new one is needed.
  private(set) var isLost = false

  /// Connects, and sets up the session; of several hosts in the address, chooses the one that accepts writes.
  init(_ url: String, setup: String) throws(PostgresError) {
    let made = cjournal_connect(url)
    guard let made else { throw PostgresError(message: "there is no memory", isLost: true) }
    connection = made
    if PQstatus(made) != CONNECTION_OK { throw PostgresError(message: message, isLost: true) }
    PQsetnonblocking(made, 1)
    PQsetNoticeProcessor(made, { _, _ in }, nil)
    for statement in setup.split(separator: ";") { try run(String(statement)) }
  }

  deinit { PQfinish(connection) }

  /// The last error, without the advice on its further lines.
  private var message: String {
    let text = String(cString: PQerrorMessage(connection))
    return text.split(separator: "\n").filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
  }

  /// The socket, which receives notifications.
  var socket: FileDescriptor { FileDescriptor(rawValue: PQsocket(connection)) }

  /// Runs a statement.
  ///
  /// - Parameter seconds: How long to wait for the answer before the connection counts as lost.
  @discardableResult
  func run(_ sql: String, _ values: [Value] = [], within seconds: Int = 10) throws(PostgresError) -> [Row] {
    guard send(sql, values) else { throw lost(message) }
    let end = MonotonicTime.now + .seconds(seconds)
    while true {
      let rest = PQflush(connection)
      if rest < 0 { throw lost(message) }
      if rest == 0, PQisBusy(connection) == 0 { break }
      // Bytes that could not be sent are sent again after a moment.
      _ = Platform.readable([socket], within: rest == 0 ? 500 : 5)
      if PQconsumeInput(connection) == 0 { throw lost(message) }
      if MonotonicTime.now > end { throw lost("PostgreSQL does not answer") }
    }
    var rows: [Row] = []
    var failure: PostgresError?
    while let result = PQgetResult(connection) {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK: break
      case PGRES_TUPLES_OK: rows += Self.rows(of: result)
      default:
        let isLost = PQstatus(connection) != CONNECTION_OK
        // A server that no longer accepts writes is not the one to ask.
        let isReadOnly = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } == "25006"
        failure = PostgresError(message: message, isLost: isLost || isReadOnly, isUncertain: isLost)
      }
    }
    if let failure {
      isLost = failure.isLost
      throw failure
    }
    return rows
  }

  private func lost(_ message: String) -> PostgresError {
    isLost = true
    return PostgresError(message: message, isLost: true, isUncertain: true)
  }

  private func send(_ sql: String, _ values: [Value]) -> Bool {
    let all: [(bytes: [UInt8]?, isBinary: Int32)] = values.map { value in
      switch value {
      case .text(let text): (Array(text.utf8) + [0], 0)
      case .number(let number): (Array("\(number)".utf8) + [0], 0)
      case .bytes(let bytes): (bytes + [0], 1)
      case .null: (nil, 0)
      }
    }
    let copies = all.map { value in
      value.bytes.map { bytes in
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
        return copy
      }
    }
    defer { copies.forEach { $0?.deallocate() } }
    let lengths = all.map { Int32(clamping: ($0.bytes?.count ?? 1) - 1) }
    return PQsendQueryParams(
      connection, sql, Int32(all.count), nil, copies.map { UnsafePointer($0) }, lengths, all.map(\.isBinary), 0) == 1
  }

  private static func rows(of result: OpaquePointer) -> [Row] {
    (0..<PQntuples(result)).map { row in
      Row(
        columns: (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
        })
    }
  }

  /// Returns the notifications received since the last call.
  func notifications() throws(PostgresError) -> [String] {
    if PQconsumeInput(connection) == 0 { throw lost(message) }
    var texts: [String] = []
    while let notification = PQnotifies(connection) {
      texts.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
      PQfreemem(notification)
    }
    return texts
  }
}

/// Bytes as pairs of hexadecimal digits, PostgreSQL's text form.
enum Hex {
  static func text(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func bytes(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text {
      let value = digit <= 0x39 ? digit &- 0x30 : (digit | 0x20) &- 0x57
      if let first = high {
        bytes.append(first << 4 | value & 15)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
