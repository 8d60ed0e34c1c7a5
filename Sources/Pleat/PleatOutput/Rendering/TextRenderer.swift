import ListChanges
import OutlineCore
import PleatSystem
import TerminalText

/// Draws the lines of a list for people.
package struct TextRenderer: LineVisitor {
  package var wantsIDs: Bool { showsIDs }
  package let wantsAttributes = false
  package let wantsSectionsBelow = false
  private let output: OutputBuffer
  private let style: Style
  private let showsIDs: Bool
  private let numberLook: Look
  private let titleLook: Look
  private let openBox: Sign
  private let doneBox: Sign
  private let (collapsed, expanded): (Sign, Sign)
  /// The start of the last row: the indentation of rows of level 1, then the section's number and the row's own.
  private var label: [UInt8] = []
  /// How many bytes of `label` are indentation.
  private var labelIndent = 0
  /// How many bytes of `label` precede the row's own number.
  private var labelStart = 0
  /// How many bytes of `label` are colour codes.
  private var labelCodes = 0
  private var last: (section: SectionID, number: Int)?
  /// How many open tasks are not listed because their section is done.
  package private(set) var openTasksLeftOut = 0
  /// Whether no section was drawn.
  package private(set) var isEmpty = true

  package init(to output: OutputBuffer, style: Style, showsIDs: Bool) {
    self.output = output
    self.style = style
    self.showsIDs = showsIDs
    numberLook = style.look(.numberColor)
    titleLook = style.look(.titleColor)
    (openBox, doneBox) = (Sign(boxOf: false, style), Sign(boxOf: true, style))
    (collapsed, expanded) = (Sign(style.marker(isOpen: false)), Sign(style.marker(isOpen: true)))
  }

  package mutating func visit(_ header: HeaderLine) {
    let section = header.section
    isEmpty = false
    draw { bytes in
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * (section.level - 1)))
      if !header.isEmpty { bytes.append(contentsOf: (header.isCollapsed ? collapsed : expanded).bytes) }
      style.draw(numberLook, in: &bytes) { Digits.append(header.number, to: &$0) }
      if showsIDs {
        bytes.append(0x20)
        style.dim(in: &bytes) { $0.append(contentsOf: "\(section.id)".utf8) }
      }
      bytes.append(0x20)
      var look = titleLook
      if let isDone = section.isDone {
        bytes.append(contentsOf: (isDone ? doneBox : openBox).bytes)
        if isDone, style.isColored {
          bytes.append(contentsOf: "\u{1B}[0m".utf8)
          look = .dim
        }
      }
      let start = bytes.count
      style.draw(look, in: &bytes) { draw(section.title, in: look, to: &$0) }
      if let detail = section.detail {
        bytes.append(contentsOf: " \(style.signs.dash) ".utf8)
        draw(detail.hasSeveralLines ? detail.firstLine : detail, in: .none, to: &bytes)
        if detail.hasSeveralLines { style.dim(in: &bytes) { $0.append(contentsOf: " \(style.signs.lineBreak)".utf8) } }
      }
      if section.schedule.due != nil { style.append(section.schedule, isDone: section.isDone, to: &bytes) }
      if header.isCut || header.hidden != .zero, let omitted = Self.omitted(header) {
        bytes.append(0x20)
        style.dim(in: &bytes) { $0.append(contentsOf: "\(style.signs.dot) \(omitted)".utf8) }
      }
      return start
    }
  }

  /// Appends a text of a header; in a dimmed title, tags have no look of their own.
  private func draw(_ text: String, in look: Look, to bytes: inout [UInt8]) {
    if look == .dim || !style.isColored { return Escapes.append(text, as: .line, to: &bytes) }
    var text = text
    text.withUTF8 { style.appendTagged(UnsafeRawBufferPointer($0), as: .line, in: look, to: &bytes) }
  }

  package mutating func leaveOut(_ counts: ItemCounts) { openTasksLeftOut = counts.tasks - counts.doneTasks }

  /// Writes the line that `body` appends, broken to the width; `body` returns the number of bytes before the text.
  @inline(__always)
  private func draw(_ body: (inout [UInt8]) -> Int) {
    output.append { bytes in
      if let wrapping = style.wrapping {
        var line: [UInt8] = []
        let start = body(&line)
        wrapping.append(prefix: line[..<start], text: line[start...], to: &bytes)
      } else {
        _ = body(&bytes)
      }
      bytes.append(0x0A)
    }
  }

  /// Counts the lines of a section that the list leaves out.
  private static func omitted(_ header: HeaderLine) -> String? {
    if header.isCut { return "\(Count.subsections(header.sectionsBelow)) left out" }
    return header.hidden.hiddenText
  }

  private static func omitted(_ row: RawRowLine) -> String? {
    if row.isCollapsed == false, row.hidden.rows > 0 { return "\(Count.rows(row.hidden.rows)) left out" }
    return row.hidden.hiddenText
  }

  package mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    number(row, of: header)
    draw { bytes in
      // Rows below a row are indented by 4 columns, which leaves room for that row's marker.
      let deeper = 4 * (row.level - 1)
      var indent = labelWidth + 1 + deeper
      if let isCollapsed = row.isCollapsed {
        let marker = isCollapsed ? collapsed : expanded
        bytes.append(contentsOf: repeatElement(0x20, count: deeper + labelIndent))
        bytes.append(contentsOf: marker.bytes)
        label.withUnsafeBytes { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[labelIndent...])) }
        indent += marker.columns
      } else {
        if deeper > 0 { bytes.append(contentsOf: repeatElement(0x20, count: deeper)) }
        bytes.append(contentsOf: label)
      }
      if showsIDs {
        bytes.append(contentsOf: " \(row.id)".utf8)
        indent += "\(row.id)".utf8.count + 1
      }
      // The number has its own look, but a done task is dimmed as a whole.
      let isDimmed = style.isColored && row.isDone == true
      if style.isColored, !isDimmed, !numberLook.code.isEmpty { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
      if isDimmed, numberLook != .dim { bytes.append(contentsOf: "\u{1B}[0;2m".utf8) }
      bytes.append(0x20)
      if let isDone = row.isDone {
        let box = isDone ? doneBox : openBox
        bytes.append(contentsOf: box.bytes)
        indent += box.columns
      }
      let start = bytes.count
      // The day and the counts follow the first line, before the note.
      let hasRemarks = row.due != nil || row.hidden.rows > 0
      if !hasRemarks, !style.isColored {
        Escapes.append(row.text, as: .block(indent: indent), to: &bytes)
        return start
      }
      let end = hasRemarks ? row.text.firstIndex(of: UInt8(ascii: "\n")) : nil
      var part = row.text[..<(end ?? row.text.endIndex)]
      repeat {
        let text = UnsafeRawBufferPointer(rebasing: part)
        if isDimmed, part.startIndex > 0 { bytes.append(contentsOf: "\u{1B}[2m".utf8) }
        if isDimmed || !style.isColored {
          Escapes.append(text, as: .block(indent: indent), to: &bytes)
        } else {
          style.appendTagged(text, as: .block(indent: indent), in: .none, to: &bytes)
        }
        if isDimmed { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
        if hasRemarks, part.startIndex == 0 {
          if row.due != nil { style.append(row.schedule, isDone: row.isDone, to: &bytes) }
          if let hidden = Self.omitted(row) {
            bytes.append(0x20)
            style.dim(in: &bytes) { $0.append(contentsOf: "\(style.signs.dot) \(hidden)".utf8) }
          }
        }
        part = row.text[part.endIndex...]
      } while !part.isEmpty
      return start
    }
  }

  /// Sets `label` for a row, by incrementing the previous row's number if that row is in the same section.
  private mutating func number(_ row: RawRowLine, of header: HeaderLine) {
    defer { last = (header.section.id, row.number) }
    if let last, last.section == header.section.id, last.number + 1 == row.number, countOn() { return }
    label.removeAll(keepingCapacity: true)
    labelIndent = 2 * header.section.level
    label.append(contentsOf: repeatElement(0x20, count: labelIndent))
    if style.isColored, !numberLook.code.isEmpty { label.append(contentsOf: "\u{1B}[\(numberLook.code)m".utf8) }
    let codes = label.count - labelIndent
    Digits.append(header.number, to: &label)
    label.append(UInt8(ascii: ":"))
    labelStart = label.count
    Digits.append(row.number, to: &label)
    labelCodes = codes
  }

  /// The width of the label, in columns.
  private var labelWidth: Int { label.count - labelCodes }

  /// Increments the number at the end of `label`; returns false if it would need another digit.
  private mutating func countOn() -> Bool {
    var digit = label.count - 1
    while digit >= labelStart, label[digit] == UInt8(ascii: "9") {
      label[digit] = UInt8(ascii: "0")
      digit -= 1
    }
    guard digit >= labelStart else { return false }
    label[digit] += 1
    return true
  }
}

/// A marker or a check box, followed by a space.
private struct Sign {
  let bytes: [UInt8]
  /// The width in columns.
  let columns: Int

  init(_ sign: String, drawn: String? = nil) {
    bytes = Array("\(drawn ?? sign) ".utf8)
    columns = CharacterWidth.of(sign) + 1
  }

  init(boxOf isDone: Bool, _ style: Style) {
    let sign = style.box(isDone: isDone)
    let code = style.look(isDone ? .doneColor : .openColor).code
    // The text of a done task is dimmed.
    let end = isDone ? "\u{1B}[0;2m" : "\u{1B}[0m"
    let isDrawn = style.isColored && !code.isEmpty
    self.init(sign, drawn: isDrawn ? "\u{1B}[\(isDone ? "0;" : "")\(code)m\(sign)\(end)" : nil)
  }
}

/// Decimal numbers as bytes.
package enum Digits {
  package static func append(_ number: ItemNumber, to bytes: inout [UInt8]) {
    var isFirst = true
    for part in number.sections {
      if !isFirst { bytes.append(UInt8(ascii: ".")) }
      append(part, to: &bytes)
      isFirst = false
    }
  }

  /// Appends a number that is not negative.
  package static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}

extension Style {
  /// Returns a text on one line, escaped; with colours, its tags have their own look.
  package func tagged(_ text: String) -> String {
    var (text, bytes) = (text, [UInt8]())
    text.withUTF8 { appendTagged(UnsafeRawBufferPointer($0), as: .line, in: .none, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text, escaped; with colours, its tags have their own look.
  ///
  /// - Parameters:
  ///   - text: The text as stored.
  ///   - form: How to escape it.
  ///   - look: The look of the text around its tags.
  ///   - output: The bytes to append to.
  package func appendTagged(
    _ text: UnsafeRawBufferPointer, as form: Escapes.Form, in look: Look, to output: inout [UInt8]
  ) {
    // Looks are found by hashing, which is too slow for each row of a long list.
    guard isColored, text.contains(UInt8(ascii: "#")) else { return Escapes.append(text, as: form, to: &output) }
    let tagLook = self.look(.tagColor)
    guard !tagLook.code.isEmpty, let string = String(utf8: text) else {
      return Escapes.append(text, as: form, to: &output)
    }
    var start = 0
    for range in Tag.ranges(in: string) {
      let (from, to) = (
        string.utf8.distance(from: string.startIndex, to: range.lowerBound),
        string.utf8.distance(from: string.startIndex, to: range.upperBound)
      )
      Escapes.append(UnsafeRawBufferPointer(rebasing: text[start..<from]), as: form, to: &output)
      output += "\u{1B}[0;\(tagLook.code)m".utf8
      output += text[from..<to]
      output += "\u{1B}[0m".utf8
      if !look.code.isEmpty { output += "\u{1B}[\(look.code)m".utf8 }
      start = to
    }
    Escapes.append(UnsafeRawBufferPointer(rebasing: text[start...]), as: form, to: &output)
  }
}
