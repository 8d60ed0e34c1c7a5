/// An error in line changes that do not match the list that they are replayed on.
public enum LineReplayError: Error, Hashable {
  /// A line of the list before does not exist or is removed twice.
  case badOldLine(Int)
  /// A line of the list after does not exist or is filled twice.
  case badNewLine(Int)
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
