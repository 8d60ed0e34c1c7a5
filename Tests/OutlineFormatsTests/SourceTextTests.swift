import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct SourceTextTests {
  @Test(arguments: [OutlineFormat.markdown, .text])
  func `a byte order mark is dropped and every kind of line end is one`(format: OutlineFormat) throws {
    let drawn = try outline("\u{FEFF}one\r\n\r\ntwo\r\rthree\n\nfour", as: format)
    let rows = drawn.split(separator: "\n").dropFirst().map { $0.dropFirst(4).prefix { $0 != " " } }
    #expect(rows == ["one", "two", "three", "four"])
  }

  @Test(arguments: OutlineFormat.allCases.filter(\.isImportable))
  func `a file of UTF-16 is refused with the command that converts it`(format: OutlineFormat) throws {
    for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF]] {
      let error = try refusal(mark + [0, 0x61], as: format)
      #expect(error.message == "The file is UTF-16; pleat reads UTF-8")
      #expect(error.hint == "Convert it with: iconv -f UTF-16 -t UTF-8 FILE")
    }
  }

  @Test(arguments: OutlineFormat.allCases.filter(\.isImportable))
  func `a NUL is refused with its line and its column in characters`(format: OutlineFormat) throws {
    let error = try refusal("<!-- -->\r\né\0", as: format)
    #expect(
      error == ImportError(line: 2, column: 2, message: "The file holds a NUL byte, so it is not text"))
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xC3], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80], [0x80],
    ] as [[UInt8]])
  func `a byte that is not UTF-8 is refused with its place in every format`(bad: [UInt8]) throws {
    for format in OutlineFormat.allCases where format.isImportable {
      let error = try refusal(Array("<!-- é -->\n".utf8) + bad, as: format)
      #expect(error == ImportError(line: 2, column: 1, message: "The file is not valid UTF-8"))
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `lines are where a reading of one byte after the other finds them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let signs: [UInt8] = [0x0A, 0x0D, 0x09, 0x0B, 0x0E, 0x0F, 0x20, 0x61, 0x7F, 0x80, 0x8A, 0xFF]
    let all = (0..<Int.random(in: 0..<60, using: &random)).compactMap { _ in signs.randomElement(using: &random) }
    let bytes = all.dropFirst(Int.random(in: 0...3, using: &random))
    var (lines, start, index) = ([Range<Int>](), bytes.startIndex, bytes.startIndex)
    while index < bytes.endIndex {
      if bytes[index] == 0x0A || bytes[index] == 0x0D {
        lines.append(start..<index)
        if bytes[index] == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    if start < bytes.endIndex { lines.append(start..<bytes.endIndex) }
    #expect(bytes.lineRanges() == lines)
  }
}
