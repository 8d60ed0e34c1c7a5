import PleatOutput
import PleatSystem
import SystemPackage

/// What this end hears from a command on another machine, and tells it, while ssh runs.
package final class RemoteConversation {
  private let how: RemoteCall.Answering
  /// What the command there reads; nil for nothing.
  private let source: FileDescriptor?
  /// Where ssh reads; nil for the standard input of this process, and after the end.
  private var target: FileDescriptor?
  private let take: ([UInt8]) throws -> Void
  /// What came before the other machine has said hello.
  private var head: [UInt8] = []
  private(set) var wasGreeted = false
  /// Whether the other machine may have got all that it needs to save an edit.
  private(set) var mayBeMade = false

  package init(
    _ how: RemoteCall.Answering, from source: FileDescriptor?, to target: FileDescriptor?,
    take: @escaping ([UInt8]) throws -> Void
  ) {
    (self.how, self.source, self.target, self.take) = (how, source, target, take)
  }

  /// Hears and tells until the output of ssh ends.
  func carryOn(with output: FileDescriptor) throws {
    while true {
      let isSending = target != nil && wasGreeted
      let ready = Platform.readable([output, isSending ? source : nil])
      if ready[0] {
        let chunk = try Self.read(output)
        if chunk.isEmpty { return try take(wasGreeted ? [] : head) }
        try hear(chunk)
      } else if ready[1], let source {
        try send(Self.read(source))
      }
    }
  }

  /// Takes what the command prints; before hello it is a shell that does.
  private func hear(_ chunk: [UInt8]) throws {
    if wasGreeted || how == .not { return try take(chunk) }
    head += chunk
    guard let hello = head.firstRange(of: RemoteProtocol.hello) else { return }
    wasGreeted = true
    try take(Array(head[..<hello.lowerBound] + head[hello.upperBound...]))
    switch how {
    case .not: break
    case .hello: mayBeMade = true
    case .framed(let isDocument):
      let isTold = tell(RemoteProtocol.go)
      mayBeMade = isTold && !isDocument
      if source == nil { close() }
    }
  }

  /// Sends a part of the input; without bytes, its end.
  private func send(_ bytes: [UInt8]) {
    guard tell(RemoteProtocol.chunk(bytes)), bytes.isEmpty else { return }
    mayBeMade = true
    close()
  }

  /// Writes to ssh; false if it has ended, whose exit code then says why.
  private func tell(_ bytes: [UInt8]) -> Bool {
    guard let target else { return false }
    do { try OutputBuffer.write(bytes[...], to: target) } catch {
      close()
      return false
    }
    return true
  }

  /// Ends the input of ssh.
  package func close() {
    if let target { _ = Result { try target.close() } }  // what was not read is not wanted
    target = nil
  }

  private static func read(_ file: FileDescriptor) throws -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: RemoteProtocol.longestChunk) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw Failure(.inputOutput, "The input cannot be read: \(error).", hint: "Nothing was saved.")
    }
  }
}
