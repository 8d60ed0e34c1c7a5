/// The bounds that the file's CHECK constraints enforce.
public enum OutlineLimits {
  /// The levels a section may have; 1 is the top.
  public static let levels = 1...100
  /// The most bytes of UTF-8 in a title or a detail.
  public static let titleBytes = 65_536
  /// The most bytes of UTF-8 in a row's text or in attributes.
  public static let textBytes = 1_048_576
}
