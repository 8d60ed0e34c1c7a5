import Foundation
import OutlineFormats
import TestPrograms
import Testing

@testable import OutlineJSON

/// What `export` writes of texts that could harm a terminal: to a terminal, to a pipe, and to a file.
struct ExportTerminalTests {
  private static let text = "a\u{1B}[2Jb\u{9B}c\u{202E}d\u{200B}e\tf"
  private static let harmful = Set("\u{1B}\u{9B}\u{202E}".unicodeScalars)

  private static func session() throws -> Session {
    let session = try Session(["add", "--section", "Top"])
    session.run("add", "--in", "1", "--", text)
    session.run("edit", "1", "--detail", "x\(text)")
    session.run("edit", "1:1", "--set", "k=\(text)")
    return session
  }

  @Test(arguments: OutlineFormat.allCases.filter(\.isExportable))
  func `an export to a terminal has nothing that harms it, and says that it is escaped`(format: OutlineFormat) throws {
    let session = try Self.session()
    session.isTerminal = true
    let answer = session.run("export", "-", "--format", format.rawValue)
    #expect(answer.status == 0)
    #expect(Self.harmful.isDisjoint(with: answer.text.unicodeScalars), "\(answer.text.debugDescription)")
    #expect(!answer.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    let isJSON = format == .json
    #expect(answer.text.contains(isJSON ? "\\u001b" : format == .html ? "\u{241B}" : "\\u202ed\\u200be"))
    #expect(answer.messages.count == (isJSON ? 0 : [.todotxt, .taskwarrior].contains(format) ? 3 : 1))
    #expect(session.run("export", "-", "--format", format.rawValue, "-q").messages.isEmpty)
  }

  @Test func `an export to a terminal says nothing where nothing is escaped, and ends as it does in a file`() throws {
    let session = try Session.sample()
    let piped = session.run("export", "-", "--format", "md")
    session.isTerminal = true
    let shown = session.run("export", "-", "--format", "md")
    #expect(shown.text == piped.text && shown.messages.isEmpty)
  }

  @Test(arguments: ["markdown", "csv", "tsv", "json"])
  func `a file and a pipe get every character, and import brings it back`(format: String) throws {
    let session = try Self.session()
    let file = session.folder.path(of: "out")
    session.run("export", file, "--format", format)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(session.run("export", "-", "--format", format).bytes == Array(bytes))
    if format != "json" { #expect(String(decoding: bytes, as: UTF8.self).contains("c\u{202E}d\u{200B}e")) }
    let other = try Session()
    other.run("import", file, "--format", format)
    let rows = try JSON.objects(other.run("list", "--json").text)
    #expect((rows.last?["text"] as? String).map { Array($0.utf8) } == Array(Self.text.utf8))
    #expect(rows.last?["attributes"] as? [String: String] == ["k": Self.text])
  }

  @Test func `JSON has no harmful character anywhere, whatever it is written for`() throws {
    let session = try Self.session()
    session.environment["PLEAT_USER"] = "u\u{202E}\u{9B}"
    session.run("collapse", "1")
    #expect(try session.shell.run("UPDATE section SET attributes = '{\"\u{9B}\":\"\u{202E}\"}'").errors == "")
    for words in [
      ["export", "-", "--format", "json"], ["list", "--all", "--json"], ["log", "-v", "--json"], ["users", "--json"],
      ["folds", "--json"], ["find", "a", "--json"], ["status", "--json"], ["settings", "--json"],
      ["edit", "1:1", "new", "--json"], ["undo", "--json"], ["expand", "1", "--json"], ["list", "no\u{9B}", "--json"],
    ] {
      let answer = session.run(words)
      let all = answer.text + answer.message
      #expect(!all.isEmpty)
      #expect(!all.unicodeScalars.contains { TextSafety.isHarmful($0) && $0 != "\n" }, "\(words): \(all)")
    }
  }

  @Test func `the program itself sees that it writes to a terminal`() throws {
    let pleat = try Executable.withSection()
    pleat.session.run("add", "--in", "1", "--", Self.text)
    let ending = try pleat.script("script -qec '$PLEAT export - --format tsv' /dev/null </dev/null")
    #expect(ending.text.contains("a\\x1b[2Jb\\u009bc\\u202ed\\u200be"), "\(ending.text.debugDescription)")
    #expect(Self.harmful.isDisjoint(with: ending.text.unicodeScalars))
  }
}
