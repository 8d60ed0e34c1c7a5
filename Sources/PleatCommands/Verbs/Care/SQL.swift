import ArgumentParser
import OutlineRepository
import SystemPackage

/// `pleat sql`: becomes the `sqlite3` shell on the file.
struct SQL: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "sql", abstract: "Run the sqlite3 shell on the outline, read-only unless told otherwise.",
    discussion: """
      Without a query, the shell reads standard input. It waits while pleat writes, enforces foreign keys, prints headers, \
      and does not read ~/.sqliterc. With a query or with standard input that is no terminal, it stops at the first error. \
      The exit code is the shell's: 0, or after an error 1 or the number that SQLite has for it.
      """)

  @Argument(help: "The SQL statements, or a command of the shell such as .schema; - reads standard input.")
  var query: String?

  @Flag(help: "Allow statements that change the outline.")
  var write = false

  @Flag(help: "With --write: change a file on a network file system, though edits can get lost there.")
  var allowNetworkFile = false

  @OptionGroup var options: GlobalOptions

  var mayEdit: Bool { write }

  func run(in context: Context) throws {
    let path = try checkedPath(in: context)
    let words = shellWords(path, isInteractive: query == nil && context.isInputTerminal)
    try context.output.finish()
    let error = context.become(words)
    if error == .noSuchFileOrDirectory {
      throw Failure(
        .unavailable, "There is no sqlite3 shell on the PATH.",
        hint: "Install it, on Debian with: sudo apt install sqlite3. Everything but 'pleat sql' works without it.")
    }
    throw Failure(.inputOutput, "The sqlite3 shell cannot be started: \(error).")
  }

  /// Opens the file as pleat does, which refuses what is no outline, rolls an unfinished edit back and, for writing, upgrades
  /// an older file.
  private func checkedPath(in context: Context) throws -> String {
    let outline = try options.outlineForReading(in: context)
    _ = try outline.settings()
    if write {
      _ = try Outline(
        options.path(in: context), for: .editing, wait: options.waitDuration,
        allowsNetworkFile: options.allowsNetworkFile(allowNetworkFile, in: context))
    }
    return try outline.path ?? options.path(in: context)
  }

  /// Returns the shell and its arguments.
  func shellWords(_ path: String, isInteractive: Bool) -> [String] {
    var words = ["sqlite3", "-init", "/dev/null", options.json ? "-json" : "-header"]
    if !write { words.append("-readonly") }
    if !isInteractive { words += ["-batch", "-bail"] }
    words += ["-cmd", ".timeout \(options.waitMilliseconds)", "-cmd", Outline.sqlPreparation, path]
    // The shell takes a word that begins with a dash for an option.
    if let query, query != "-" { words.append(query.hasPrefix("-") ? " " + query : query) }
    return words
  }
}
