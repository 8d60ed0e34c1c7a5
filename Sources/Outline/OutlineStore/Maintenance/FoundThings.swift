import SQLite
import SQLiteSalvage

/// A value of any type in a damaged file.
package typealias FoundValue = RecordValue

extension FoundValue {
  /// The number, or the kind of any other value, as a part of a sentence.
  package var kind: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "a blob"
    }
  }
}

extension ResultRow {
  /// Returns the value of a column, of any type.
  func found(_ column: Int) throws -> FoundValue { try self[column] }
}

/// Where something was found in a damaged file, the most trustworthy first.
package enum FoundOrigin: Int, Sendable {
  /// In its table.
  case table
  /// On a page that belongs to no table.
  case lostPage
  /// On a page that is free.
  case freePage
}

/// A section as a damaged file has it.
package struct FoundSection: Sendable {
  package let id: FoundValue
  package let ord: FoundValue
  package let level: FoundValue
  package let title: FoundValue
  package let detail: FoundValue
  package let collapsible: FoundValue
  package let newRows: FoundValue
  package let done: FoundValue
  package let attributes: FoundValue
  /// Whether the attributes are a JSON object that a file can have.
  package let hasObject: Bool
  package let origin: FoundOrigin
  /// Whether the end of the section is missing.
  package let isCut: Bool
  package let due: FoundValue
  package let repeats: FoundValue
}

/// A row as a damaged file has it.
package struct FoundRow: Sendable {
  package let id: FoundValue
  package let rank: FoundValue
  package let text: FoundValue
  package let done: FoundValue
  package let attributes: FoundValue
  /// Whether the attributes are a JSON object that a file can have.
  package let hasObject: Bool
  package let origin: FoundOrigin
  /// Whether the end of the row is missing.
  package let isCut: Bool
  /// Whether a section has the same number.
  package let isTaken: Bool
  package let due: FoundValue
  package let repeats: FoundValue
  /// The level; NULL if the row was found on a page of version 16 or before.
  package let level: FoundValue
}

/// A user as a damaged file has it.
package struct FoundUser: Sendable {
  package let id: FoundValue
  package let name: FoundValue
  package let startsCollapsed: FoundValue
  package let accordion: FoundValue
}

/// A flag as a damaged file has it.
package struct FoundFlag: Sendable {
  package let user: FoundValue
  package let section: FoundValue
  package let collapsed: FoundValue
  package let origin: FoundOrigin
}
