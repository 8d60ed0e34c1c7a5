import Locking
import NIOCore
import PleatSystem

/// Follows one user's list on behalf of all streams of that user.
final class Follower: Sendable {
  private struct State {
    var list: FollowedList
    var streams: [Int: Listener] = [:]
    var lastNumber = 0
    var lastUse = MonotonicTime.now
  }

  /// A stream that receives changes.
  private struct Listener {
    let hasContent: Bool
    /// Whether the reader still has access.
    let isLetIn: @Sendable () -> Bool
    let sink: AsyncStream<ByteBuffer>.Continuation
    /// Ends a stream whose reader is too slow.
    let cut: @Sendable () -> Void
  }

  /// How many events may wait for a slow reader before its stream ends; the reader then reconnects and continues.
  private static let longestQueue = 256

  private let state: Lock<State>

  init(_ source: sending any ListSource) { state = Lock(State(list: FollowedList(source))) }

  /// A part of the list as of one revision.
  struct Window<Lines: Sendable>: Sendable {
    let lines: Lines
    let total: Int
    let revision: Int64
  }

  /// Passes the newest list to a function, and returns its result.
  ///
  /// - Throws: `StoreError`.
  func window<Lines: Sendable>(_ make: @Sendable (FollowedList) throws -> Lines) throws -> Window<Lines> {
    try state.withLock { state in
      try Self.use(&state)
      return Window(lines: try make(state.list), total: state.list.total, revision: state.list.revision)
    }
  }

  /// Returns the newest revision, after sending the changes up to it to all streams.
  ///
  /// - Throws: `StoreError`.
  func newestRevision() throws -> Int64 {
    try state.withLock { state in
      try Self.use(&state)
      return state.list.revision
    }
  }

  /// How many times edits by its own user have changed the list, as far as streams have received the changes.
  var ownSteps: Int { state.withLock { $0.list.ownSteps } }

  /// Sends new changes to all streams.
  ///
  /// Does nothing while the file cannot be read; the next request then reports the error.
  func catchUp() { state.withLock { state in _ = Result { try Self.advance(&state) } } }

  /// Ends the streams whose readers have lost access.
  func endForbidden() {
    // This is done outside the lock, since ending a stream takes the lock.
    let streams = state.withLock(\.streams).filter { !$0.value.isLetIn() }
    streams.values.forEach { $0.sink.finish() }
  }

  /// Sends a heartbeat to all streams.
  func beat() { state.withLock { state in Self.send(to: &state.streams) { _ in StreamEvent.heartbeat } } }

  /// Ends all streams.
  func finish() {
    // This is done outside the lock, since ending a stream takes the lock.
    let sinks = state.withLock { state in
      defer { state.streams = [:] }
      state.list.close()
      return state.streams.values.map(\.sink)
    }
    sinks.forEach { $0.finish() }
  }

  /// Whether it has not been used for a while.
  var isIdle: Bool {
    state.withLock { $0.streams.isEmpty && $0.lastUse.elapsed > .seconds(60) }
  }

  /// Opens a stream of the changes after a revision; without one, after the newest.
  ///
  /// - Parameters:
  ///   - revision: The last revision that the reader knows.
  ///   - hasContent: Whether events include the content of inserted and changed lines.
  ///   - limit: How many streams there may be.
  ///   - isLetIn: Whether the reader still has access.
  ///   - cut: Ends the connection of a reader that is too slow.
  /// - Returns: The stream; nil if there are too many.
  /// - Throws: `StoreError`.
  func stream(
    after revision: Int64?, hasContent: Bool, limit: Int, while isLetIn: @escaping @Sendable () -> Bool,
    cut: @escaping @Sendable () -> Void
  ) throws -> AsyncStream<ByteBuffer>? {
    try state.withLock { state in
      if state.streams.count >= limit { return nil }
      try Self.use(&state)
      state.lastNumber += 1
      let number = state.lastNumber
      let (stream, sink) = AsyncStream.makeStream(
        of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.longestQueue))
      let missed = revision.map(state.list.events) ?? []
      sink.yield(StreamEvent.start(missed.isEmpty ? state.list.revision : revision ?? 0))
      if missed.count >= Self.longestQueue {
        sink.yield(StreamEvent(resetTo: state.list.total, revision: state.list.revision).short)
      } else {
        missed.forEach { sink.yield(hasContent ? $0.whole : $0.short) }
      }
      if let event = state.list.troubleEvent { sink.yield(event.short) }
      sink.onTermination = { [weak self] _ in self?.forget(number) }
      state.streams[number] = Listener(hasContent: hasContent, isLetIn: isLetIn, sink: sink, cut: cut)
      return stream
    }
  }

  private func forget(_ number: Int) {
    state.withLock { state in
      state.streams[number] = nil
      state.lastUse = .now
    }
  }

  private static func use(_ state: inout State) throws {
    state.lastUse = .now
    try advance(&state)
  }

  private static func advance(_ state: inout State) throws {
    let hasContent = state.streams.values.contains(where: \.hasContent)
    var (list, streams) = (state.list, state.streams)
    defer { (state.list, state.streams) = (list, streams) }
    try list.advance(withContent: hasContent) { event in
      send(to: &streams) { $0 ? event.whole : event.short }
    }
  }

  private static func send(to streams: inout [Int: Listener], _ event: (_ hasContent: Bool) -> ByteBuffer) {
    for (number, listener) in streams {
      if !listener.isLetIn() {
        streams[number] = nil
        listener.cut()
        continue
      }
      if case .enqueued = listener.sink.yield(event(listener.hasContent)) { continue }
      streams[number] = nil
      listener.cut()
    }
  }
}
