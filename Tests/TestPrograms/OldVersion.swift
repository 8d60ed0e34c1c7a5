import Foundation

/// Outlines that older versions of pleat have made; the tests have one of every version from 13 on.
public enum OldVersion {
  /// The versions.
  public static let all = [13, 14, 15, 16, 17]

  /// The version of the files that this pleat makes.
  public static let current = 18

  /// Copies the outline of a version to a path.
  public static func copy(_ version: Int, to path: String) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("Versions/version-\(version).db")
    try Data(contentsOf: file).write(to: URL(fileURLWithPath: path))
  }
}
