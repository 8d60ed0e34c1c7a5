import ArgumentParser
import OutlineCore

/// `pleat expand`: makes sections show their content again.
struct Expand: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "expand", abstract: "Expand sections, for you alone.", aliases: ["unfold"])

  @OptionGroup var scope: FoldOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "expanded" }

  func edit(in context: Context) throws -> Edit { .fold(try scope.scope(), .expand) }
}

extension Expand {
  mutating func take(_ words: EditWords) throws {
    scope = FoldOptions()
    try scope.take(words)
  }
}
