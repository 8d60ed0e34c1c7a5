import PleatOutput

/// What follows a document that travels to another machine: how much it has, which shows too that it has arrived whole.
package struct ExportTrailer {
  /// The number of bytes of every trailer.
  package static let length = 42

  package let counts: ExportCounts

  package init(_ counts: ExportCounts) { self.counts = counts }

  /// Reads a trailer; nil if the bytes are none.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length, bytes.first == 0 else { return nil }
    let fields = bytes.dropFirst().split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 2, let sections = Int(fields[0]), let rows = Int(fields[1]) else { return nil }
    counts = ExportCounts(sections: sections, rows: rows)
  }

  /// A NUL and two numbers of twenty digits, with a space between them.
  package var bytes: [UInt8] { [0] + Self.digits(counts.sections) + [UInt8(ascii: " ")] + Self.digits(counts.rows) }

  private static func digits(_ number: Int) -> [UInt8] {
    let digits = Array("\(number)".utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(20 - digits.count, 0)) + digits
  }
}

/// Takes a document as it arrives, and keeps back what may be its trailer.
package struct TrailedDocument {
  private var rest: [UInt8] = []

  /// Takes bytes, and returns those that certainly belong to the document.
  package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    rest += bytes
    let count = max(rest.count - ExportTrailer.length, 0)
    defer { rest.removeFirst(count) }
    return Array(rest[..<count])
  }

  /// What the trailer says; nil if the document has none, so that it is not whole.
  package var counts: ExportCounts? { ExportTrailer(bytes: rest)?.counts }
}
