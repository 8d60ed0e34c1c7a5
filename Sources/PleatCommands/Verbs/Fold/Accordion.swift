import ArgumentParser
import OutlineCore

/// `pleat accordion`: whether opening a section closes its open siblings.
struct Accordion: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "accordion", abstract: "Whether opening a section closes its open siblings, for you alone.")

  /// On or off.
  enum Setting: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  @Argument(help: "on or off.")
  var setting: Setting

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "accordion \(setting.rawValue)" }

  func edit(in context: Context) throws -> Edit { .setAccordion(setting == .on) }
}

extension Accordion {
  mutating func take(_ words: EditWords) throws {
    guard let setting = try words.choice(words.arguments.first, Setting.self) else { return }
    self.setting = setting
  }
}
