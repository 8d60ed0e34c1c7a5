import CSQLite
import Foundation
import SQLite

/// The `sqlite3` program as the README has it: it waits for a lock, and all else is its default, so foreign keys are off.
public struct SQLiteShell: Sendable {
  /// The file it works on.
  public let path: String

  /// Prepares runs on the file at `path`.
  public init(_ path: String) { self.path = path }

  private var words: [String] { ["sqlite3", "-batch", "-init", "/dev/null", "-cmd", ".timeout 10000", path] }

  /// Runs a script; like the shell itself, it goes on after an error, which is then in `errors`.
  @discardableResult
  public func run(_ script: String) throws -> Ending {
    try Program.run(words, input: script)
  }

  /// The answer to a query as lines, with `|` between columns, without those that are empty.
  ///
  /// SQLite's library answers it in this process, as the program would in one of its own.
  public func lines(_ query: String) throws -> [String] {
    _ = Self.library
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    var code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    sqlite3_busy_timeout(handle, 10_000)
    var text = ""
    if code == SQLITE_OK {
      code = withUnsafeMutablePointer(to: &text) { text in
        let append:
          @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
          ) -> Int32 = { text, count, values, _ in
            let columns = (0..<Int(count)).map { column in values?[column].map { String(cString: $0) } ?? "" }
            text?.assumingMemoryBound(to: String.self).pointee += columns.joined(separator: "|") + "\n"
            return 0
          }
        return sqlite3_exec(handle, query, append, text, nil)
      }
    }
    guard code == SQLITE_OK else { throw ShellError(message: String(cString: sqlite3_errmsg(handle))) }
    return text.split(separator: "\n").map(String.init)
  }

  /// How many instructions of SQLite's machine a query takes.
  public func work(of query: String) throws -> Int {
    _ = Self.library
    var (handle, statement): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    defer { sqlite3_close_v2(handle) }
    var code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil)
    if code == SQLITE_OK { code = sqlite3_prepare_v2(handle, query, -1, &statement, nil) }
    defer { sqlite3_finalize(statement) }
    guard code == SQLITE_OK else { throw ShellError(message: String(cString: sqlite3_errmsg(handle))) }
    while sqlite3_step(statement) == SQLITE_ROW {}
    return Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
  }

  /// Has pleat set the library up before a query does, as that happens once in a process.
  private static let library: Void = { _ = Result { try Connection(path: ":memory:") } }()

  /// Runs a script that changes the history or the settings, which the file allows while pleat makes an edit alone.
  @discardableResult
  public func runAsEdit(_ script: String) throws -> Ending {
    try run(
      """
      UPDATE current_edit SET edit_id = 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'edit'), 0);
      \(script);
      UPDATE current_edit SET edit_id = NULL;
      """)
  }

  /// Runs a script of which the log gets to know nothing; the triggers are the same afterwards.
  @discardableResult
  public func runUnlogged(_ script: String) throws -> Ending {
    let logging = "FROM sqlite_schema WHERE type = 'trigger' AND (name GLOB 'log_*' OR name GLOB '*_insert_guard')"
    let drops = try lines("SELECT 'DROP TRIGGER ' || name || ';' \(logging)").joined(separator: "\n")
    let triggers = try run("SELECT sql || ';' \(logging);").text
    let last = try lines("SELECT coalesce(max(change_id), 0) FROM change").joined()
    let ending = try run("\(drops)\n\(script);\n\(triggers)")
    try runAsEdit("DELETE FROM change WHERE change_id > \(last)")  // what goes to the end is logged there
    return ending
  }

  /// Everything in the file as a script that makes it again, as the shell dumps it.
  public func dump() throws -> String { try run(".dump").text }

  /// Everything in the file: its schema, and the rows of all tables.
  public func contents() throws -> [String] {
    let queries = try lines(
      """
      SELECT 'SELECT ''' || t.name || ''', ' || group_concat('quote("' || c.name || '")') || ' FROM "' || t.name || '"'
      FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' GROUP BY t.name
      """)
    return try lines((["SELECT * FROM sqlite_schema"] + queries).joined(separator: ";"))
  }

  /// Starts a shell that runs `script` and then keeps its locks until it is told ``Holder/release()``.
  public func hold(_ script: String) throws -> Holder { try Holder(of: path, script: script) }

  /// A shell that said no.
  public struct ShellError: Error {
    /// What it said.
    public let message: String

    /// Makes the error with what was said.
    public init(message: String) { self.message = message }
  }

  /// A shell that sits on a file.
  public final class Holder {
    private let program: Program
    private let input: OpenFile

    /// The shell's process id.
    public var pid: Int32 { program.pid }

    fileprivate init(of path: String, script: String) throws {
      let folder = try ScratchFolder()
      let sign = folder.path(of: "ready")
      let pipe = try OpenFile.pipe()
      input = pipe.writing
      program = try Program(starting: SQLiteShell(path).words, input: pipe.reading)
      try input.write("\(script);\n.shell touch '\(sign)'\n")
      try waitUntil("the shell holds its lock", by: program) { FileManager.default.fileExists(atPath: sign) }
    }

    deinit {
      program.send(SIGKILL)
      _ = Result { try program.wait() }  // so that no process is left behind
    }

    /// Ends the transaction and the shell.
    @discardableResult
    public func release(_ script: String = "ROLLBACK") throws -> Ending {
      try input.write("\(script);\n.quit\n")
      return try program.wait()
    }

    /// Ends the shell in the middle of what it does, as a power cut would.
    public func kill() throws {
      program.send(SIGKILL)
      _ = try program.wait()
    }
  }
}
