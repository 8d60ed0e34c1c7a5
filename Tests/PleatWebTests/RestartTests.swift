import Foundation
import Locking
import TestPrograms
import Testing

/// The server is killed and started again while clients edit: nothing that was acknowledged is lost, nothing is made twice.
@Suite(.serialized)
struct RestartTests {
  @Test func `what clients send again after a kill is made once`() throws {
    let shared = Shared(try WebServer())
    let acknowledged = Lock<[String]>([])
    let threads = (0..<10).map { client in
      Worker {
        for number in 0..<30 {
          let name = "edit-\(client)-\(number)"
          do {
            try shared.send("add \(name) --in Home", key: client * 1_000 + number + 1)
            acknowledged.withLock { $0.append(name) }
          } catch { Issue.record(error) }
        }
      }
    }
    let reader = Reader(shared)
    let following = Worker { do { try reader.run() } catch { Issue.record(error) } }
    for round in 1...5 {
      try waitUntil("\(round * 45) edits are acknowledged") { acknowledged.withLock(\.count) >= round * 45 }
      try shared.restart()
    }
    threads.forEach { $0.wait() }
    #expect(acknowledged.withLock(\.count) == 300)
    let lines = try JSON.objects(shared.use { try $0.pleat("list", "--json").text })
    let counts = Dictionary(lines.compactMap { $0["text"] as? String }.map { ($0, 1) }, uniquingKeysWith: +)
    for name in acknowledged.withLock(\.self) { #expect(counts[name] == 1, "\(name)") }
    let last = try shared.use { try $0.get("/lines")["Pleat-Revision"] ?? "" }
    try waitUntil("the reader has heard of the last edit", limit: .seconds(20)) { reader.revision == last }
    #expect(reader.longestGap < .seconds(2), "\(reader.longestGap)")
    shared.end()
    following.wait()
  }

  /// What all threads have of the server.
  private final class Shared: Sendable {
    private struct State {
      var server: WebServer
      var started = ContinuousClock.now
      var isEnded = false
    }

    private let state: Lock<State>

    init(_ server: sending WebServer) { state = Lock(State(server: server)) }

    func use<T: Sendable>(_ work: (WebServer) throws -> T) throws -> T {
      try state.withLock { try work($0.server) }
    }

    var place: RawClient.Place { state.withLock { $0.server.place } }
    var head: String { state.withLock { "Host: \($0.server.host)\r\nCookie: \($0.server.cookie)\r\n" } }
    var origin: String { state.withLock { "Origin: http://\($0.server.host)\r\n" } }
    var started: ContinuousClock.Instant { state.withLock(\.started) }
    var isEnded: Bool { state.withLock(\.isEnded) }

    func end() { state.withLock { $0.isEnded = true } }

    func restart() throws {
      try state.withLock { state in
        try state.server.killAndStart()
        state.started = .now
      }
    }

    /// Sends an edit until it is answered.
    func send(_ edit: String, key: Int) throws {
      try waitUntil("'\(edit)' is answered") {
        guard let client = try? RawClient(place, patience: 5) else { return false }
        client.send(
          "POST /apply HTTP/1.1\r\n\(head)\(origin)Idempotency-Key: \(key)\r\nContent-Length: \(edit.utf8.count)\r\n\r\n\(edit)"
        )
        return client.response().status == 200
      }
    }
  }

  /// Listens to the server, and begins again where it was when the connection ends.
  private final class Reader: Sendable {
    private let shared: Shared
    private let state = Lock((revision: "", gap: Duration.zero))

    init(_ shared: Shared) { self.shared = shared }

    var revision: String { state.withLock(\.revision) }
    var longestGap: Duration { state.withLock(\.gap) }

    func run() throws {
      try waitUntil("the test has ended") {
        if let client = try? RawClient(shared.place, patience: 1) { follow(client) }
        return shared.isEnded
      }
    }

    /// Reads the events of a connection to its end.
    private func follow(_ client: RawClient) {
      let last = revision.isEmpty ? "" : "Last-Event-ID: \(revision)\r\n"
      client.send("GET /changes?content=no HTTP/1.1\r\n\(shared.head)\(last)\r\n")
      let stream = RawStream(client)
      var isFirst = true
      while let event = stream.next() {
        let gap = shared.started.duration(to: .now)
        state.withLock { state in
          if isFirst { state.gap = max(state.gap, gap) }
          state.revision = event.id
        }
        isFirst = false
      }
    }
  }
}

/// Work on a thread of its own.
private final class Worker {
  private let done = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Void) {
    let done = done
    Thread.detachNewThread {
      work()
      done.signal()
    }
  }

  func wait() { done.wait() }
}
