import OutlineCore

/// Counts what is lost in a format that has only the names of sections, and only tasks.
struct SectionLoss {
  let format: String
  private var details = 0
  private var attributes = 0
  private var empty = 0
  private var plainRows = 0
  private var isEmpty = false

  init(format: String) { self.format = format }

  /// Counts the properties of a section besides its title.
  mutating func add(_ section: SectionDraft) {
    if isEmpty { empty += 1 }
    isEmpty = true
    if section.detail != nil { details += 1 }
    if section.attributes != nil { attributes += 1 }
  }

  mutating func addRow(_ row: RowDraft) {
    isEmpty = false
    if row.isDone == nil { plainRows += 1 }
  }

  var remarks: [String] {
    let counts = [
      (empty + (isEmpty ? 1 : 0), "section without rows", "sections without rows"),
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
