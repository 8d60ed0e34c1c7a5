import ListChanges
import OutlineCore
import OutlineRepository

/// Collects lines; attributes are appended to a row's text and to a header's detail.
struct LineCollector: LineVisitor {
  let wantsIDs = true
  let wantsAttributes = true
  private(set) var lines: [ListLine<HeaderContent, RowContent>] = []
  /// The index of each line.
  private(set) var indices: [Int] = []
  /// The number of each line and, of a header, how many rows the section has and how many sections are below it.
  private(set) var numbers: [Int] = []

  mutating func visit(_ header: HeaderLine) {
    let section = header.section
    let detail = section.attributes.map { "\(section.detail ?? "") \($0)" } ?? section.detail
    lines.append(
      .header(
        HeaderContent(
          id: section.id, level: section.level, title: section.title, detail: detail,
          isCollapsible: section.isCollapsible, newRows: section.newRows, isDone: section.isDone,
          schedule: section.schedule,
          isCollapsed: header.isCollapsed,
          closed: header.closed)))
    indices.append(header.line)
    numbers += header.number.sections + [header.rowCount, header.sectionsBelow]
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    let attributes = row.attributes.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
    lines.append(
      .row(
        RowContent(
          id: row.id, text: String(decoding: row.text, as: UTF8.self) + attributes, isDone: row.isDone,
          schedule: row.schedule, level: row.level, isCollapsed: row.isCollapsed, hidden: row.hidden)))
    indices.append(row.line)
    numbers.append(row.number)
  }

  /// The lines as a list, where they begin with a header.
  var list: VisibleList {
    var sections: [VisibleList.Section] = []
    for line in lines {
      switch line {
      case .header(let header): sections.append(VisibleList.Section(header: header, rows: []))
      case .row(let row): sections[sections.count - 1].rows.append(row)
      }
    }
    return VisibleList(sections)
  }
}

/// What a user sees at one revision, as the repository lists it.
struct Snapshot {
  let list: VisibleList
  let numbers: [Int]

  init(_ repository: Outline, of user: String) throws {
    let collector = try repository.list(ListQuery(), as: user, to: LineCollector())
    list = collector.list
    numbers = collector.numbers
  }
}
