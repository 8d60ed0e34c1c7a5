import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatRemote
import PleatSystem
import SystemPackage

/// `pleat export`: writes the outline, or parts of it, in the format of another program.
struct Export: OutlineCommand {
  static let verb = Verb(
    "export", .exchange, for: .key, summary: "Export the outline, or parts of it, to a file or to standard output.",
    discussion: """
      The ending of the file's name decides the format: .md, .opml, .plist, .json, .csv, .tsv, .html, .org, .ics or \
      todo.txt. JSON has everything, including ids and all users' folds. An existing file is replaced only with \
      --force, once the new one is complete; if the name is that of a link, the file that the link leads to is \
      replaced.
      """,
    arguments: [
      Argument("target", .file, .oneOrNone, standard: "-", help: "The file; - writes to standard output."),
      Argument("address", .section, .any, help: "The sections and rows to export, with everything below them."),
    ],
    options: [
      Self.fitting, Self.visible, Self.withoutFolds, Self.force, EditOptions.quiet,
      FormatOption.written.declared,
      Pager.off,
    ] + GlobalOptions.declared,
    examples: [
      VerbExample("The whole outline as Markdown", "pleat export outline.md"),
      VerbExample("One section, to standard output", "pleat export - Groceries --format markdown"),
      VerbExample(
        "Everything, with ids and all users' folds, in place of an earlier file", "pleat export all.json --force"),
      VerbExample("What you see, as a page for a browser", "pleat export page.html --visible"),
    ],
    notes: VerbNotes(
      exitCodes: [73: nil, 74: nil, 81: "the file exists already; --force replaces it"]))

  private static let fitting = WhereOption.declared("Export only the items that fit, below their headers.")
  private static let visible = Flag(
    "visible", for: .key, help: "Export only what you see, without what is collapsed.")
  private static let withoutFolds = Flag(
    "without-folds", for: .key,
    help: "Leave out the folds and settings of all users, as for a file that is kept in git.")
  private static let force = Flag("force", for: .key, help: "Replace an existing file.")

  let target: String
  private let addresses: [String]
  private let fitting: String?
  private let visible: Bool
  private let withoutFolds: Bool
  let force: Bool
  private let quiet: Bool
  private let formatName: String?
  private let noPager: Bool
  let options: GlobalOptions

  init(_ arguments: Arguments) throws {
    target = arguments.positional.first ?? "-"
    addresses = Array(arguments.positional.dropFirst())
    fitting = arguments[Self.fitting]
    visible = arguments[Self.visible]
    withoutFolds = arguments[Self.withoutFolds]
    force = arguments[Self.force]
    quiet = arguments[EditOptions.quiet]
    formatName = arguments[FormatOption.written.declared]
    noPager = arguments[Pager.off]
    options = try GlobalOptions(arguments)
  }

  var document: String? { target }

  func transfer() -> Transfer? {
    target == "-" ? nil : .receives(path: target, mayReplace: force, tell: tell)
  }

  var wantsPager: Bool { !noPager && formatName != OutlineFormat.json.rawValue }

  func run(in context: Context) throws {
    let addresses = try addresses.map(address)
    let format = try knownFormat(in: context)
    let outline = try options.outlineForReading(in: context)
    let user = try options.userName(in: context)
    if context.carriesDocument {
      try refuseSection(in: outline, as: user)
      let (counts, remarks) = try export(outline, format, addresses, as: user, in: context) { bytes in
        context.output.append { $0 += bytes }
      }
      context.output.append { $0 += ExportTrailer(counts, isWhole: remarks.isEmpty).bytes }
      tell(remarks, in: context)
    } else if target == "-", context.isTerminal, format != .json {
      try Pager.use(unless: noPager, options, in: context)
      let terminal = TerminalDocument(to: context.output)
      let (_, remarks) = try export(outline, format, addresses, as: user, in: context, to: terminal.write)
      terminal.finish()
      tell(remarks, in: context)
      if terminal.hasEscaped, !quiet { context.report(Self.escapingRemark) }
    } else if target == "-" {
      let (_, remarks) = try export(outline, format, addresses, as: user, in: context) { bytes in
        context.output.append { $0 += bytes }
      }
      tell(remarks, in: context)
    } else {
      try refuseSection(in: outline, as: user)
      try refuseOutline(in: context)
      context.noteInterrupts()
      let file = try ExportFile(target, mayReplace: force)
      let (counts, remarks) = try export(outline, format, addresses, as: user, in: context, to: file.write)
      try file.finish()
      // For a caller on another machine, the remarks are sent with the document.
      tell(remarks, in: context)
      tell(counts, remarks.isEmpty, in: context)
    }
  }

  /// Returns the format; if the file name does not determine it, checks whether the argument is the title of a section.
  private func knownFormat(in context: Context) throws -> OutlineFormat {
    do { return try FormatOption.written.format(of: target, named: formatName) } catch {
      if target != "-", let outline = try? options.outlineForReading(in: context) {
        try refuseSection(in: outline, as: options.userName(in: context))
      }
      throw error
    }
  }

  private static let escapingRemark =
    "Characters that are invisible or could harm a terminal are shown escaped; a file or a pipe gets them unchanged."

  /// Refuses the title of a section where a file belongs.
  private func refuseSection(in outline: Outline, as user: String) throws {
    guard addresses.isEmpty, FilePath(target).extension == nil, !target.contains("/"),
      case .header? = try? outline.lines(for: user, ListQuery(addresses: [address(target)], limit: 1)).first
    else { return }
    throw Failure(
      .usage, "The first argument of 'export' is a file, but '\(target)' is a section.",
      hint: "To export the section: pleat export - '\(target)' --format md; for a file of that name, write ./\(target)")
  }

  /// Reports how much was written to the file.
  ///
  /// - Parameter isWhole: Whether the format could hold everything.
  private func tell(_ counts: ExportCounts, _ isWhole: Bool, in context: Context) {
    if options.json {
      let answer: JSONTree = [
        "file": .string(target), "sections": .int(counts.sections), "rows": .int(counts.rows),
      ]
      context.output.write(answer)
    } else if !quiet {
      let sections = counts.sections > 0 || counts.rows == 0 ? "\(Count.sections(counts.sections)) and " : ""
      let counted = sections + Count.rows(counts.rows)
      let file = Escapes.oneLine(target)
      context.report(isWhole ? "wrote \(counted) to \(file)" : "wrote \(file) from \(counted)")
    }
  }

  /// Reports the content that the format could not hold.
  private func tell(_ remarks: [String], in context: Context) {
    if !quiet, !options.json { for remark in remarks { context.report(remark) } }
  }

  private func export(
    _ outline: Outline, _ format: OutlineFormat, _ addresses: [Address], as user: String,
    in context: Context, to output: @escaping ([UInt8]) throws -> Void
  ) throws -> (ExportCounts, remarks: [String]) {
    let title = DocumentName.of(target, or: DocumentName.of(try options.path(in: context), or: ""))
    let progress = Progress("exporting", total: nil, show: context.showProgress)
    defer { progress.finish() }
    var writer: OutlineWriter?
    var counts = ExportCounts()
    try outline.export(
      addresses, rowsIn: DocumentSection.draft(named: title), where: fitting.map { try filter($0, in: context) },
      onlyVisible: visible, as: user,
      begin: { sections in
        var heading = ExportHeading(title: title, sections: sections, hasFolds: !withoutFolds)
        (heading.clock, heading.now) = (.ofUser, Int(Platform.now / 1_000))
        writer = try OutlineWriter(format, heading, to: output)
      },
      take: { piece in
        try progress.step()
        counts.add(piece)
        try writer?.write(piece)
      })
    let remarks = try writer?.finish() ?? []
    if writer?.leavesOutHeader == true { counts.sections -= 1 }
    return (counts, remarks)
  }

  /// Throws an error if the export would replace the outline itself.
  private func refuseOutline(in context: Context) throws {
    let outline = try options.path(in: context)
    guard let there = try? Stat(FilePath(target)), let own = try? Stat(FilePath(outline)) else { return }
    if there.inode == own.inode, there.deviceID == own.deviceID {
      throw Failure(.usage, "'\(target)' is the outline itself.", hint: "Name another file.")
    }
  }
}
