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
    let texts = try texts == ["-"] ? typedTexts(in: context) : texts
    let attributes = Attributes.new(set)
    var place = try self.place.place()
    if !section, place.anchor == .anywhere { place.inbox = try context.configuration().text(.inbox) }
    return section
      ? .addSections(
        texts.map { SectionDraft(title: $0, detail: detail == "" ? nil : detail, attributes: attributes) },
        to: place)
      : .addRows(
        texts.map { RowDraft($0, isDone: mark?.mark.isDone, attributes: attributes) }, to: place)
  }
}

extension Add {
  /// The lines of standard input.
  private func typedTexts(in context: Context) throws -> [String] {
    context.tellWaiting(
      "Type \(section ? "titles" : "texts"), one on each line", isJSON: options.json, isQuiet: editing.quiet)
    return try InputLines.texts(context.input)
  }

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
  /// Returns the lines of standard input as texts of rows or titles.
  ///
  /// - Throws: A ``Failure`` that names a line that is empty, or the place of a byte that is no text.
  static func texts(_ input: ByteStream) throws -> [String] {
    let lines = try split(input)
    if let empty = lines.firstIndex(of: "") {
      throw Failure(.badData, "line \(empty + 1) of standard input is empty.", hint: "Nothing was changed.")
    }
    return lines
  }

  /// Returns the lines of a document that is read as a whole, without their line breaks; the last line may lack one.
  ///
  /// - Throws: A ``Failure`` that names the place of a byte that is no text, or says that there is too much.
  static func split(_ input: ByteStream, of name: String = "standard input") throws -> [String] {
    let bytes: [UInt8]
    do { bytes = try input.text() } catch let error as ImportError {
      throw Failure(input: error, in: name, consequence: "Nothing was changed.")
    }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
  }
}
