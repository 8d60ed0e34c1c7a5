import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem

/// `pleat backup`: copies the outline to another file while others may write to it.
struct BackupVerb: Command {
  static let verb = Verb(
    "backup", .maintenance, summary: "Make a checked backup of the outline.",
    discussion: """
      Others may read and edit the outline meanwhile. The backup is checked before it is put in its place, and is \
      an outline of its own: 'pleat -f FILE' opens it. With --keep 3, an earlier backup moves from FILE to FILE.1, \
      that at FILE.1 to FILE.2, and that at FILE.2 is deleted. A file that is not a backup, or a backup that was \
      edited later, is neither moved nor deleted.
      """,
    arguments: [Argument("file", .file, help: "The file of the backup.")],
    options: [keep, force, dryRun, EditOptions.quiet] + GlobalOptions.declared,
    examples: [
      "Copy the outline to a file, while others may edit it": "pleat backup outline-copy.db",
      "Every day: keep the last seven copies": "pleat backup daily.db --keep 7",
      "Say whether it can be made, and write nothing": "pleat backup outline-copy.db -n",
    ],
    files: ["FILE.1, FILE.2": "Earlier backups, with --keep."],
    exitCodes: [73: nil, 74: nil, 81: "a file that is not a backup is in the way, or --force is missing"])

  private static let keep = Option<Int?>("keep", 1...10_000, help: "Keep this many backups: FILE, FILE.1 and so on.")
  private static let force = Flag("force", help: "Replace an existing file.")
  private static let dryRun = Flag(
    "dry-run", letter: "n", help: "Check whether the backup can be made, and write nothing.")

  let arguments: Arguments

  private var target: String { arguments.positional[0] }

  func check() throws {
    if arguments[Self.keep] != nil, arguments[Self.force] {
      throw Refusal("--keep replaces only backups, so --force cannot be used with it.")
    }
    if target.isEmpty { throw Refusal("The path of the backup is empty.") }
    if target == "-" { throw Refusal("A backup cannot go to standard output; for a file named -, write ./-") }
  }

  func run(in context: Context) throws {
    let outline = try arguments.outlineForReading(in: context)
    context.noteInterrupts()
    let progress = Progress("backing up", total: nil, show: context.showProgress)
    defer { progress.finish() }
    let backup: Backup
    do {
      backup = try outline.backUp(
        to: target, keeping: arguments[Self.keep], replacing: arguments[Self.force], isTrial: arguments.isTrial
      ) { total, remaining in
        try Interruption.check()
        progress.show(part: total - remaining, of: total)
      }
    } catch StoreError.cannotCreate(let path, let reason) {
      throw Failure(
        .cannotCreate, "\(path) cannot be created: \(reason).", hint: "Nothing was written; name another file.")
    }
    if arguments.isJSON {
      context.output.write(json(backup))
    } else if !arguments.isQuiet {
      let count = backup.deleted.count
      let deleted = count == 0 ? "" : "; deleted the \(count == 1 ? "oldest backup" : "\(count) oldest backups")"
      let content = "\(Count.sections(backup.sections)) and \(Count.rows(backup.rows))"
      context.report(
        "\(arguments.isTrial ? "would back up" : "backed up") \(content) to \(Escapes.oneLine(target))\(deleted)")
    }
  }

  private func json(_ backup: Backup) -> JSONTree {
    [
      "file": .string(target), "sections": .int(backup.sections), "rows": .int(backup.rows),
      "bytes": arguments.isTrial ? .null : .int(backup.bytes), "backups": .texts(backup.paths),
      "deleted": .texts(backup.deleted),
    ]
  }
}
