import ListChanges
import OutlineCore
import OutlineRepository

extension Screen {
  func moveUp() { moveCurrent(by: -1) }

  func moveDown() { moveCurrent(by: 1) }

  private func moveCurrent(by step: Int) {
    guard let line = current, let position = view.shape.position(ofLine: state.livePort.cursor) else { return }
    let target =
      switch position {
      case .row(let path): rowTarget(path, by: step)
      case .header(let section): sectionTarget(section, by: step)
      }
    guard let target else {
      state.message = step < 0 ? "There is nothing above to move to." : "There is nothing below to move to."
      return
    }
    perform(.move(Address(line.id), to: target), done: "moved", words: words("move", [line]))
  }

  /// Returns the placement next to the closest row with the same parent; at either end of a section, a place in the
  /// section before or after it, if that is expanded.
  private func rowTarget(_ path: RowPath, by step: Int) -> Placement? {
    guard let row = (try? view.row(at: path)) ?? nil else { return nil }
    let next = self.row(from: row.line + step, by: step, in: path.section) {
      $0.level < row.level || $0.level == row.level && !isHidden($0.line)
    }
    if let next, next.level == row.level { return step < 0 ? .before(.row(next.id)) : .after(.row(next.id)) }
    guard row.level == 1, let header = view.header(ofSection: path.section + step), !header.isCollapsed,
      state.bounds.contains(header.line)
    else { return nil }
    return .inside(.section(header.section.id), step < 0 ? .last : .first)
  }

  /// Returns the placement next to the closest section with the same parent.
  private func sectionTarget(_ section: Int, by step: Int) -> Placement? {
    guard let level = view.header(ofSection: section)?.section.level else { return nil }
    var index = section + step
    while let header = view.header(ofSection: index), header.section.level >= level,
      state.bounds.contains(header.line)
    {
      if header.section.level == level {
        let address = Address.section(header.section.id)
        return step < 0 ? .before(address) : .after(address)
      }
      index += step
    }
    return nil
  }
}

// Parents and neighbours of lines.
extension Screen {
  /// Returns the line of the parent row or header; nil for an outermost section.
  func line(around position: ListPosition) -> Int? {
    switch position {
    case .header(let section): view.index(enclosingSection: section).flatMap(view.shape.headerLine)
    case .row(let path): parent(of: path)?.line ?? view.shape.headerLine(ofSection: path.section)
    }
  }

  private func parent(of path: RowPath) -> RowLine? {
    guard let row = (try? view.row(at: path)) ?? nil, row.level > 1 else { return nil }
    return self.row(from: row.line - 1, by: -1, in: path.section) { $0.level < row.level }
  }

  /// Returns the first row after this one in the same section that is not below it; nil if there is none.
  func rowAfterSubtree(of path: RowPath) -> RowLine? {
    guard let row = (try? view.row(at: path)) ?? nil else { return nil }
    return self.row(from: row.line + 1, by: 1, in: path.section) { $0.level <= row.level }
  }

  /// Returns the nearest row of a section that satisfies a condition, in one direction from a line; nil if there is
  /// none.
  private func row(from line: Int, by step: Int, in section: Int, where fits: (RowLine) -> Bool) -> RowLine? {
    guard let header = view.shape.headerLine(ofSection: section) else { return nil }
    let all = (header + 1)..<(header + 1 + (view.numberOfRows(inSection: section) ?? 0))
    var next = line
    while all.contains(next) {
      let start = step > 0 ? next : next + 1 - Self.rowsAtOnce
      let part = (start..<(start + Self.rowsAtOnce)).clamped(to: all)
      let lines = (try? view.lines(in: part)) ?? []
      for case .row(let row) in step > 0 ? lines : lines.reversed() where fits(row) { return row }
      next = step > 0 ? part.upperBound : part.lowerBound - 1
    }
    return nil
  }

  /// How many rows to read at once when searching for one.
  private static let rowsAtOnce = 200
}
