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

/// The arguments of a verb that takes only addresses.
struct AddressArguments {
  private let positional: [String]
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    positional = arguments.positional
    editing = try EditOptions(arguments)
  }

  /// Refuses arguments with neither addresses nor a filter, or with both.
  func check(orWhere filter: String?, of verb: Verb) throws(Refusal) {
    if filter == nil, positional.isEmpty { throw Refusal("'\(verb.name)' needs an ADDRESS, or --where FILTER.") }
    guard filter == nil || positional.isEmpty else {
      throw Refusal("Give either addresses or --where, not both.")
    }
  }

  func addresses() throws -> [Address] { try positional.map(address) }
}

/// A verb that takes only addresses, and makes one edit of the items at them.
protocol AddressCommand: EditingCommand {
  init(arguments: AddressArguments)

  var arguments: AddressArguments { get }
}

extension AddressCommand {
  init(_ arguments: Arguments) throws { self.init(arguments: try AddressArguments(arguments)) }

  var editing: EditOptions { arguments.editing }
}

/// A verb that takes addresses and a placement.
protocol PlacingCommand: EditingCommand {
  init(arguments: AddressArguments, placement: PlacementOptions)

  var arguments: AddressArguments { get }

  /// Refuses options that the verb cannot use.
  static func check(_ placement: PlacementOptions) throws(Refusal)
}

extension PlacingCommand {
  init(_ arguments: Arguments) throws {
    let placement = try PlacementOptions(arguments)
    self.init(arguments: try AddressArguments(arguments), placement: placement)
    try Self.check(placement)
  }

  static func check(_ placement: PlacementOptions) throws(Refusal) {
    if placement.hasAnchor || placement.hasPosition { return }
    throw Refusal(
      "'\(verb.name)' needs a placement: --in, --before or --after with an address, or --first, --last or --at N.")
  }

  var editing: EditOptions { arguments.editing }
}

struct PlacementOptions {
  static let inside = TextOption(
    "in", .section, "address", for: .key, help: "Put it into this section, or rows below this row.")
  static let before = TextOption(
    "before", .item, "address", for: .key, help: "Put it directly before this row or section.")
  static let after = TextOption(
    "after", .item, "address", for: .key, help: "Put it directly after this row or section.")
  static let at = Option<Int?>("at", 1...Int.max, "N", for: .key, help: "Put it at the N-th position, counted from 1.")
  static let first = Flag("first", for: .key, help: "Put it at the first position.")
  static let last = Flag("last", for: .key, help: "Put it at the last position.")

  static let declared: [AnyOption] = [
    Self.inside, Self.before, Self.after, Self.at, Self.first, Self.last,
  ]

  private let inside: String?
  private let before: String?
  private let after: String?
  private let at: Int?
  private let first: Bool
  private let last: Bool

  init(_ arguments: Arguments) throws(Refusal) {
    inside = arguments[Self.inside]
    before = arguments[Self.before]
    after = arguments[Self.after]
    at = arguments[Self.at]
    first = arguments[Self.first]
    last = arguments[Self.last]
    if [inside, before, after].count(where: { $0 != nil }) > 1 {
      throw Refusal("Use only one of --in, --before and --after.")
    }
    if [at != nil, first, last].count(where: \.self) > 1 {
      throw Refusal("Use only one of --at, --first and --last.")
    }
    if before ?? after != nil, hasPosition {
      throw Refusal("Use --at, --first and --last with --in; --before and --after already name a placement.")
    }
  }

  /// Whether the options name a section or a row.
  var hasAnchor: Bool { inside ?? before ?? after != nil }

  /// Whether the options name a position.
  var hasPosition: Bool { at != nil || first || last }

  /// The position; by default the last.
  var position: Placement.Position { first ? .first : at.map { .at($0) } ?? .last }

  /// Returns the placement that the options name.
  func placement() throws -> Placement {
    if let inside { return Placement(.inside(try address(inside)), position) }
    if let before { return Placement(.before(try address(before))) }
    if let after { return Placement(.after(try address(after))) }
    return Placement(.anywhere, position)
  }
}
