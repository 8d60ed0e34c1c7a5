import OutlineCore
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatRemote
import PleatSystem
import PleatTerminal
import SystemPackage

/// `pleat sync`: brings the outline and its copies on other machines to one state, through a git repository.
struct Sync: Command {
  static let verb = Verb(
    "sync", .exchange, summary: "Synchronize the outline with other machines, through a git repository.",
    discussion: """
      FOLDER is a git repository, made by 'git clone' or 'git init'; a URL or a bare repository is cloned into your \
      folder for state. \
      The outline is committed there as a JSON document, merged item by item with the edits of the other machines, \
      and pushed; the edits that arrive become one edit, which 'pleat undo' takes back. Each commit says who \
      added, changed and deleted what, and when. After the first time, FOLDER can be left out. Every machine has \
      ids of its own for new items. Passwords, keys and hooks are those of git. Without a remote, the outline is \
      only committed.
      """,
    arguments: [Argument("folder", .file, .oneOrNone, help: "The folder of the git repository, or its URL.")],
    options: [document, every] + EditOptions.declared,
    examples: [
      "The first time, in a folder that git clone or git init has made": "git init -q notes && pleat sync notes",
      "Say what would arrive and what would be sent": "git init -q notes && pleat sync notes -n",
      "Keep running, and synchronize after every edit and every five minutes":
        "git init -q notes && pleat sync notes --every 5m",
    ],
    environment: [
      "XDG_STATE_HOME": "The folder for clones, and for the record of which folder belongs to which outline."
    ],
    files: ["~/.local/state/pleat/sync": "The clones, and which folder belongs to which outline."],
    exitCodes: [74: nil, 83: nil])

  private static let document = TextOption(
    "document", .text, "name", help: "The name of the document in the folder.")
  private static let every = TextOption(
    "every", .text, "time", help: "Keep running, and synchronize after every edit and as often as this, such as 5m.")

  let arguments: Arguments

  private var documentName: String? { arguments[Self.document] }

  var needs: Needs { .nothing }

  func check() throws {
    if try every() != nil, arguments.isTrial {
      throw Refusal("--every keeps synchronizing, so -n cannot be used with it.")
    }
  }

  private func every() throws(Refusal) -> Interval? {
    guard let word = arguments[Self.every] else { return nil }
    guard let interval = SyncLoop.interval(word) else {
      throw Refusal(
        "--every takes a number from 1 to 9999 with one of the units s, m and h, such as 5m, not '\(word)'.")
    }
    return interval
  }

  func run(in context: Context) throws {
    let path = try arguments.path(in: context)
    if path.hasPrefix("ssh://") {
      throw Failure(
        .usage, "An outline on another machine cannot be synchronized from here.", hint: "Run 'pleat sync' there.")
    }
    try documentName.map(Self.check)
    context.noteInterrupts()
    let outline = try arguments.outlineForEditing(in: context)
    let remembered = try SyncFolder(of: path, in: context)
    let folder = try folder(remembered, context)
    if let every = try every() {
      return try SyncLoop(interval: every, outline: outline, isJSON: arguments.isJSON, context: context).run {
        try synchronize(outline, in: folder, remembered, context, tellingOf: $0)
      }
    }
    try synchronize(outline, in: folder, remembered, context)
  }

  /// Synchronizes once, and reports the results.
  ///
  /// - Parameter news: When to report in a loop; nil for a single synchronization.
  private func synchronize(
    _ outline: Outline, in folder: String, _ remembered: SyncFolder?, _ context: Context,
    tellingOf news: SyncLoop.News? = nil
  ) throws {
    let user = try arguments.userName(in: context)
    var worktree = try Worktree(folder, document: documentName ?? outline.lastSync()?.document ?? "outline.json")
    let settings = try outline.settings()
    worktree.sharedTitles.formUnion([Setting.inbox, .archive].compactMap { settings[$0].map { "\($0)" } })
    if let inbox = try context.configuration().text(.inbox) { worktree.sharedTitles.insert(inbox) }
    let lock = try SyncLock(worktree, wait: arguments.waitMilliseconds)
    if !arguments.isTrial { remembered?.write(folder) }
    var request = arguments.request(in: context)
    request.words = "sync"
    var synchronizer = Synchronizer(worktree, outline, folder: folder, as: user, with: request)
    var failure: Failure?
    do { try withExtendedLifetime(lock) { try synchronizer.run() } } catch {
      failure = self.failure(error)
      if let failure, synchronizer.outcome.edits.isEmpty { throw failure }
    }
    let report = Report(arguments, user: user, context)
    let outcome = synchronizer.outcome
    for edit in outcome.edits { if news == nil { _ = report.noted(edit) } else { report.warn(of: edit) } }
    let text = SyncText(
      outcome: outcome, isTrial: arguments.isTrial, isSent: failure == nil, hasRemote: worktree.remote != nil)
    if news != .ifAny || failure != nil || outcome.hasNews { try tell(text, report) }
    if let failure { throw Failure(afterTakingOver: failure) }
  }

  /// Returns the failure for an error, or for the signal that caused it.
  private func failure(_ error: any Error) -> Failure {
    if let signal = Interruption.signal {
      return Failure(interruptedBy: signal, "The synchronization was interrupted; the outline was not changed.")
    }
    var failure = Failure(error, file: arguments.file)
    if error is Failure { failure.hint = failure.hint.map { CommandText.naming(arguments.file, in: $0) } }
    return failure
  }

  private static func check(document name: String) throws {
    if !name.hasSuffix(".json") || name.hasPrefix(".") || name.hasPrefix("-")
      || name.utf8.contains(where: { $0 < 32 || $0 == UInt8(ascii: "/") })
    {
      throw Failure(
        .usage, "'\(name)' cannot be the name of the document.",
        hint: "The document is a file in the folder, and its name ends with .json.")
    }
  }

  /// Returns the folder that the command names, after cloning it if necessary, or else the folder used last time.
  private func folder(_ remembered: SyncFolder?, _ context: Context) throws -> String {
    guard let folder = arguments.positional.first ?? remembered?.read() else {
      throw Failure(
        .usage, "The outline has not been synchronized from here yet, and no folder is named.",
        hint: "Name the folder of a git repository, or its URL: pleat sync FOLDER")
    }
    if let path = Platform.absolutePath(of: folder), (try? Stat(FilePath(path)))?.type == .directory {
      return try Worktree.isMissing(in: path) ? clone(of: path, remembered, context) : path
    }
    if RepositoryAddress.isRemote(folder) { return try clone(of: folder, remembered, context) }
    throw Failure(
      .notFound, "There is no folder '\(folder)'.",
      hint: "Name the folder of a git repository; 'git clone' or 'git init' makes one.")
  }

  /// Returns the folder with the clone of a repository, and clones it if it is missing.
  private func clone(of url: String, _ remembered: SyncFolder?, _ context: Context) throws -> String {
    guard let remembered else {
      throw Failure(
        .configuration, "There is no folder for the clone: HOME is not set.",
        hint: "Nothing was changed. Clone the repository with git, and name the folder.")
    }
    if let folder = remembered.clone(of: url) { return folder }
    if arguments.isTrial {
      throw Failure(
        .usage, "'\(url)' is not cloned yet, and -n makes no clone.",
        hint: "Clone it with git, and name the folder; or leave out -n.")
    }
    let folder = try remembered.makeClone(of: url)
    if !arguments.isJSON, !arguments.isQuiet { context.report("cloned into \(Escapes.oneLine(folder))") }
    return folder
  }
}

extension Sync {
  private func tell(_ text: SyncText, _ report: Report) throws {
    if arguments.isJSON {
      let edits = text.outcome.edits.map { report.json($0) }
      report.context.output.write(["edits": .array(edits), "sync": text.json] as JSONTree)
    } else if !arguments.isQuiet {
      report.context.report(text.message)
    }
  }
}
