import OutlineCore
import PleatArguments
import PleatOutput

/// Reads an address.
///
/// - Throws: `OutlineError/badAddress(_:)`.
func address(_ text: String) throws -> Address {
  do {
    return try Address(parsing: text)
  } catch {
    throw OutlineError.badAddress(error)
  }
}

extension Arguments {
  /// Returns the positional arguments as addresses.
  func addresses() throws -> [Address] { try positional.map(address) }
}

/// The options that say where something goes.
enum PlacementOptions {
  static let inside = TextOption(
    "in", .section, "address", for: .key, help: "Put it into this section, or rows below this row.")
  static let before = TextOption(
    "before", .item, "address", for: .key, help: "Put it directly before this row or section.")
  static let after = TextOption(
    "after", .item, "address", for: .key, help: "Put it directly after this row or section.")
  static let at = Option<Int?>("at", 1...Int.max, "N", for: .key, help: "Put it at the N-th position, counted from 1.")
  static let first = Flag("first", for: .key, help: "Put it at the first position.")
  static let last = Flag("last", for: .key, help: "Put it at the last position.")

  static let declared: [AnyOption] = [inside, before, after, at, first, last]
}

extension Arguments {
  /// Refuses a placement that is not one.
  ///
  /// - Parameter needsAnchor: Whether a position is of use only in a section that the arguments name.
  func checkPlacement(needsAnchor: Bool = false) throws(Refusal) {
    if anchors.count > 1 { throw Refusal("Use only one of --in, --before and --after.") }
    let (at, first, last) = (self[PlacementOptions.at], self[PlacementOptions.first], self[PlacementOptions.last])
    if [at != nil, first, last].count(where: \.self) > 1 {
      throw Refusal("Use only one of --at, --first and --last.")
    }
    if hasAnchor, self[PlacementOptions.inside] == nil, hasPosition {
      throw Refusal("Use --at, --first and --last with --in; --before and --after already name a placement.")
    }
    if needsAnchor, hasPosition, !hasAnchor { throw Refusal("Use --at, --first and --last with --in.") }
  }

  /// Refuses arguments without a placement, and those with both addresses and a filter, or neither.
  ///
  /// - Parameter fitting: The option whose filter finds the items, instead of addresses.
  func checkHasPlacement(fitting: TextOption) throws(Refusal) {
    try checkPlacement()
    if self[fitting] != nil, positional.count > 1 {
      throw Refusal(
        "Give either addresses or --where, not both.",
        hint: "With --where, the only argument is the section that the items go to.")
    }
    let isLast = lastIsPlace(fitting: fitting)
    try checkItems(positional.count - (isLast ? 1 : 0), fitting)
    if hasAnchor || hasPosition || isLast { return }
    throw Refusal(
      "'\(verb.name)' needs a placement: a section as the last argument, --in, --before or --after with an address, or --first, --last or --at N."
    )
  }

  /// Refuses both addresses and a filter, and neither.
  func checkItems(_ count: Int, _ fitting: TextOption) throws(Refusal) {
    if self[fitting] == nil, count == 0 { throw Refusal("'\(verb.name)' needs an ADDRESS, or --where FILTER.") }
    if self[fitting] != nil, count > 0 { throw Refusal("Give either addresses or --where, not both.") }
  }

  /// Whether the last argument says where the others go: without another placement, as with the programs mv and cp.
  private func lastIsPlace(fitting: TextOption) -> Bool {
    anchors.isEmpty && !hasPosition && positional.count > (self[fitting] == nil ? 1 : 0)
  }

  /// Returns what is to be moved or copied, and the placement; it is nil if only a position is given.
  func placed(fitting: TextOption, in context: Context) throws -> (items: [Address], placement: Placement?) {
    let isLast = lastIsPlace(fitting: fitting)
    let words = isLast ? positional.dropLast() : positional[...]
    let items = try self[fitting].map { [.fitting(try filter($0, in: context))] } ?? words.map(address)
    if isLast, let last = positional.last { return (items, Placement(.inside(try address(last)))) }
    return (items, try anchoredPlacement())
  }

  /// The sections and rows that the placement names.
  private var anchors: [String] {
    [PlacementOptions.inside, PlacementOptions.before, PlacementOptions.after].compactMap { self[$0] }
  }

  /// Whether the placement names a section or a row.
  var hasAnchor: Bool { !anchors.isEmpty }

  /// Whether the placement names a position.
  var hasPosition: Bool {
    self[PlacementOptions.at] != nil || self[PlacementOptions.first] || self[PlacementOptions.last]
  }

  /// The position; by default the last.
  var position: Placement.Position {
    self[PlacementOptions.first] ? .first : self[PlacementOptions.at].map { .at($0) } ?? .last
  }

  func placement() throws -> Placement {
    if let inside = self[PlacementOptions.inside] { return Placement(.inside(try address(inside)), position) }
    if let before = self[PlacementOptions.before] { return Placement(.before(try address(before))) }
    if let after = self[PlacementOptions.after] { return Placement(.after(try address(after))) }
    return Placement(.anywhere, position)
  }

  /// Returns the placement; nil if it names neither a section nor a row.
  func anchoredPlacement() throws -> Placement? { hasAnchor ? try placement() : nil }
}
