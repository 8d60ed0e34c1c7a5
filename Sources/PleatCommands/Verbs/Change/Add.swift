import ArgumentParser
import OutlineCore
import OutlineFormats

/// `pleat add`: adds rows or sections.
struct Add: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add rows, or sections with --section.",
    discussion: """
      Each TEXT becomes one row. A single - reads the texts from standard input, one on each line. Without a place, \
      rows go to the end of the last section, and sections to the end of the outline.
      """)

  @Argument(help: ArgumentHelp("The texts of the rows, or the titles of the sections.", valueName: "text"))
  var texts: [String]

  @Flag(help: "Add sections instead of rows.")
  var section = false

  @Option(
    name: .customLong("done"),
    help: ArgumentHelp("Add the rows as tasks: no for open ones, yes for done ones.", valueName: "yes|no|none"))
  var mark: MarkWord?

  @OptionGroup var place: PlaceOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "added" }

  func validate() throws {
    if section, mark != nil { throw ValidationError("--done is for rows; a section has no check box.") }
  }

  func edit(in context: Context) throws -> Edit {
    if texts.contains("") { throw OutlineError.emptyName("text") }
    let texts = try texts == ["-"] ? InputLines.split(context.input.rest()) : texts
    if section, texts.contains("") { throw OutlineError.emptyName("title") }
    return section
      ? .addSections(texts.map { SectionDraft(title: $0) }, to: try place.place())
      : .addRows(texts.map { RowDraft($0, isDone: mark?.mark.isDone) }, to: try place.place())
  }
}

extension Add {
  mutating func take(_ words: EditWords) throws {
    texts = words.arguments
    section = words.isSet("section")
    mark = try words.choice(words.value("done"), MarkWord.self)
    place = PlaceOptions()
    try place.take(words)
    try validate()
  }
}

/// Splits input into lines.
enum InputLines {
  /// Returns the lines without their line breaks; the last line may lack one.
  ///
  /// - Throws: A ``Failure`` that names a line that is not UTF-8.
  static func split(_ bytes: [UInt8], of name: String = "standard input") throws -> [String] {
    var lines = bytes.withoutByteOrderMark.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return try lines.enumerated().map { index, line in
      let content = line.last == 0x0D ? line.dropLast() : line
      guard let text = String(validating: content, as: UTF8.self) else {
        throw Failure(.badData, "line \(index + 1) of \(name) is not UTF-8.", hint: "Nothing was changed.")
      }
      return text
    }
  }
}
