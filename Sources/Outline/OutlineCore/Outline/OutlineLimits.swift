/// The limits of an outline; CHECK constraints of the file enforce them.
public enum OutlineLimits {
  /// The levels that a section or a row can have; 1 is the top.
  public static let levels = 1...100
  /// The maximum length of a title, in bytes of UTF-8.
  public static let titleBytes = 65_536
  /// The maximum length of a row's text, of a detail or of attributes, in bytes of UTF-8.
  public static let textBytes = 1_048_576
  /// The maximum length of the rule of a repeat, in bytes of UTF-8.
  public static let repeatBytes = 1_000
}
