// The form is that of docs/changes.md in pleat's repository: lists that are empty are left out, and unknown members are ignored.
// What is decoded has indices from 0 to 2,147,483,647 and counts from 1, so that no sum of them overflows.

extension ViewChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case deletedSections, insertedSections, movedSections, deletedRows, insertedRows, movedRows, reloadedRows
    case reloadedHeaders, converted
  }

  /// Decodes changes in the layout `grouped` or `headerRows`; the member `layout` is ignored.
  ///
  /// Whether the changes fit a list is for ``problem(from:to:)`` to say.
  /// - Throws: A `DecodingError` if an index is negative, a count is less than 1, or a number exceeds 2,147,483,647.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      deletedSections: try values.list(.deletedSections), insertedSections: try values.list(.insertedSections),
      movedSections: try values.list(.movedSections), deletedRows: try values.list(.deletedRows),
      insertedRows: try values.list(.insertedRows), movedRows: try values.list(.movedRows),
      reloadedRows: try values.list(.reloadedRows), reloadedHeaders: try values.list(.reloadedHeaders),
      converted: try values.list(.converted))
    let runs = ViewChangesProblem.Part.allCases.flatMap { part in self.runs(of: part).joined() }
    let ends = converted.flatMap { [$0.from, $0.to] }.map { end in
      if case .row(let path) = end { path } else { RowPath(section: end.section, row: 0) }
    }
    try decoder.check(
      runs.flatMap { [$0.section ?? 0, $0.start] } + ends.flatMap { [$0.section, $0.row] }, counts: runs.map(\.count))
  }

  /// Encodes the changes without a layout; ``LaidOutChanges`` has it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(list: deletedSections, .deletedSections)
    try values.encode(list: insertedSections, .insertedSections)
    try values.encode(list: movedSections, .movedSections)
    try values.encode(list: deletedRows, .deletedRows)
    try values.encode(list: insertedRows, .insertedRows)
    try values.encode(list: movedRows, .movedRows)
    try values.encode(list: reloadedRows, .reloadedRows)
    try values.encode(list: reloadedHeaders, .reloadedHeaders)
    try values.encode(list: converted, .converted)
  }
}

extension LineChanges: Codable {
  private enum CodingKeys: String, CodingKey { case deletedLines, insertedLines, movedLines, reloadedLines }

  /// Decodes changes in the layout `flat`; the member `layout` is ignored.
  /// - Throws: A `DecodingError` if an index is negative, a count is less than 1, or a number exceeds 2,147,483,647.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      deletedLines: try values.list(.deletedLines), insertedLines: try values.list(.insertedLines),
      movedLines: try values.list(.movedLines), reloadedLines: try values.list(.reloadedLines))
    let runs = deletedLines + insertedLines + reloadedLines
    try decoder.check(
      runs.map(\.start) + movedLines.flatMap { [$0.from, $0.to] }, counts: (runs.map(\.count) + movedLines.map(\.count))
    )
  }

  /// Encodes the changes without a layout; ``LaidOutChanges`` has it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(list: deletedLines, .deletedLines)
    try values.encode(list: insertedLines, .insertedLines)
    try values.encode(list: movedLines, .movedLines)
    try values.encode(list: reloadedLines, .reloadedLines)
  }
}

extension LaidOutChanges: Codable {
  private enum CodingKeys: CodingKey { case layout }

  /// Decodes changes in the layout that their member `layout` names.
  /// - Throws: A `DecodingError`, also for a layout that is unknown.
  public init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(ListLayout.self, forKey: .layout) {
    case .grouped: self = .grouped(try ViewChanges(from: decoder))
    case .headerRows: self = .headerRows(try ViewChanges(from: decoder))
    case .flat: self = .flat(try LineChanges(from: decoder))
    }
  }

  /// Encodes the layout and the changes, without the name of a user.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(layout, forKey: .layout)
    switch self {
    case .grouped(let changes), .headerRows(let changes): try changes.encode(to: encoder)
    case .flat(let changes): try changes.encode(to: encoder)
    }
  }
}

extension ListLayout: Codable {}

extension ListPosition: Codable {
  private enum CodingKeys: CodingKey { case section, row }

  /// Decodes a position: a path for a row, and `{"section": 1}` for a header.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let section = try values.decode(Int.self, forKey: .section)
    let row = try values.decodeIfPresent(Int.self, forKey: .row)
    self = row.map { .row(RowPath(section: section, row: $0)) } ?? .header(section: section)
  }

  /// Encodes a path for a row, and the index of the section for a header.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(section, forKey: .section)
    if case .row(let path) = self { try values.encode(path.row, forKey: .row) }
  }
}

extension KeyedDecodingContainer {
  fileprivate func list<Element: Decodable>(_ key: Key) throws -> [Element] {
    try decodeIfPresent([Element].self, forKey: key) ?? []
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode(list: [some Encodable], _ key: Key) throws {
    if !list.isEmpty { try encode(list, forKey: key) }
  }
}

extension Decoder {
  /// Refuses indices and counts that no list can have.
  fileprivate func check(_ indices: [Int], counts: [Int]) throws {
    if let number = indices.first(where: { !(0...Int(Int32.max)).contains($0) })
      ?? counts.first(where: { !(1...Int(Int32.max)).contains($0) })
    {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(number) is out of range."))
    }
  }
}
