import ListChanges
import OutlineCore
import TerminalText

extension Frame {
  /// What a screen line shows: a section or row, and the index of this line within it.
  package struct Source: Hashable, Sendable {
    package let item: ItemID
    package let row: Int
  }
}

/// The frames of an animation between two frames: arriving lines slide in and leaving lines slide out.
struct FrameMotion {
  /// A screen line, by its index in one of the frames.
  fileprivate enum Line {
    /// In both frames, with its index in the new one.
    case kept(Int)
    /// In the old frame only.
    case leaving(Int)
    /// In the new frame only.
    case arriving(Int)
  }

  private let old: Frame
  private let new: Frame
  private let motion: Motion
  /// Runs of lines of the same kind, in the order of the screen.
  private let runs: [[Line]]

  /// Compares two frames; nil if they have different sizes, or have no lines in common that are in the same order.
  init?(from old: Frame, to new: Frame, _ motion: Motion) {
    guard old.rows.count == new.rows.count, old.statusRows == new.statusRows, old.headRows == new.headRows,
      let runs = Self.runs(from: old.sources, to: new.sources)
    else { return nil }
    self.old = old
    self.new = new
    self.motion = motion
    self.runs = runs
  }

  private static func runs(from old: [Frame.Source], to new: [Frame.Source]) -> [[Line]]? {
    let found = new.enumerated().map { index, source in (source, index) }
    let indices = Dictionary(found) { first, _ in first }
    var lines: [Line] = []
    var next = 0
    for (index, source) in old.enumerated() {
      guard let target = indices[source] else {
        lines.append(.leaving(index))
        continue
      }
      if target < next { return nil }
      lines += (next..<target).map(Line.arriving)
      lines.append(.kept(target))
      next = target + 1
    }
    if next == 0 { return nil }
    lines += (next..<max(next, new.count)).map(Line.arriving)
    return lines.reduce(into: []) { runs, line in
      if let last = runs.last?.last, last.isSameKind(as: line) {
        runs[runs.count - 1].append(line)
      } else {
        runs.append([line])
      }
    }
  }

  /// Returns frames between the two, with more and more of the arriving lines and less and less of the leaving ones.
  func frames(_ count: Int) -> [Frame] {
    var frames: [Frame] = []
    for step in 1..<(max(count, 0) + 1) {
      let frame = frame(step, of: count + 1)
      if frame.rows != (frames.last ?? old).rows, frame.rows != new.rows { frames.append(frame) }
    }
    return frames
  }

  private func frame(_ step: Int, of steps: Int) -> Frame {
    let height = old.sources.count + (new.sources.count - old.sources.count) * step / steps
    var rows: [[Span]] = []
    for (index, run) in runs.enumerated() {
      let isLast = index == runs.count - 1
      for line in part(of: run, step, of: steps, isFirst: index == 0, isLast: isLast).prefix(height - rows.count) {
        switch line {
        case .kept(let row), .arriving(let row): rows.append(new.rows[new.headRows + row])
        case .leaving(let row): rows.append(old.rows[old.headRows + row])
        }
      }
    }
    let (head, status) = (new.rows.prefix(new.headRows), new.rows.suffix(new.statusRows))
    rows = Array(head) + rows.prefix(new.rows.count - status.count - head.count)
    rows += Array(repeating: [], count: new.rows.count - status.count - rows.count)
    return Frame(rows: rows + status)
  }

  /// Returns the lines of a run that are visible at a step.
  private func part(of run: [Line], _ step: Int, of steps: Int, isFirst: Bool, isLast: Bool) -> ArraySlice<Line> {
    let count = run.count * step / steps
    switch run[0] {
    case .kept: return run[...]
    // Lines at the lower edge of the screen slide over that edge; the caller cuts them to fit.
    case .leaving where isLast, .arriving where isLast: return run[...]
    case .leaving: return isFirst || motion.deletesTowards == .top ? run.dropFirst(count) : run.dropLast(count)
    case .arriving: return isFirst || motion.insertsFrom == .top ? run.suffix(count) : run.prefix(count)
    }
  }
}

extension FrameMotion.Line {
  fileprivate func isSameKind(as other: Self) -> Bool {
    switch (self, other) {
    case (.kept, .kept), (.leaving, .leaving), (.arriving, .arriving): true
    case (.kept, _), (.leaving, _), (.arriving, _): false
    }
  }
}
