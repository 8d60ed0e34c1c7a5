import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

extension RandomOutline {
  /// An outline with all that only JSON carries: keys, users and their flags; and without what JSON leaves out.
  mutating func fullOutline() -> [OutlinePiece] {
    let names = ["ana", "ben", "e\u{301}ve", "éve", "with \"quotes\"\n"].prefix(int(0...5))
    var id = Int64(int(1...1_000))
    let users = names.map { name in
      OutlinePiece.user(User(name: name, startsCollapsed: int(0...1) == 0, accordion: int(0...1) == 0))
    }
    let outline = outline()
    let isNested = outline.contains(where: \.isNestedRow)  // only then do rows have folds
    return users
      + outline.map { piece in
        id += Int64(int(1...100))
        switch piece {
        case .section(var section):
          section.isCollapsed = nil
          section.id = int(0...3) > 0 ? SectionID(id) : nil
          for name in names where int(0...1) == 0 { section.flags[ExactText(name)] = int(0...1) == 0 }
          return .section(section)
        case .row(var row):
          row.id = int(0...3) > 0 ? RowID(id) : nil
          for name in names where isNested && int(0...3) == 0 { row.flags[ExactText(name)] = int(0...1) == 0 }
          return .row(row)
        default: return piece
        }
      }
  }
}

/// The pieces without the flags of the acting user, for a format that has none.
func withoutFlags(_ pieces: [OutlinePiece]) -> [OutlinePiece] {
  changingSections(of: pieces) { $0.isCollapsed = nil }
}

/// The pieces with nil for an empty detail, for a format that cannot tell them apart.
func withoutEmptyDetails(_ pieces: [OutlinePiece]) -> [OutlinePiece] {
  changingSections(of: pieces) { if $0.draft.detail == "" { $0.draft.content.detail = nil } }
}

private func changingSections(
  of pieces: [OutlinePiece], _ change: (inout SectionPiece) -> Void
) -> [OutlinePiece] {
  pieces.map { piece in
    guard case .section(var section) = piece else { return piece }
    change(&section)
    return .section(section)
  }
}

/// Reads a document into pieces, from chunks of a size.
func pieces(of bytes: [UInt8], as format: OutlineFormat, chunks size: Int) throws -> [OutlinePiece] {
  var pieces: [OutlinePiece] = []
  _ = try OutlineReader.read(chunked(bytes, size), as: format, documentName: "Document") { pieces.append($0) }
  return pieces
}

/// A stream of chunks of a size.
func chunked(_ bytes: [UInt8], _ size: Int) -> ByteStream {
  var rest = bytes[...]
  return ByteStream {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }
}

/// Whether both are the same to the byte; `==` takes é and e with an accent for the same.
func haveSameBytes(_ left: [OutlinePiece], _ right: [OutlinePiece]) -> Bool {
  left == right && left.map(described).joined().hasSameBytes(as: right.map(described).joined())
}

/// A piece with the flags in order: dictionaries of the same content may differ in theirs.
private func described(_ piece: OutlinePiece) -> String {
  switch piece {
  case .section(var section):
    let flags = section.flags.sorted { $0.key < $1.key }
    section.flags = [:]
    return "\(section) \(flags)"
  case .row(var row):
    let flags = row.flags.sorted { $0.key < $1.key }
    row.flags = [:]
    return "\(row) \(flags)"
  default: return "\(piece)"
  }
}

/// Reads a document that must be refused and answers with the message, after its line and column.
func refusalMessage(_ bytes: [UInt8], as format: OutlineFormat) throws -> String {
  let error = try refusal(bytes, as: format)
  let location = [error.line, error.column].compactMap { $0.map { "\($0):" } }.joined()
  return location + error.message
}

/// Reads a document that must be refused and answers with the message, after its line and column.
func refusalMessage(_ text: String, as format: OutlineFormat) throws -> String {
  try refusalMessage(Array(text.utf8), as: format)
}

extension OutlinePiece {
  /// The attributes of a section or a row; nil for none.
  var attributes: String? {
    switch self {
    case .section(let section): section.draft.attributes
    case .row(let row): row.draft.attributes
    case .rowLevels, .setting, .identity, .user, .level, .flag: nil
    }
  }

  /// The piece without attributes.
  var withoutAttributes: OutlinePiece {
    switch self {
    case .section(var section):
      section.draft.content.attributes = nil
      return .section(section)
    case .row(var row):
      row.draft.attributes = nil
      return .row(row)
    case .rowLevels, .setting, .identity, .user, .level, .flag: return self
    }
  }
}
