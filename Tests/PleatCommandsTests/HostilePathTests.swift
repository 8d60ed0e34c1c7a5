import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Paths that would play tricks on a terminal, in every sentence that names one.
struct HostilePathTests {
  /// What is at a path.
  enum Kind: CaseIterable {
    case nothing
    case outline
    case folder
    case otherFile
    case cutOff
    case newer
    case pipe
  }

  private static let name = "\u{1B}[31mred\nFORGED \u{9B}1m\u{202E}'q\u{7F}"

  /// The verbs, each with a path in every place that takes one.
  static func verbs(_ path: String) -> [[String]] {
    MatrixTests.verbs + [
      ["list"], ["list", "--all", "nowhere"], ["status"], ["folds"], ["log"], ["settings"],
      ["settings", "inbox", path],
      ["users"], ["check"], ["check", "--repair"], ["check", "--repair", "--replace"], ["find", "nowhere"],
      ["backup", path], ["backup", path + ".b"], ["backup", path, "--keep", "2"], ["backup", path, "--force"],
      ["backup", path + ".b", "--keep", "1"], ["backup", path + "-journal"], ["backup", path + "/x"],
      ["export", path], ["export", path + ".md"], ["export", path + ".md", "--force"],
      ["export", path + "-wal", "--format", "md"],
      ["export", path + "/x.md"], ["export", "-", path], ["import", path], ["import", path + ".md"],
      ["import", path, "--format", "md"], ["import", path, "--format", "json", "--merge"], ["apply", path],
      ["merge-file", path, path, path], ["sync", path], ["sync"], ["example"], ["sql", "SELECT 1"], ["edit", "apples"],
      ["config"], ["undo", "7"], ["add", "x", "--in", path], ["list", path], ["watch", path], ["open"],
      ["serve", path],
      ["help", path], [path], ["add", "x", "--" + path], ["completions", path], ["accordion", path],
    ]
  }

  private func put(_ kind: Kind, at path: String, like sample: String) throws {
    let url = URL(fileURLWithPath: path)
    switch kind {
    case .nothing: break
    case .outline: try FileManager.default.copyItem(atPath: sample, toPath: path)
    case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    case .otherFile: try Data("mine \u{1B}[31m\n".utf8).write(to: url)
    case .cutOff: try Data(contentsOf: URL(fileURLWithPath: sample)).prefix(5_000).write(to: url)
    case .newer:
      var bytes = try Data(contentsOf: URL(fileURLWithPath: sample))
      bytes[63] = 99  // the last byte of user_version
      try bytes.write(to: url)
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    }
  }

  /// Whether every character of a text can be shown, and no line is what a path holds after a line break.
  private func isHarmless(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      scalar != "\n" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{202E}")
    } && !text.split(separator: "\n").contains { $0.hasPrefix("FORGED") }
  }

  @Test(arguments: Kind.allCases)
  func `no path reaches a terminal unescaped, whatever the verb and whatever is there`(kind: Kind) throws {
    let sample = try Session.sample()
    for isJSON in [false, true] {
      for isOption in [false, true] {
        for words in Self.verbs(Self.name) {
          let session = try Session()
          let path = session.folder.path(of: Self.name)
          let words = words.map { $0.replacingOccurrences(of: Self.name, with: path) }
          // A pipe that nobody writes to would be waited for as an input.
          if kind == .pipe, ["import", "apply", "merge-file"].contains(words[0]), words.contains(path) { continue }
          try put(kind, at: path, like: sample.path)
          session.environment["PLEAT_FILE"] = path
          session.environment["TMPDIR"] = session.folder.path
          session.editor = { _ in nil }
          let answer = session.run((isOption ? ["-f", path] : []) + words + (isJSON ? ["--json"] : []))
          #expect(isHarmless(answer.message), "\(words): \(answer.message.debugDescription)")
          let isDocument = words[0] == "export" && words.contains("-")
          #expect(isDocument || isHarmless(answer.text), "\(words): \(answer.text.debugDescription)")
          if isJSON, let message = answer.messages.last { #expect(throws: Never.self) { try JSON.value(message) } }
        }
      }
    }
  }

  @Test func `the example is at the path that it names, escaped, and the commands that it shows name it too`() throws {
    let pleat = try Executable()
    let ending = try pleat.run(inFolder: ["example", "-f", "\u{1B}[31mred.db"])
    #expect(ending.errors.hasPrefix("made an example with 5 sections and 11 rows at \\x1b[31mred.db. Try:\n"))
    #expect(ending.errors.contains("pleat -f \"\\x1b[31mred.db\" undo"))
    #expect(!ending.errors.contains("\u{1B}"))
  }
}
