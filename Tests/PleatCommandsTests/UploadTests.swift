import Foundation
import TestPrograms
import TestSupport
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What commands read: by ssh it arrives as a whole or not at all, and nobody waits for it with the outline locked.
struct UploadTests {
  private let relay: RelayTests

  init() throws { relay = try RelayTests() }

  private var address: String { "ssh://h\(relay.pleat.path)" }

  /// A command that reads much, and how many rows its input adds.
  struct Reader: Sendable, CustomTestStringConvertible {
    let words: [String]
    /// The name of a file with the input; nil for a command that reads standard input alone.
    var file: String?
    let line: @Sendable (Int) -> String
    var testDescription: String { words.joined(separator: " ") }
    var input: String { (0..<500).map(line).joined() }
  }

  static let readers: [Reader] = [
    Reader(words: ["import", "-", "--format", "md"], file: "a.md") { $0 == 0 ? "# Home\n- row 0\n" : "- row \($0)\n" },
    Reader(words: ["import", "-", "--format", "csv"], file: "a.csv") { $0 == 0 ? "text\nrow 0\n" : "row \($0)\n" },
    Reader(words: ["import", "-", "--format", "text"], file: "a.txt") { "row \($0)\n" },
    Reader(words: ["import", "-", "--format", "md", "--merge"], file: "a.md") {
      $0 == 0 ? "# Home\n- row 0\n" : "- row \($0)\n"
    },
    Reader(words: ["apply"], file: "edits") { "add 'row \($0)'\n" },
    Reader(words: ["add", "-"]) { "row \($0)\n" },
    Reader(words: ["sql", "--write"]) { "INSERT INTO row (section_id, text) VALUES (1, 'row \($0)');\n" },
  ]

  /// A script in the place of ssh, whose connection ends after so many bytes that it took there.
  private static func cut(after count: Int) -> String {
    "for line do :; done; head -c \(count) | sh -c \"$line\"; exit 255"
  }

  private static let local = "for line do :; done; exec sh -c \"$line\""

  @Test(arguments: readers)
  func `an upload that breaks off saves nothing, and can be repeated`(reader: Reader) throws {
    let words = reader.words + ["-f", address]
    let whole = try relay.run(words, ssh: "\(RelayTests.hello); cat", input: reader.input).output.count
    var random = SeededGenerator(seed: 21)
    for count in [0, 3, 7, whole - 4, whole - 1] + (0..<6).map({ _ in Int.random(in: 8..<whole, using: &random) }) {
      let before = FileState(of: relay.pleat.path)
      let ending = try relay.run(words, ssh: Self.cut(after: count), input: reader.input)
      let saidUnsaved = ending.errors.contains("Nothing was saved") || ending.errors.contains("It is not known")
      #expect(ending.status == 74 && saidUnsaved, "\(count): \(ending.status) \(ending.errors)")
      #expect(FileState(of: relay.pleat.path) == before, "\(count) of \(whole)")
    }
    let again = try relay.run(words, ssh: Self.local, input: reader.input)
    #expect(try again.status == 0 && relay.pleat.rowCount() == 500, "\(again.errors)")
  }

  @Test(arguments: readers.filter { $0.file != nil })
  func `a file whose upload breaks off is sent again, as a whole`(reader: Reader) throws {
    let file = try #require(reader.file)
    try reader.input.write(toFile: relay.pleat.folder.path(of: file), atomically: true, encoding: .utf8)
    let words =
      [reader.words[0], file] + reader.words.filter { $0 == "--merge" } + ["-f", address, "--idempotency-key", "4711"]
    let calls = relay.pleat.folder.path(of: "calls")
    let script =
      "for line do :; done; echo >>'\(calls)'; [ $(wc -l <'\(calls)') -gt 1 ] || { head -c 2000 | sh -c \"$line\"; exit 255; }; exec sh -c \"$line\""
    let ending = try relay.run(words, ssh: script)
    #expect(try ending.status == 0 && relay.pleat.rowCount() == 500, "\(ending.errors)")
    #expect(!ending.errors.contains("saved already"), "\(ending.errors)")
    let again = try relay.run(words, ssh: Self.local)
    #expect(again.status == 0 && again.errors.contains("not made again"), "\(again.errors)")
  }

  @Test(arguments: readers, [true, false])
  func `a key belongs to what was read, from a file as from standard input`(reader: Reader, isFile: Bool) throws {
    guard !reader.words.contains("sql"), reader.file != nil || !isFile else { return }
    let session = try Session(["add", "--section", "Home"])
    let path = session.folder.path(of: reader.file ?? "")
    let source = isFile ? [reader.words[0], path] + reader.words.filter { $0 == "--merge" } : reader.words
    for (input, status) in [(reader.input, 0), (reader.input, 0), (reader.input + reader.line(501), 81)] {
      if isFile { try input.write(toFile: path, atomically: true, encoding: .utf8) }
      for trial in [["-n"], []] {
        let answer = session.run(
          source + trial + ["--idempotency-key", "50"], input: [UInt8]((isFile ? "" : input).utf8))
        #expect(answer.status == status, "\(trial) \(answer.message)")
        #expect(answer.status == 0 || answer.message.contains("', which read other input.\n"), "\(answer.message)")
      }
    }
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["500"])
    let again = session.run(
      source + ["--idempotency-key", "50", "-n"], input: [UInt8]((isFile ? "" : reader.input).utf8))
    #expect(
      isFile || again.message.hasPrefix("already saved, and not made again: \(reader.words[0])"), "\(again.message)")
  }

  @Test(arguments: readers)
  func `a preview of an upload that breaks off is no preview`(reader: Reader) throws {
    guard !reader.words.contains("sql") else { return }
    let ending = try relay.run(
      reader.words + ["-n", "-f", address], ssh: Self.cut(after: 2_000), input: reader.input)
    #expect(ending.status == 74 && ending.text.isEmpty, "\(ending.errors)")
  }

  @Test(arguments: readers)
  func `before the other machine has answered nothing is sent`(reader: Reader) throws {
    let got = relay.pleat.folder.path(of: "got")
    let ending = try relay.run(
      reader.words + ["-f", address], ssh: "exec 3<&0; cat <&3 >'\(got)' & exit 255", input: reader.input)
    #expect(FileState(of: got)?.bytes == Data(), "\(ending.errors)")
    #expect(ending.status == 74 && ending.errors.contains("or it broke off. Nothing was sent."), "\(ending.errors)")
    #expect(!ending.errors.contains("not known"))
  }

  @Test(arguments: [["add", "x"], ["import", "-", "--format", "md"]])
  func `another program, and an older pleat, are refused with 69`(words: [String]) throws {
    let silent = try relay.run(words + ["-f", address], ssh: "exit 0")
    #expect(silent.status == 69 && silent.errors.contains("without an answer from pleat"), "\(silent.errors)")
    let old = try relay.run(
      words + ["-f", address],
      ssh:
        "for line do :; done; exec sh -c \"$(echo \"$line\" | sed 's/far \(RemoteProtocol.version) /far \(Version.pleat) /')\""
    )
    #expect(old.status == 69 && old.errors.contains("Install the same version on both"), "\(old.errors)")
  }

  @Test(arguments: readers.filter { $0.words[0] != "sql" }, [false, true])
  func `while a command waits for its input others can edit`(reader: Reader, isServed: Bool) throws {
    let pleat = relay.pleat
    let pipe = try InputPipe(in: pleat.folder)
    let command =
      isServed
      ? "SSH_ORIGINAL_COMMAND='pleat \(reader.words.joined(separator: " "))' exec $PLEAT serve -f '\(pleat.path)' -u bob"
      : "exec $PLEAT \(reader.words.joined(separator: " "))"
    let program = try pleat.startScript("\(command) <'\(pipe.path)'")
    try pipe.write(reader.input)
    let edit = try pleat.run("add", "meanwhile", "--wait", "0")
    #expect(edit.status == 0, "\(edit.errors)")
    program.send(SIGTERM)
    #expect(try program.wait().status == 128 + SIGTERM)
    #expect(try pleat.rowCount() == 1)
  }

  @Test func `a key keeps others from writing for eight seconds at most`() throws {
    let pleat = relay.pleat
    try (0..<200_000).map { "- row \($0)\n" }.joined().write(
      toFile: pleat.folder.path(of: "big.md"), atomically: true, encoding: .utf8)
    let program = try pleat.startScript(
      "SSH_ORIGINAL_COMMAND='pleat import - --format md --json' exec $PLEAT serve -f '\(pleat.path)' -u bob <big.md")
    let journal = "\(pleat.path)-journal"
    try waitUntil("the journal is written", by: program) { FileState(of: journal)?.bytes?.isEmpty == false }
    program.send(SIGSTOP)
    try waitUntil("its time is over") { program.state.hasPending(SIGALRM) }
    program.send(SIGCONT)
    let ending = try program.wait()
    #expect(ending.status == 81, "\(ending.status) \(ending.errors)")
    #expect(try JSON.error(ending.errors)["code"] as? String == "refused")
    #expect(ending.errors.contains("for more than 8 seconds, which a key may not"))
    #expect(try pleat.rowCount() == 0 && pleat.run("check").status == 0)
    #expect(try pleat.run("add", "milk").status == 0)
  }
}
