import ArgumentParser
import OutlineCore
import OutlineFormats
import OutlineRepository
import SystemPackage

/// `pleat export`: writes the outline, or parts of it, in the format of another program.
struct Export: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export the outline, or sections of it, to a file or to standard output.",
    discussion: """
      The ending of the file's name decides the format: .md, .opml, .plist, .json, .csv, .tsv, .txt or .html. JSON \
      has everything, including ids and all users' folds. An existing file is replaced once the new one is complete.
      """)

  @Argument(help: "The file; - writes to standard output.")
  var target = "-"

  @Argument(help: ArgumentHelp("The sections to export, with everything below them.", valueName: "address"))
  var addresses: [String] = []

  @Flag(help: "Export only what you see, and leave out what is collapsed.")
  var visible = false

  @OptionGroup var format: FormatOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    let format = try format.format(of: target, among: OutlineFormat.allCases)
    let addresses = try addresses.map(address)
    let outline = try options.outline(for: .reading, in: context)
    let user = try options.userName(in: context)
    if target == "-" {
      try export(outline, format, addresses, as: user, in: context) { bytes in
        context.output.append { $0 += bytes }
      }
    } else {
      try refuseOutline(in: context)
      context.noteInterrupts()
      let file = try ExportFile(target)
      try export(outline, format, addresses, as: user, in: context, to: file.write)
      try file.finish()
    }
  }

  private func export(
    _ outline: Outline, _ format: OutlineFormat, _ addresses: [Address], as user: String,
    in context: Context, to output: @escaping ([UInt8]) throws -> Void
  ) throws {
    let title = DocumentName.of(target, or: DocumentName.of(try options.path(in: context), or: ""))
    let progress = Progress("exporting", total: nil, show: context.showProgress)
    defer { progress.finish() }
    var writer: OutlineWriter?
    try outline.export(
      addresses, onlyVisible: visible, as: user,
      begin: { sections in
        writer = try OutlineWriter(format, ExportHeading(title: title, sections: sections), to: output)
      },
      take: { piece in
        try progress.step()
        try writer?.write(piece)
      })
    try writer?.finish()
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
