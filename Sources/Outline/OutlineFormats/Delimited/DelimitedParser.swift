import OutlineCore
import OutlineJSON

/// Reads values separated by commas, semicolons or tabs record by record, according to RFC 4180 but with any kind of line end.
///
/// Keeps a chunk of the document and the current record in memory.
///
/// pleat has its own parser because the only library, SwiftCSV 0.10.0, does not fit. It holds the whole document in
/// memory and more (276 MB for a million records of 15 bytes, in 2.9 s) and takes 2.3 s for a field of 11 MB. It reads
/// an unclosed quote to the end of the file and accepts NUL without an error. It drops fields beyond the header and
/// columns whose name occurs twice, and its errors have no line.
struct DelimitedParser {
  /// The limit for a field in bytes: a text and the quote before it.
  static let longestField = OutlineLimits.textBytes + 1
  /// The limit for a record in bytes.
  static let longestRecord = 4 * OutlineLimits.textBytes

  var text: TextBuffer
  private let separator: UInt8
  /// The last record read.
  private(set) var record = DelimitedRecord()
  /// Whether the last line ended with a carriage return, so that a line feed after it still belongs to that line end.
  private var isAfterReturn = false

  init(_ bytes: ByteStream, separator: UInt8) {
    self.init(TextBuffer(bytes), separator: separator)
  }

  init(_ text: TextBuffer, separator: UInt8) {
    self.text = text
    self.separator = separator
  }

  /// Reads the next record with a field that is not empty into `record`.
  ///
  /// - Returns: false at the end of the document.
  /// - Throws: ``ImportError`` for bad bytes, a misplaced quote, or a field or record that is too long.
  mutating func next() throws -> Bool {
    while try nextLine() {
      if !record.isEmpty { return true }
    }
    return false
  }

  private mutating func nextLine() throws -> Bool {
    if isAfterReturn { try text.skipFeed() }
    isAfterReturn = false
    if text.position == text.bytes.count, try !text.more() { return false }
    record.begin(at: text.location(at: text.position).line)
    repeat { try readField() } while try takeSeparator()
    return true
  }

  /// Reads the separator after a field; returns false at a line end and at the end of the document.
  private mutating func takeSeparator() throws -> Bool {
    guard text.position < text.bytes.count else { return false }
    let byte = text.bytes[text.position]
    text.position += 1
    isAfterReturn = byte == UInt8(ascii: "\r")
    return byte == separator
  }

  private mutating func readField() throws {
    if text.position == text.bytes.count, try !text.more() { return record.endField() }
    if text.bytes[text.position] == UInt8(ascii: "\"") {
      try readQuoted()
    } else {
      try readPlain()
    }
    record.endField()
  }

  private mutating func readPlain() throws {
    repeat {
      let end = text.bytes.endOfPlainField(from: text.position, separator: separator)
      try take(upTo: end)
      guard end < text.bytes.count else { continue }
      if text.bytes[end] == UInt8(ascii: "\"") {
        throw text.error(
          "There is a quote inside a field that does not begin with one",
          hint: "Put the whole field in quotes, and double the quotes inside.", at: end)
      }
      return
    } while try text.more()
  }

  private mutating func readQuoted() throws {
    let opening = text.location(at: text.position)
    text.position += 1
    while true {
      let end = text.bytes[text.position...].firstIndex(of: UInt8(ascii: "\"")) ?? text.bytes.count
      try take(upTo: end)
      if end == text.bytes.count {
        if try text.more() { continue }
        throw ImportError(
          line: opening.line, column: opening.column,
          message: "The quote that begins here is never closed; the file may have been cut off")
      }
      text.position += 1
      if text.position == text.bytes.count, try !text.more() { return }
      let next = text.bytes[text.position]
      if next == separator || next.isLineEnd { return }
      guard next == UInt8(ascii: "\"") else { throw text.error("There is text after the closing quote of a field") }
      record.append(text.bytes[text.position...text.position])
      text.position += 1
    }
  }

  /// Adds the bytes up to an index to the current field.
  private mutating func take(upTo end: Int) throws {
    if end > text.position { record.append(text.bytes[text.position..<end]) }
    text.position = end
    if record.fieldCount > Self.longestField {
      throw ImportError(line: record.line, message: "A field is longer than \(Self.longestField - 1) bytes")
    }
    if record.byteCount > Self.longestRecord {
      throw ImportError(line: record.line, message: "A record is longer than \(Self.longestRecord) bytes")
    }
  }
}

extension DelimitedParser {
  /// The number of bytes among which the first line is looked for.
  private static let longestLook = 262_144

  /// Creates a parser for values that are separated by commas, or by semicolons if the first line has more of those.
  ///
  /// Spreadsheets separate by semicolons where a comma is in the middle of numbers.
  init(guessingSeparator bytes: ByteStream) throws {
    var text = TextBuffer(bytes)
    let separator = try Self.separator(in: &text)
    self.init(text, separator: separator)
  }

  /// Returns the separator of the first line that is not empty; separators within quotes do not count.
  private static func separator(in text: inout TextBuffer) throws -> UInt8 {
    var (commas, semicolons, index) = (0, 0, 0)
    var (isQuoted, isEmpty) = (false, true)
    if text.bytes.isEmpty, try !text.more() { return UInt8(ascii: ",") }
    while text.bytes.count < 5, try text.more() {}
    if text.bytes.starts(with: "sep=".utf8), text.bytes.count > 4 { return text.bytes[4] }
    repeat {
      while index < text.bytes.count {
        let byte = text.bytes[index]
        index += 1
        if byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else if isQuoted {
          isEmpty = false
        } else if byte == UInt8(ascii: ",") {
          commas += 1
        } else if byte == UInt8(ascii: ";") {
          semicolons += 1
        } else if !byte.isLineEnd {
          isEmpty = false
        } else if isEmpty {
          (commas, semicolons) = (0, 0)
        } else {
          return UInt8(ascii: semicolons > commas ? ";" : ",")
        }
      }
    } while try index < longestLook && text.more()
    return UInt8(ascii: semicolons > commas ? ";" : ",")
  }
}

extension [UInt8] {
  /// Returns the index of the next separator, line end or quote, or `count` if there is none.
  fileprivate func endOfPlainField(from start: Int, separator: UInt8) -> Int {
    withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        let byte = bytes[index]
        if byte == separator || byte == UInt8(ascii: "\"") || byte.isLineEnd { break }
        index += 1
      }
      return index
    }
  }
}
