/// Reads the arguments of a command one by one, as its verb declares them.
///
/// The command line, the lines of a batch and completion all use it.
package struct ArgumentReader {
  /// One argument, or one letter of an argument such as `-rn`.
  package enum Part {
    case argument(String)
    case flag(AnyOption, as: String)
    case value(AnyOption, as: String, String)
    /// An option without its value: it comes last, or before an argument that begins with a dash.
    case valueMissing(AnyOption, as: String, before: String?)
    /// A flag with a value after an equals sign.
    case valueTooMany(AnyOption, as: String)
    /// An argument that begins with a dash, but is not a declared option or contains an undeclared letter.
    case unknown(String)
    /// The argument `--`, after which every argument is positional.
    case dashes
  }

  private let options: [AnyOption]
  private var arguments: ArraySlice<String>
  /// The unread letters of an argument such as `-rn`.
  private var letters: Substring = ""
  /// Whether `--` was read.
  package private(set) var isAfterDashes = false

  /// Creates a reader of all arguments except the verb.
  package init(_ arguments: ArraySlice<String>, options: [AnyOption]) {
    self.arguments = arguments
    self.options = options
  }

  /// The index of the argument after the last part.
  var position: Int { arguments.startIndex }

  /// Returns the next part; nil at the end.
  package mutating func next() -> Part? {
    if let letter = letters.popFirst() { return option("-\(letter)") }
    guard let argument = arguments.popFirst() else { return nil }
    if isAfterDashes || !Self.beginsWithDash(argument) { return .argument(argument) }
    if argument.utf8.count == 2, argument == "--" {
      isAfterDashes = true
      return .dashes
    }
    if let found = declared(argument) { return option(found, as: argument) }
    guard argument.utf8.starts(with: [0x2D, 0x2D]) else { return cluster(argument) }
    guard let sign = argument.firstIndex(of: "="), let found = declared(String(argument[..<sign])) else {
      return .unknown(argument)
    }
    let name = String(argument[..<sign])
    if found.kind == nil { return .valueTooMany(found, as: name) }
    return .value(found, as: name, String(argument[argument.index(after: sign)...]))
  }

  /// Whether an argument begins with a dash as options do; a dash alone is standard input or output.
  ///
  /// A text with a space after two dashes, and one of several lines with a space before any equals sign, is no option: `--` begins a
  /// remark in SQL.
  package static func beginsWithDash(_ argument: String) -> Bool {
    guard argument.utf8.first == 0x2D, argument.utf8.count > 1 else { return false }
    guard argument.utf8.starts(with: [0x2D, 0x2D]), argument.utf8.contains(where: { $0 <= 0x20 }) else { return true }
    let name = argument.dropFirst(2).prefix { $0 != "=" }
    let isLong = argument.contains(where: \.isNewline)
    return !(name.first?.isWhitespace == true || isLong && name.contains(where: \.isWhitespace))
  }

  private func declared(_ spelling: String) -> AnyOption? { options.first { $0.isSpelled(spelling) } }

  /// Returns the first of several options whose letters are combined in one argument, and keeps the other letters.
  private mutating func cluster(_ argument: String) -> Part {
    let all = argument.dropFirst()
    if all.contains(where: { declared("-\($0)") == nil }) { return .unknown(argument) }
    letters = all
    return next() ?? .unknown(argument)
  }

  private mutating func option(_ spelling: String) -> Part? {
    declared(spelling).map { option($0, as: spelling) } ?? .unknown(spelling)
  }

  private mutating func option(_ option: AnyOption, as spelling: String) -> Part {
    if option.kind == nil { return .flag(option, as: spelling) }
    guard letters.isEmpty, let value = arguments.first, !Self.beginsWithDash(value) else {
      return .valueMissing(option, as: spelling, before: letters.isEmpty ? arguments.first : nil)
    }
    arguments.removeFirst()
    return .value(option, as: spelling, value)
  }
}
