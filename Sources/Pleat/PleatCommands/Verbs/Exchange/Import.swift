import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat import`: reads an outline in the format of another program.
struct Import: Command {
  static let verb = Verb(
    "import", .exchange, for: .key,
    summary: "Import an outline, or the tasks of another program.",
    discussion: """
      A heading becomes a section, and an item of a list becomes a row, with everything below it. Where a format \
      has neither, an outermost entry with others below it becomes a section. The document is imported completely \
      or not at all, and so are several.

      Of a folder, each Markdown file and each note of Google Takeout becomes a section, which is named for its heading or \
      else for the file, in a section for each folder inside it. Hidden files, symbolic links and other files are left out and counted.

      --column names a column of a table that is not known by its name. The parts are text, note, folder, list, section, \
      done, completed, due, time, all-day, repeat, tags, indent, parent, id and type.

      --merge finds the outermost sections of the document by their titles, and items anywhere by the identifiers of other programs. With --delete, items in these sections \
      that the document does not have are deleted, even rows that you added yourself; outermost sections that the \
      document does not have are left alone, with everything in them.
      """,
    arguments: [
      Argument(
        "source", .file, .oneOrMore,
        help: "The file, or several; - reads standard input, and a folder gives the notes in it.")
    ],
    options: [
      FormatOption.read.declared, column, textColumn, sectionColumn, inside, projects, merge, delete, force, verbose,
    ]
      + EditOptions.declared,
    examples: [
      "A Markdown file: headings become sections, items become rows": "pleat import list.md",
      "From standard input, below a section":
        "printf '%s\\n' '# Trip' '- socks' | pleat import - --format md --in Home",
      "The same file again, after it has changed": "pleat import list.md --merge",
      "Say what a merge would delete, and change nothing": "pleat import list.md --merge --delete -n",
    ],
    exitCodes: [
      65: "the document is not in its format, or the file is not a pleat file", 66: "no such file or section",
    ])

  private static let column = Option<[String]>(
    "column", "PART=NAME", for: .key, help: "CSV and TSV: the column of a part, as in text=Titel.")
  private static let verbose = Flag(
    "verbose", letter: "v", for: .key, help: "Say everything that was read or left out.")
  private static let textColumn = TextOption(
    "text-column", .text, "name", for: .key, help: "The same as --column text=NAME.")
  private static let sectionColumn = TextOption(
    "section-column", .text, "name", for: .key, help: "The same as --column section=NAME.")
  private static let projects = Flag(
    "projects", for: .key, help: "todo.txt: make a section of each +project.")
  private static let inside = TextOption("in", .section, "address", for: .key, help: "Import below this section.")
  private static let merge = Flag(
    "merge", for: .key,
    help: "Update an earlier import: add and change items, and keep their ids and folds.")
  private static let delete = Flag(
    "delete", for: .key,
    help: "With --merge: delete items that the document does not have, in its outermost sections.")
  private static let force = Flag(
    "force", for: .key, help: "With --delete: delete even more than half of the items.")

  let arguments: Arguments

  /// The file; only the first one if several are given.
  private var source: String { arguments.positional[0] }
  /// Whether the sources are read by ``ImportedFiles``.
  private var hasSeveral: Bool { arguments.positional.count > 1 || ImportedFiles.isFolder(source) }
  private var formatName: String? { arguments[FormatOption.read.declared] }
  private var merge: Bool { arguments[Self.merge] }
  private var delete: Bool { arguments[Self.delete] }
  private var force: Bool { arguments[Self.force] }

  func check() throws {
    if delete, !merge { throw Refusal("--delete works only with --merge.") }
    if force, !delete { throw Refusal("--force works only with --merge --delete.") }
    _ = try columns()
    if arguments.positional.count > 1, arguments.positional.contains("-") {
      throw Refusal("Standard input cannot be imported together with files.", hint: "Import it by itself.")
    }
    _ = try FormatOption.read.candidates(for: source, named: formatName)  // before anything is sent to another machine
  }

  var needs: Needs {
    source == "-"
      ? Needs(edits: true, input: .wholeText)
      : Needs(edits: true, document: hasSeveral ? .readHere(path: source) : .read(path: source))
  }

  func run(in context: Context) throws {
    if hasSeveral { return try importSeveral(in: context) }
    // Options that no possible format has are refused before anything is read.
    let formats = try FormatOption.read.candidates(for: source, named: formatName)
    if let format = formats.first, formats.allSatisfy({ (try? reading($0, today: nil)) == nil }) {
      _ = try reading(format, today: nil)
    }
    if source == "-" {
      let format = formatName == nil ? "" : formats.first.map { " in the format \($0.rawValue)" } ?? ""
      context.tellWaiting("Type or paste a document\(format)", isJSON: arguments.isJSON, isQuiet: arguments.isQuiet)
    }
    let document = try document(at: source, in: context)
    try makeEdit(mayHaveIDs: document.format == .json, in: context, from: document.read) { answer in
      // Remarks about JSON apply only if the numbers of the document are kept.
      document.format == .json && !answer.keepsNumbers ? [] : document.remarks
    }
  }

  private func importSeveral(in context: Context) throws {
    let files = try ImportedFiles(arguments.positional)
    if arguments.idempotencyKey != nil { try files.digest(arguments, in: context) }
    try makeEdit(
      mayHaveIDs: false, in: context, from: { try files.read({ try document(at: $0, in: context) }, $0) },
      saying: { _ in files.remarks })
  }

  private func document(at path: String, in context: Context) throws -> ImportedDocument {
    try ImportedDocument(path, isWhole: merge, arguments, in: context) { [formatName] start in
      let format = try FormatOption.read.format(of: path, named: formatName, beginning: start)
      return (format, try reading(format, today: context.today()))
    }
  }

  /// Makes the import or the merge, and reports it.
  private func makeEdit(
    mayHaveIDs: Bool, in context: Context, from read: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void,
    saying remarks: (Answer) -> [String]
  ) throws {
    let target = try arguments[Self.inside].map(address)
    let (report, answer) = try arguments.makeEdit(in: context) { outline, user, request in
      context.noteInterrupts()
      if merge {
        let options = MergeOptions(
          missing: !delete ? .keep : force ? .delete : .deleteUpToHalf, doneOn: context.today())
        return try outline.merge(into: target, as: user, options: options, with: request, from: read)
      }
      let placement = Placement(target.map { .inside($0) } ?? .anywhere)
      return try outline.importDocument(to: placement, as: user, with: request, mayHaveIDs: mayHaveIDs, from: read)
    }
    let remarks = remarks(answer)
    if arguments.isJSON {
      var members = report.json(answer).members ?? []
      if !remarks.isEmpty { members.append(.init("remarks", .texts(remarks))) }
      return context.output.write(.object(members))
    }
    try report.tell(answer, done: merge ? .merged : .imported)
    if arguments.isQuiet { return }
    for setting in Setting.allCases { tellOfSetting(setting, answer, in: context) }
    let isShort = arguments[Self.verbose] || remarks.count <= Self.mostRemarks
    for remark in isShort ? remarks : Array(remarks.prefix(Self.mostRemarks - 1)) { context.report(remark) }
    if isShort { return }
    let rest = remarks.count - Self.mostRemarks + 1
    context.report("\(rest) more remarks on what was read and left out; to see them: add -v -n, or --json.")
  }

  /// The most remarks on a document without `--verbose`.
  private static let mostRemarks = 10
}

extension Import {
  /// Says whether the outline has taken over a setting of the document, and which command sets another value.
  private func tellOfSetting(_ setting: Setting, _ answer: Answer, in context: Context) {
    func command(_ value: SettingValue) -> String {
      let words = "settings \(setting.rawValue) \(ShellWords.quoted("\(value)"))"
      return Escapes.oneLine("\(CommandText.pleat(with: arguments.file)) \(words)")
    }
    if let value = answer.otherSettings[setting] {
      context.report(
        "\(setting.rawValue): stays as it is, and not \(Escapes.short("\(value)")) as in the document; to set it: "
          + command(value))
    } else if let value = answer.takenSettings[setting] {
      context.report(
        "\(setting.rawValue): \(arguments.isTrial ? "would be" : "is now") \(Escapes.short("\(value)")), as in the document, "
          + "and undo does not change that; to set it back: \(command(setting.standard))")
    }
  }

  /// Returns the options for reading a format; refuses those that the format does not have.
  private func reading(_ format: OutlineFormat, today: Day?) throws -> ReadingOptions {
    var options = ReadingOptions()
    options.columns = try columns()
    options.today = today
    options.hasProjects = arguments[Self.projects]
    options.clock = .ofUser
    if options.hasProjects, format != .todotxt {
      throw Failure(
        .usage, "A document in the format \(format.rawValue) has no +projects.",
        hint: "--projects works only with --format todotxt.")
    }
    if options.columns.isEmpty || format.isTable { return options }
    throw Failure(
      .usage, "A document in the format \(format.rawValue) has no columns.",
      hint: "--column, --text-column and --section-column work only with csv and tsv.")
  }

  /// Returns the columns that are named, and refuses a part that no table has.
  private func columns() throws -> TableColumns {
    var columns = TableColumns(text: arguments[Self.textColumn], section: arguments[Self.sectionColumn])
    for words in arguments[Self.column] {
      let name = words.firstIndex(of: "=").map { words[words.index(after: $0)...] }
      guard let name, !name.isEmpty, let part = TableColumns.Part(rawValue: String(words.prefix { $0 != "=" })) else {
        let parts = TableColumns.Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal("--column takes PART=NAME, and not '\(words)'. The parts are: \(parts).")
      }
      if columns.names.updateValue(String(name), forKey: part) != nil {
        throw Refusal("--column names two columns for \(part.rawValue).")
      }
    }
    return columns
  }
}

/// A document to import, which shows its progress while it is read.
final class ImportedDocument {
  let format: OutlineFormat
  /// The format that the content looks like, unless the format was named; nil for none.
  private let looks: OutlineFormat?
  private let options: ReadingOptions
  private let bytes: ByteStream
  private let source: String
  private let name: String
  private let file: OpenInput
  /// Remarks from the reader, to be shown to the user.
  private(set) var remarks: [String] = []
  private let showProgress: ((String) -> Void)?
  private let today: Day
  /// How many texts end with a day that `add` would have made a due date; an import leaves it in the text.
  private var datedTexts = 0

  /// Opens a file; `-` is standard input.
  ///
  /// Input from a program, a person or another machine may be slow or have mistakes, so all of it is read into a
  /// temporary file before the outline is locked. With an idempotency key, a file is read the same way, since its
  /// digest must be known before the edit.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the whole document is compared with the outline, which limits its size.
  ///   - choose: Returns the format and the options, given the first bytes of the document.
  init(
    _ source: String, isWhole: Bool, _ arguments: Arguments, in context: Context,
    choose: ([UInt8]) throws -> (OutlineFormat, ReadingOptions)
  ) throws {
    let (title, label) = (DocumentName.of(source, or: "Imported"), source == "-" ? "standard input" : source)
    (name, self.source) = (title, label)
    (showProgress, today) = (context.showProgress, context.today())
    var looks: OutlineFormat?
    let isNamed = arguments[FormatOption.read.declared] != nil
    func chosen(_ start: [UInt8]) throws -> (OutlineFormat, ReadingOptions) {
      if !isNamed { looks = OutlineFormat(beginning: start) }
      return try choose(start)
    }
    let named = source == "-" || context.carriesDocument ? nil : try OpenInput(source)
    if let named, named.size != nil, arguments.idempotencyKey == nil {
      let (start, bytes) = try Self.limited(named.stream, isWhole: isWhole).looking(ahead: 1)
      (format, options) = try Self.naming(label) { try chosen(start) }
      (file, self.bytes, self.looks) = (named, bytes, looks)
      return
    }
    var choice: (OutlineFormat, ReadingOptions)?
    file = try Self.naming(label) {
      let bytes = arguments.input(named?.stream ?? context.input, in: context)
      return try OpenInput(spooling: Self.limited(bytes, isWhole: isWhole), name: label) { bytes in
        let (start, bytes) = try bytes.looking(ahead: 1)
        let (format, options) = try chosen(start)
        choice = (format, options)
        try Self.explaining(looks, format) {
          _ = try OutlineReader.read(bytes, as: format, documentName: title, options: options) { _ in }
        }
      }
    }
    (format, options) = try choice ?? chosen([])
    self.looks = looks
    bytes = file.stream
  }

  private static func limited(_ bytes: ByteStream, isWhole: Bool) -> ByteStream {
    isWhole ? bytes.limited(to: DocumentLimits.wholeBytes, sizeError) : bytes
  }

  private static let sizeError = ImportError(
    message: "The document has more than \(DocumentLimits.mebibytes(DocumentLimits.wholeBytes)), "
      + "and --merge reads a document as a whole",
    hint: "Split it; without --merge, it may have any size")

  /// Passes the pieces to `take`; it can be called only once.
  func read(_ take: @escaping (OutlinePiece) throws -> Void) throws {
    let progress = Progress("importing", total: file.size, show: showProgress)
    defer { progress.finish() }
    let input = ByteStream { [bytes] in
      let chunk = try bytes.next()
      progress.read(chunk?.count ?? 0)
      return chunk
    }
    let typesDays = format == .markdown || format == .text
    remarks = try Self.naming(source) { [self] in
      try Self.explaining(looks, format) {
        try OutlineReader.read(input, as: format, documentName: name, options: options) { [self] piece in
          try progress.step()
          if typesDays, isDated(piece) { datedTexts += 1 }
          try take(piece)
        }
      }
    }
    if format == .text, OutlineFormat(fileName: DocumentName.withEnding(of: source)) == .todotxt, looks == nil {
      remarks.append(
        "No line has a sign of todo.txt, so the file was read as text; --format todotxt makes each line a task.")
    }
    if datedTexts > 0 {
      let texts = datedTexts == 1 ? "1 text" : "\(datedTexts) texts"
      remarks.append(
        "due: stays in \(texts), because an import reads no day there; to set one: pleat edit ADDRESS --due DAY")
    }
  }

  /// Whether the text of an item ends with a day that `add` would have made a due date.
  private func isDated(_ piece: OutlinePiece) -> Bool {
    switch piece {
    case .row(let row):
      row.draft.text.hasByte(UInt8(ascii: ":")) && DatedText(reading: row.draft.text, today: today).due != nil
    case .section(let section):
      section.draft.title.hasByte(UInt8(ascii: ":")) && DatedText(reading: section.draft.title, today: today).due != nil
    case .rowLevels, .setting, .identity, .user, .level, .flag: false
    }
  }

  /// Runs `body`, and adds to an error without a hint that the content looks like another format.
  private static func explaining<T>(
    _ looks: OutlineFormat?, _ format: OutlineFormat, _ body: () throws -> T
  ) throws -> T {
    do { return try body() } catch let error as ImportError {
      var hint: String?
      if format.isTable, error.message == "The file is not valid UTF-8" {
        hint = "If a spreadsheet on Windows wrote it, convert it with: iconv -f windows-1252 -t UTF-8 FILE"
      } else if let looks, looks != format, looks.isImportable {
        hint = "The content looks like \(looks.rawValue); to read it as that, add --format \(looks.rawValue)."
      }
      guard let hint, error.hint == nil else { throw error }
      throw ImportError(line: error.line, column: error.column, message: error.message, hint: hint)
    }
  }

  /// Runs `body`, and adds the document's name to any error.
  private static func naming<T>(_ source: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as ImportError { throw Failure(input: error, in: source) }
  }
}
