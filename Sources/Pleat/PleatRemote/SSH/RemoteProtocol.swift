import OutlineFormats
import PleatOutput
import PleatSystem

/// The protocol between two machines for a command that edits, or that reads a document.
///
/// The machine with the outline sends ``hello``. The caller answers ``go``, before which nothing is edited, and sends
/// the input in chunks: a length in four bytes, and that many bytes. An empty chunk is the end, so that an interrupted
/// input is never mistaken for a complete one.
package enum RemoteProtocol {
  /// The version of both ends; the number after `-` is that of the protocol, so that a caller with another one is
  /// refused.
  package static let version = "\(Version.pleat)-3"
  /// The greeting; the NUL at its end passes through a terminal unchanged.
  static let hello = Array("pleat is here".utf8) + [0]
  package static let go = Array("go\n".utf8)
  package static let longestChunk = 1 << 16
  /// The size of a chunk's length, in bytes.
  fileprivate static let lengthBytes = 4

  /// Returns the bytes of a chunk with its length; no bytes mean the end.
  package static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt32(truncatingIfNeeded: bytes.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + bytes
  }
}

extension Context {
  /// Greets the caller of a command, waits for the answer, and returns a context with the caller's input.
  package func greeting(for command: RemoteCommand) throws -> Context {
    guard command.hasHello else { return self }
    output.append { $0 += RemoteProtocol.hello }
    try output.finish()
    guard command.isFramed else { return self }
    let input = RemoteInput(input)
    guard try input.take(RemoteProtocol.go.count) == RemoteProtocol.go else { throw Failure.inputBrokeOff }
    var context = self
    context.input = ByteStream(next: input.next)
    return context
  }
}

/// The input of a command, which its caller sends in chunks.
private final class RemoteInput {
  private let source: ByteStream
  private var rest: ArraySlice<UInt8> = []
  private var hasEnded = false

  init(_ source: ByteStream) { self.source = source }

  /// Returns this number of bytes.
  ///
  /// - Throws: A ``Failure`` if there are fewer.
  func take(_ count: Int) throws -> [UInt8] {
    while rest.count < count {
      guard let chunk = try source.next() else { throw Failure.inputBrokeOff }
      rest = rest.isEmpty ? chunk[...] : (Array(rest) + chunk)[...]
    }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Returns the bytes of the next chunk; nil at the end.
  func next() throws -> [UInt8]? {
    if hasEnded { return nil }
    let count = try take(RemoteProtocol.lengthBytes).reduce(0) { $0 << 8 | Int($1) }
    guard count <= RemoteProtocol.longestChunk else { throw Failure.inputBrokeOff }
    hasEnded = count == 0
    return hasEnded ? nil : try take(count)
  }
}

extension Failure {
  /// The failure of an input from another machine that ended too early.
  package static let inputBrokeOff = Failure(
    .inputOutput, "The connection broke off before all of the input had arrived.", hint: "Nothing was saved; try again."
  )
}
