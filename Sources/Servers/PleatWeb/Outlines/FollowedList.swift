/// One user's list and its latest changes, as events for streams.
struct FollowedList {
  private var source: any ListSource
  /// The latest changes, oldest first.
  private var events: [StreamEvent] = []
  private var size = 0
  /// The revision before the first of the events.
  private var oldest: Int64 = 0
  /// The problem that was last reported to streams.
  private var trouble: String?

  private static let mostEvents = 1_000
  private static let mostBytes = 4 << 20

  init(_ source: any ListSource) { self.source = source }

  /// The revision of the list, which increases with every edit.
  var revision: Int64 { source.revision }

  var total: Int { source.total }

  /// How many times edits by its own user have changed the list.
  var ownSteps: Int { source.ownSteps }

  /// Advances to the newest revision.
  ///
  /// - Parameters:
  ///   - hasContent: Whether changes include the content of inserted and changed lines.
  ///   - tell: Receives every change.
  mutating func advance(withContent hasContent: Bool, telling tell: (StreamEvent) -> Void) throws {
    while let step = try source.next(withContent: hasContent) {
      let event =
        switch step {
        case .reset: StreamEvent(resetTo: total, revision: revision)
        case .changes(let short, let whole):
          StreamEvent(revision: revision, short: short, whole: whole.map(RenderedLines.added), orResetTo: total)
        }
      note(event)
      tell(event)
    }
    if source.trouble == trouble { return }
    trouble = source.trouble
    tell(StreamEvent(trouble: trouble, revision: revision))
  }

  /// Returns the events for a stream that knows the list as of this revision.
  func events(after revision: Int64) -> [StreamEvent] {
    if revision == self.revision { return [] }
    guard revision >= oldest, revision < self.revision else {
      return [StreamEvent(resetTo: total, revision: self.revision)]
    }
    return events.filter { $0.revision > revision }
  }

  /// The event that tells a new stream why the list cannot be followed; nil if it can.
  var troubleEvent: StreamEvent? { trouble.map { StreamEvent(trouble: $0, revision: revision) } }

  /// Returns lines as a JSON array in the form of `list --json`.
  func lines(from line: Int, limit: Int) throws -> [UInt8] { try source.lines(from: line, limit: limit) }

  /// Ends the processes started for the list.
  func close() { source.close() }

  private mutating func note(_ event: StreamEvent) {
    if event.isReset {
      (events, size, oldest) = ([], 0, event.revision)
      return
    }
    events.append(event)
    size += event.size
    while events.count > Self.mostEvents || size > Self.mostBytes {
      let first = events.removeFirst()
      size -= first.size
      oldest = first.revision
    }
  }
}
