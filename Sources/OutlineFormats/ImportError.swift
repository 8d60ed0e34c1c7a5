/// Why a file could not be imported, and where in the file.
public struct ImportError: Error, Hashable, Sendable {
  /// The line of the file, from 1; nil where the whole file is meant.
  public let line: Int?
  /// The column in characters, from 1; nil where the whole line is meant.
  public let column: Int?
  /// What is wrong, without the place: a sentence without its full stop.
  public let message: String
  /// What to do about it; nil where there is nothing to say.
  public let hint: String?

  /// Makes the error.
  public init(line: Int? = nil, column: Int? = nil, message: String, hint: String? = nil) {
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }
}
