import OutlineCore
import PleatSystem
import SQLiteSalvage

/// A rule for the values of a column.
enum ColumnRule: Sendable {
  case integer(ClosedRange<Int64>, Finding.Kind = .value)
  case optionalInteger(ClosedRange<Int64>)
  /// A text of at most this many bytes.
  case text(Int)
  /// A text of at least one byte.
  case filledText(Int)
  case optionalText(Int)
  case optionalDate

  static let id = ColumnRule.integer(1...((1 << 53) - 1))
  static let flag = ColumnRule.integer(0...1)
  static let orderKey = ColumnRule.integer((1 - OrderKeys.bound)...(OrderKeys.bound - 1), .key)
  static let level = ColumnRule.integer(1...100, .level)

  /// Returns the problem of a value, as the end of a sentence that begins with the column; nil if there is none.
  func problem(of value: RecordValue) -> (kind: Finding.Kind, message: String)? {
    switch (self, value) {
    case (.optionalInteger, .null), (.optionalText, .null), (.optionalDate, .null): nil
    case (.integer(let range, _), .integer(let number)) where range.contains(number): nil
    case (.optionalInteger(let range), .integer(let number)) where range.contains(number): nil
    case (.integer(let range, let kind), _): (kind, Self.sentence(value, range))
    case (.optionalInteger(let range), _): (.value, Self.sentence(value, range) + " or NULL")
    case (.text(let limit), .text(let bytes)), (.optionalText(let limit), .text(let bytes)):
      Self.problem(of: bytes, limit).map { (.text, $0) }
    case (.filledText, .text([])): (.text, "is empty")
    case (.filledText(let limit), .text(let bytes)): Self.problem(of: bytes, limit).map { (.text, $0) }
    case (.optionalDate, .text(let bytes)):
      DueDate(String(decoding: bytes, as: UTF8.self)) == nil ? (.value, "is not a date") : nil
    case (.text, _), (.filledText, _), (.optionalText, _), (.optionalDate, _):
      (.text, "is \(value.kind) instead of a text")
    }
  }

  private static func sentence(_ value: RecordValue, _ range: ClosedRange<Int64>) -> String {
    let expected =
      switch range {
      case 0...0: "0"
      case 0...1: "0 or 1"
      default: "a number from \(range.lowerBound) to \(range.upperBound)"
      }
    return "is \(value.kind) instead of \(expected)"
  }

  private static func problem(of bytes: [UInt8], _ limit: Int) -> String? {
    if bytes.count > limit { return "has \(bytes.count) bytes; the limit is \(limit)" }
    if bytes.contains(0) { return "contains a NUL" }
    return String(utf8: bytes) == nil ? "is not UTF-8" : nil
  }
}
