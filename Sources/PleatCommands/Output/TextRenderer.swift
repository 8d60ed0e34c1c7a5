import OutlineCore

/// Draws the lines of a list for people.
struct TextRenderer: LineVisitor {
  let wantsAttributes = false
  private let output: OutputBuffer
  private let style: Style
  private let showsIDs: Bool
  private var rowStart: [UInt8] = []
  private var rowStartSection: SectionID?

  init(to output: OutputBuffer, style: Style, showsIDs: Bool) {
    self.output = output
    self.style = style
    self.showsIDs = showsIDs
  }

  mutating func visit(_ header: HeaderLine) {
    let isOpen = !header.isCollapsed
    let indent = String(repeating: " ", count: 2 * (header.section.level - 1))
    var words = ["\(indent)\(style.marker(isOpen: isOpen))", style.dim("\(header.number)")]
    if showsIDs { words.append(style.dim("@\(header.section.id)")) }
    words.append(style.bold(Escapes.oneLine(header.section.title)))
    if let detail = header.section.detail { words.append(Escapes.oneLine(detail)) }
    if let hidden = header.hiddenRows { words.append(style.dim("\(style.dot) \(hidden) hidden")) }
    output.write(words.joined(separator: " ") + "\n")
  }

  mutating func visit(_ row: RowLine, of header: HeaderLine) {
    if rowStartSection != header.section.id { startRows(of: header) }
    output.append { bytes in
      let start = bytes.count
      bytes.append(contentsOf: rowStart)
      Digits.append(row.number, to: &bytes)
      if showsIDs { bytes.append(contentsOf: " @\(row.id)".utf8) }
      let indent = bytes.count - start + 1
      if style.isColored { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
      bytes.append(0x20)
      Escapes.append(row.text, as: .block(indent: indent - (style.isColored ? 4 : 0)), to: &bytes)
      bytes.append(0x0A)
    }
  }

  /// What every row of a section begins with: the indentation and the section's number.
  private mutating func startRows(of header: HeaderLine) {
    let indent = String(repeating: " ", count: 2 * header.section.level)
    rowStart = Array("\(indent)\(style.isColored ? "\u{1B}[2m" : "")\(header.number).".utf8)
    rowStartSection = header.section.id
  }
}

/// Decimal numbers as bytes.
enum Digits {
  /// Appends a number that is not negative.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = UInt(number)
      var start = digits.endIndex
      repeat {
        start -= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        digits.initializeElement(at: start, to: 0x30 + UInt8(truncatingIfNeeded: digit))
        rest = quotient
      } while rest > 0
      bytes.append(contentsOf: digits[start...])
    }
  }
}
