import ArgumentParser
import Foundation
import OutlineCore
import OutlineFormats
import OutlineRepository

/// `pleat import`: an outline from another program.
struct Import: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import Markdown, a property list or indented text.",
    discussion: """
      What has something below it becomes a section, what has nothing a row; behind a section, an empty section, \
      so that the order stays. It is imported whole or not at all.
      """)

  @Argument(help: "The file; - reads standard input.")
  var source: String

  @Option(help: ArgumentHelp("markdown, plist or text; by default what the file's name ends in.", valueName: "format"))
  var format: OutlineFormat?

  @Option(name: .customLong("in"), help: ArgumentHelp("Below this section.", valueName: "address"))
  var inside: String?

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    let drafts = try drafts(in: context)
    let place = try Place(inside.map { .inside(try address($0)) } ?? .anywhere)
    let repository = try options.repository(for: .editing, in: context)
    let user = try options.userName(in: context)
    let outcome = try repository.perform(
      .addSections(drafts, to: place), as: user, words: context.sentence, isTrial: editing.isTrial)
    let rows = drafts.reduce(0) { $0 + $1.rows.count }
    Report(options: options, editing: editing, user: user, context: context)
      .tell(outcome, done: "imported \(Count.sections(drafts.count)) and \(Count.rows(rows)):")
  }

  private func drafts(in context: Context) throws -> [SectionDraft] {
    let isStandardInput = source == "-"
    let name = isStandardInput ? "standard input" : (source as NSString).lastPathComponent
    let bytes = try isStandardInput ? context.readInput() : FileBytes.read(source)
    guard let format = format ?? OutlineFormat(fileName: name) else {
      throw Failure(
        .usage, "'\(name)' does not say what format it is in.",
        hint: "Add --format with one of: \(OutlineFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let title = isStandardInput ? "Imported" : (name as NSString).deletingPathExtension
    var drafts: [SectionDraft] = []
    _ = try OutlineReader.read(ByteStream(bytes), as: format, documentName: title) { drafts.add($0) }
    return drafts
  }
}

extension OutlineFormat: ExpressibleByArgument {}
