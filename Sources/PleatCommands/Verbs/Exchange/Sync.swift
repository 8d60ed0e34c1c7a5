import OutlineCore
import OutlineRepository
import PleatWords
import SystemPackage

/// `pleat sync`: brings the outline and its copies on other machines to one state, through a git repository.
struct Sync: Command {
  static let verb = Verb(
    "sync", .exchange, summary: "Synchronize the outline with other machines, through a git repository.",
    discussion: """
      The folder is one that 'git clone' or 'git init' has made. The outline is committed there as a JSON document, merged \
      item by item with what came from the other machines, and pushed; what came is one edit, which 'pleat undo' takes \
      back. After the first time, the folder need not be named. Every machine gives ids of its own to what is new. Passwords, \
      keys and hooks are those of git. Without a remote, the outline is only committed.
      """,
    arguments: [Argument("folder", .file, .oneOrNone, help: "The folder of the git repository.")],
    options: [Self.document.option] + EditOptions.declared + GlobalOptions.declared,
    examples: [
      VerbExample(
        "The first time, in a folder that git clone or git init has made", "git init -q notes && pleat sync notes"),
      VerbExample("Say what would come and go", "git init -q notes && pleat sync notes -n"),
    ])

  private static let document = TextOption(
    "document", .text, "name", help: "The name of the document in the folder.")

  private let folder: String?
  private let documentName: String?
  private let editing: EditOptions
  private let options: GlobalOptions

  init(_ arguments: Arguments) throws {
    folder = arguments.words.first
    documentName = arguments[Self.document]
    editing = EditOptions(arguments)
    options = try GlobalOptions(arguments)
  }

  func run(in context: Context) throws {
    let path = try options.path(in: context)
    if path.hasPrefix("ssh://") {
      throw Failure(
        .usage, "An outline on another machine is not synchronized from here.", hint: "Run 'pleat sync' there.")
    }
    try documentName.map(Self.check)
    let outline = try options.outline(for: editing, in: context)
    let user = try options.userName(in: context)
    let known = try SyncPlace(of: path, in: context)
    let document = try documentName ?? outline.lastSync()?.document ?? "outline.json"
    let folder = try folder(known)
    let worktree = try Worktree(folder, document: document)
    let lock = try SyncLock(worktree, wait: options.waitMilliseconds)
    if !editing.isTrial { known?.write(folder) }
    var request = editing.request(options, in: context)
    request.words = "sync"
    var synchronizer = Synchronizer(worktree, outline, folder: folder, as: user, with: request)
    do { try withExtendedLifetime(lock) { try synchronizer.run() } } catch var failure as Failure {
      failure.hint = failure.hint.map { CommandText.naming(options.file, in: $0) }
      throw failure
    }
    let report = Report(options: options, editing: editing, user: user, context: context)
    for edit in synchronizer.outcome.edits { _ = report.noted(edit) }
    try tell(synchronizer.outcome, worktree, report)
  }

  private static func check(document name: String) throws {
    if !name.hasSuffix(".json") || name.hasPrefix(".") || name.hasPrefix("-")
      || name.utf8.contains(where: { $0 < 32 || $0 == UInt8(ascii: "/") })
    {
      throw Failure(
        .usage, "'\(name)' cannot be the name of the document.",
        hint: "It is the name of a file in the folder, and ends with .json.")
    }
  }

  /// Returns the folder of the command, or that of the last time.
  private func folder(_ known: SyncPlace?) throws -> String {
    guard let folder = folder ?? known?.read() else {
      throw Failure(
        .usage, "The outline was not synchronized from here yet, and no folder is named.",
        hint: "Name the folder of a git repository: pleat sync FOLDER")
    }
    guard let path = Platform.absolutePath(of: folder), (try? Stat(FilePath(path)))?.type == .directory else {
      throw Failure(
        .notFound, "There is no folder '\(folder)'.",
        hint: "Name the folder of a git repository; 'git clone' or 'git init' makes one.")
    }
    return path
  }
}

extension Sync {
  private func tell(_ outcome: SyncOutcome, _ worktree: Worktree, _ report: Report) throws {
    let text = SyncText(outcome: outcome, isTrial: editing.isTrial, hasRemote: worktree.remote != nil)
    if options.json {
      let edits = try outcome.edits.map { try report.json($0) }.joined(separator: ",")
      report.context.output.write("{\"edits\":[\(edits)],\"sync\":\(text.json)}\n")
    } else if !editing.quiet {
      report.context.report(text.message)
    }
  }
}
