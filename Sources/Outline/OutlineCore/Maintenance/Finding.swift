/// Something that is wrong with a file.
public struct Finding: Hashable, Sendable {
  /// What kind of thing is wrong.
  public enum Kind: String, CaseIterable, Sendable {
    /// The file as a whole: its header, its length, or the numbers by which it is recognized.
    case file
    /// SQLite's own structures: pages, indexes, constraints.
    case integrity
    /// A table, an index, a trigger or a view that is missing, differs, or is in the way.
    case schema
    /// A number, a check box or a flag with an impossible value.
    case value
    /// A sort key that is out of range, or that two sections or two rows share.
    case key
    /// A level that is not from 1 to 100.
    case level
    /// A text that is too long, has a NUL, or is not UTF-8.
    case text
    /// Attributes that are not a JSON object.
    case attributes
    /// A row or a flag of a section or a user that does not exist, or another broken foreign key.
    case orphan
    /// A stored number of rows that differs from the actual one.
    case count
    /// A setting with a value that it cannot have.
    case setting
    /// An entry or a change of the history that cannot be understood, or does not fit the others.
    case history
  }

  /// What kind of thing is wrong.
  public let kind: Kind
  /// The table; nil if it is about no table.
  public let table: String?
  /// The id of the section, the row, the user, the entry or the change; nil if it is about none.
  public let id: Int64?
  /// What is wrong, as the end of a sentence that begins with the table and the id.
  public let message: String

  package init(_ kind: Kind, in table: String? = nil, id: Int64? = nil, _ message: String) {
    self.kind = kind
    self.table = table
    self.id = id
    self.message = message
  }
}

extension Finding: CustomStringConvertible {
  /// The table, the id and what is wrong, such as `row 17: text is not UTF-8`.
  public var description: String {
    let object = [table, id.map(String.init)].compactMap(\.self).joined(separator: " ")
    return object.isEmpty ? message : "\(object): \(message)"
  }
}

/// Everything that is wrong with a file.
public struct CheckReport: Hashable, Sendable {
  /// The maximum number of findings of each kind in ``findings``; ``counts`` has them all.
  public static let listed = 100

  /// The first findings of each kind, in the order in which they were found.
  public private(set) var findings: [Finding] = []
  /// The number of findings of each kind; kinds without findings are missing.
  public private(set) var counts: [Finding.Kind: Int] = [:]

  package init() {}

  /// Whether nothing is wrong.
  public var isClean: Bool { counts.isEmpty }

  /// The number of all findings.
  public var count: Int { counts.values.reduce(0, +) }

  package mutating func add(_ finding: Finding) {
    let count = counts[finding.kind, default: 0] + 1
    counts[finding.kind] = count
    if count <= Self.listed { findings.append(finding) }
  }
}
