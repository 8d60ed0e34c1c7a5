import OutlineJSON

struct MessageLines {
  /// A line; empty ones are skipped.
  enum Line {
    case text([UInt8])
    /// A line over the limit, whose bytes are dropped.
    case tooLong
  }

  /// The largest size of a line, in bytes.
  static let limit = 8 << 20

  private let input: ByteStream
  private var rest: [UInt8] = []
  /// How many bytes of the rest were already searched for the end of a line.
  private var known = 0

  init(_ input: ByteStream) { self.input = input }

  /// Returns the next line; nil at the end of the input.
  mutating func next() throws -> Line? {
    var isTooLong = false
    while true {
      if let end = rest[known...].firstIndex(of: 0x0A) {
        let line = Array(rest[..<end])
        rest.removeSubrange(...end)
        known = 0
        if isTooLong || line.count > Self.limit { return .tooLong }
        if line.contains(where: { $0 > 0x20 }) { return .text(line) }
        continue
      }
      known = rest.count
      if known > Self.limit {
        isTooLong = true
        (rest, known) = ([], 0)
      }
      guard let chunk = try input.next() else {
        let line = rest
        (rest, known) = ([], 0)
        if isTooLong { return .tooLong }
        return line.contains { $0 > 0x20 } ? .text(line) : nil
      }
      rest += chunk
    }
  }
}
