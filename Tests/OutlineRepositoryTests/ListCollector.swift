import OutlineCore
import OutlineRepository

/// Collects the lines of a list.
struct ListCollector: LineVisitor {
  let wantsIDs = true
  let wantsAttributes = true
  private(set) var list = VisibleList([])
  /// Whether the line and the number were right for every place.
  private(set) var isCounted = true
  /// The numbers that each header says: its own, that of its rows, and that of the sections below it.
  private(set) var counts: [[Int]] = []
  private var lines = 0

  mutating func visit(_ header: HeaderLine) {
    let section = header.section
    list.sections.append(
      VisibleList.Section(
        header: HeaderContent(
          id: section.id, level: section.level, title: section.title, detail: section.detail,
          isCollapsible: section.isCollapsible, newRows: section.newRows, isDone: section.isDone,
          schedule: section.schedule, attributes: section.attributes, isCollapsed: header.isCollapsed,
          closed: header.closed),
        rows: []))
    counts.append(header.number.sections + [header.rowCount, header.sectionsBelow])
    count(header.line)
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    let last = list.sections.count - 1
    list.sections[last].rows.append(
      RowContent(
        id: row.id, text: String(decoding: row.text, as: UTF8.self), isDone: row.isDone,
        schedule: row.schedule, attributes: row.attributes.map { String(decoding: $0, as: UTF8.self) },
        level: row.level, isCollapsed: row.isCollapsed, hidden: row.hidden))
    count(row.line)
    let hidden = list.sections[last].rows.dropLast().map(\.hidden).total.rows
    if row.number != list.sections[last].rows.count + hidden || header.section.id != list.sections[last].header.id {
      isCounted = false
    }
  }

  private mutating func count(_ line: Int) {
    if line != lines { isCounted = false }
    lines += 1
  }
}

extension HeaderLine {
  /// What a collapsed header says of what is below it; nil where it is open.
  var closed: HeaderContent.Closed? {
    isCollapsed ? .init(rows: rowCount, hidden: hidden, below: sectionsBelow) : nil
  }
}

extension ModelOutline {
  /// The numbers that the headers of a list say: the header's own, that of its rows, and that of the sections below it.
  func counts(in list: VisibleList) -> [[Int]] {
    list.sections.map { section in
      let index = sections.firstIndex { $0.id == section.header.id } ?? 0
      return number(ofSection: index) + [sections[index].rows.count, subtree(of: section.header.id).count - 1]
    }
  }
}

extension Outline {
  /// What a user sees.
  func visible(to user: String) throws -> VisibleList {
    try list(ListQuery(), as: user, to: ListCollector()).list
  }

  /// The differences between the repository and the model, for some users.
  func differences(from model: ModelOutline, users: [String]) throws -> [String] {
    var differences: [String] = []
    for user in users {
      let visible = try list(ListQuery(), as: user, to: ListCollector())
      if visible.list != model.visible(to: user) { differences.append("what \(user) sees") }
      if !visible.isCounted { differences.append("the line numbers that \(user) sees") }
      if visible.counts != model.counts(in: visible.list) { differences.append("the numbers that \(user) sees") }
      let all = try list(ListQuery(ignoresFolds: true), as: user, to: ListCollector())
      if all.list != model.everything(for: user) { differences.append("what the file holds, listed for \(user)") }
      if all.counts != model.counts(in: all.list) { differences.append("the numbers in all headers, for \(user)") }
      let flags = try folds(as: user).map { "\($0.id) \($0.level) \($0.isCollapsed)" }
      if flags != model.folds(of: user) { differences.append("the flags of \(user)") }
      let settings = try status(as: user).user
      let viewer = model.viewers[user] ?? ModelOutline.Viewer()
      if settings.accordion != viewer.accordion || settings.startsCollapsed != viewer.startsCollapsed {
        differences.append("the settings of \(user)")
      }
    }
    return differences
  }
}
