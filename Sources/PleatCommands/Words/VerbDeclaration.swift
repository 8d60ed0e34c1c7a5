import ArgumentParser
import OutlineFormats

/// What a verb declares to the argument parser: its arguments and options, in the order of the declaration.
///
/// Reading it takes about a millisecond, so only help, refusals and batches do so.
struct VerbDeclaration: Sendable {
  /// An argument or an option.
  struct Word: Sendable {
    enum Kind: String, Sendable {
      case positional
      case option
      case flag
    }

    let kind: Kind
    /// All names of an option as they are typed, long ones first; an argument has none.
    let names: [String]
    /// What the value is called.
    let valueName: String
    /// What the value can be.
    let kindOfValue: ValueKind
    let help: String
    /// The values that it may have, where there are only a few; else empty.
    let values: [String]
    /// The value that it has when it is left out.
    let standard: String?
    let isOptional: Bool
    /// Whether it may be given several times, each time with another value.
    let isRepeating: Bool
    /// Whether help shows it.
    let isShown: Bool

    /// The long name of an option, without dashes.
    var longName: String? { names.first { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) } }
  }

  /// The words in the order of the declaration.
  let words: [Word]

  /// Reads what a verb declares.
  ///
  /// - Throws: A ``Failure`` when the argument parser describes the verb in a way that is not known here.
  init(_ verb: any ParsableCommand.Type) throws(Failure) {
    guard let dump = try? JSONTree(verb._dumpHelp()), let command = dump["command"] else {
      throw Failure(.bug, "The argument parser does not say what a verb takes.")
    }
    words = (command["arguments"]?.elements ?? []).compactMap(Word.init)
  }

  /// The arguments that are no options.
  var arguments: [Word] { words.filter { $0.kind == .positional } }

  /// The options and flags.
  var options: [Word] { words.filter { $0.kind != .positional } }

  /// How many arguments there may be.
  var argumentCount: ClosedRange<Int> {
    let least = arguments.count { !$0.isOptional }
    return least...(arguments.contains(where: \.isRepeating) ? .max : arguments.count)
  }

  /// The option of a name, which is given with its dashes; nil if there is none.
  func option(_ name: String) -> Word? { options.first { $0.names.contains(name) } }
}

extension VerbDeclaration.Word {
  fileprivate init?(_ tree: JSONTree) {
    guard let kind = tree["kind"]?.string.flatMap(Kind.init) else { return nil }
    self.kind = kind
    let spellings = (tree["names"]?.elements ?? []).compactMap { name in
      name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
    }
    names = spellings.filter { $0.hasPrefix("--") } + spellings.filter { !$0.hasPrefix("--") }
    valueName = tree["valueName"]?.string ?? ""
    kindOfValue = ValueKind(tree)
    help = tree["abstract"]?.string ?? ""
    values = (tree["allValues"]?.elements ?? []).compactMap(\.string)
    standard = tree["defaultValue"]?.string
    isOptional = tree.isTrue("isOptional")
    isRepeating = tree.isTrue("isRepeating")
    isShown = tree.isTrue("shouldDisplay")
  }
}

extension JSONTree {
  /// The member of an object; nil where there is none of that name.
  subscript(_ key: String) -> JSONTree? { members?.first { $0.key == key }?.value }

  /// The elements of an array; nil for other values.
  var elements: [JSONTree]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Whether a member of an object is true.
  fileprivate func isTrue(_ key: String) -> Bool { self[key]?.bool == true }
}

extension ParsableCommand {
  /// The command's name as it is typed.
  static var name: String { configuration.commandName ?? "" }
}
