import OutlineCore
import PleatArguments

/// What a row is to be marked as, in the words of the command line.
enum MarkWord: String, CaseIterable {
  case done = "yes"
  case open = "no"
  case plain = "none"

  /// The kind of value of an option that accepts these words.
  static let kind = ValueKind.choice(allCases.map(\.rawValue))

  /// The mark that the word means.
  var mark: Mark {
    switch self {
    case .done: .done
    case .open: .open
    case .plain: .plain
    }
  }
}
