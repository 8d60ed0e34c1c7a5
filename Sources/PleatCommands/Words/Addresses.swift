import ArgumentParser
import OutlineCore

/// Reads an address.
///
/// - Throws: `OutlineError/badAddress(_:)`.
func address(_ words: String) throws -> Address {
  do {
    return try Address(parsing: words)
  } catch {
    throw OutlineError.badAddress(error)
  }
}

/// The options that name a place.
struct PlaceOptions: ParsableArguments {
  @Option(name: .customLong("in"), help: ArgumentHelp("Put it into this section.", valueName: "address"))
  var inside: String?

  @Option(help: ArgumentHelp("Put it directly before this row or section.", valueName: "address"))
  var before: String?

  @Option(help: ArgumentHelp("Put it directly after this row or section.", valueName: "address"))
  var after: String?

  @Option(help: ArgumentHelp("Put it at the N-th position, counted from 1.", valueName: "N"))
  var at: Int?

  @Flag(help: "Put it at the first position.")
  var first = false

  func validate() throws {
    if [inside, before, after].compactMap(\.self).count > 1 {
      throw ValidationError("Use only one of --in, --before and --after.")
    }
    if at != nil, first { throw ValidationError("Use either --at or --first, not both.") }
    if before ?? after != nil, at != nil || first {
      throw ValidationError("Use --at and --first with --in; --before and --after already name a place.")
    }
  }

  /// Whether the options name a section or a row.
  var hasAnchor: Bool { inside ?? before ?? after != nil }

  /// Returns the place that the options name.
  func place() throws -> Place {
    let position: Place.Position = first ? .first : at.map { .at($0) } ?? .last
    if let inside { return Place(.inside(try address(inside)), position) }
    if let before { return Place(.before(try address(before))) }
    if let after { return Place(.after(try address(after))) }
    return Place(.anywhere, position)
  }
}

extension PlaceOptions {
  mutating func take(_ words: EditWords) throws {
    inside = words.value("in")
    before = words.value("before")
    after = words.value("after")
    at = try words.number("at")
    first = words.isSet("first")
    try validate()
  }
}
