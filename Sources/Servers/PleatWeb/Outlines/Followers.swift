import Locking
import PleatSystem
import ServiceLifecycle

/// The followers of all lists: one for each user and outline, whatever the number of streams.
final class Followers: Service {
  /// Identifies the list of one user in one outline.
  private struct Key: Hashable {
    let path: String
    let user: String
  }

  private let source: @Sendable (ServedOutline, _ user: String) -> sending any ListSource
  private let followers = Lock<[Key: Follower]>([:])

  /// How often to look for commits.
  private static let pause = Duration.milliseconds(10)
  private static let beat = Duration.seconds(15)
  /// How often to check access, so that a stream without changes soon ends once the token, cookie or right is gone.
  private static let check = Duration.seconds(1)

  init(_ source: @escaping @Sendable (ServedOutline, _ user: String) -> sending any ListSource) {
    self.source = source
  }

  /// Returns the follower of a user's list of an outline.
  func follower(of user: String, in outline: ServedOutline) -> Follower {
    let key = Key(path: outline.path, user: user)
    return followers.withLock { followers in
      if let known = followers[key] { return known }
      let follower = Follower(source(outline, user))
      followers[key] = follower
      return follower
    }
  }

  /// Sends changes to streams until the server ends.
  func run() async throws {
    try? await withTaskCancellationOrGracefulShutdownHandler {
      var (lastBeat, lastCheck) = (MonotonicTime.now, MonotonicTime.now)
      while !Task.isShuttingDownGracefully {
        try await Task.sleep(for: Self.pause)
        let isBeat = lastBeat.elapsed > Self.beat
        if isBeat { lastBeat = .now }
        try await catchUp(isBeat: isBeat)
        if lastCheck.elapsed < Self.check { continue }
        lastCheck = .now
        try await Threads.following.runIfActive { self.forgetUnused() }
      }
    } onCancelOrGracefulShutdown: {
      self.followers.withLock { Array($0.values) }.forEach { $0.finish() }
    }
  }

  /// Ends unused followers, and the streams of users who have lost access to the outline.
  private func forgetUnused() {
    for (key, follower) in followers.withLock({ $0 }) {
      follower.endForbidden()
      if !follower.isIdle { continue }
      followers.withLock { $0[key] = nil }
      follower.finish()
    }
  }

  private func catchUp(isBeat: Bool) async throws {
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
  }
}
