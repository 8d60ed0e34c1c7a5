import Foundation
import TestPrograms

/// Several machines, each with an outline and a clone of one repository.
struct SyncWorld {
  let folder: ScratchFolder

  /// A repository that is empty, with so many clones.
  init() throws {
    folder = try ScratchFolder()
    try Data("[user]\n  name = Tester\n  email = tester@example.org\n[init]\n  defaultBranch = main\n".utf8)
      .write(to: URL(fileURLWithPath: folder.path(of: "gitconfig")))
    try git("init", "-q", "--bare", folder.path(of: "hub.git"))
  }

  /// The settings of git that the tests use in place of the user's.
  var environment: [String: String] {
    [
      "HOME": folder.path, "GIT_CONFIG_GLOBAL": folder.path(of: "gitconfig"), "GIT_CONFIG_NOSYSTEM": "1",
      "XDG_CONFIG_HOME": folder.path(of: "config"), "LC_ALL": "C.UTF-8", "GIT_TERMINAL_PROMPT": "0",
    ]
  }

  /// Runs git, which has to succeed.
  @discardableResult
  func git(_ words: String...) throws -> String {
    let ending = try Program.run(["git"] + words, environment: environment)
    if ending.status != 0 { throw SQLiteShell.ShellError(message: "git \(words): \(ending.errors)") }
    return ending.text
  }

  /// A machine with a clone and an outline that does not exist yet.
  func machine(_ name: String) throws -> SyncMachine {
    let machine = SyncMachine(world: self, name: name)
    try git("clone", "-q", folder.path(of: "hub.git"), machine.clone)
    return machine
  }

  /// Two machines, of which the first has the sections Groceries and Home with some rows, and both are synchronized.
  static func pair() throws -> (ana: SyncMachine, ben: SyncMachine) {
    let world = try SyncWorld()
    let (ana, ben) = (try world.machine("ana"), try world.machine("ben"))
    for words in [
      ["add", "--section", "Groceries", "Home"], ["add", "milk", "bread", "tea", "--in", "Groceries"],
      ["add", "plants", "--in", "Home"], ["sync", ana.clone],
    ] { try ana.must(words) }
    try ben.must(["sync", ben.clone])
    return (ana, ben)
  }
}

/// One machine: an outline, a clone, and the user who works there.
struct SyncMachine {
  let world: SyncWorld
  let name: String

  var clone: String { world.folder.path(of: name) }
  var path: String { world.folder.path(of: "\(name).db") }
  var shell: SQLiteShell { SQLiteShell(path) }

  var environment: [String: String] {
    world.environment.merging(["PLEAT_FILE": path, "PLEAT_USER": name]) { $1 }
  }

  /// Runs a command of pleat.
  func run(_ words: [String], with more: [String: String] = [:]) throws -> Ending {
    try Program.run([Executable.program] + words, environment: environment.merging(more) { $1 })
  }

  /// Runs a command of pleat that has to succeed, and returns what it says; only `sync` needs a process of its own.
  @discardableResult
  func must(_ words: [String]) throws -> String {
    let (status, output, errors): (Int32, String, String)
    if words[0] == "sync" {
      let ending = try run(words)
      (status, output, errors) = (ending.status, ending.text, ending.errors)
    } else {
      let answer = Session(world.folder, path: path, user: name).run(words)
      (status, output, errors) = (answer.status, answer.text, answer.messages.map { $0 + "\n" }.joined())
    }
    if status != 0 { throw SQLiteShell.ShellError(message: "\(name): \(words): \(errors)") }
    return output + errors
  }

  /// Starts a command of pleat, which goes on beside the test.
  func start(_ words: [String], with more: [String: String] = [:]) throws -> Program {
    try Program(starting: [Executable.program] + words, environment: environment.merging(more) { $1 })
  }

  /// The sections and rows with their ids, without folds.
  func list() throws -> String { try must(["export", "-", "--format", "json", "--without-folds"]) }

  /// The folds of all users.
  func folds() throws -> [String] {
    try shell.lines("SELECT name, section_id, collapsed FROM fold JOIN user USING (user_id) ORDER BY 1, 2")
  }

  /// The texts of all rows.
  func rows() throws -> [String] { try shell.lines("SELECT text FROM row ORDER BY text") }
}
