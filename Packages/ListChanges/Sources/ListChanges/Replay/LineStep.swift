/// A single change of a list view without sections, for views that take one change at a time.
///
/// The indices are valid once all earlier steps have been applied.
public enum LineStep: Hashable, Sendable {
  /// Deletes neighbouring lines.
  case delete(IndexRun)
  /// Inserts neighbouring lines; these are also their indices in the list after.
  case insert(IndexRun)
  /// Draws lines again; these are also their indices in the list after.
  case reload(IndexRun)
}

extension LineStep: CustomStringConvertible {
  /// The step in the notation of ``LineChanges``, for example `-L3x4`.
  public var description: String {
    switch self {
    case .delete(let run): "-L\(run.notation)"
    case .insert(let run): "+L\(run.notation)"
    case .reload(let run): "~L\(run.notation)"
    }
  }
}

extension LineChanges {
  /// The changes as a sequence of steps, for views that take one change at a time.
  ///
  /// The steps first delete lines, from the last to the first, then insert lines, from the first to the last, and then
  /// reload lines. A move is a deletion and an insertion. O(runs · log runs).
  public var steps: [LineStep] {
    let leaving = movedLines.map { IndexRun($0.from, count: $0.count) }
    let arriving = movedLines.map { IndexRun($0.to, count: $0.count) }
    var steps: [LineStep] = Runs.merging(deletedLines + leaving).reversed().map { .delete($0) }
    steps += Runs.merging(insertedLines + arriving).map { .insert($0) }
    steps += reloadedLines.map { .reload($0) }
    return steps
  }
}

/// An error in line changes that do not match the list that they are replayed on.
public enum LineReplayError: Error, Hashable {
  /// A line of the list before does not exist or is removed twice.
  case badOldLine(Int)
  /// A line of the list after does not exist or is filled twice.
  case badNewLine(Int)
}

extension LineReplayError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .badOldLine(let line): "Line \(line) of the list before is not there, or leaves twice."
    case .badNewLine(let line): "Line \(line) of the list after is not there, or arrives twice."
    }
  }
}

extension LineChanges {
  /// Applies the changes to a copy of the lines before, and returns the lines after.
  ///
  /// Reads only the inserted and reloaded lines of `after`. O(length of the lists).
  /// - Parameters:
  ///   - before: The lines before.
  ///   - after: The lines after, which provide new content.
  /// - Throws: ``LineReplayError`` if an index is outside its list or a line is named twice.
  public func replay<Line>(on before: [Line], reading after: [Line]) throws(LineReplayError) -> [Line] {
    var lines: [Line]
    do throws(BadIndex) {
      lines = try ListChanges.replay(
        deleted: deletedLines, inserted: insertedLines, moved: movedLines, on: before, reading: after)
    } catch {
      switch error {
      case .old(let line): throw .badOldLine(line)
      case .new(let line): throw .badNewLine(line)
      }
    }
    for run in reloadedLines {
      for line in run.range {
        guard lines.indices.contains(line), after.indices.contains(line) else { throw .badNewLine(line) }
        lines[line] = after[line]
      }
    }
    return lines
  }
}
