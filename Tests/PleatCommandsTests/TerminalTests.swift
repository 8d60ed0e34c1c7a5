import Foundation
import PleatTerminal
import TerminalText
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What is different on a terminal, and that nothing of it is in a pipe.
struct TerminalTests {
  /// The sample's outline, with texts that are longer than 24 columns, of every kind.
  private func session() throws -> Session {
    let session = try Session.sample()
    session.run("add", "a row that is longer than the screen is wide", "--in", "Home", "--done", "no")
    session.run("add", "done with https://example.org/a/path/that/is/long", "--in", "Home", "--done", "yes")
    session.run("add", "漢字漢字漢字漢字漢字漢字漢字 e\u{301}\u{301} 👩‍👧 line one\nline two is a long line as well", "--in", "Dairy")
    session.run(
      "add", "--section", "A title that is longer than the screen", "--detail", "and a detail", "--in", "Home")
    session.run("collapse", "Dairy", "-u", "a user with a rather long name")
    return session
  }

  static let verbs: [[String]] = [
    ["list"], ["list", "--ids"], ["list", "--all", "--ascii"], ["find", "long"], ["find", "line", "--regex"], ["folds"],
    ["log"],
    ["log", "-v"], ["users"], ["export", "-", "--format", "md"],
  ]

  @Test(arguments: verbs, [false, true])
  func `a pipe gets the same bytes whatever the terminal is like, and so does JSON everywhere`(
    verb: [String], isJSON: Bool
  ) throws {
    let session = try session()
    let words = verb + (isJSON && verb[0] != "export" ? ["--json"] : [])
    let plain = session.run(words)
    #expect(plain.status == 0)
    #expect(!plain.text.contains("\u{1B}"))
    session.environment.merge([
      "COLUMNS": "24", "LINES": "3", "PAGER": "less", "PLEAT_PAGER": "less", "TERM": "xterm", "CLICOLOR": "1",
    ]) { $1 }
    session.terminalSize = (24, 3)
    #expect(session.run(words).bytes == plain.bytes)
    #expect(session.run(words + ["--no-pager"]).bytes == plain.bytes)
    if isJSON, verb[0] != "export" {
      session.isTerminal = true
      #expect(session.run(words).bytes == plain.bytes)
    }
  }

  @Test(arguments: verbs.dropLast(), ["NO_COLOR", "TERM", "COLOR"])
  func `on a terminal no line is wider than it is, and no text is lost`(verb: [String], kind: String) throws {
    let session = try session()
    let plain = session.run(verb)
    session.isTerminal = true
    session.environment[kind] = kind == "TERM" ? "dumb" : "1"
    session.terminalSize = (500, 50)
    // Hits are below headings on a terminal, so they are compared with those on a wide one.
    let whole = verb[0] == "find" ? Self.uncolored(session.run(verb).text) : plain.text
    for columns in [24, 40, 79, 80, 500] {
      session.terminalSize = (columns, 50)
      let answer = session.run(verb)
      #expect(answer.text.contains("\u{1B}") == (kind == "COLOR" && !["folds", "log", "users"].contains(verb[0])))
      let shown = Self.uncolored(answer.text)
      for line in shown.split(separator: "\n") where !verb.contains("-v") && verb[0] != "log" {
        #expect(CharacterWidth.of(line) <= columns, "\(columns): \(line)")
      }
      let letters = { (text: String) in text.filter { $0 != " " && $0 != "\n" } }
      #expect(letters(shown) == letters(whole), "\(columns)")
      if columns == 500 { #expect(shown == whole) }
    }
  }

  private static func uncolored(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

  @Test func `lines break between words, and go on below where the text began`() throws {
    let session = try session()
    session.isTerminal = true
    session.environment["NO_COLOR"] = "1"
    session.terminalSize = (24, 50)
    #expect(
      session.run("list", "Home").lines == [
        "▾ 2 Home", "  2:1 plants", "  2:2 ☐ a row that is", "        longer than the", "        screen is wide",
        "  2:3 ☑ done with https:", "        //example.org/a/", "        path/that/is/lon", "        g",
        "  2.1 A title that is",
        "      longer than the", "      screen — and a", "      detail",
      ])
    #expect(
      session.run("list", "Dairy").lines.suffix(6) == [
        "    1.1:4 漢字漢字漢字漢", "          字漢字漢字漢字", "          e\u{301}\u{301} 👩‍👧 line one", "          line two is a",
        "          long line as", "          well",
      ])
    session.environment["COLUMNS"] = "30"
    #expect(session.run("list", "Home").lines.contains("  2:2 ☐ a row that is longer"))
    for nonsense in ["0", "-1", "x", "99999999999999999999", ""] {
      session.environment["COLUMNS"] = nonsense
      #expect(session.run("list", "Home").lines.contains("  2:2 ☐ a row that is"), "\(nonsense)")
    }
    session.environment["COLUMNS"] = nil
    session.terminalSize = (0, 0)
    #expect(session.run("list", "Home").lines.contains("  2:2 ☐ a row that is longer than the screen is wide"))
    for columns in [1, 2, 5, 11, 13] {
      session.terminalSize = (columns, 5)
      #expect(session.run("list").status == 0)
    }
  }

  @Test func `a look that goes over a break ends before the indentation and begins again after it`() {
    let wrapping = LineWrapping(width: 16)
    #expect(
      wrapping.broken("\u{1B}[2m1:1\u{1B}[0m ", "a \u{1B}[1;35mbcdef ghijklmn\u{1B}[0m o")
        == "\u{1B}[2m1:1\u{1B}[0m a \u{1B}[1;35mbcdef\u{1B}[0m\n    \u{1B}[1;35mghijklmn\u{1B}[0m o")
    #expect(LineWrapping(width: 10).broken("  ", "aaaa  bbbb  ") == "  aaaa\nbbbb")
  }

  @Test(
    arguments: [
      ([:], [], false, false), ([:], [], true, true), (["TERM": "dumb"], [], true, false),
      (["NO_COLOR": "1"], [], true, false),
      (["NO_COLOR": ""], [], true, true), (["CLICOLOR_FORCE": "1"], [], false, true),
      (["CLICOLOR_FORCE": "0"], [], false, false),
      (["CLICOLOR_FORCE": ""], [], false, false), (["CLICOLOR": "0"], [], true, false),
      (["CLICOLOR": "1"], [], false, false),
      (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], [], true, false),
      (["TERM": "dumb", "CLICOLOR_FORCE": "1"], [], true, true),
      (["NO_COLOR": "1"], ["--color", "always"], false, true),
      (["CLICOLOR_FORCE": "1"], ["--color", "never"], true, false),
      (["TERM": "dumb"], ["--color", "auto"], true, false), (["NO_COLOR": "1"], ["--color", "auto"], true, true),
    ] as [([String: String], [String], Bool, Bool)])
  func `who decides about colours`(
    environment: [String: String], words: [String], isTerminal: Bool, isColored: Bool
  ) throws {
    let session = try session()
    session.isTerminal = isTerminal
    session.environment.merge(environment) { $1 }
    for verb in [["list"], ["find", "long"]] {
      #expect(session.run(verb + words).text.contains("\u{1B}[") == isColored, "\(verb) \(environment) \(words)")
    }
    #expect(!session.run("list", "--json").text.contains("\u{1B}"))
  }

  @Test func `what colours say, signs or words say as well`() throws {
    let session = try session()
    let plain = session.run("find", "long").text
    let colored = session.run("find", "long", "--color", "always").text
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(colored.contains("\u{1B}[36m☐\u{1B}[0m ") && colored.contains("\u{1B}[32m☑\u{1B}[0m "))
    #expect(colored.contains("\u{1B}[1;35mlong\u{1B}[0m"))
  }

  @Test(arguments: [
    (["add", "-"], "Type the texts, one on each line. Ctrl-D", "a\n"),
    (["add", "--section", "-"], "Type the titles, one", "a\n"),
    (["apply"], "Type edits, one on each line", "add a\n"), (["apply", "-"], "Type edits", "add a\n"),
    (["import", "-", "--format", "md"], "Type or paste a document in the format markdown. Ctrl-D", "# a\n"),
  ])
  func `a command that reads from the terminal says so, and how to end`(
    words: [String], note: String, input: String
  ) throws {
    let session = try session()
    #expect(session.run(words, input: Array(input.utf8)).messages.count == 1)
    session.isInputTerminal = true
    let answer = session.run(words, input: Array(input.utf8))
    #expect(answer.messages.first?.hasPrefix(note) == true, "\(answer.message)")
    #expect(answer.messages.count == 2 && answer.status == 0 && answer.text.isEmpty)
    #expect(session.run(words + ["-q"], input: Array(input.utf8)).messages == [])
    let json = session.run(words + ["--json"], input: Array(input.utf8))
    #expect(try (JSON.object(json.message)["note"] as? [String: Any])?["message"] as? String == answer.messages.first)
    #expect(try JSON.object(json.text)["ids"] != nil)
    #expect(session.run("add", "x", "--in", "Home").messages.count == 1)
  }
}

/// Lists that are longer than the screen, in a real terminal.
struct PagerTests {
  /// Runs a command in a terminal of 200 columns and so many lines; what it shows.
  private func shown(_ command: String, rows: Int = 6, in pleat: Executable) throws -> Ending {
    try pleat.script(
      "export TERM=xterm; unset LESS PAGER PLEAT_PAGER LINES COLUMNS; script -qec \"stty rows \(rows) cols 200 </dev/tty; \(command)\" "
        + "/dev/null </dev/null | tr -d '\\r'"
    )
  }

  private func executable() throws -> Executable {
    let pleat = try Executable.withSection()
    _ = try pleat.script("seq 1 9 | sed 's/^/row /' | $PLEAT add - -q --in Home; true")
    return pleat
  }

  /// A pager that shows that it ran.
  private static let pager = "sed s/^/@@/"

  @Test(arguments: ["list", "find row", "log -v", "folds", "users", "export - --format md"])
  func `a list that is longer than the screen goes through the pager, and a shorter one does not`(verb: String) throws {
    let pleat = try executable()
    let rows = try shown("$PLEAT \(verb) --no-pager", rows: 100, in: pleat).text.count { $0 == "\n" }
    for (words, isPaged) in [
      (verb, true), ("\(verb) --no-pager", false),
    ] {
      let ending = try shown("PLEAT_PAGER='\(Self.pager)' $PLEAT \(words)", rows: rows, in: pleat)
      #expect(ending.text.hasPrefix("@@") == isPaged, "\(words): \(ending.text)")
      #expect(ending.text.count { $0 == "\n" } == rows)
    }
    #expect(try !shown("PLEAT_PAGER='\(Self.pager)' $PLEAT \(verb)", rows: rows + 1, in: pleat).text.contains("@@"))
    if !verb.hasPrefix("export") {
      #expect(try !shown("PLEAT_PAGER='\(Self.pager)' $PLEAT \(verb) --json", rows: 1, in: pleat).text.contains("@@"))
    }
    #expect(try pleat.script("PLEAT_PAGER='\(Self.pager)' LINES=1 $PLEAT \(verb)").text.hasPrefix("@@") == false)
  }

  @Test func `PLEAT_PAGER wins over the configuration, that over PAGER, and less is the default`() throws {
    let pleat = try executable()
    let paged = { try self.shown($0, in: pleat).text.prefix(1) }
    #expect(try paged("PAGER='sed s/^/p/' $PLEAT") == "p")
    _ = try pleat.script("mkdir -p config/pleat; echo \"pager = 'sed s/^/c/'\" >config/pleat/config.toml")
    #expect(try paged("PAGER='sed s/^/p/' $PLEAT") == "c")
    #expect(try paged("PAGER='sed s/^/p/' PLEAT_PAGER='sed s/^/e/' $PLEAT") == "e")
    for none in ["PLEAT_PAGER=", "PLEAT_PAGER=cat", "TERM=dumb"] {
      #expect(try !["c", "p"].contains(paged("\(none) $PLEAT")))
    }
    #expect(try shown("PLEAT_PAGER='env | grep ^LESS=' $PLEAT", in: pleat).text == "LESS=FRX\n")
  }

  @Test(arguments: ["no-such-pager", "false", "exit 3", "/", "cat; exit 1"])
  func `where a pager is missing or fails, the list is printed`(pager: String) throws {
    let pleat = try executable()
    let ending = try shown("PLEAT_PAGER='\(pager)' $PLEAT --color never; echo ended with \\$?", in: pleat)
    #expect(ending.text.hasSuffix("  1:8 row 8\n  1:9 row 9\nended with 0\n"), "\(ending.text)")
  }

  @Test(arguments: [
    "head -1", "true", "kill -9 \\$\\$", "kill -TERM \\$\\$", "exec <&-; seq 300000 | tail -1 >counted",
  ])
  func `a pager that is left early ends quietly, and what it did not show is not printed`(pager: String) throws {
    let pleat = try executable()
    _ = try pleat.script("seq 1 20000 | $PLEAT add - -q --in Home")
    let ending = try shown("PLEAT_PAGER='\(pager)' $PLEAT --color never; echo ended with \\$?", in: pleat)
    #expect(ending.lines.count <= 2 && ending.text.hasSuffix("ended with 0\n"), "\(ending.text.prefix(200))")
  }

  @Test func `keys go to less, which shows the list`() throws {
    let pleat = try executable()
    let terminal = try Tmux(
      "$PLEAT; echo ended with $?; cat", columns: 40, rows: 6,
      environment: pleat.environment.merging(["PLEAT_PAGER": "less -FRX"]) { $1 })
    #expect(try terminal.shows("1:4 row 4"))
    #expect(try !terminal.lines().contains { $0.contains("row 9") })
    try terminal.press("C-c")
    try waitUntil("less is at the end") {
      try terminal.press("G")  // less throws away what was typed until it has seen the interrupt
      return try terminal.lines().contains { $0.contains("1:9 row 9") }
    }
    try terminal.press("q")
    #expect(try terminal.shows("ended with 0"))
  }
}
