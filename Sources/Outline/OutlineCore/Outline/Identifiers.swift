/// The id of a section, which never changes and is never reused.
public struct SectionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The value of `section.section_id`.
  public let rawValue: Int64

  /// Creates the id with a value of `section.section_id`.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The id as addresses and JSON answers have it: `@s4`.
  public var description: String { "@s\(rawValue)" }

  /// Orders ids by age.
  public static func < (left: SectionID, right: SectionID) -> Bool { left.rawValue < right.rawValue }
}

/// The id of a row, which never changes and is never reused.
public struct RowID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The value of `row.row_id`.
  public let rawValue: Int64

  /// Creates the id with a value of `row.row_id`.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The id as addresses and JSON answers have it: `@r4`.
  public var description: String { "@r\(rawValue)" }

  /// Orders ids by age.
  public static func < (left: RowID, right: RowID) -> Bool { left.rawValue < right.rawValue }
}

/// The id of a section or of a row.
public enum ItemID: Hashable, Sendable, CustomStringConvertible {
  /// The id of a section.
  case section(SectionID)
  /// The id of a row.
  case row(RowID)

  /// The number, which only one item of the outline has.
  public var number: Int64 {
    switch self {
    case .section(let id): id.rawValue
    case .row(let id): id.rawValue
    }
  }

  /// Whether it is a section or a row.
  public var kind: ItemKind {
    switch self {
    case .section: .section
    case .row: .row
    }
  }

  /// The id as addresses and JSON answers have it: `@s4` or `@r4`.
  public var description: String {
    switch self {
    case .section(let id): id.description
    case .row(let id): id.description
    }
  }
}

extension ItemID: Comparable {
  /// Orders sections before rows, and both by age.
  public static func < (left: ItemID, right: ItemID) -> Bool {
    switch (left, right) {
    case (.section(let one), .section(let other)): one < other
    case (.row(let one), .row(let other)): one < other
    case (.section, .row): true
    case (.row, .section): false
    }
  }
}

/// A section or a row.
public enum ItemKind: String, Hashable, Sendable {
  /// A section.
  case section
  /// A row.
  case row
}
