import ListChanges
import OutlineCore
import OutlineRepository

/// One line of the outline, as the screen shows it.
struct ShownLine: Hashable {
  /// The kind of a line, which decides the marker at its beginning.
  enum Marker: Hashable {
    case open, collapsed
    /// A section with nothing below it.
    case empty
    case row
    /// A row that has rows below it.
    case openRow, collapsedRow

    var isRow: Bool { [.row, .openRow, .collapsedRow].contains(self) }

    /// Whether something is below it.
    var isFull: Bool { [.open, .collapsed, .openRow, .collapsedRow].contains(self) }
  }

  let id: ItemID
  let level: Int
  let marker: Marker
  /// The title or the text.
  private(set) var text: String
  let detail: String?
  /// Nil for a line without a check box.
  let isDone: Bool?
  /// The note of a collapsed line that counts the rows and tasks it hides; nil if it hides none.
  let hidden: String?
  var schedule = Schedule.none
  /// The attributes that match the filter, as `key=value`.
  private(set) var attributes: [String] = []
  /// Whether the filter shows it only because a hit is below it.
  private(set) var isAround = false
  /// Where the line of an agenda is in the outline: the titles around it; nil outside an agenda.
  private(set) var place: [String]?
  /// Whether the line is below the heading of its day.
  private(set) var isBelowDay = false

  init(_ header: HeaderLine) {
    id = .section(header.section.id)
    level = header.section.level
    marker = header.isEmpty ? .empty : header.isCollapsed ? .collapsed : .open
    text = header.section.title
    detail = header.section.detail
    isDone = header.section.isDone
    hidden = header.hidden.hiddenText
    schedule = header.section.schedule
  }

  /// - Parameter level: The level of the section that contains the row.
  init(_ row: RowLine, level: Int) {
    id = .row(row.id)
    self.level = level + row.level
    marker = row.isCollapsed.map { $0 ? .collapsedRow : .openRow } ?? .row
    text = row.text
    detail = nil
    isDone = row.isDone
    hidden = row.hidden.hiddenText
    schedule = row.content.schedule
  }

  /// The note: the further lines of a row, or the detail of a section.
  var note: String {
    if !marker.isRow { return detail ?? "" }
    return text.firstIndex(of: "\n").map { String(text[text.index(after: $0)...]) } ?? ""
  }

  /// Returns the line with another title or text.
  func saying(_ text: String) -> ShownLine {
    var line = self
    line.text = text
    return line
  }

  /// Creates the line of a section that encloses a hit.
  init(enclosing id: SectionID, title: String, level: Int) {
    self.id = .section(id)
    self.level = level
    marker = .open
    text = title
    detail = nil
    isDone = nil
    hidden = nil
    isAround = true
  }

  private init(hit header: HeaderLine, level: Int) {
    id = .section(header.section.id)
    self.level = level
    marker = header.isEmpty ? .empty : .open
    text = header.section.title
    detail = header.section.detail
    isDone = header.section.isDone
    hidden = nil
    schedule = header.section.schedule
  }

  /// Creates the line of a task in an agenda.
  init(_ task: DueTask, today: Day) {
    id = task.id
    level = 1
    if case .row = task.id { marker = .row } else { marker = .empty }
    text = task.text
    detail = nil
    isDone = task.isDone
    hidden = nil
    schedule = task.schedule
    place = task.path
    isBelowDay = task.schedule.due?.day.heading(today: today).isOneDay ?? false
  }

  init(_ hit: Hit) {
    switch hit.line {
    case .header(let header): self.init(hit: header, level: hit.path.count)
    case .row(let row): self.init(row, level: hit.path.count + 1 - row.level)  // what it is below may not be shown
    }
    attributes = hit.attributes
  }
}
