import OutlineCore

/// The file next to the document that assigns blocks of ids to the copies of the outline.
///
/// Each block has one line: the number, the token of the copy, the date and the name of the machine.
package struct BlockList {
  /// The lines without their line breaks, sorted by block number.
  package private(set) var lines: [String]

  private static let heading = "# Blocks of ids, one line for each copy of the outline. 'pleat sync' writes this file."

  /// Reads the bytes of the file; nil if it does not exist.
  package init(_ bytes: [UInt8]?) {
    let text = String(decoding: bytes ?? [], as: UTF8.self)
    lines = Self.sorted(text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") })
  }

  package var isEmpty: Bool { lines.isEmpty }

  /// The block after all reserved ones; nil if none is left.
  package var free: IDBlock? { IDBlock((lines.compactMap(Self.number).max() ?? -1) + 1) }

  /// Whether a block belongs to the copy with a token.
  ///
  /// If two copies have reserved the same block independently, it belongs to the first line.
  package func has(_ block: IDBlock, for token: String) -> Bool {
    lines.first { Self.number($0) == block.number }.map { Self.word(1, of: $0) == token } ?? false
  }

  package mutating func add(_ block: IDBlock, for token: String, date: String, machine: String) {
    lines = Self.sorted(lines + ["\(block.number) \(token) \(date) \(machine)"])
  }

  /// Adds the lines of another version of the file.
  package mutating func add(_ other: BlockList) { lines = Self.sorted(Array(Set(lines + other.lines))) }

  package var bytes: [UInt8] { Array(([Self.heading] + lines).map { $0 + "\n" }.joined().utf8) }

  private static func sorted(_ lines: [String]) -> [String] {
    lines.sorted { (number($0) ?? .max, $0) < (number($1) ?? .max, $1) }
  }

  private static func number(_ line: String) -> Int64? { Int64(word(0, of: line)) }

  private static func word(_ index: Int, of line: String) -> String {
    let words = line.split(separator: " ")
    return index < words.count ? String(words[index]) : ""
  }
}
