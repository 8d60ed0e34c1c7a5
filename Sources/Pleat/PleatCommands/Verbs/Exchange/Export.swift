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
struct Export: Command {
  static let verb = Verb(
    "export", .exchange, for: .key, summary: "Export the outline, or parts of it, to a file or to standard output.",
    discussion: """
      The ending of the file's name decides the format: .md, .opml, .plist, .json, .csv, .tsv, .html, .org, .ics or \
      todo.txt. Standard output gets Markdown, unless --format names another format. JSON has everything, including ids and all users' folds. An existing file is replaced only with \
      --force, once the new one is complete; if the name is that of a link, the file that the link leads to is \
      replaced.
      """,
    arguments: [
      Argument("target", .file, .oneOrNone, standard: "-", help: "The file; - writes to standard output."),
      Argument("address", .section, .any, help: "The sections and rows to export, with everything below them."),
    ],
    options: [fitting, visible, withoutFolds, force, EditOptions.quiet, FormatOption.written.declared, Pager.off]
      + GlobalOptions.declared,
    examples: [
      "The whole outline as Markdown": "pleat export outline.md",
      "One section, to a file": "pleat export Groceries groceries.md",
      "One section as Markdown, to standard output": "pleat export - Groceries",
      "Everything, with ids and all users' folds, in place of an earlier file": "pleat export all.json --force",
      "What you see, as a page for a browser": "pleat export page.html --visible",
    ],
    exitCodes: [73: nil, 74: nil, 81: "the file exists already; --force replaces it"])

  private static let fitting = TextOption.fitting("Export only the items that fit, below their headers.")
  private static let visible = Flag(
    "visible", for: .key, help: "Export only what you see, without what is collapsed.")
  private static let withoutFolds = Flag(
    "without-folds", for: .key,
    help: "Leave out the folds and settings of all users, as for a file that is kept in git.")
  private static let force = Flag("force", for: .key, help: "Replace an existing file.")

  let arguments: Arguments

  /// The file, and the sections and rows: of several arguments, the first one that is - or ends as a document does is the file.
  private var parts: (target: String, addresses: [String]) {
    var words = arguments.positional
    if words.isEmpty { return ("-", []) }
    let file = words.firstIndex {
      $0 == "-" || !OutlineFormat.formats(ofFileName: DocumentName.withEnding(of: $0)).isEmpty
    }
    let target = words.remove(at: formatName == nil ? file ?? 0 : 0)
    return (target, words)
  }
  private var target: String { parts.target }
  private var formatName: String? { arguments[FormatOption.written.declared] }

  var needs: Needs {
    Needs(
      pager: formatName != OutlineFormat.json.rawValue,
      document: target == "-" ? nil : .written(path: target, mayReplace: arguments[Self.force], tell: tell))
  }

  func run(in context: Context) throws {
    let addresses = try parts.addresses.map(address)
    let format = try knownFormat(in: context)
    let outline = try arguments.outlineForReading(in: context)
    let user = try arguments.userName(in: context)
    if context.carriesDocument {
      try refuseSection(in: outline, as: user)
      let (counts, remarks) = try export(outline, format, addresses, as: user, in: context) { bytes in
        context.output.append { $0 += bytes }
      }
      context.output.append { $0 += ExportTrailer(counts, isWhole: remarks.isEmpty).bytes }
      tell(remarks, in: context)
    } else if target == "-", context.isTerminal, format != .json {
      try Pager.use(for: arguments, in: context)
      let terminal = TerminalDocument(to: context.output)
      let (_, remarks) = try export(outline, format, addresses, as: user, in: context, to: terminal.write)
      terminal.finish()
      tell(remarks, in: context)
      if terminal.hasEscaped, !arguments.isQuiet { context.report(Self.escapingRemark) }
    } else if target == "-" {
      let (_, remarks) = try export(outline, format, addresses, as: user, in: context) { bytes in
        context.output.append { $0 += bytes }
      }
      tell(remarks, in: context)
    } else {
      try refuseSection(in: outline, as: user)
      try refuseOutline(in: context)
      context.noteInterrupts()
      let file = try ExportFile(target, mayReplace: arguments[Self.force])
      let (counts, remarks) = try export(outline, format, addresses, as: user, in: context, to: file.write)
      try file.finish()
      // For a caller on another machine, the remarks are sent with the document.
      tell(remarks, in: context)
      tell(counts, remarks.isEmpty, in: context)
    }
  }

  /// Returns the format; if the file name does not determine it, checks whether the argument is the title of a section.
  private func knownFormat(in context: Context) throws -> OutlineFormat {
    if target == "-", formatName == nil { return .markdown }
    do { return try FormatOption.written.format(of: target, named: formatName) } catch {
      if target != "-", let outline = try? arguments.outlineForReading(in: context) {
        try refuseSection(in: outline, as: arguments.userName(in: context))
      }
      throw error
    }
  }

  private static let escapingRemark =
    "Characters that are invisible or could harm a terminal are shown escaped; a file or a pipe gets them unchanged."

  /// Refuses the title of a section where a file belongs.
  private func refuseSection(in outline: Outline, as user: String) throws {
    guard arguments.positional.count < 2, FilePath(target).extension == nil, !target.contains("/"),
      case .header? = try? outline.lines(for: user, ListQuery(addresses: [address(target)], limit: 1)).first
    else { return }
    let format = formatName.map { " --format \($0)" } ?? ""
    throw Failure(
      .usage, "The first argument of 'export' is a file, but '\(target)' is a section.",
      hint: "To export the section: pleat export - \(ShellWords.quoted(target))\(format); "
        + "for a file of that name, write ./\(target)")
  }

  /// Reports how much was written to the file.
  ///
  /// - Parameter isWhole: Whether the format could hold everything.
  private func tell(_ counts: ExportCounts, _ isWhole: Bool, in context: Context) {
    if arguments.isJSON {
      let answer: JSONTree = [
        "file": .string(target), "sections": .int(counts.sections), "rows": .int(counts.rows),
      ]
      context.output.write(answer)
    } else if !arguments.isQuiet {
      let sections = counts.sections > 0 || counts.rows == 0 ? "\(Count.sections(counts.sections)) and " : ""
      let counted = sections + Count.rows(counts.rows)
      let file = Escapes.oneLine(target)
      context.report(isWhole ? "wrote \(counted) to \(file)" : "wrote \(file) from \(counted)")
    }
  }

  /// Reports the content that the format could not hold.
  private func tell(_ remarks: [String], in context: Context) {
    if !arguments.isQuiet, !arguments.isJSON { for remark in remarks { context.report(remark) } }
  }

  private func export(
    _ outline: Outline, _ format: OutlineFormat, _ addresses: [Address], as user: String,
    in context: Context, to output: @escaping ([UInt8]) throws -> Void
  ) throws -> (ExportCounts, remarks: [String]) {
    let title = DocumentName.of(target, or: DocumentName.of(try arguments.path(in: context), or: ""))
    let progress = Progress("exporting", total: nil, show: context.showProgress)
    defer { progress.finish() }
    var writer: OutlineWriter?
    var counts = ExportCounts()
    try outline.export(
      addresses, rowsIn: DocumentSection.draft(named: title),
      where: arguments[Self.fitting].map { try filter($0, in: context) },
      onlyVisible: arguments[Self.visible], as: user,
      begin: { sections in
        var heading = ExportHeading(title: title, sections: sections, hasFolds: !arguments[Self.withoutFolds])
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
    let outline = try arguments.path(in: context)
    guard let there = try? Stat(FilePath(target)), let own = try? Stat(FilePath(outline)) else { return }
    if there.inode == own.inode, there.deviceID == own.deviceID {
      throw Failure(.usage, "'\(target)' is the outline itself.", hint: "Name another file.")
    }
  }
}
