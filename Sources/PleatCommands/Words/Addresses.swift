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
  @Option(
    name: .customLong("in"), help: ArgumentHelp("Put it into this section.", valueName: "address"),
    completion: .sections)
  var inside: String?

  @Option(help: ArgumentHelp("Put it directly before this row or section.", valueName: "address"))
  var before: String?

  @Option(help: ArgumentHelp("Put it directly after this row or section.", valueName: "address"))
  var after: String?

  @Option(help: ArgumentHelp("Put it at the N-th position, counted from 1.", valueName: "N"))
  var at: Int?

  @Flag(help: "Put it at the first position.")
  var first = false

  @Flag(help: "Put it at the last position.")
  var last = false

  func validate() throws {
    if [inside, before, after].compactMap(\.self).count > 1 {
      throw ValidationError("Use only one of --in, --before and --after.")
    }
    if [at != nil, first, last].count(where: \.self) > 1 {
      throw ValidationError("Use only one of --at, --first and --last.")
    }
    if before ?? after != nil, hasPosition {
      throw ValidationError("Use --at, --first and --last with --in; --before and --after already name a place.")
    }
  }

  /// Whether the options name a section or a row.
  var hasAnchor: Bool { inside ?? before ?? after != nil }

  /// Whether the options name a position.
  var hasPosition: Bool { at != nil || first || last }

  /// The position; by default the last.
  var position: Place.Position { first ? .first : at.map { .at($0) } ?? .last }

  /// Returns the place that the options name.
  func place() throws -> Place {
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
    last = words.isSet("last")
    try validate()
  }
}
