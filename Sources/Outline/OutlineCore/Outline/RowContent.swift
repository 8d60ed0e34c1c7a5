/// A part of a row's content; each is a column of the table `row`.
///
/// Add a case for a new column; the compiler then reports all code that must handle it.
package enum RowColumn: Int, CaseIterable, Sendable {
  case text
  case done
  case attributes
  case due
  case repeats
  case level

  /// All columns, created once, because millions of rows are compared by them.
  package static let all = allCases

  /// The name of the column in the table `row`.
  package var name: String {
    switch self {
    case .text: "text"
    case .done: "done"
    case .attributes: "attributes"
    case .due: "due"
    case .repeats: "repeat"
    case .level: "level"
    }
  }
}

/// The content of a row, without its id and its position.
public struct RowContent: Hashable, Sendable {
  /// The text; may hold line breaks.
  public var text: String
  /// Whether the task is done; nil for a row that is no task.
  public var isDone: Bool?
  /// A JSON object as text, which pleat does not interpret; nil for none.
  public var attributes: String?
  /// The due date and the rule of a repeat.
  public var schedule: Schedule
  /// The nesting level in the section, 1 at the top: the parent is the nearest row before with a smaller one.
  public var level: Int

  /// Creates the content from all parts; code that reads rows uses this, so that it forgets none.
  package init(text: String, isDone: Bool?, attributes: String?, schedule: Schedule, level: Int) {
    self.text = text
    self.isDone = isDone
    self.attributes = attributes
    self.schedule = schedule
    self.level = level
  }

  /// Creates the content of a new row.
  public init(
    _ text: String, isDone: Bool? = nil, attributes: String? = nil, schedule: Schedule = .none, level: Int = 1
  ) {
    self.init(text: text, isDone: isDone, attributes: attributes, schedule: schedule, level: level)
  }

  /// Whether both have the same bytes.
  package func isSame(as other: RowContent) -> Bool {
    RowColumn.all.allSatisfy { isSame($0, as: other) }
  }

  /// Whether both have the same bytes in one column.
  package func isSame(_ column: RowColumn, as other: RowContent) -> Bool {
    switch column {
    case .text: text.hasSameBytes(as: other.text)
    case .done: isDone == other.isDone
    case .attributes: attributes.hasSameBytes(as: other.attributes)
    case .due: schedule.due == other.schedule.due
    case .repeats: schedule.repeats.hasSameBytes(as: other.schedule.repeats)
    case .level: level == other.level
    }
  }

  /// Takes over one column.
  mutating func take(_ column: RowColumn, from other: RowContent) {
    switch column {
    case .text: text = other.text
    case .done: isDone = other.isDone
    case .attributes: attributes = other.attributes
    case .due: schedule.due = other.schedule.due
    case .repeats: schedule.repeats = other.schedule.repeats
    case .level: level = other.level
    }
  }

  /// The content after a merge with that of a document; a document without a check box keeps the row's.
  ///
  /// - Parameter merged: The attributes, with those of the document merged into them.
  package func updated(from document: RowContent, merged: String?) -> RowContent {
    RowContent(
      text: document.text, isDone: document.isDone ?? isDone, attributes: merged,
      schedule: schedule.updated(from: document.schedule), level: document.level)
  }

  /// The content with a patch.
  ///
  /// - Parameter merged: The attributes, with those of the patch merged into them.
  package func changed(by patch: Patch, merged: String?) -> RowContent {
    RowContent(
      text: patch.text(over: text) ?? text, isDone: patch.checkBox(over: isDone), attributes: merged,
      schedule: patch.schedule(over: schedule), level: level)
  }
}

/// A new row.
public typealias RowDraft = RowContent

/// The columns of a row's content that one side of a logged change records: nil for unknown columns, and `.some(nil)`
/// for known ones without a value.
package struct PartialRowContent: Hashable, Sendable {
  private var content = RowContent("")
  /// A bit for each column that is known.
  private var known: UInt8 = 0

  package init() {}

  /// Creates a content in which these columns are known; all by default.
  package init(_ content: RowContent, where isKnown: (RowColumn) -> Bool = { _ in true }) {
    for column in RowColumn.all where isKnown(column) { take(column, from: content) }
  }

  package var isEmpty: Bool { known == 0 }

  package var isComplete: Bool { RowColumn.all.allSatisfy(knows) }

  package func knows(_ column: RowColumn) -> Bool { known & Self.bit(of: column) != 0 }

  package var text: String? { knows(.text) ? content.text : nil }

  /// Whether the task is done.
  public var isDone: Bool?? { knows(.done) ? .some(content.isDone) : nil }

  package var attributes: String?? { knows(.attributes) ? .some(content.attributes) : nil }

  package var due: DueDate?? { knows(.due) ? .some(content.schedule.due) : nil }

  package var repeats: String?? { knows(.repeats) ? .some(content.schedule.repeats) : nil }

  package var level: Int? { knows(.level) ? content.level : nil }

  /// Returns the content with unknown columns filled in from another one of the same state.
  package func completed(by other: PartialRowContent) -> PartialRowContent {
    var all = self
    for column in RowColumn.all where !knows(column) && other.knows(column) {
      all.take(column, from: other.content)
    }
    return all
  }

  /// Returns the content without the columns that another one knows.
  func without(_ other: PartialRowContent) -> PartialRowContent {
    var rest = self
    rest.known &= ~other.known
    for column in RowColumn.allCases where !rest.knows(column) { rest.content.take(column, from: RowContent("")) }
    return rest
  }

  package func without(_ column: RowColumn) -> PartialRowContent {
    without(PartialRowContent(RowContent("")) { $0 == column })
  }

  /// Returns the content with only the columns that another one knows too.
  func limited(to other: PartialRowContent) -> PartialRowContent {
    var rest = PartialRowContent()
    for column in RowColumn.all where knows(column) && other.knows(column) { rest.take(column, from: content) }
    return rest
  }

  /// Whether a row's content is the same in all known columns.
  package func fits(_ other: RowContent) -> Bool {
    RowColumn.all.allSatisfy { !knows($0) || content.isSame($0, as: other) }
  }

  /// Returns the complete content, with unknown columns from `old`; nil if the text is in neither.
  package func content(over old: RowContent?) -> RowContent? {
    let all = old.map { completed(by: PartialRowContent($0)) } ?? self
    return all.knows(.text) ? all.content : nil
  }

  private mutating func take(_ column: RowColumn, from other: RowContent) {
    content.take(column, from: other)
    known |= Self.bit(of: column)
  }

  private static func bit(of column: RowColumn) -> UInt8 { 1 << UInt8(column.rawValue) }
}
