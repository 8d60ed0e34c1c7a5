import OutlineCore

/// Reads comma- or tab-separated values record by record: RFC 4180, with any kind of line end.
///
/// Of the document it holds a chunk and the record it is at.
///
/// A parser of our own, because SwiftCSV 0.10.0, the one library there is, holds the whole document and more (276 MB
/// for a million records of 15 bytes, in 2.9 s), takes 2.3 s for a field of 11 MB, reads an unclosed quote to the end
/// of the file and a NUL without a word, drops the fields that exceed the header and the columns whose name came
/// before, and knows no line of an error.
struct DelimitedParser {
  /// The most bytes of a field: a text and the quote in front of it.
  static let longestField = OutlineLimits.textBytes + 1
  /// The most bytes of a record.
  static let longestRecord = 4 * OutlineLimits.textBytes

  var text: TextBuffer
  private let separator: UInt8
  /// The record that was read last.
  private(set) var record = DelimitedRecord()
  /// Whether a carriage return was taken, so that a line feed here belongs to it.
  private var isAfterReturn = false

  init(_ bytes: ByteStream, separator: UInt8) {
    text = TextBuffer(bytes)
    self.separator = separator
  }

  /// Reads the next record that holds more than empty fields into `record`; false at the end of the document.
  mutating func next() throws -> Bool {
    while try nextLine() {
      if !record.isEmpty { return true }
    }
    return false
  }

  private mutating func nextLine() throws -> Bool {
    try skipFeed()
    if text.position == text.bytes.count, try !text.more() { return false }
    record.begin(at: text.place(at: text.position).line)
    repeat { try readField() } while try takeSeparator()
    return true
  }

  /// Takes the line feed of a carriage return before.
  private mutating func skipFeed() throws {
    guard isAfterReturn else { return }
    isAfterReturn = false
    if text.position == text.bytes.count, try !text.more() { return }
    if text.bytes[text.position] == UInt8(ascii: "\n") { text.position += 1 }
  }

  /// Takes the separator behind a field; false for a line end and for the end of the document.
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
          "A quote stands inside a field that does not begin with one",
          hint: "Put the whole field in quotes, and double the quotes inside.", at: end)
      }
      return
    } while try text.more()
  }

  private mutating func readQuoted() throws {
    let opening = text.place(at: text.position)
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
      guard next == UInt8(ascii: "\"") else { throw text.error("Text stands behind the closing quote of a field") }
      record.append(text.bytes[text.position...text.position])
      text.position += 1
    }
  }

  /// Takes a part of a field.
  private mutating func take(upTo end: Int) throws {
    record.append(text.bytes[text.position..<end])
    text.position = end
    if record.fieldCount > Self.longestField {
      throw ImportError(line: record.line, message: "A field is longer than \(Self.longestField - 1) bytes")
    }
    if record.byteCount > Self.longestRecord {
      throw ImportError(line: record.line, message: "A record is longer than \(Self.longestRecord) bytes")
    }
  }
}

extension [UInt8] {
  /// The next separator, line end or quote; the end where there is none.
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
