import ArgumentParser
import OutlineCore
import OutlineFormats

/// `pleat add`: adds rows or sections.
struct Add: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "add", abstract: "Add rows, or sections with --section.",
    discussion: """
      Each TEXT becomes one row. A single - reads the texts from standard input, one on each line. Without a place, \
      rows go to the end of the section Inbox, which is made if it is missing, and sections to the end of the outline.
      """)

  @Argument(help: ArgumentHelp("The texts of the rows, or the titles of the sections.", valueName: "text"))
  var texts: [String]

  @Flag(help: "Add sections instead of rows.")
  var section = false

  @Option(
    name: .customLong("done"),
    help: ArgumentHelp("Add the rows as tasks: no for open ones, yes for done ones.", valueName: "yes|no|none"))
  var mark: MarkWord?

  @Option(help: "The detail of the sections, which is shown after the title.")
  var detail: String?

  @Option(help: ArgumentHelp("Set an attribute of all of them.", valueName: "KEY=VALUE"))
  var set: [String] = []

  @OptionGroup var place: PlaceOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "added" }

  func validate() throws {
    if section, mark != nil { throw ValidationError("--done is for rows; a section has no check box.") }
    if !section, detail != nil { throw ValidationError("--detail is for sections; a row has no detail.") }
    try Attributes.check(set)
  }

  func edit(in context: Context) throws -> Edit {
    let texts = try texts == ["-"] ? InputLines.texts(context.input.rest()) : texts
    let attributes = Attributes.new(set)
    return section
      ? .addSections(
        texts.map { SectionDraft(title: $0, detail: detail == "" ? nil : detail, attributes: attributes) },
        to: try place.place())
      : .addRows(
        texts.map { RowDraft($0, isDone: mark?.mark.isDone, attributes: attributes) }, to: try place.place())
  }
}

extension Add {
  mutating func take(_ words: EditWords) throws {
    texts = words.arguments
    section = words.isSet("section")
    mark = try words.choice(words.value("done"), MarkWord.self)
    detail = words.value("detail")
    set = words.allValues("set")
    place = PlaceOptions()
    try place.take(words)
    try validate()
  }
}

/// Splits input into lines.
enum InputLines {
  /// Returns the lines as texts of rows or titles.
  ///
  /// - Throws: A ``Failure`` that names a line that is empty or not UTF-8.
  static func texts(_ bytes: [UInt8]) throws -> [String] {
    let lines = try split(bytes)
    if let empty = lines.firstIndex(of: "") {
      throw Failure(.badData, "line \(empty + 1) of standard input is empty.", hint: "Nothing was changed.")
    }
    return lines
  }

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
