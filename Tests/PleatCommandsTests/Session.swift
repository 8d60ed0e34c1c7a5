import Foundation
import OutlineFormats
import PleatArguments
import SystemPackage
import TestPrograms

@testable import OutlineCore
@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// A user's session in one process, with the output of each command.
final class Session {
  let folder: ScratchFolder
  /// The outline's file, which does not exist at first.
  let path: String
  var environment: [String: String]
  var isTerminal = false
  /// The size of the terminal; nil if it does not tell.
  var terminalSize: (columns: Int, rows: Int)?
  /// What the editor does with a text: it returns the new one, or nil to end with an error.
  var editor: (String) -> String? = { $0 }
  /// How the editor ends where it ends with an error.
  var editorFailure: Int32 = 1
  var isInputTerminal = false
  /// Where standard output goes; nil to keep it for ``Answer/bytes``.
  var output: FileDescriptor?
  var loginName: String? = "login"
  /// The day on which the commands run, a Tuesday.
  var today = "2026-11-24"
  /// How often a command asked for the login name.
  private(set) var loginLookups = 0

  init(_ edits: [String]...) throws {
    folder = try ScratchFolder()
    path = folder.path(of: "outline.db")
    environment = ["PLEAT_FILE": path, "PLEAT_USER": "ana", "LC_ALL": "C.UTF-8"]
    for words in edits { run(words) }
  }

  /// A session on the file of a program that a test starts.
  init(_ folder: ScratchFolder, path: String, user: String) {
    (self.folder, self.path) = (folder, path)
    environment = [
      "PLEAT_FILE": path, "PLEAT_USER": user, "XDG_CONFIG_HOME": folder.path(of: "config"), "LC_ALL": "C.UTF-8",
    ]
  }

  /// The output of a command, and how it ended.
  struct Answer {
    let status: Int32
    let bytes: [UInt8]
    let messages: [String]

    /// Standard output.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Standard output as lines.
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    /// Standard error.
    var message: String { messages.joined(separator: "\n") }
  }

  /// Runs a command.
  @discardableResult
  func run(_ words: String..., input: String = "") -> Answer { run(words, input: Array(input.utf8)) }

  /// Runs a command.
  @discardableResult
  func run(_ words: [String], input: [UInt8] = []) -> Answer {
    var messages: [String] = []
    let output = OutputBuffer(output)
    var keys = input[...]
    var context = Context(
      variable: { self.environment[$0] }, output: output, send: { messages.append($0) }, input: ByteStream(input),
      isTerminal: isTerminal,
      edit: { _, path in
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let new = self.editor(text) else {
          return self.editorFailure
        }
        return (try? new.write(toFile: path, atomically: false, encoding: .utf8)) == nil ? 1 : 0
      },
      key: { keys.popFirst().map { [$0] } },
      isInputTerminal: isInputTerminal, terminalSize: { self.terminalSize }, commands: Pleat.commands,
      loginName: {
        self.loginLookups += 1
        return self.loginName
      })
    context.localTime = { Int64(Day(self.today)?.number ?? 0) * 86_400 + 43_200 }
    let status = PleatMain.run(words, in: context)
    return Answer(status: status, bytes: output.bytes, messages: messages)
  }

  /// Runs commands that a test begins with, one on each line and written as in a shell; each has to succeed.
  func prepare(_ lines: String) throws {
    for line in lines.split(separator: "\n") {
      let answer = run(try ShellWords.split(line.utf8))
      guard answer.status == 0 else { throw SQLiteShell.ShellError(message: "\(line): \(answer.message)") }
    }
  }

  /// The `sqlite3` shell on the outline's file.
  var shell: SQLiteShell { SQLiteShell(path) }

  /// Groceries with Dairy below it, Home, and Reading, which is empty.
  static func sample() throws -> Session {
    let session = try Session()
    try sampleFile.get().write(to: URL(fileURLWithPath: session.path))
    return session
  }

  /// The sample's bytes, made once.
  private static let sampleFile = Result {
    let session = try Session()
    try session.prepare(
      """
      add --section Groceries
      add apples bread --in Groceries
      add --section Dairy --in Groceries
      add milk butter cheese --in Dairy
      add --section Home
      add plants --in Home
      add --section Reading
      """)
    return try Data(contentsOf: URL(fileURLWithPath: session.path))
  }
}

/// JSON as a test looks at it.
enum JSON {
  /// The value that a text holds.
  static func value(_ text: some StringProtocol) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// The object that a text holds; empty when it holds something else.
  static func object(_ text: some StringProtocol) throws -> [String: Any] { try value(text) as? [String: Any] ?? [:] }

  /// The objects of the array that a text holds.
  static func objects(_ text: some StringProtocol) throws -> [[String: Any]] {
    try value(text) as? [[String: Any]] ?? []
  }

  /// The error that a message holds.
  static func error(_ message: String) throws -> [String: Any] { try object(message)["error"] as? [String: Any] ?? [:] }
}
