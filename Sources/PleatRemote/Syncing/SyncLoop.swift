import OutlineCore
import OutlineRepository
import PleatOutput
import PleatSystem

/// Synchronizes after every edit and as often as an interval says, until a signal ends it.
package struct SyncLoop {
  package let interval: Interval
  package let outline: Outline
  package let isJSON: Bool
  package let context: Context

  /// Creates a synchronization that stays.
  package init(interval: Interval, outline: Outline, isJSON: Bool, context: Context) {
    self.interval = interval
    self.outline = outline
    self.isJSON = isJSON
    self.context = context
  }

  /// Reads how often to look for what came: `30s`, `5m`, `1h`; nil for other words.
  package static func interval(_ words: String) -> Interval? { Interval(words, units: "smh") }

  /// What a synchronization tells.
  package enum News {
    /// What it did, also if that was nothing: the one before has failed.
    case always
    /// What it did, unless that was nothing.
    case ifAny
  }

  /// How often to look for edits, in milliseconds.
  private static let pause: Int32 = 200

  /// For how long edits that follow one another may put a synchronization off.
  private static let patience = Duration.seconds(10)

  /// Synchronizes again and again.
  ///
  /// A failure is said once, until it is another one or the next synchronization succeeds.
  ///
  /// - Throws: What `synchronize` throws the first time, unless it may succeed later: the remote cannot be reached, or somebody
  ///   else is at work.
  package func run(_ synchronize: (News) throws -> Void) throws {
    var said: String?
    var isFirst = true
    while Interruption.signal == nil {
      let seen = state()
      do {
        try synchronize(said == nil ? .ifAny : .always)
        said = nil
      } catch let failure as Failure {
        if Interruption.signal != nil { break }
        let mayPass = [Failure.Kind.inputOutput, .busy, .unsent].contains { $0.status == failure.status }
        if isFirst, !mayPass { throw failure }
        if failure.message != said { context.report(isJSON ? failure.json.text : failure.text) }
        said = failure.message
      }
      isFirst = false
      try context.output.finish()
      wait(since: seen)
    }
    try context.output.finish()
  }

  /// Waits until the interval has passed, somebody has edited the outline, or a signal has come.
  private func wait(since seen: Outline.FileVersion?) {
    let end = ContinuousClock.now + .seconds(interval.seconds)
    var (last, limit) = (seen, end)
    while Interruption.signal == nil, ContinuousClock.now < limit {
      Platform.sleep(milliseconds: Self.pause)
      let now = state()
      if now != seen, now == last { return }  // nobody has edited it since the last look
      if now != seen, last == seen { limit = min(end, ContinuousClock.now + Self.patience) }
      last = now
    }
  }

  /// The version of the file; nil if there is none, or if it cannot be read now.
  private func state() -> Outline.FileVersion? { try? outline.fileVersion() }
}
