import ListChanges

/// A row of a list as bytes in the file's memory, so that visitors copy nothing.
///
/// The bytes are valid only while the line is visited.
package struct RawRowLine {
  /// The row's key; 0 for a visitor that does not want ids.
  package var id: RowID
  /// The row's position in its section, counted from 1 over all content.
  package var number: Int
  /// The line's index in the list it is part of, counted from 0.
  package var line: Int
  /// The nesting level in the section, 1 at the top.
  package var level: Int
  /// Whether the user has collapsed the row; nil where nothing is below it.
  package var isCollapsed: Bool?
  /// The rows and tasks below it that a collapsed row hides; zero for other rows.
  package var hidden: ItemCounts
  /// The text as stored; not UTF-8 if something else was written by hand.
  package var text: UnsafeRawBufferPointer
  /// Whether the task is done; nil for a row that is no task.
  package var isDone: Bool?
  /// The attributes as stored; nil for none.
  package var attributes: UnsafeRawBufferPointer?
  /// The due date as stored; nil for none.
  package var due: UnsafeRawBufferPointer?
  /// The rule of a repeat as stored; nil for none.
  package var repeats: UnsafeRawBufferPointer?

  /// Creates a row line of bytes that stay valid while it is used.
  @inlinable
  package init(
    id: RowID, number: Int, line: Int, level: Int, isCollapsed: Bool? = nil, hidden: ItemCounts = .zero,
    text: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0), isDone: Bool? = nil,
    attributes: UnsafeRawBufferPointer? = nil, due: UnsafeRawBufferPointer? = nil,
    repeats: UnsafeRawBufferPointer? = nil
  ) {
    self.id = id
    self.number = number
    self.line = line
    self.level = level
    self.isCollapsed = isCollapsed
    self.hidden = hidden
    self.text = text
    self.isDone = isDone
    self.attributes = attributes
    self.due = due
    self.repeats = repeats
  }
}

/// Memory for the bytes of a row, which stay valid when the next row is read.
package final class RowMemory {
  @exclusivity(unchecked) private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 1)

  package init() {}

  deinit { bytes.deallocate() }

  /// Copies the bytes of a row, which are valid then until the next row is kept.
  package func keep(_ row: inout RawRowLine) {
    let size = row.text.count + (row.attributes?.count ?? 0) + (row.due?.count ?? 0) + (row.repeats?.count ?? 0)
    if size > bytes.count {
      bytes.deallocate()
      bytes = .allocate(byteCount: size, alignment: 1)
    }
    var used = 0
    row.text = Self.copy(row.text, to: bytes, &used)
    if let attributes = row.attributes { row.attributes = Self.copy(attributes, to: bytes, &used) }
    if let due = row.due { row.due = Self.copy(due, to: bytes, &used) }
    if let repeats = row.repeats { row.repeats = Self.copy(repeats, to: bytes, &used) }
  }

  @inline(__always)
  private static func copy(
    _ part: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer, _ used: inout Int
  ) -> UnsafeRawBufferPointer {
    let place = UnsafeMutableRawBufferPointer(rebasing: bytes[used..<used + part.count])
    place.copyMemory(from: part)
    used += part.count
    return UnsafeRawBufferPointer(place)
  }
}

/// Receives the lines of a list, one after the other.
package protocol LineVisitor {
  /// Whether it looks at the ids of rows; they are read only then.
  var wantsIDs: Bool { get }
  /// Whether it looks at the attributes of rows; they are read only then.
  var wantsAttributes: Bool { get }
  /// Whether it looks at how many sections are below a header; otherwise 1 stands for any number but 0, except where a list is cut.
  var wantsSectionsBelow: Bool { get }
  /// Whether it needs no further lines.
  var isFull: Bool { get }
  mutating func visit(_ header: HeaderLine) throws
  /// Takes a row of the section with this header; the header may be outside the window.
  mutating func visit(_ row: RawRowLine, of header: HeaderLine) throws
  /// Takes, after the last line, the counts of rows and tasks in done sections that a list of open tasks leaves out.
  mutating func leaveOut(_ counts: ItemCounts)
}

extension LineVisitor {
  package var wantsSectionsBelow: Bool { true }

  package var isFull: Bool { false }

  package func leaveOut(_ counts: ItemCounts) {}
}

extension RawRowLine {
  /// The content that the line shows; read it only during the visit.
  ///
  /// It has attributes only for a visitor that wants them.
  package var content: RowContent {
    RowContent(
      text: String(decoding: text, as: UTF8.self), isDone: isDone,
      attributes: attributes.map { String(decoding: $0, as: UTF8.self) }, schedule: schedule,
      level: level)
  }

  /// The due date and the rule of a repeat; read it only during the visit.
  package var schedule: Schedule {
    guard let due else { return .none }
    return Schedule(
      due: DueDate(String(decoding: due, as: UTF8.self)), repeats: repeats.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Calls `body` with a row as a line.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - content: The content of the row.
  ///   - number: Its position in its section, counted from 1 over all content.
  ///   - line: The line's index in the list, counted from 0.
  ///   - isCollapsed: Whether it is collapsed; nil where nothing is below it.
  ///   - hidden: What is below it if it is collapsed.
  ///   - body: Takes the line, which is valid only during the call.
  package static func with(
    _ id: RowID, _ content: RowContent, number: Int, line: Int, isCollapsed: Bool? = nil,
    hidden: ItemCounts = .zero, _ body: (RawRowLine) throws -> Void
  ) rethrows {
    try withBytes(of: content.text) { text in
      try withBytes(of: content.attributes) { attributes in
        try withBytes(of: content.schedule.due?.description) { due in
          try withBytes(of: content.schedule.repeats) { repeats in
            try body(
              RawRowLine(
                id: id, number: number, line: line, level: content.level, isCollapsed: isCollapsed, hidden: hidden,
                text: text ?? UnsafeRawBufferPointer(start: nil, count: 0), isDone: content.isDone,
                attributes: attributes, due: due, repeats: repeats))
          }
        }
      }
    }
  }
}

private func withBytes(of text: String?, _ body: (UnsafeRawBufferPointer?) throws -> Void) rethrows {
  guard var text else { return try body(nil) }
  try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
}

/// Keeps the lines of a list as values.
package struct LineCopies: LineVisitor {
  package let wantsIDs = true
  package let wantsAttributes = true
  package private(set) var lines: [OutlineLine] = []

  package init() {}

  package mutating func visit(_ header: HeaderLine) { lines.append(.header(header)) }

  package mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    let section = header.section.id
    lines.append(
      .row(
        RowLine(
          id: row.id, section: section, number: row.number, line: row.line, isCollapsed: row.isCollapsed,
          hidden: row.hidden, content: row.content)))
  }
}
