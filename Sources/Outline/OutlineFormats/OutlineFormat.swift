/// A file format that pleat imports and exports.
public enum OutlineFormat: String, CaseIterable, Hashable, Sendable {
  /// GitHub Flavored Markdown: headings are sections and list items are rows.
  case markdown
  /// OPML 2.0: every `outline` element is an entry and keeps all its attributes.
  case opml
  /// A property list in XML: an array of dictionaries, each with a name and a list.
  case plist
  /// pleat's own complete form, with ids and the collapsed flags of every user.
  case json
  /// Comma-separated values, one line for each section and row; semicolons are read as well.
  case csv
  /// Tab-separated values, otherwise like ``csv``.
  case tsv
  /// Indented text: each line is an entry, nested by the white space in front of it; import only.
  case text
  /// todo.txt: each line is a task.
  case todotxt
  /// A file of Emacs' org mode.
  case org
  /// Tasks as `task export` writes them, in JSON.
  case taskwarrior
  /// The tasks of an iCalendar file, VTODO of RFC 5545.
  case ics
  /// TaskPaper: projects, tasks and notes; import only.
  case taskpaper
  /// A page of Logseq; import only.
  case logseq
  /// An outline of VimOutliner: text nested by tabs, with check boxes and body texts; import only.
  case vimoutliner
  /// The JSON of Google Tasks, Google Keep, Trello and Microsoft To Do; import only.
  case otherJSON = "other-json"
  /// A page to look at in a browser; export only.
  case html

  /// Whether documents in this format can be imported.
  public var isImportable: Bool { facts.read != nil }

  /// Whether a document in this format is a table, with columns that can be named.
  package var isTable: Bool { facts.isTable }

  /// Whether documents in this format can be exported.
  public var isExportable: Bool { facts.write != nil }

  /// Finds the format for a file name's extension, in upper or lower case; the most usual one where several share it.
  ///
  /// - Returns: nil if the name has no extension or one that pleat does not know.
  public init?(fileName: String) {
    guard let first = Self.formats(ofFileName: fileName).first else { return nil }
    self = first
  }

  /// Returns the formats of files with a name, in upper or lower case, the most usual one first.
  ///
  /// Empty if the name has no extension or one that pleat does not know.
  public static func formats(ofFileName fileName: String) -> [OutlineFormat] {
    let lowercased = fileName.lowercased()
    for name in OutlineFormat.todotxt.facts.endings where lowercased == name || lowercased.hasSuffix("." + name) {
      return [.todotxt, .text]
    }
    guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return [] }
    let ending = String(fileName[fileName.index(after: dot)...])
    return shared[ending.lowercased()] ?? OutlineFormat(name: ending).map { [$0] } ?? []
  }

  /// Finds the format of a name, in upper or lower case: the ending of a file's name, or the format's own name.
  ///
  /// - Returns: nil if no format has the name.
  public init?(name: String) {
    let name = name.lowercased()
    guard let format = Self.allCases.first(where: { $0.rawValue == name || $0.facts.endings.contains(name) }) else {
      return nil
    }
    self = format
  }

  /// The formats that share an ending, the most usual one first.
  private static let shared: [String: [OutlineFormat]] = [
    "md": [.markdown, .logseq], "xml": [.opml, .plist], "json": [.json, .taskwarrior, .otherJSON],
    "txt": [.text, .todotxt],
  ]
}
