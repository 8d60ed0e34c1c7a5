/// Why a file could not be imported, and where in the file.
public struct ImportError: Error, Hashable, Sendable {
  /// The line in the file, counted from 1; nil if the error concerns the whole file.
  public let line: Int?
  /// The column in the line, counted in characters from 1; nil if the error concerns the whole line.
  public package(set) var column: Int?
  /// The error, as a sentence without its full stop and without the line and column.
  public let message: String
  /// The next step for the user; nil if there is no advice.
  public let hint: String?
  /// Whether a newer pleat is likely to have written the document.
  package var isNewer = false

  package init(line: Int? = nil, column: Int? = nil, message: String, hint: String? = nil) {
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }
}
