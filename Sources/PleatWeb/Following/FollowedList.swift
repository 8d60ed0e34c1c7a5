import ListChanges
import NIOCore
import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatOutput

/// One user's list with its last changes, as the events that streams get.
///
/// A file that does not exist yet is an empty list.
struct FollowedList {
  private let path: String
  private let user: String
  private var view: OutlineView?
  /// The last changes, oldest first.
  private var events: [StreamEvent] = []
  private var size = 0
  /// The revision that the first of the events begins from.
  private var oldest: Int64

  /// How long a reader waits for somebody who saves, before it tries again.
  private static let wait = Duration.milliseconds(50)
  private static let mostEvents = 1_000
  private static let mostBytes = 4 << 20

  init(_ path: String, of user: String) {
    (self.path, self.user) = (path, user)
    oldest = 0
  }

  /// The revision of the list, which grows with every edit.
  var revision: Int64 { view?.lastChange ?? 0 }

  /// How many lines there are.
  var total: Int { view?.numberOfLines ?? 0 }

  /// Moves on to the newest revision.
  ///
  /// - Parameters:
  ///   - hasContent: Whether to say what is on the lines that come or change.
  ///   - tell: Is told of every change.
  /// - Throws: `StoreError`.
  mutating func advance(withContent hasContent: Bool, telling tell: (StreamEvent) -> Void) throws {
    if view == nil, let event = try open() { tell(event) }
    while let view, let step = try view.advanceIfPossible() {
      let event = event(of: step, hasContent, view)
      note(event)
      tell(event)
    }
  }

  /// Returns what a stream that has heard of a revision is to be told first.
  func events(after revision: Int64) -> [StreamEvent] {
    if revision == self.revision { return [] }
    guard revision >= oldest, revision < self.revision else { return [reset()] }
    return events.filter { $0.revision > revision }
  }

  /// Shows lines to a visitor.
  ///
  /// - Throws: `StoreError`, and what the visitor throws.
  func lines<Visitor: LineVisitor>(from line: Int, limit: Int, to visitor: Visitor) throws -> Visitor {
    try view?.lines(from: line, limit: limit, to: visitor) ?? visitor
  }

  private mutating func open() throws -> StreamEvent? {
    do {
      let view = try OutlineView(path, as: user, wait: Self.wait)
      view.namesEntries = true
      self.view = view
    } catch StoreError.missing { return nil }
    let event = reset()
    note(event)
    return event
  }

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

  private func reset() -> StreamEvent { StreamEvent(resetTo: total, revision: revision) }

  /// The event of a step; a reset where the file cannot say any more what is on the lines.
  private func event(of step: ViewStep, _ hasContent: Bool, _ view: OutlineView) -> StreamEvent {
    let isWhole = hasContent && step.changes.contentCount(in: step.after) <= StreamEvent.mostLines
    guard !step.isReset, let short = try? object(of: step, hasContent: false, view) else { return reset() }
    let whole = isWhole ? try? object(of: step, hasContent: true, view) : nil
    return StreamEvent(revision: revision, short: short, whole: whole, orResetTo: total)
  }

  /// The object of a step, as `watch --json` prints it.
  private func object(of step: ViewStep, hasContent: Bool, _ view: OutlineView) throws -> [UInt8] {
    let output = OutputBuffer(nil)
    let form = StepPrinter.Form.json(hasContent: hasContent)
    try StepPrinter(view: view, user: user, layout: .flat, form: form, output: output).print(step)
    return output.bytes.dropLast()  // the line break
  }
}

extension ViewChanges {
  /// How many lines come or change.
  fileprivate func contentCount(in shape: ListShape) -> Int {
    let rows = (insertedRows + reloadedRows).reduce(0) { $0 + $1.count }
    return insertedSections.flatMap(\.range).reduce(rows + reloadedHeaders.reduce(0) { $0 + $1.count }) {
      count, section in
      count + 1 + (shape.rowCount(inSection: section) ?? 0)
    }
  }
}
