import OutlineCore

/// Counts what is lost in a format that has only the names of sections, and only tasks.
struct SectionLoss {
  let format: String
  private var details = 0
  private var attributes = 0
  private var empty = 0
  private var plainRows = 0
  /// The sections around the current position, and whether no task is in them so far.
  private var open: [(level: Int, isEmpty: Bool)] = []

  init(format: String) { self.format = format }

  /// Counts the properties of a section besides its title, unless it is a task, which keeps them.
  mutating func add(_ section: SectionDraft) {
    while let last = open.last, last.level >= section.level {
      if last.isEmpty { empty += 1 }
      open.removeLast()
    }
    open.append((section.level, true))
    if section.isDone != nil { return fill() }
    if section.detail != nil { details += 1 }
    if section.attributes != nil { attributes += 1 }
  }

  mutating func addRow(_ row: RowDraft) {
    fill()
    if row.isDone == nil { plainRows += 1 }
  }

  /// Notes that the open sections have a task.
  private mutating func fill() {
    for index in open.indices.reversed() where open[index].isEmpty { open[index].isEmpty = false }
  }

  var remarks: [String] {
    let counts = [
      (empty + open.count(where: \.isEmpty), "section without rows", "sections without rows"),
      (details, "detail of a section", "details of sections"),
      (attributes, "attribute of a section", "attributes of sections"),
    ]
    let lost = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    let plain =
      plainRows == 1
      ? "1 row without a check box is an open task" : "\(plainRows) rows without a check box are open tasks"
    return (lost.isEmpty ? [] : ["\(format) has no place for: \(lost.joined(separator: ", "))."])
      + (plainRows == 0 ? [] : ["\(format) has only tasks: \(plain) there."])
  }
}
