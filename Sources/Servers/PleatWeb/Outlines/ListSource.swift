import ListChanges
import OutlineCore
import OutlineJSON
import OutlineRepository
import PleatOutput
import PleatSystem

/// The source of a list that streams follow: a file on this machine, or another machine.
protocol ListSource {
  /// The revision of the list, which increases with every change.
  var revision: Int64 { get }
  var total: Int { get }
  /// Why the list cannot be followed now, as a sentence for its readers; nil if it can.
  var trouble: String? { get }
  /// How many times edits by its own user have changed the list.
  var ownSteps: Int { get }

  /// Advances by one change, and returns it; nil if there is no newer one.
  ///
  /// - Parameter hasContent: Whether changes include the content of inserted and changed lines.
  mutating func next(withContent hasContent: Bool) throws -> ListStep?

  /// Returns lines as a JSON array in the form of `list --json`.
  func lines(from line: Int, limit: Int) throws -> [UInt8]

  /// Ends the processes started by the source.
  func close()
}

/// A change of a list.
enum ListStep {
  /// The object of a change in the form of `watch --json`, without and with the content of lines; if that is nil, a
  /// reader who wants the content reads the list again.
  case changes(short: [UInt8], whole: [UInt8]?)
  /// The list has to be read again.
  case reset
}

/// A user's list from a file on this machine; a missing file is an empty list.
struct FileSource: ListSource {
  private let path: String
  private let user: String
  private var view: OutlineView?

  /// How long to wait before reading again while somebody else saves.
  private static let wait = Duration.milliseconds(50)

  init(_ path: String, of user: String) { (self.path, self.user) = (path, user) }

  var revision: Int64 { view?.lastChange ?? 0 }
  var total: Int { view?.numberOfLines ?? 0 }
  var trouble: String? { nil }
  var ownSteps: Int { 0 }  // nobody waits for them, as a file is read again at once

  mutating func next(withContent hasContent: Bool) throws -> ListStep? {
    guard let view else { return try open() }
    guard let step = try view.advanceIfPossible() else { return nil }
    let isWhole = hasContent && step.changes.contentCount(in: step.after) <= StreamEvent.mostLines
    guard !step.isReset, let short = try? object(of: step, hasContent: false, view) else { return .reset }
    return .changes(short: short, whole: isWhole ? try? object(of: step, hasContent: true, view) : nil)
  }

  func lines(from line: Int, limit: Int) throws -> [UInt8] {
    let output = OutputBuffer(nil)
    let renderer = JSONRenderer(to: output)
    try (view?.lines(from: line, limit: limit, to: renderer) ?? renderer).end()
    return output.bytes
  }

  func close() {}

  private mutating func open() throws -> ListStep? {
    do {
      let view = try OutlineView(path, as: user, wait: Self.wait)
      view.namesEntries = true
      self.view = view
      return .reset
    } catch StoreError.missing { return nil }
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
  /// Returns how many lines are inserted or changed.
  fileprivate func contentCount(in shape: ListShape) -> Int {
    let rows = (insertedRows + reloadedRows).reduce(0) { $0 + $1.count }
    return insertedSections.flatMap(\.range).reduce(rows + reloadedHeaders.reduce(0) { $0 + $1.count }) {
      count, section in
      count + 1 + (shape.rowCount(inSection: section) ?? 0)
    }
  }
}

/// A user's list on another machine, as reported by `pleat watch` there.
struct RemoteSource: ListSource {
  private let watch: RemoteWatch
  private var lines: [RemoteLine] = []
  private var waiting: [RemoteWatch.Message] = []
  /// The first revision, which increases with every start, so that a stream from an earlier run begins anew.
  private let first = Platform.now * 1_000
  private var steps: Int64 = 0
  private(set) var trouble: String? = "The list is being fetched."
  private(set) var ownSteps = 0

  init(_ watch: RemoteWatch) { self.watch = watch }

  var revision: Int64 { steps == 0 ? 0 : first + steps }
  var total: Int { lines.count }

  mutating func next(withContent hasContent: Bool) throws -> ListStep? {
    if waiting.isEmpty { waiting = watch.take().reversed() }
    while let message = waiting.popLast() {
      switch message {
      case .trouble(let sentence): trouble = sentence
      case .step(let step):
        trouble = nil
        if let list = step.list, list.isEmpty, lines.isEmpty, steps > 0 { continue }
        lines = try step.lines(after: lines)
        steps += 1
        if step.isOwn || step.list != nil { ownSteps += 1 }
        if step.list != nil { return .reset }
        return .changes(short: step.short, whole: step.content.count > StreamEvent.mostLines ? nil : step.whole)
      }
    }
    return nil
  }

  func lines(from line: Int, limit: Int) throws -> [UInt8] {
    let end = min(lines.count, line + min(limit, lines.count))
    var counter = LineCounter(of: lines), bytes = Array("[".utf8)
    for index in 0..<end {
      counter.pass(index)
      if index < line { continue }
      bytes += (index == line ? "\n" : ",\n").utf8
      lines[index].append(with: counter.members(at: index), to: &bytes)
    }
    return bytes + (bytes.count == 1 ? "]\n" : "\n]\n").utf8
  }

  func close() { watch.close() }
}
