import ArgumentParser
import OutlineCore
import OutlineFormats
import OutlineRepository

/// `pleat backup`: copies the outline to another file, while others may write to it.
struct BackupVerb: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "backup", abstract: "Make a backup of the outline, which is checked before it is put in its place.",
    discussion: """
      Others may read and edit the outline meanwhile. The backup is an outline of its own: 'pleat -f FILE' opens it. With \
      --keep 3, an earlier backup at the path moves to FILE.1, the one there to FILE.2, and the one that was there is \
      deleted. A file that is no backup, or a backup that was edited since, is neither moved nor deleted.
      """)

  @Argument(help: ArgumentHelp("The file of the backup.", valueName: "file"), completion: .file())
  var target: String

  @Option(help: ArgumentHelp("Keep this many backups: FILE, FILE.1 and so on.", valueName: "n"))
  var keep: Int?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @Flag(
    name: [.customShort("n"), .customLong("dry-run")], help: "Check whether the backup can be made, and write nothing.")
  var isTrial = false

  @Flag(name: .shortAndLong, help: "Print nothing on success.")
  var quiet = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try NumberRange.backups.check(keep)
    if keep != nil, force {
      throw ValidationError("--keep never replaces a file that is no backup, so --force is wrong.")
    }
    if target.isEmpty { throw ValidationError("The path of the backup is empty.") }
    if target == "-" { throw ValidationError("A backup is a file; for one named -, write ./-") }
  }

  func run(in context: Context) throws {
    let outline = try options.outlineForReading(in: context)
    context.noteInterrupts()
    let progress = Progress("backing up", total: nil, show: context.showProgress)
    defer { progress.finish() }
    let backup: Backup
    do {
      backup = try outline.backUp(to: target, keeping: keep, replacing: force, isTrial: isTrial) { total, remaining in
        try Interruption.check()
        progress.show(part: total - remaining, of: total)
      }
    } catch StoreError.cannotCreate(let path, let reason) {
      throw Failure(
        .cannotCreate, "\(path) cannot be created: \(reason).", hint: "Nothing was written; name another file.")
    }
    if options.json {
      context.output.write(json(backup) + "\n")
    } else if !quiet {
      let deleted =
        backup.deleted.isEmpty ? "" : "; deleted \(backup.deleted.map(Escapes.oneLine).joined(separator: ", "))"
      let content = "\(Count.sections(backup.sections)) and \(Count.rows(backup.rows))"
      context.report("\(isTrial ? "would back up" : "backed up") \(content) to \(Escapes.oneLine(target))\(deleted)")
    }
  }

  private func json(_ backup: Backup) -> String {
    func list(_ paths: [String]) -> String { "[\(paths.map(JSONText.string).joined(separator: ","))]" }
    return "{\"file\":\(JSONText.string(target)),\"sections\":\(backup.sections),\"rows\":\(backup.rows),"
      + "\"bytes\":\(isTrial ? "null" : "\(backup.bytes)"),\"backups\":\(list(backup.paths)),\"deleted\":\(list(backup.deleted))}"
  }
}
