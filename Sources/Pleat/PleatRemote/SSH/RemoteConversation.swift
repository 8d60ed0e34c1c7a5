import OutlineCore
import PleatOutput
import PleatSystem
import SystemPackage

/// The exchange with a command on another machine while ssh runs.
package final class RemoteConversation {
  private let how: RemoteCall.Answering
  /// The file with the command's input; nil for none.
  private let source: FileDescriptor?
  /// The pipe that ssh reads from; nil after its end, or if ssh reads this process's standard input.
  private var target: FileDescriptor?
  private let take: ([UInt8]) throws -> Void
  /// The bytes received before the greeting.
  private var head: [UInt8] = []
  private(set) var wasGreeted = false
  /// Whether the other machine may have received everything it needs to save an edit.
  private(set) var mayBeMade = false

  package init(
    _ how: RemoteCall.Answering, from source: FileDescriptor?, to target: FileDescriptor?,
    take: @escaping ([UInt8]) throws -> Void
  ) {
    (self.how, self.source, self.target, self.take) = (how, source, target, take)
  }

  /// Receives and sends until ssh closes its output.
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

  /// Takes output of the command; anything before the greeting comes from the shell there.
  private func hear(_ chunk: [UInt8]) throws {
    if wasGreeted || how == .not { return try take(chunk) }
    head += chunk
    guard let hello = head.withUnsafeBufferPointer({ $0.range(of: RemoteProtocol.hello) }) else { return }
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

  /// Sends a part of the input; an empty part ends it.
  private func send(_ bytes: [UInt8]) {
    guard tell(RemoteProtocol.chunk(bytes)), bytes.isEmpty else { return }
    mayBeMade = true
    close()
  }

  /// Writes to ssh; returns false if ssh has exited, whose exit code then gives the reason.
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
    if let target { _ = Result { try target.close() } }  // ssh does not want the rest
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
