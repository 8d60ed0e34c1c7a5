import ArgumentParser
import OutlineCore

/// What a row is to be marked as, in the words of the command line.
enum MarkWord: String, WordChoice {
  case done = "yes"
  case open = "no"
  case plain = "none"

  /// The mark that the word means.
  var mark: Mark {
    switch self {
    case .done: .done
    case .open: .open
    case .plain: .plain
    }
  }
}
