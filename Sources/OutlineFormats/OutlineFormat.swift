/// A file format that pleat imports and exports.
public enum OutlineFormat: String, CaseIterable, Hashable, Sendable {
  /// Markdown as GitHub reads it: headings are sections, list items are rows.
  case markdown
  /// OPML 2.0: every `outline` element is an entry, with all its attributes.
  case opml
  /// A property list in XML: an array of dictionaries that have a name and a list.
  case plist
  /// pleat's own full form: everything, ids and every user's flags included.
  case json
  /// Comma-separated values: a line for every section and row.
  case csv
  /// The same with tabs.
  case tsv
  /// Indented text: one line is one entry, and white space in front of it nests it.
  case text
  /// A page to be looked at; export only.
  case html

  /// Whether documents in this format can be imported.
  public var isImportable: Bool { self != .html }

  /// Finds the format that a file name's ending stands for; nil for an ending that pleat does not know.
  ///
  /// Upper and lower case are the same.
  public init?(fileName: String) {
    guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "md", "markdown", "mdown": self = .markdown
    case "opml": self = .opml
    case "plist": self = .plist
    case "json": self = .json
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "txt", "text": self = .text
    case "html", "htm": self = .html
    default: return nil
    }
  }
}
