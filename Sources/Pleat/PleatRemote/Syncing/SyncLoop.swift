import OutlineCore
import OutlineRepository
import PleatOutput
import PleatSystem

/// Synchronizes after every edit, and once per interval, until a signal ends it.
package struct SyncLoop {
  package let interval: Interval
  package let outline: Outline
  package let isJSON: Bool
  package let context: Context

  package init(interval: Interval, outline: Outline, isJSON: Bool, context: Context) {
    self.interval = interval
    self.outline = outline
    self.isJSON = isJSON
    self.context = context
  }

  /// Reads an interval such as `30s`, `5m` or `1h`; nil for any other text.
  package static func interval(_ words: String) -> Interval? { Interval(words, units: "smh") }

  /// When to report a synchronization.
  package enum News {
    /// Always, even without changes, because the previous one failed.
    case always
    /// Only if it changed something.
    case ifAny
  }

  /// How often to look for edits, in milliseconds.
  private static let pause: Int32 = 200

  /// The longest delay of a synchronization while edits follow each other quickly.
  private static let patience = Duration.seconds(10)

  /// Synchronizes repeatedly.
  ///
  /// A repeated failure is reported once.
  ///
  /// - Throws: The error of the first synchronization, unless a later one may succeed, because the remote is
  ///   unreachable or somebody else is at work.
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

  /// Waits until the interval has passed, a signal has come, or the outline was edited and edits have paused.
  private func wait(since seen: Outline.FileVersion?) {
    let end = MonotonicTime.now + .seconds(interval.seconds)
    var (last, limit) = (seen, end)
    while Interruption.signal == nil, MonotonicTime.now < limit {
      Platform.sleep(milliseconds: Self.pause)
      let now = state()
      if now != seen, now == last { return }  // nobody has edited it since the last look
      if now != seen, last == seen { limit = min(end, MonotonicTime.now + Self.patience) }
      last = now
    }
  }

  /// The version of the file; nil if it does not exist, or cannot be read.
  private func state() -> Outline.FileVersion? { try? outline.fileVersion() }
}
