import ArgumentParser
import OutlineCore

/// Reads an address, or says what is wrong with the words.
func address(_ words: String) throws -> Address {
  do {
    return try Address(parsing: words)
  } catch {
    throw OutlineError.badAddress(error)
  }
}

/// The options that name a place.
struct PlaceOptions: ParsableArguments {
  @Option(name: .customLong("in"), help: ArgumentHelp("Into this section.", valueName: "address"))
  var inside: String?

  @Option(help: ArgumentHelp("Directly before this row or section.", valueName: "address"))
  var before: String?

  @Option(help: ArgumentHelp("Directly after this row or section.", valueName: "address"))
  var after: String?

  @Option(help: ArgumentHelp("As the N-th, counted from 1.", valueName: "N"))
  var at: Int?

  @Flag(help: "As the first.")
  var first = false

  func validate() throws {
    if [inside, before, after].compactMap(\.self).count > 1 {
      throw ValidationError("--in, --before and --after exclude each other.")
    }
    if at != nil, first { throw ValidationError("--at and --first exclude each other.") }
    if before ?? after != nil, at != nil || first {
      throw ValidationError("--at and --first go with --in; --before and --after are a place already.")
    }
  }

  /// Whether the words name something that the place is in or beside.
  var hasAnchor: Bool { inside ?? before ?? after != nil }

  /// The place that the words name.
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
