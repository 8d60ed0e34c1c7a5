import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Outlines at random, through the formats that are XML and back.
struct XMLRoundTripTests {
  @Test(arguments: [OutlineFormat.opml, .plist])
  func `an outline comes back as it was`(format: OutlineFormat) throws {
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = random.outline()
      let read = try pieces(of: document(outline, as: format), as: format)
      try #require(read.map(Self.bytes) == outline.map(Self.bytes), "\(format) seed \(seed)")
    }
  }

  @Test(arguments: [OutlineFormat.opml, .plist])
  func `what came back is written the same again`(format: OutlineFormat) throws {
    for seed in 1000..<1050 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let first = try document(random.outline(), as: format)
      try #require(try document(pieces(of: first, as: format), as: format) == first, "\(format) seed \(seed)")
    }
  }

  /// A piece as bytes: strings of other bytes can be equal in Swift.
  private static func bytes(_ piece: OutlinePiece) -> [UInt8] { Array("\(piece)".utf8) }
}
