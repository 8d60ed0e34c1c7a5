import PleatOutput

/// The document of an export on another machine, for a local file that is created only once all of it has arrived.
final class ReceivedDocument {
  private let file: ExportFile
  private let tell: (ExportCounts, _ isWhole: Bool, Context) -> Void
  private var document = TrailedDocument()

  /// Prepares the file; nil if the command writes none.
  ///
  /// - Throws: A ``Failure`` that names the file.
  init?(_ document: Needs.Document?) throws {
    guard case .written(let path, let mayReplace, let tell)? = document else { return nil }
    file = try ExportFile(path, mayReplace: mayReplace)
    self.tell = tell
  }

  func take(_ bytes: [UInt8]) throws { try file.write(document.take(bytes)) }

  /// Moves the document to its place, and reports it.
  ///
  /// - Throws: A ``Failure`` if the document is incomplete, or cannot be written.
  func finish(in context: Context) throws {
    guard let trailer = document.trailer else {
      throw Failure(.inputOutput, "The document did not arrive completely.", hint: "Nothing was written; try again.")
    }
    try file.finish()
    tell(trailer.counts, trailer.isWhole, context)
  }
}

/// The end of a document that is sent to another machine: its counts, which show that the document is complete.
package struct ExportTrailer {
  /// The size of every trailer, in bytes.
  package static let length = 42

  package let counts: ExportCounts
  /// Whether the format could hold everything.
  package let isWhole: Bool

  package init(_ counts: ExportCounts, isWhole: Bool) { (self.counts, self.isWhole) = (counts, isWhole) }

  /// Reads a trailer; nil if the bytes are not one.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length, bytes.first == 0 else { return nil }
    let fields = bytes.dropFirst().split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 2, let sections = Int(fields[0]), let rows = Int(fields[1]) else { return nil }
    counts = ExportCounts(sections: sections, rows: rows)
    isWhole = !fields[1].hasPrefix("+")
  }

  /// A NUL and two numbers of twenty digits, with a space between them.
  ///
  /// The first digit of the second number is a plus sign if the format could not hold everything; earlier versions
  /// still read that as a number.
  package var bytes: [UInt8] {
    let rows = Self.digits(counts.rows)
    return [0] + Self.digits(counts.sections) + [UInt8(ascii: " ")]
      + (isWhole ? rows : [UInt8(ascii: "+")] + rows.dropFirst())
  }

  private static func digits(_ number: Int) -> [UInt8] {
    let digits = Array("\(number)".utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(20 - digits.count, 0)) + digits
  }
}

/// Receives a document, and holds back the last bytes, which may be its trailer.
package struct TrailedDocument {
  private var rest: [UInt8] = []

  /// Takes bytes, and returns those that certainly belong to the document.
  package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    rest += bytes
    let count = max(rest.count - ExportTrailer.length, 0)
    defer { rest.removeFirst(count) }
    return Array(rest[..<count])
  }

  /// The trailer; nil if it is missing, which means that the document is incomplete.
  package var trailer: ExportTrailer? { ExportTrailer(bytes: rest) }
}
