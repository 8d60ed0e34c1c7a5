import Foundation
import PleatArguments
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Every example of the help, each on an outline of its own, beside what it printed and changed when somebody read that.
///
/// With `PLEAT_EXAMPLES=write` they write `HelpExamples.txt` anew, to be read as a change of the program is.
@Suite(.serialized)
struct HelpExampleTests {
  /// The commands that make the outline, in a folder with a document and a batch.
  private static let start = """
    printf '%s\\n' '# Groceries' '- apples' '- bread' '- oat milk' '## Dairy' '- milk' '- butter' '# Home' \
    '- [ ] call the plumber' '- water the plants' '# Reading' >list.md
    printf '%s\\n' 'add --section Trip --as trip' 'add socks --in $trip' >edits.txt
    pleat import list.md -q
    pleat collapse Dairy -q
    pleat collapse Home -u bob -q
    pleat add eggs --in Home -q
    pleat add '[ ] pay the rent #home' --in Home -q
    pleat add tea --in Home -q
    for file in base mine theirs; do pleat export $file.json -q; done
    """

  static let examples: [(verb: String, command: String)] = Pleat.commands.verbs.flatMap { verb in
    verb.examples.map { (verb.name, $0.command) }
  }

  /// What the commands made, for every example to begin with a copy.
  private static let made = Result {
    let pleat = try Executable()
    let ending = try pleat.script("set -e; PATH=\(pleat.programs):$PATH\n\(start)")
    try #require(ending.status == 0, "\(ending.errors)")
    return pleat
  }

  private func outline(_ more: String = "true") throws -> Executable {
    let pleat = try Executable()
    let from = try Self.made.get().folder.path
    let ending = try pleat.script("set -e; cp -R '\(from)'/. .; PATH=\(pleat.programs):$PATH; \(more)")
    #expect(ending.status == 0, "\(ending.errors)")
    return pleat
  }

  @Test(arguments: HelpTests.verbs)
  func `every verb has two to five examples, each with a remark`(verb: String) {
    let examples = Pleat.commands.type(named: verb)?.verb.examples ?? []
    #expect((2...5).contains(examples.count))
    for example in examples {
      #expect(example.remark.first?.isUppercase == true && !example.remark.hasSuffix("."), "\(example.remark)")
      #expect(example.command.contains("pleat"))
      #expect(verb == "list" || example.command.contains("pleat \(verb)"), "\(example.command)")
    }
  }

  /// What an example printed, and then what it changed, by its page and command.
  private static let results: [String: String] = {
    let text = (try? PageTests.text(of: path)) ?? ""
    let blocks = text.components(separatedBy: "\n\n").map { block in
      let lines = block.trimmingCharacters(in: .newlines).split(separator: "\n", maxSplits: 1)
      return (lines.first.map(String.init) ?? "", lines.dropFirst().joined())
    }
    return Dictionary(blocks) { first, _ in first }
  }()

  private static let path = "Tests/PleatCommandsTests/HelpExamples.txt"

  /// Writes what the outline has, how it is folded, and which files there are.
  private static let state =
    "{ pleat export - --format md; pleat folds; ls -I before -I printed -I after -I 'outline.db*'; } 2>/dev/null"

  /// Runs an example, and compares what it prints and changes with what it did before.
  private func check(_ command: String, of page: String, on pleat: Executable, after setting: String = "true") throws {
    let ending = try pleat.script(
      """
      PATH=\(pleat.programs):$PATH; unset NO_COLOR PAGER; set -o pipefail; \(setting) >/dev/null; \(Self.state) >before
      { \(command)
      } >printed 2>&1; status=$?; \(Self.state) >after
      sed 's/^$/ /' printed
      diff --old-line-format='- %L' --new-line-format='+ %L' --unchanged-line-format= before after
      exit $status
      """)
    #expect(ending.status == 0, "\(page): \(command): \(ending.errors) \(ending.text)")
    let lines = Self.normal(ending.text, in: pleat.folder.path).split(separator: "\n").map(String.init)
    let limit = page == "help" ? 3 : 12
    let result = (lines.prefix(limit) + (lines.count > limit ? ["..."] : [])).joined(separator: "\n")
    let name = "\(page): \(command)"
    if ProcessInfo.processInfo.environment["PLEAT_EXAMPLES"] == "write" { return try Self.write(name, result) }
    #expect(result == Self.results[name], "\(name)")
  }

  private static func write(_ name: String, _ result: String) throws {
    let file = try #require(fopen(PageTests.root.appending(path: path).path, "a"))
    defer { fclose(file) }
    fputs("\(name)\n\(result)\n\n", file)
  }

  /// A text with a word in place of what differs from one day, run or machine to another.
  private static func normal(_ text: String, in folder: String) -> String {
    let days = "(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-9]{1,2} [A-Z][a-z]{2}( 20[0-9]{2})?"
    let rules = [
      ("20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ]?([0-9]{2}:[0-9]{2}[:0-9.]*Z?)?", "DATE"),
      ("\(days)|\\b(today|tomorrow|yesterday)\\b", "DAY"), ("[0-9a-f]{12,}", "HEX"),
      ("[0-9]+ (second|minute)s? ago", "just now"),
      ("(editor[^a-z]+(value[^a-z]+)?)(editor|nano|vi)\"", "$1EDITOR\""), ("  +# ", "  # "), (" +$", ""),
    ]
    return rules.reduce(text.replacingOccurrences(of: folder, with: "FOLDER")) { text, rule in
      text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
      }.joined(separator: "\n")
    }
  }

  @Test(arguments: examples)
  func `every example works on a small outline`(verb: String, command: String) throws {
    let before = [
      "redo": "pleat undo -q", "unarchive": "pleat archive bread -q", "outdent": "pleat indent bread -q",
      "demote": "pleat edit Dairy --done no -q",
    ]
    let pleat = try outline(before[verb] ?? "true")
    switch verb {
    case "watch":
      let path = pleat.folder.path(of: "watched")
      let program = try Program(
        starting: ["bash", "-c", "PATH=\(pleat.programs):$PATH; exec \(command)"], environment: pleat.environment,
        outputPath: path)
      try waitUntil("the list is printed", by: program) { FileState(of: path)?.bytes?.isEmpty == false }
      program.send(SIGINT)
      #expect(try program.wait().status == 128 + SIGINT)
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Groceries"))
    case "sync" where command.contains("--every"):
      let program = try Program(
        starting: ["setsid", "bash", "-c", "PATH=\(pleat.programs):$PATH; cd \(pleat.folder.path); \(command)"],
        environment: pleat.environment)
      let document = pleat.folder.path(of: "notes/outline.json")
      try waitUntil("the document is there", by: program) { FileManager.default.fileExists(atPath: document) }
      _ = try Program.run(["pkill", "-INT", "-s", "\(program.pid)"])
      #expect(try program.wait().status == 0)
    case "open": #expect(try screen(command, on: pleat, keys: "q").contains { $0.contains("ended with 0") })
    case "edit" where command == "pleat edit Groceries":
      #expect(try screen("EDITOR=true \(command)", on: pleat).contains { $0.contains("ended with 0") })
    case "host" where !command.contains("--") && !FileManager.default.fileExists(atPath: Executable.program + "-host"):
      let ending = try pleat.script("PATH=\(pleat.programs):$PATH; \(command)")
      #expect(ending.status == 69 && ending.errors.contains("needs the program pleat-host"), "\(ending.errors)")
    case "host":
      // HostTests start a host and ask it. Here is no folder, and so nothing that hosts it.
      let ending = try pleat.script(
        "PATH=\(pleat.programs):$PATH; \(command.replacingOccurrences(of: "/srv/lists", with: "nowhere"))")
      let asksTheHost = ["--status", "--metrics", "--rename"].contains(where: command.contains)
      #expect(ending.status == (asksTheHost ? 69 : 66), "\(ending.errors)")
      #expect(ending.errors.contains("nowhere"), "\(ending.errors)")
    case "web":
      // The page has tests of its own; here is a program that says how it was started.
      let stub = "mkdir stub; printf '#!/bin/sh\\necho web \"$@\"\\n' >stub/pleat-web; chmod +x stub/pleat-web"
      let ending = try pleat.script("\(stub); PATH=\(pleat.programs):$PWD/stub:$PATH; \(command)")
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(ending.text.hasPrefix("web"), "\(ending.text)")
    default: try check(command, of: verb, on: pleat)
    }
  }

  /// Runs a command in a terminal, presses a key when it shows the outline, and returns the last screen.
  private func screen(_ command: String, on pleat: Executable, keys: String? = nil) throws -> [String] {
    let terminal = try Tmux(
      "cd \(pleat.folder.path); PATH=\(pleat.programs):$PATH; \(command); echo ended with $?; cat", columns: 80,
      environment: pleat.environment.merging(["XDG_STATE_HOME": pleat.folder.path(of: "state")]) { first, _ in first })
    if let keys {
      #expect(try terminal.shows("q leave"))
      try terminal.press(keys)
    }
    return try terminal.lines { $0.contains { $0.contains("ended with") } }
  }

  @Test func `the examples of the first page and of the topics work, one after another`() throws {
    let pages = [HelpPage.program(Pleat.commands.verbs)] + HelpTopic.concepts
    for page in pages {
      let lines = page.sections.filter { $0.heading == "Examples" }.flatMap(\.blocks).flatMap { block in
        if case .lines(let lines) = block { lines } else { [String]() }
      }
      #expect(lines.count > 1, "\(page.name)")
      for line in lines where line.hasPrefix("pleat") && !line.contains("watch") {
        let pleat = try outline(line.contains("redo") ? "pleat undo -q" : "pleat add --section Reading2 -q")
        let setting = page.name.isEmpty ? "pleat delete -r -q Groceries; pleat import list.md -q --merge" : "true"
        try check(line, of: page.name.isEmpty ? "pleat" : page.name, on: pleat, after: setting)
      }
    }
  }
}
