/// A positional argument of a verb, such as an address or a text.
package struct Argument: Sendable {
  /// How often an argument may be given.
  package enum Count: Sendable {
    case one
    case oneOrNone
    case oneOrMore
    case any
  }

  /// The name of the argument in help, for example "address".
  package let name: String
  package let kind: ValueKind
  /// How often it may be given; only the last argument of a verb may be given more than once.
  package let count: Count
  /// The default stated in help; nil for none.
  package let standard: String?
  /// The description in whole sentences; nil to hide the argument from help.
  package let help: String?

  package init(
    _ name: String, _ kind: ValueKind, _ count: Count = .one, standard: String? = nil, help: String?
  ) {
    self.name = name
    self.kind = kind
    self.count = count
    self.standard = standard
    self.help = help
  }

  /// The placeholder for the argument in help.
  package var placeholder: String { ValueName.placeholder(kind, name) }

  /// Whether the argument may be omitted.
  package var isOptional: Bool { count == .oneOrNone || count == .any }

  /// Whether the argument may be given several times.
  package var isRepeating: Bool { count == .oneOrMore || count == .any }
}

/// The placeholders for values in help.
enum ValueName {
  /// Returns the choices of a value if there are at most four; otherwise, its name in capitals.
  static func placeholder(_ kind: ValueKind, _ name: String) -> String {
    if (1...4).contains(kind.choices.count) { return kind.choices.joined(separator: "|") }
    return name.contains("|") || name.contains("=") ? name : name.uppercased()
  }
}
