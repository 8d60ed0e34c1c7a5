/// pleat's own text format, version 1: an outline without folds that is easy to read, to write and to compare by lines.
///
///     # pleat text 1
///     Groceries
///     : for the weekend
///     {"color":"red"}
///     - apples
///     {"shop":"market"}
///     - [x] bread
///       Dairy
///       !
///       - milk
///
/// Each line after the first says one thing and is indented by two spaces for every level below the top:
///
/// - a title begins a section; `[ ] ` before it makes the section a task and `[x] ` one that is done, and `\[ ] ` is the
///   beginning of the title;
/// - `- ` begins a row of the section, indented like the section's title; `-` alone is a row without text;
///   `- [ ] ` begins a task and `- [x] ` one that is done, and `- \[ ] ` a row whose text begins with a box;
/// - `: ` begins the detail of the section whose title came last;
/// - `!` makes the section whose title came last not collapsible;
/// - `{` begins the attributes of the section or row before.
///
/// In texts `\[` is a bracket, `\n` is a line feed, `\r` a carriage return and `\\` a backslash. A title that begins with a space, a tab
/// or one of `-:!{` is written with a backslash before it, and a backslash alone is an empty title. Spaces at the end
/// of a line belong to the text. Empty lines are ignored.
enum OwnText {
  /// The first line.
  static let heading = "# pleat text 1"
  private static let headingOfAnyVersion = "# pleat text "

  /// Whether a first line announces pleat's own text.
  ///
  /// - Throws: ``ImportError`` if it announces a version that this pleat cannot read.
  static func isHeading(_ line: ArraySlice<UInt8>) throws(ImportError) -> Bool {
    let line = line.trimmed().text()
    if line == heading { return true }
    guard line.hasPrefix(headingOfAnyVersion) else { return false }
    let version = line.dropFirst(headingOfAnyVersion.count)
    guard !version.isEmpty, version.utf8.allSatisfy(\.isDigit) else { return false }
    throw ImportError(
      line: 1, message: "The text has version \(version.prefix(20)); this pleat reads version 1",
      hint: "Read it with a newer pleat.")
  }

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
  ///
  /// - Parameter withRemarks: Whether lines that begin with `#` are remarks, as in an ``EditorText``.
  static func isTakenForElse(_ first: UInt8, withRemarks: Bool = false) -> Bool {
    switch first {
    case UInt8(ascii: "#"): withRemarks
    case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "{"): true
    default: first.isBlank
    }
  }
}
