/// The key of a section: given once, never reused, never changed.
public struct SectionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The value of `section.section_id`.
  public let rawValue: Int64

  /// Makes the key with the value that stands in `section.section_id`.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The key as addresses and JSON write it, without the `@`: `s4`.
  public var description: String { "s\(rawValue)" }

  /// Orders keys by age.
  public static func < (left: SectionID, right: SectionID) -> Bool { left.rawValue < right.rawValue }
}

/// The key of a row: given once, never reused, never changed.
public struct RowID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The value of `row.row_id`.
  public let rawValue: Int64

  /// Makes the key with the value that stands in `row.row_id`.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The key as addresses and JSON write it, without the `@`: `r17`.
  public var description: String { "r\(rawValue)" }

  /// Orders keys by age.
  public static func < (left: RowID, right: RowID) -> Bool { left.rawValue < right.rawValue }
}

/// The key of a section or of a row.
public enum ItemID: Hashable, Sendable, CustomStringConvertible {
  /// A section's key.
  case section(SectionID)
  /// A row's key.
  case row(RowID)

  /// The key as addresses and JSON write it, without the `@`: `s4`, `r17`.
  public var description: String {
    switch self {
    case .section(let id): id.description
    case .row(let id): id.description
    }
  }
}
