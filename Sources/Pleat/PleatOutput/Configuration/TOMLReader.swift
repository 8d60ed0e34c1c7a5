import PleatSystem

/// A value of a TOML document, of the kinds that pleat reads.
package enum TOMLValue: Hashable {
  case text(String)
  case number(Int)
  case flag(Bool)
}

/// One `key = value` line of a TOML document.
package struct TOMLEntry: Hashable {
  /// The key, preceded by the names of its tables.
  package let path: [String]
  package let value: TOMLValue
  /// The number of its line, from 1.
  package let line: Int
}

/// A mistake in a TOML document.
package struct TOMLProblem: Error, Hashable {
  package let line: Int
  /// A sentence without its full stop.
  package let message: String
}

/// Reads the part of TOML that a configuration needs.
///
/// That is `key = value`, tables, comments, texts, whole numbers, `true` and `false`. The rest of TOML is refused with
/// the number of its line, never misread.
package struct TOMLReader {
  /// The entries, in the order of the document.
  package private(set) var entries: [TOMLEntry] = []
  /// The tables that have a header, with the lines of their headers.
  package private(set) var tables: [(path: [String], line: Int)] = []
  private var table: [String] = []
  private var entryLines: [[String]: Int] = [:]
  private var tableLines: [[String]: Int] = [:]

  /// Reads a document as a whole.
  ///
  /// - Throws: The first ``TOMLProblem``.
  package init(_ document: [UInt8]) throws(TOMLProblem) {
    var lines = document.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let first = lines.first, first.starts(with: [0xEF, 0xBB, 0xBF]) { lines[0] = first.dropFirst(3) }
    for (index, bytes) in lines.enumerated() {
      let line = index + 1
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      guard let text = String(utf8: bytes) else {
        throw TOMLProblem(line: line, message: "the line is not UTF-8")
      }
      var scanner = TOMLScanner(text, line: line)
      switch try scanner.line() {
      case .nothing: break
      case .table(let path): try begin(path, line)
      case .entry(let path, let value): try add(TOMLEntry(path: table + path, value: value, line: line))
      }
    }
  }

  private mutating func begin(_ path: [String], _ line: Int) throws(TOMLProblem) {
    if let other = tableLines.updateValue(line, forKey: path) {
      throw TOMLProblem(line: line, message: "the table [\(Self.name(path))] is there already, on line \(other)")
    }
    tables.append((path, line))
    table = path
  }

  private mutating func add(_ entry: TOMLEntry) throws(TOMLProblem) {
    if let other = entryLines.updateValue(entry.line, forKey: entry.path) {
      let name = Self.name(entry.path)
      throw TOMLProblem(line: entry.line, message: "'\(name)' is set already, on line \(other)")
    }
    entries.append(entry)
  }

  /// Returns a path in TOML's form, with dots.
  package static func name(_ path: [String]) -> String { path.joined(separator: ".") }
}
