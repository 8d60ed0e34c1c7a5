import ArgumentParser
import OutlineCore

/// `pleat accordion`: sets whether expanding a section collapses the sections beside it.
struct Accordion: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "accordion", abstract: "Set whether expanding a section collapses those beside it, for you alone.")

  /// A value that is on or off.
  enum Setting: String, WordChoice {
    case on
    case off
  }

  @Argument(help: "Whether it is on or off.")
  var setting: Setting

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "turned the accordion \(setting.rawValue)" }

  func edit(in context: Context) throws -> Edit { .setAccordion(setting == .on) }
}

extension Accordion {
  mutating func take(_ words: EditWords) throws {
    guard let setting = try words.choice(words.arguments.first, Setting.self) else { return }
    self.setting = setting
  }
}
