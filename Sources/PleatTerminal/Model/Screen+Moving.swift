import ListChanges
import OutlineCore
import OutlineRepository

// Moving lines up and down.
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

  /// The placement beside the neighbouring row, or section shown as one; past the ends of a section, in the section
  /// before or after it if that is expanded.
  private func rowTarget(_ path: RowPath, by step: Int) -> Placement? {
    let count = view.numberOfRows(inSection: path.section) ?? 0
    let cursor = state.livePort.cursor
    let next = state.done.next(from: cursor + step, isDown: step > 0)
    if (0..<count).contains(path.row + next - cursor) {
      load(around: cursor)
      guard let neighbour = live.line(next) else { return nil }
      return step < 0 ? .before(Address(neighbour.id)) : .after(Address(neighbour.id))
    }
    guard let header = view.header(ofSection: path.section + step), !header.isCollapsed,
      state.bounds.contains(header.line)
    else { return nil }
    let address = Address.section(header.section.id)
    if !header.isItem { return .inside(address, step < 0 ? .last : .first) }
    let isNext = view.index(enclosingSection: path.section + step) == path.section
    return step < 0 || isNext ? .after(address) : .before(address)
  }

  /// The placement beside the neighbouring section with the same parent; a task, or a section shown as a row, also
  /// moves before the row above it.
  private func sectionTarget(_ section: Int, by step: Int) -> Placement? {
    guard let own = view.header(ofSection: section) else { return nil }
    let level = own.section.level
    let above = state.done.next(from: own.line - 1, isDown: false)
    if step < 0, own.isItem || own.section.isDone != nil, case .row(let path)? = view.shape.position(ofLine: above),
      view.index(enclosingSection: section) == path.section, state.bounds.contains(above)
    {
      load(around: above)
      return live.line(above).map { .before(Address($0.id)) }
    }
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
