import Foundation

/// Why output did not arrive.
enum OutputError: Error {
  /// Nobody reads the pipe any more.
  case closed
  /// Writing failed; `reason` is the system's.
  case failed(reason: String)
}

/// Bytes on their way to standard output, every write checked.
///
/// Nothing is written to a pipe or a terminal before ``finish()``: a slow reader must not keep a read transaction,
/// and so every writer, waiting. What does not fit into memory waits in a temporary file without a name.
final class OutputBuffer {
  /// How many bytes are kept in memory.
  private static let limit = 1 << 20

  /// The open file that it writes to; nil where everything stays in memory.
  let descriptor: Int32?
  private(set) var bytes: [UInt8] = []
  private var overflow: Int32?
  private var failure: OutputError?
  private lazy var waitsForReader = descriptor.map(Self.waitsForReader) ?? false

  /// Makes a buffer for an open file; nil to keep everything in memory.
  init(descriptor: Int32?) {
    self.descriptor = descriptor
    bytes.reserveCapacity(descriptor == nil ? 0 : Self.limit + 65_536)
  }

  deinit {
    if let overflow { close(overflow) }
  }

  /// Appends a text.
  func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    spill()
  }

  /// Appends bytes by way of `body`.
  @inline(__always)
  func append(_ body: (inout [UInt8]) -> Void) {
    body(&bytes)
    spill()
  }

  /// Brings everything to where it goes.
  /// - Throws: ``OutputError`` when any of it did not arrive.
  func finish() throws(OutputError) {
    guard let descriptor else { return }
    if let failure { throw failure }
    if let overflow {
      try Self.copy(overflow, to: descriptor)
      close(overflow)
      self.overflow = nil
    }
    let rest = bytes
    bytes.removeAll(keepingCapacity: true)
    try Self.write(rest, to: descriptor)
  }

  @inline(__always)
  private func spill() {
    if bytes.count >= Self.limit { spillNow() }
  }

  private func spillNow() {
    guard let descriptor, failure == nil else { return }
    do throws(OutputError) {
      try Self.write(bytes, to: waitsForReader ? overflowFile() : descriptor)
    } catch {
      failure = error
    }
    bytes.removeAll(keepingCapacity: true)
  }

  private func overflowFile() throws(OutputError) -> Int32 {
    if let overflow { return overflow }
    var template = Array("\(NSTemporaryDirectory())/pleat-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw .failed(reason: "no temporary file: \(String(cString: strerror(errno)))") }
    unlink(template)
    overflow = file
    return file
  }

  private static func waitsForReader(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFSOCK || isatty(descriptor) == 1
  }

  private static func copy(_ source: Int32, to target: Int32) throws(OutputError) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var offset: off_t = 0
    while true {
      let count = pread(source, &chunk, chunk.count, offset)
      if count == 0 { return }
      guard count > 0 else { throw .failed(reason: String(cString: strerror(errno))) }
      try write(chunk[..<count], to: target)
      offset += off_t(count)
    }
  }

  private static func write(_ bytes: some ContiguousBytes, to descriptor: Int32) throws(OutputError) {
    if let error = bytes.withUnsafeBytes({ put($0, to: descriptor) }) { throw error }
  }

  private static func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> OutputError? {
    var done = 0
    while done < bytes.count {
      let count = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if count >= 0 {
        done += count
      } else if errno == EPIPE {
        return .closed
      } else if errno != EINTR {
        return .failed(reason: String(cString: strerror(errno)))
      }
    }
    return nil
  }
}
