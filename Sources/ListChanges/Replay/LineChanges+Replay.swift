/// Why a set of line changes does not fit the list it is replayed on.
public enum LineReplayError: Error, Hashable {
  /// A line of the list before does not exist, or is named twice.
  case badOldLine(Int)
  /// A line of the list after does not exist, or is filled twice.
  case badNewLine(Int)
}

extension LineChanges {
  /// The lines after: the structure stage, then the content stage, played on `before`.
  ///
  /// Of `after` only what is inserted or reloaded is read, and its length nowhere. O(length of the lists).
  /// - Throws: ``LineReplayError`` when an index is outside its list or a line is named twice.
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
