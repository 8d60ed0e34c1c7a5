import OutlineJSON

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

  /// Returns the separator of the first line that is not empty; what is in quotes does not count.
  private static func separator(in text: inout TextBuffer) throws -> UInt8 {
    var (commas, semicolons, index) = (0, 0, 0)
    var (isQuoted, isEmpty) = (false, true)
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
