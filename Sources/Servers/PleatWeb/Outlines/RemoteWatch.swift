import Locking
import NIOPosix
import PleatOutput
import PleatSystem
import SystemPackage

/// Follows one user's list on the machine with the outline: runs `pleat watch` there, again whenever the connection
/// breaks.
final class RemoteWatch: Sendable {
  /// What was received.
  enum Message {
    case step(RemoteStep)
    /// Why nothing is received, as a sentence for the list's readers.
    case trouble(String)
  }

  private struct State {
    var messages: [Message] = []
    var process: Int32?
    var ending: ServedOutline.Answer?
    var isClosed = false
  }

  private let outline: ServedOutline
  private let user: String
  private let state = Lock(State())
  /// One thread waits for ssh, and the other reads its output.
  private let threads = Threads.pool(2)

  private static let arguments = ["--layout=flat", "--names"]
  /// The time before the next attempt, in milliseconds.
  private static let pause: Int32 = 500

  init(_ outline: ServedOutline, as user: String) {
    (self.outline, self.user) = (outline, user)
    threads.submit { [self] _ in listen() }
  }

  /// Returns the messages received since the last call.
  func take() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// Ends ssh.
  func close() {
    state.withLock { state in
      state.isClosed = true
      if let process = state.process { Platform.stop(process) }
    }
  }

  private func listen() {
    while !state.withLock(\.isClosed) {
      let isHeard = Result { try hear() }
      let ending = state.withLock { $0.ending }
      if case .success = isHeard, ending?.status == Failure.Kind.notFound.status {
        note(.step(RemoteStep(list: [])))  // the first edit makes the outline
      } else {
        note(.trouble(ending?.trouble ?? ServedOutline.Answer.lost))
      }
      Platform.sleep(milliseconds: Self.pause)
    }
    threads.shutdownGracefully { _ in }
  }

  /// Runs `watch` once, until it ends.
  private func hear() throws {
    let (reading, writing) = try Platform.closingPipe()
    defer { _ = Result { try reading.close() } }  // it was only read
    state.withLock { $0.ending = nil }
    threads.submit { [self] _ in
      let ending = outline.run(
        "watch", Self.arguments, to: writing, noteProcess: { [self] in note(process: $0) }, as: user)
      state.withLock { ($0.process, $0.ending) = (nil, ending) }
      _ = Result { try writing.close() }  // the reader gets what was written
    }
    var rest: [UInt8] = []
    let output = OpenInput.stream(of: reading, name: "what watch prints")
    while let bytes = try output.next() {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        if let step = try RemoteStep(reading: rest + line) { note(.step(step)) }
        rest = []
      }
      rest += lines.last ?? []
    }
  }

  private func note(process: Int32) {
    state.withLock { state in
      state.process = process
      if state.isClosed { Platform.stop(process) }
    }
  }

  private func note(_ message: Message) { state.withLock { $0.messages.append(message) } }
}

extension ServedOutline.Answer {
  /// The message for readers while the machine with the outline is unreachable.
  static let lost = "The machine with the outline cannot be reached. What you type is kept, and sent when it is back."

  /// Why a list cannot be followed: the other machine refused, or the outline does not exist.
  fileprivate var trouble: String {
    let isRefused = [Failure.Kind.noPermission, .usage, .badData].map(\.status).contains(status)
    return isRefused ? message ?? Self.lost : Self.lost
  }
}
