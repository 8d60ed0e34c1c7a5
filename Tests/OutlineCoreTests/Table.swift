import Foundation

/// A file of the folder `Tables`: one case on a line, its parts between bars.
enum Table {
  /// Reads the table with a name, or at a path; lines that begin with `#` are remarks.
  static func lines(of name: String) throws -> [[String]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Tables")
    let file = name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.components(separatedBy: " | ") }
  }
}
