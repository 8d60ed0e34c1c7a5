import NIOCore
import Synchronization

/// Follows one user's list for all streams of that user.
final class Follower: Sendable {
  private struct State {
    var list: FollowedList
    var streams: [Int: Listener] = [:]
    var lastNumber = 0
    var lastUse = ContinuousClock.now
  }

  /// A stream that receives changes.
  private struct Listener {
    let hasContent: Bool
    /// Whether the reader may still read.
    let isLetIn: @Sendable () -> Bool
    let sink: AsyncStream<ByteBuffer>.Continuation
    /// Ends a stream whose reader is too slow.
    let cut: @Sendable () -> Void
  }

  /// How many events wait for a slow reader before its stream ends; it begins again where it was.
  private static let longestQueue = 256

  private let state: Mutex<State>

  init(_ source: sending any ListSource) { state = Mutex(State(list: FollowedList(source))) }

  /// A part of the list as of one revision.
  struct Window<Lines: Sendable>: Sendable {
    let lines: Lines
    let total: Int
    let revision: Int64
  }

  /// Calls a function with the newest list, and returns its result.
  ///
  /// - Throws: `StoreError`.
  func window<Lines: Sendable>(_ make: @Sendable (FollowedList) throws -> Lines) throws -> Window<Lines> {
    try state.withLock { state in
      try Self.use(&state)
      return Window(lines: try make(state.list), total: state.list.total, revision: state.list.revision)
    }
  }

  /// Returns the newest revision, after telling all streams of the changes up to it.
  ///
  /// - Throws: `StoreError`.
  func newestRevision() throws -> Int64 {
    try state.withLock { state in
      try Self.use(&state)
      return state.list.revision
    }
  }

  /// How often edits of its own user have changed the list, counting the changes that streams have received.
  var ownSteps: Int { state.withLock { $0.list.ownSteps } }

  /// Tells all streams of new changes.
  ///
  /// Does nothing while the file cannot be read; the next request answers with that error.
  func catchUp() { state.withLock { state in _ = Result { try Self.advance(&state) } } }

  /// Ends the streams whose reader may not read any more.
  func endForbidden() {
    // Outside of the lock, which the end of a stream takes.
    let streams = state.withLock(\.streams).filter { !$0.value.isLetIn() }
    streams.values.forEach { $0.sink.finish() }
  }

  /// Shows all streams that the connection is alive.
  func beat() { state.withLock { state in Self.send(to: &state.streams) { _ in StreamEvent.heartbeat } } }

  /// Ends all streams.
  func finish() {
    // Outside of the lock, which the end of a stream takes.
    let sinks = state.withLock { state in
      defer { state.streams = [:] }
      state.list.close()
      return state.streams.values.map(\.sink)
    }
    sinks.forEach { $0.finish() }
  }

  /// Whether nobody has used it for a while.
  var isIdle: Bool {
    state.withLock { $0.streams.isEmpty && $0.lastUse.duration(to: .now) > .seconds(60) }
  }

  /// Opens a stream of the changes after a revision; without one, after the newest.
  ///
  /// - Parameters:
  ///   - revision: The last revision that the reader knows.
  ///   - hasContent: Whether events have the content of the lines that come or change.
  ///   - limit: How many streams there may be.
  ///   - isLetIn: Whether the reader may still read.
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
