import OutlineCore

/// Writes the documents of one format; most leave the identity and users out, and need nothing at the end.
protocol FormatWriter {
  /// Learns, before anything is written, that some row has a level above 1.
  mutating func expectRowLevels()
  /// Learns, before anything is written, of a setting of the outline.
  mutating func expect(_ setting: Setting, _ value: SettingValue)
  mutating func write(_ identity: OutlineIdentity) throws
  mutating func write(_ user: User) throws
  /// Writes a section, without its rows.
  mutating func write(_ section: SectionPiece) throws
  /// Writes a row of the last section.
  mutating func write(_ row: RowPiece) throws
  /// Writes the front matter of a document whose first header is left out.
  mutating func writeFrontMatter(_ block: String) throws
  mutating func finish() throws
  /// Remarks for the user on content that the format cannot hold.
  var remarks: [String] { get }
}

extension FormatWriter {
  func expectRowLevels() {}
  func expect(_ setting: Setting, _ value: SettingValue) {}
  func write(_ identity: OutlineIdentity) {}
  func write(_ user: User) {}
  func writeFrontMatter(_ block: String) {}
  func finish() {}
  var remarks: [String] { [] }

  /// Writes any piece that an export has.
  mutating func write(_ piece: OutlinePiece) throws {
    switch piece {
    case .rowLevels: expectRowLevels()
    case .setting(let setting, let value): expect(setting, value)
    case .identity(let identity): try write(identity)
    case .user(let user): try write(user)
    case .section(let section): try write(section)
    case .row(let row): try write(row)
    case .level, .flag: break  // these occur only on import
    }
  }
}

/// Collects the bytes of a document and passes them on in chunks.
final class DocumentOutput {
  private let sink: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private static let chunk = 65_536

  init(_ sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
    bytes.reserveCapacity(2 * Self.chunk)
  }

  /// Adds a text, and passes a chunk on when it is full.
  func write(_ text: String) throws { try write { $0.append(contentsOf: text.utf8) } }

  /// Lets `add` append bytes, and passes a chunk on when it is full.
  func write(_ add: (inout [UInt8]) -> Void) throws {
    add(&bytes)
    if bytes.count >= Self.chunk { try flush() }
  }

  /// Passes on the bytes collected so far, if any.
  func flush() throws {
    if bytes.isEmpty { return }
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
