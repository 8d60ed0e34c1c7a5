import Foundation
import PleatArguments
import TestPrograms
import TestSupport
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Commands as they travel to another machine.
struct RemoteCommandTests {
  static let words = [
    "add", "", "--", "-x", "milk and bread", "it's", "\"", "\\", "\\\\", "a\\'b", "$HOME", "$(touch evil)",
    "`touch evil`", ";", "|",
    "&&", "> evil", "*", "?", "[a]", "{a,b}", "~", "~root", "!", "!!", "#x", "=ls", "^a", "%self", "%", "\n",
    "a\nb\r\tc",
    "é", "e\u{301}", "牛乳", "\u{A0}", "\u{2028}", "\u{1B}[31m",
  ]

  private static func command() -> RemoteCommand {
    RemoteCommand(
      terminals: [.output, .errors], columns: 80, rows: 24, zone: "CET-1CEST,M3.5.0,M10.5.0/3", isColored: true,
      isUTF8: true,
      file: "~/a b.db",
      name: "ssh://h/~/a%20b.db", user: "ana's", carriesDocument: true, hasHello: true, isFramed: true,
      values: [.inbox: .text("To do"), .ascii: .flag(true), .expandedMarker: .text("▾"), .hitColor: .text("bold red")],
      arguments: words)
  }

  /// The words that a shell makes of a line.
  private func words(of line: String, in shell: String) throws -> [String] {
    let folder = try ScratchFolder()
    // A program that prints its arguments, in the place of pleat.
    try Program.write("for word do printf '%s\\n' \"$word\"; done", to: folder.path(of: "pleat"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let ending = try Program.run(
      [shell, "-c", line], environment: ["PATH": "\(folder.path):\(path)"], in: folder.path)
    #expect(try folder.names() == ["pleat"], "\(shell)")
    return ending.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func `a command arrives as it was sent`() throws {
    let command = Self.command()
    let words = command.line.split(separator: " ").map(String.init)
    #expect(words.prefix(2) == ["pleat", "far"])
    #expect(try RemoteCommand(reading: words.dropFirst(2)) == command)
    #expect(RemoteCommand.innerArguments(of: words) == command.arguments)
  }

  @Test(arguments: ["sh", "dash", "bash", "zsh", "fish", "csh", "tcsh", "ksh", "busybox"])
  func `every shell of this machine passes the arguments of a command on unchanged`(shell: String) throws {
    guard try Program.run(["sh", "-c", "command -v \(shell)"]).status == 0 else { return }
    let command = Self.command()
    let found = try words(of: command.line, in: shell)
    #expect(try RemoteCommand(reading: found.dropFirst(1)) == command, "\(shell)")
  }

  @Test func `random texts arrive as they were sent`() throws {
    var random = SeededGenerator(seed: 15)
    for _ in 1...300 {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 1...(Bool.random(using: &random) ? 0x7F : 0xD7FF), using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let line = RemoteCommand(arguments: ["add", text]).line
      #expect(!ShellWords.hasOperators(line.utf8))
      let words = try ShellWords.split(line.utf8)
      #expect(
        try RemoteCommand(reading: words.dropFirst(2)).arguments.map { Array($0.utf8) } == [
          Array("add".utf8), Array(text.utf8),
        ])
    }
  }

  @Test(
    arguments: [
      ([], 69, "version \(Version.pleat)"), (["9.9", "--", "list"], 69, "and version 9.9 on yours"),
      (["9.9", "new-key=1", "list"], 69, "and version 9.9 on yours"),
      ([RemoteProtocol.version, "list"], 64, "does not know"),
      ([RemoteProtocol.version, "new-key=1", "--", "list"], 64, "does not know 'new-key=1'"),
      ([RemoteProtocol.version, "editor=vi", "--", "list"], 64, "does not know 'editor=vi'"),
      ([RemoteProtocol.version, "columns=0", "--", "list"], 64, "does not know '0'"),
      ([RemoteProtocol.version, "zone=../../etc/passwd", "--", "list"], 64, "does not know 'zone=../../etc/passwd'"),
      ([RemoteProtocol.version, "zone=:/etc/passwd", "--", "list"], 64, "does not know 'zone=:/etc/passwd'"),
      ([RemoteProtocol.version, "zone=/etc/passwd", "--", "list"], 64, "does not know 'zone=/etc/passwd'"),
      ([RemoteProtocol.version, "markers.open=%0A", "--", "list"], 64, "does not know"),
      ([RemoteProtocol.version, "--", "%zz"], 64, "two hexadecimal digits"),
      ([RemoteProtocol.version, "--", "sell"], 64, "There is no verb 'sell'"),
    ] as [([String], Int32, String)])
  func `what no pleat of this version sends is refused`(words: [String], status: Int32, reason: String) throws {
    let session = try Session()
    let answer = session.run(["far"] + words)
    #expect(answer.status == status && answer.message.contains(reason), "\(answer.message)")
    #expect(answer.messages.count == 1 && answer.text.isEmpty)
    #expect(try session.folder.names() == [])
  }

  @Test func `another version is an error in JSON where the command asks for JSON`() throws {
    let answer = try Session().run("far", "9.9", "--", "list", "--json")
    #expect(try JSON.error(answer.message)["code"] as? String == "unavailable")
  }

  @Test func `what arrives is printed as the caller would have it`() throws {
    let session = try Session.sample()
    let plain = session.run("list").text
    session.environment["NO_COLOR"] = "1"
    #expect(session.run("far", RemoteProtocol.version, "utf8=yes", "--", "list").text == plain)
    let colored = session.run(
      "far", RemoteProtocol.version, "utf8=yes", "color=yes", "terminal=output", "columns=20", "rows=5", "--", "list")
    session.environment["NO_COLOR"] = nil
    (session.isTerminal, session.terminalSize) = (true, (20, 5))
    session.environment["PLEAT_PAGER"] = ""
    #expect(colored.text == session.run("list").text && colored.text.contains("\u{1B}["))
    let ascii = session.run("far", RemoteProtocol.version, "ascii=true", "markers.collapsed=X", "--", "list")
    #expect(ascii.text.hasPrefix("- 1 Groceries"), "\(ascii.text)")
    #expect(session.run("far", RemoteProtocol.version, "user=bob", "--", "status").text.contains("user      bob"))
    #expect(
      session.run("far", RemoteProtocol.version, "utf8=yes", "name=ssh://h", "--", "list", "-f", "ssh://h").text
        == plain)
  }

  @Test(arguments: [true, false])
  func `a trailer says how much arrived, and whether that is all, however the bytes are cut`(isWhole: Bool) throws {
    let counts = ExportCounts(sections: 12, rows: 3_456_789)
    let bytes = Array("# Groceries\n".utf8) + ExportTrailer(counts, isWhole: isWhole).bytes
    #expect(bytes.count == 12 + ExportTrailer.length)
    for size in 1...bytes.count {
      var document = TrailedDocument()
      var taken: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        taken += document.take(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(taken == Array("# Groceries\n".utf8) && document.trailer?.counts == counts)
      #expect(document.trailer?.isWhole == isWhole)
    }
    var cut = TrailedDocument()
    _ = cut.take(Array(bytes.dropLast()))
    #expect(cut.trailer == nil)
    #expect(TrailedDocument().trailer == nil)
  }
}
