import Foundation
import TestPrograms

/// The built `pleat`, run on a file in a folder of its own: for tests of what only a process has, such as an exit code, a signal,
/// a lock or a terminal.
struct Executable {
  let folder: ScratchFolder
  let path: String

  /// Where the build put the program: beside the tests.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("pleat").path

  /// Where scripts find the program, for all tests.
  private static let links = Result { try ScratchFolder(linking: program) }

  /// Where scripts find the program under its own name.
  let programs: String

  /// What commands find in their environment; scripts find the program as `$PLEAT`.
  var environment: [String: String] {
    [
      "PLEAT_FILE": path, "PLEAT_USER": "ana", "PLEAT": "\(programs)/pleat", "LC_ALL": "C.UTF-8",
      "XDG_CONFIG_HOME": folder.path(of: "config"), "GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.org",
      "GIT_COMMITTER_NAME": "Ana", "GIT_COMMITTER_EMAIL": "ana@example.org", "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
  }

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "outline.db")
    programs = try Self.links.get().path
  }

  /// A file with one section.
  static func withSection(_ title: String = "Home") throws -> Executable {
    let executable = try Executable()
    executable.session.run("add", "--section", title)
    return executable
  }

  /// Runs commands on the file in the process of the test, for all that is not the subject of the test.
  var session: Session { Session(folder, path: path, user: "ana") }

  /// Runs a command.
  func run(_ words: String..., input: String = "", outputPath: String? = nil) throws -> Ending {
    try Program.run([Self.program] + words, input: input, environment: environment, outputPath: outputPath)
  }

  /// Runs a command in the file's folder.
  func run(inFolder words: [String]) throws -> Ending {
    try Program.run([Self.program] + words, environment: environment, in: folder.path)
  }

  /// Starts a command.
  func start(_ words: String..., input: String = "") throws -> Program {
    try Program(starting: [Self.program] + words, input: input, environment: environment)
  }

  /// Runs a script with `bash`, in the file's folder.
  func script(_ text: String) throws -> Ending {
    try Program.run(["bash", "-c", text], environment: environment, in: folder.path)
  }

  /// Starts a script with `bash`.
  func startScript(_ text: String) throws -> Program {
    try Program(starting: ["bash", "-c", text], environment: environment, in: folder.path)
  }

  /// The `sqlite3` shell on the file.
  var shell: SQLiteShell { SQLiteShell(path) }

  /// How many rows there are, in a file that is whole.
  func rowCount() throws -> Int {
    let check = try shell.lines("PRAGMA integrity_check")
    guard check == ["ok"] else { throw SQLiteShell.ShellError(message: check.joined(separator: "\n")) }
    return try shell.lines("SELECT count(*) FROM row").first.flatMap { Int($0) } ?? -1
  }
}
