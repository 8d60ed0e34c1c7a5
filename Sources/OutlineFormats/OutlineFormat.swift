/// A file format that pleat imports.
public enum OutlineFormat: String, CaseIterable, Hashable, Sendable {
  /// Markdown as GitHub reads it: headings are sections, list items are rows.
  case markdown
  /// A property list in XML: an array of dictionaries that have a name and a list.
  case plist
  /// Indented text: one line is one entry, and white space in front of it nests it.
  case text

  /// Finds the format that a file name's ending stands for; nil for an ending that pleat does not know.
  ///
  /// Upper and lower case are the same.
  public init?(fileName: String) {
    guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "md", "markdown", "mdown": self = .markdown
    case "plist": self = .plist
    case "txt", "text": self = .text
    default: return nil
    }
  }
}
