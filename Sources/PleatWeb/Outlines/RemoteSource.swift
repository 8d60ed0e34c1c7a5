import OutlineJSON
import PleatSystem

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
