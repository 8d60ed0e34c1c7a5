import PleatSystem

/// Shows the progress of a long command on a terminal, after half a second.
package final class Progress {
  private let what: String
  private let total: Int?
  private let show: ((String) -> Void)?
  private let now: () -> MonotonicTime
  private let start: MonotonicTime
  private var next = 512
  private var last: MonotonicTime?
  package private(set) var rows = 0
  private var bytes = 0

  /// Creates the progress of a command that begins now.
  ///
  /// - Parameters:
  ///   - what: The activity, which begins the line.
  ///   - total: The number of bytes to read; nil if it is unknown.
  ///   - now: Returns the current time.
  ///   - show: Shows a line in place of the previous one; nil to show nothing.
  package init(
    _ what: String, total: Int?, now: @escaping () -> MonotonicTime = { .now }, show: ((String) -> Void)?
  ) {
    self.what = what
    self.now = now
    start = now()
    self.total = total
    self.show = show
  }

  /// Adds to the number of bytes that were read.
  package func read(_ count: Int) { bytes += count }

  /// Counts a row or a section.
  ///
  /// - Throws: A ``Failure`` if there was an interrupt.
  package func step() throws {
    rows += 1
    guard rows >= next else { return }
    next = rows + 512
    try Interruption.check()
    let now = now()
    let isDue = last.map { now - $0 > .milliseconds(100) } ?? (now - start > .milliseconds(500))
    guard let show, isDue else { return }
    last = now
    show(line(after: now - start))
  }

  /// Shows the completed part in percent.
  package func show(part: Int, of whole: Int) {
    let now = now()
    guard let show, now - start > .milliseconds(500), last.map({ now - $0 > .milliseconds(100) }) ?? true else {
      return
    }
    last = now
    show("\(what) \(whole > 0 ? part * 100 / whole : 100) %")
  }

  /// Clears the line.
  package func finish() {
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

/// The last line of a terminal, which each text overwrites.
package enum ProgressLine {
  /// Shows a text in place of the previous one; an empty text clears the line.
  package static func show(_ text: String) {
    let errors = OutputBuffer(.standardError)
    errors.write("\r\u{1B}[K\(text)")
    _ = Result { try errors.finish() }  // there is nowhere left to report it
  }
}
