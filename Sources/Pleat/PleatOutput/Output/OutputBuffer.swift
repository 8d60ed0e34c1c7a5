import OutlineJSON
import PleatSystem
import SystemPackage

/// Bytes for standard output, where the result of every write is checked.
///
/// Nothing is written to a pipe or a terminal before ``finish()``, because a slow reader would otherwise keep a read
/// transaction open and all writers waiting. Output that does not fit into memory goes to a temporary file without a
/// name.
package final class OutputBuffer {
  /// How many bytes are kept in memory.
  private static let limit = 1 << 20

  /// The open file to write to; nil to keep everything in memory.
  package let file: FileDescriptor?
  @exclusivity(unchecked) package private(set) var bytes: [UInt8] = []
  package private(set) var overflow: FileDescriptor?
  private var failure: OutputError?
  /// How to page output that is longer than the screen; nil not to page it.
  package var paging: Paging?
  private lazy var waitsForReader = file.map(Self.waitsForReader) ?? false

  /// Creates a buffer for an open file; nil keeps everything in memory.
  package init(_ file: FileDescriptor?) {
    self.file = file
    bytes.reserveCapacity(file == nil || file == .standardError ? 0 : Self.limit + 65_536)  // messages are short
  }

  deinit {
    if let overflow { _ = Result { try overflow.close() } }  // its bytes were written elsewhere, or are not wanted
  }

  package func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    spill()
  }

  /// Appends a JSON value on a line of its own.
  package func write(_ value: JSONTree) {
    value.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    spill()
  }

  /// Appends the bytes that `body` appends.
  @inline(__always)
  package func append(_ body: (inout [UInt8]) -> Void) {
    body(&bytes)
    spill()
  }

  /// Writes the rest of the buffer.
  ///
  /// - Throws: ``OutputError`` if any of the output was not written.
  package func finish() throws(OutputError) {
    guard let file else { return }
    if let failure { throw failure }
    if let paging, isLonger(than: paging.rows), page(with: paging.command) { return }
    do throws(OutputError) {
      try send(to: file)
    } catch {
      failure = error  // nothing is written after a gap
      throw error
    }
  }

  private func send(to file: FileDescriptor) throws(OutputError) {
    paging = nil
    if let overflow {
      self.overflow = nil
      defer { _ = Result { try overflow.close() } }  // it was only read
      try Self.copy(overflow, to: file)
    }
    defer { bytes.removeAll(keepingCapacity: true) }
    try Self.write(bytes[...], to: file)
  }

  @inline(__always)
  private func spill() {
    if bytes.count >= Self.limit { spillNow() }
  }

  private func spillNow() {
    guard let file, failure == nil else { return }
    do throws(OutputError) {
      try Self.write(bytes[...], to: waitsForReader ? overflowFile() : file)
    } catch {
      failure = error
    }
    bytes.removeAll(keepingCapacity: true)
  }

  private func overflowFile() throws(OutputError) -> FileDescriptor {
    if let overflow { return overflow }
    do {
      let folder = try Platform.temporaryFolder()
      let file = try Platform.temporaryFile(in: folder)
      overflow = file
      return file
    } catch {
      throw .failed(reason: "no temporary file: \(Failure(error as any Error).message)")
    }
  }

  private static func waitsForReader(_ file: FileDescriptor) -> Bool {
    guard let type = try? Stat(file).type else { return false }
    return type == .fifo || type == .socket || Platform.isTerminal(file)
  }

  /// Drops the output that is not yet written.
  package func forget() {
    if let overflow { _ = Result { try overflow.close() } }  // it was only read
    overflow = nil
    bytes.removeAll(keepingCapacity: true)
  }

  /// Copies a whole file to another.
  package static func copy(_ source: FileDescriptor, to target: FileDescriptor) throws(OutputError) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count: Int
      do {
        count = try chunk.withUnsafeMutableBytes { try source.read(fromAbsoluteOffset: offset, into: $0) }
      } catch {
        throw .failed(reason: "\(error)")
      }
      if count == 0 { return }
      try write(chunk[..<count], to: target)
      offset += Int64(count)
    }
  }

  /// Writes bytes to a file; `FileDescriptor.writeAll` would add 200,000 instructions to every start.
  package static func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(OutputError) {
    var written = 0
    do {
      try bytes.withUnsafeBytes { bytes in
        while written < bytes.count { written += try file.write(UnsafeRawBufferPointer(rebasing: bytes[written...])) }
      }
    } catch Errno.brokenPipe {
      throw .closed
    } catch {
      throw .failed(reason: "\(error)")
    }
  }
}
