/// Says how far a long command is, on a terminal, once it has taken half a second.
final class Progress {
  private let what: String
  private let total: Int?
  private let show: ((String) -> Void)?
  private let start = ContinuousClock.now
  private var next = 512
  private var last: ContinuousClock.Instant?
  private(set) var rows = 0
  private var bytes = 0

  /// - Parameters:
  ///   - total: how many bytes there are to read; nil where that is not known.
  ///   - show: shows a line in place of the last one; nil to say nothing.
  init(_ what: String, total: Int?, show: ((String) -> Void)?) {
    self.what = what
    self.total = total
    self.show = show
  }

  /// Notes that so many bytes were read.
  func read(_ count: Int) { bytes += count }

  /// Notes a row or section; where there was an interrupt, throws.
  func step() throws {
    rows += 1
    guard rows >= next else { return }
    next = rows + 512
    try Interruption.check()
    let now = ContinuousClock.now
    let isDue = last.map { now - $0 > .milliseconds(100) } ?? (now - start > .milliseconds(500))
    guard let show, isDue else { return }
    last = now
    show(line(after: now - start))
  }

  /// Takes the line away.
  func finish() {
    if last != nil { show?("") }
  }

  private func line(after time: Duration) -> String {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let rate = "\(rows) rows, \(Int(Double(rows) / seconds)) a second"
    guard let total, total > 0 else { return "\(what) \(rate)" }
    let share = min(Double(bytes) / Double(total), 1)
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    return "\(what) [\(bar)] \(Int(share * 100)) %, \(rate)"
  }
}

/// The last line of a terminal that is written again and again.
enum ProgressLine {
  /// Shows a text in place of the last one; an empty text takes it away.
  static func show(_ text: String) {
    let errors = OutputBuffer(.standardError)
    errors.write("\r\u{1B}[K\(text)")
    _ = Result { try errors.finish() }  // nobody is left to be told
  }
}
