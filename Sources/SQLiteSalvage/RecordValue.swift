/// A value in a record of an SQLite file, as it is stored.
package enum RecordValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes of a text, in the encoding of the file.
  case text([UInt8])
  case blob([UInt8])

  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  package var isInteger: Bool { integer != nil }

  package var isText: Bool { if case .text = self { true } else { false } }

  package var isNull: Bool { self == .null }
}
