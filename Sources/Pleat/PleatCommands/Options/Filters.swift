import OutlineCore
import PleatArguments
import PleatOutput

/// Reads a filter; `today` in it is the day in the user's local time.
///
/// - Throws: `FilterError`.
func filter(_ text: String, in context: Context) throws -> ItemFilter {
  try ItemFilter(parsing: text, today: context.today())
}

extension TextOption {
  /// Declares the option `--where`, which takes a filter.
  ///
  /// - Parameter help: What the verb does with the items that match.
  static func fitting(_ help: String) -> TextOption { TextOption("where", .filter, "filter", for: .key, help: help) }
}
