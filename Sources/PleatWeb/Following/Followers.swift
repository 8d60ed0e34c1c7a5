import ServiceLifecycle
import Synchronization

/// The followers of all users, each of whom has one however many streams they have.
final class Followers: Service {
  private let source: @Sendable (_ user: String) -> sending any ListSource
  private let followers = Mutex<[String: Follower]>([:])

  /// How long a commit may go unnoticed.
  private static let pause = Duration.milliseconds(10)
  private static let beat = Duration.seconds(15)

  init(_ source: @escaping @Sendable (_ user: String) -> sending any ListSource) { self.source = source }

  /// Returns the follower of a user.
  func follower(of user: String) -> Follower {
    followers.withLock { followers in
      if let follower = followers[user] { return follower }
      let follower = Follower(source(user))
      followers[user] = follower
      return follower
    }
  }

  /// Sends changes to streams until the server ends.
  func run() async throws {
    try? await withTaskCancellationOrGracefulShutdownHandler {
      var lastBeat = ContinuousClock.now
      while !Task.isShuttingDownGracefully {
        try await Task.sleep(for: Self.pause)
        let isBeat = lastBeat.duration(to: .now) > Self.beat
        if isBeat { lastBeat = .now }
        try await catchUp(isBeat)
      }
    } onCancelOrGracefulShutdown: {
      self.followers.withLock { Array($0.values) }.forEach { $0.finish() }
    }
  }

  private func forgetIdle() {
    let idle = followers.withLock { followers in
      let idle = followers.filter(\.value.isIdle)
      followers = followers.filter { idle[$0.key] == nil }
      return idle
    }
    idle.values.forEach { $0.finish() }
  }

  private func catchUp(_ isBeat: Bool) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for follower in followers.withLock({ Array($0.values) }) {
        group.addTask {
          try await Threads.following.runIfActive {
            follower.catchUp()
            if isBeat { follower.beat() }
          }
        }
      }
      try await group.waitForAll()
    }
    if isBeat { forgetIdle() }
  }
}
