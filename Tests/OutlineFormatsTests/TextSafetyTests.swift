import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Which characters are harmful or invisible, against what Unicode says of every character.
struct TextSafetyTests {
  private static let all = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)

  @Test func `invisible is what Unicode calls ignorable, and the marks of annotations`() {
    let wrong = Self.all.filter { scalar in
      let isMark = (0xFFF9...0xFFFB).contains(scalar.value)
      return TextSafety.isInvisible(scalar) != (scalar.properties.isDefaultIgnorableCodePoint || isMark)
    }
    #expect(wrong.map { String($0.value, radix: 16) } == [])
  }

  @Test func `harmful is every control character and separator, and every mark that turns text`() {
    let marks: Set<UInt32> = [
      0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ]
    let wrong = Self.all.filter { scalar in
      let category = scalar.properties.generalCategory
      let isSeparator = category == .lineSeparator || category == .paragraphSeparator
      return TextSafety.isHarmful(scalar) != (category == .control || isSeparator || marks.contains(scalar.value))
    }
    #expect(wrong.map { String($0.value, radix: 16) } == [])
  }

  @Test func `no harmful or invisible character is taken for a plain one by its first bytes`() {
    let missed = Self.all.filter { scalar in
      let bytes = Array(String(scalar).utf8)
      return (TextSafety.isHarmful(scalar) || TextSafety.isInvisible(scalar))
        && !TextSafety.isSuspect(bytes[0], before: bytes.count > 1 ? bytes[1] : 0)
    }
    #expect(missed.map { String($0.value, radix: 16) } == [])
  }

  @Test func `bytes are plain where all of them are printable ASCII, whichever is not and wherever it is`() {
    for length in 0...40 {
      for offset in 0..<8 {
        var bytes = [UInt8](repeating: 0x7E, count: offset + length)
        func isPlain() -> Bool {
          bytes.withUnsafeBytes { TextSafety.isPlain(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
        }
        #expect(isPlain())
        for place in offset..<(offset + length) {
          let wrong = (0...255 as ClosedRange<UInt8>).filter { byte in
            bytes[place] = byte
            return isPlain() != (0x20..<0x7F).contains(byte)
          }
          #expect(wrong == [], "byte \(place - offset) of \(length)")
          bytes[place] = 0x20
        }
      }
    }
  }

  @Test func `bytes are read as the characters that they are`() {
    let text = "a\u{7F}é\u{FFFF}😀"
    var copy = text
    copy.withUTF8 { bytes in
      let utf8 = UTF8Text(bytes: UnsafeRawBufferPointer(bytes))
      var index = 0
      var last: Unicode.Scalar?
      for scalar in text.unicodeScalars {
        #expect(utf8.scalar(at: index) == scalar)
        #expect(utf8.scalar(before: index) == last)
        index += utf8.character(at: index).length
        last = scalar
      }
      #expect(utf8.scalar(at: index) == nil)
    }
  }
}
