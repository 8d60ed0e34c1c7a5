import OutlineCore
import OutlineDocuments

/// An outline as an editor shows it: easy to read, to write and to compare by lines, without folds and attributes.
///
///     # pleat text 1
///     # @s1 and @r1 at the ends of lines say which section or row it is.
///     Groceries  @s1
///     : for the weekend
///     - apples  @r1
///     - [x] bread  @r2
///       Dairy  @s2
///       !
///       - milk  @r3
///
/// Each line says one thing and is indented by two spaces for every level below the top:
///
/// - a title begins a section; `[ ] ` before it makes the section a task and `[x] ` one that is done, and `\[ ] ` is the
///   beginning of the title;
/// - `- ` begins a row of the section, indented like the section's title; `-` alone is a row without text;
///   `- [ ] ` begins a task and `- [x] ` one that is done, and `- \[ ] ` a row whose text begins with a box;
/// - `: ` begins the detail of the section whose title came last;
/// - `!` makes the section whose title came last not collapsible; after `! task`, rows that are added to it are tasks, and after
///   `! plain` they are not;
/// - `! due fri` and `! repeat weekly` below a title or a row say when it is due and how it comes again, and so do `due:fri` and
///   `repeat:weekly` at the end of its text, which win; a backslash, written `\\`, keeps them in the text;
/// - `#` begins a remark.
///
/// In texts `\[` is a bracket, `\n` is a line feed, `\r` a carriage return and `\\` a backslash. A title that begins with a
/// space, a tab or one of `#-:!` is written with a backslash before it, and a backslash alone is an empty title. Spaces at
/// the end of a line belong to the text. Empty lines are ignored.
///
/// An id belongs to the line only if it is one of those that were written; anything else at the end is a part of the
/// text. A row that comes after a subsection belongs to the section that it is indented like, after the section's other
/// rows.
package enum EditorText {
  /// Ids that a text may hold, each once.
  package struct IDs {
    /// The meaning of an id in a text.
    enum Answer {
      case wanted
      case seen
      case unknown
    }

    private var known: [Int64: Bool]
    /// The levels of rows that are more than one below what is around them.
    private var levels: [Int64: Int] = [:]

    package init(_ document: Document) {
      known = Dictionary(document.numbers.map { ($0, false) }) { first, _ in first }
      var above = 0
      for item in document.items {
        if let number = item.number, item.rowLevel > above + 1 { levels[number] = item.rowLevel }
        above = item.rowLevel
      }
    }

    /// Whether a row had this level, more than one below the line before it, which nobody can write anew.
    func isLevel(_ level: Int, of number: Int64) -> Bool { levels[number] == level }

    mutating func take(_ number: Int64) -> Answer {
      switch known.updateValue(true, forKey: number) {
      case false: return .wanted
      case true: return .seen
      case nil:
        known[number] = nil
        return .unknown
      }
    }
  }

  /// Writes a document without its attributes, below a heading and remarks.
  ///
  /// - Parameter today: The user's day: a text that would be read with a day or a rule at its end gets a backslash.
  package static func write(_ document: Document, remarks: [String], today: Day) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let output = DocumentOutput { bytes += $0 }
    var writer = try EditorTextWriter(to: output, remarks: remarks, today: today)
    try document.pass { try writer.write($0) }
    try output.flush()
    return bytes
  }

  /// Reads a document.
  ///
  /// - Parameter today: The user's day, from which words such as `fri` count.
  /// - Throws: ``ImportError`` for the first malformed line, and for an id that is on two lines.
  package static func read(_ bytes: [UInt8], ids: IDs, today: Day) throws -> Document {
    var reader = EditorTextReader(TextLines(ByteStream(bytes)), ids: ids, today: today)
    try reader.read()
    return Document(reader.items)
  }

  /// Whether two spaces separate a line from the id at its end, as pleat writes them.
  static func isSetApart(_ content: ArraySlice<UInt8>, after line: ArraySlice<UInt8>) -> Bool {
    content[line.endIndex...].starts(with: "  @".utf8)
  }

  /// The id at the end of a line and the line before it, without the two spaces between them.
  static func id(atEndOf line: ArraySlice<UInt8>) -> (line: ArraySlice<UInt8>, id: ItemID)? {
    var end = line
    while end.last?.isBlank == true { end.removeLast() }
    guard let at = end.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    var rest = line[..<at]
    guard rest.last?.isBlank ?? true else { return nil }
    for _ in 0..<2 where rest.last == UInt8(ascii: " ") { rest.removeLast() }
    return (try? Address(parsing: end[at...].text()))?.itemID.map { (rest, $0) }
  }
}

// The signs at the beginnings of lines.
extension EditorText {
  /// Reads a check box at the start of a title or text.
  ///
  /// - Returns: Whether the task is done, and the bytes from the bracket that closes the box on; nil if there is no box.
  static func box(at text: ArraySlice<UInt8>) -> (isDone: Bool, rest: ArraySlice<UInt8>)? {
    for (isDone, box) in [(false, "[ ]"), (true, "[x]")] where text.starts(with: box.utf8) {
      let rest = text.dropFirst(2)
      if rest.count == 1 || rest.dropFirst().first == UInt8(ascii: " ") { return (isDone, rest) }
    }
    return nil
  }

  /// Whether a title or text without a check box needs a backslash before it, because it begins like one.
  static func beginsWithBox(_ text: String) -> Bool { box(at: ArraySlice(text.utf8)) != nil }

  /// The check box as it is written; empty for an item that is no task.
  static func written(_ isDone: Bool?) -> String { isDone.map { $0 ? "[x]" : "[ ]" } ?? "" }

  /// Whether a title that begins with the byte must be written with a backslash before it.
  static func isTakenForElse(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "!"): true
    default: first.isBlank
    }
  }
}
