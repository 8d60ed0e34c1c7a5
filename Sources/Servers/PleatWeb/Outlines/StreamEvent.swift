import NIOCore
import OutlineJSON

/// One change of a list, encoded once for all streams.
struct StreamEvent: Sendable {
  /// The revision that the change leads to.
  let revision: Int64
  /// Whether the reader has to read the list again.
  let isReset: Bool
  /// The event without the content of lines.
  let short: ByteBuffer
  /// The event with the content of inserted and changed lines; a reset if that is too much or was not requested.
  let whole: ByteBuffer

  /// The largest number of lines whose content an event carries; after a larger change, the reader reads the list again.
  static let mostLines = 2_000

  init(revision: Int64, short: [UInt8], whole: [UInt8]?, orResetTo total: Int) {
    self.revision = revision
    isReset = false
    self.short = Self.event(revision, short)
    self.whole = whole.map { Self.event(revision, $0) } ?? Self.reset(revision, total)
  }

  /// Creates an event that asks readers to read the list again.
  init(resetTo total: Int, revision: Int64) {
    self.revision = revision
    isReset = true
    short = Self.reset(revision, total)
    whole = short
  }

  /// Creates the event that reports why a list cannot be followed; without a reason, that it can be followed again.
  init(trouble: String?, revision: Int64) {
    self.revision = revision
    isReset = false
    let data: JSONTree = .array([.bool(trouble == nil)] + (trouble.map { [.string($0)] } ?? []))
    short = ByteBuffer(string: "event: online\nid: \(revision)\ndata: \(data.text)\n\n")
    whole = short
  }

  /// Its size in bytes.
  var size: Int { short.readableBytes + whole.readableBytes }

  /// Shows readers that the connection is alive.
  static let heartbeat = ByteBuffer(string: ":\n\n")

  /// The first event of a stream, with the revision that it starts from.
  static func start(_ revision: Int64) -> ByteBuffer { ByteBuffer(string: "retry: 500\nid: \(revision)\n\n") }

  private static func reset(_ revision: Int64, _ total: Int) -> ByteBuffer {
    ByteBuffer(string: "event: reset\nid: \(revision)\ndata: {\"total\":\(total)}\n\n")
  }

  private static func event(_ revision: Int64, _ data: [UInt8]) -> ByteBuffer {
    var buffer = ByteBuffer(string: "id: \(revision)\ndata: ")
    buffer.writeBytes(data)
    buffer.writeString("\n\n")
    return buffer
  }
}
