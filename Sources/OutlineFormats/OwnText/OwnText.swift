/// pleat's own text, version 1: an outline without folds that is easy to read, to write and to compare by lines.
///
///     # pleat text 1
///     Groceries
///     : for the weekend
///     {"color":"red"}
///     - apples
///     {"shop":"market"}
///     - bread
///       Dairy
///       !
///       - milk
///
/// Below the first line, each line says one thing, two spaces in front of it for every level above the first:
///
/// - a title begins a section;
/// - `- ` begins a row of the section, as far in as the title; `-` alone is a row without text;
/// - `: ` is the detail of the section whose title stands before;
/// - `!` says that the section whose title stands before is not collapsible;
/// - `{` begins the attributes of the section or row before.
///
/// In texts `\n` is a line feed, `\r` a carriage return and `\\` a backslash. A title that begins with a blank or with
/// one of `-:!{` has a backslash in front, and a backslash alone is an empty title. Blanks at the end of a line belong
/// to the text; empty lines say nothing.
enum OwnText {
  /// The first line.
  static let heading = "# pleat text 1"
  private static let headingOfAnyVersion = "# pleat text "

  /// Whether a line says that pleat's own text follows; throws for a version that this pleat does not know.
  static func isHeading(_ line: ArraySlice<UInt8>) throws(ImportError) -> Bool {
    let line = line.trimmed().text()
    if line == heading { return true }
    guard line.hasPrefix(headingOfAnyVersion) else { return false }
    let version = line.dropFirst(headingOfAnyVersion.count)
    guard !version.isEmpty, version.utf8.allSatisfy(\.isASCIIDigit) else { return false }
    throw ImportError(
      line: 1, message: "The text is of version \(version.prefix(20)); this pleat reads version 1",
      hint: "Read it with a newer pleat.")
  }

  /// Whether a title that begins with the byte needs a backslash in front.
  static func isTakenForElse(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "{"): true
    default: first.isBlank
    }
  }
}
