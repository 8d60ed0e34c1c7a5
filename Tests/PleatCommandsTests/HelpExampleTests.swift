import Foundation
import PleatArguments
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Every example of the help, each on an outline of its own.
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

  @Test(arguments: examples)
  func `every example works on a small outline`(verb: String, command: String) throws {
    let pleat = try outline(["redo": "pleat undo -q", "unarchive": "pleat archive bread -q"][verb] ?? "true")
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
      #expect(ending.status == (command.contains("--") ? 69 : 66), "\(ending.errors)")
      #expect(ending.errors.contains("nowhere"), "\(ending.errors)")
    case "web":
      // The page has tests of its own; here is a program that says how it was started.
      let stub = "mkdir stub; printf '#!/bin/sh\\necho web \"$@\"\\n' >stub/pleat-web; chmod +x stub/pleat-web"
      let ending = try pleat.script("\(stub); PATH=\(pleat.programs):$PWD/stub:$PATH; \(command)")
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(ending.text.hasPrefix("web"), "\(ending.text)")
    default:
      let ending = try pleat.script("set -o pipefail; PATH=\(pleat.programs):$PATH; \(command)")
      #expect(ending.status == 0, "\(ending.errors)")
    }
  }

  /// Runs a command in a terminal, presses a key when it shows the outline, and returns the last screen.
  private func screen(_ command: String, on pleat: Executable, keys: String? = nil) throws -> [String] {
    let terminal = try Tmux(
      "cd \(pleat.folder.path); PATH=\(pleat.programs):$PATH; \(command); echo ended with $?; cat", columns: 80,
      environment: pleat.environment.merging(["XDG_STATE_HOME": pleat.folder.path(of: "state")]) { first, _ in first })
    if let keys {
      #expect(try terminal.shows("Groceries"))
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
        let setting = page.name.isEmpty ? "pleat delete -r -q Groceries; pleat import list.md -q --merge; " : ""
        let ending = try pleat.script("PATH=\(pleat.programs):$PATH; \(setting)\(line)")
        #expect(ending.status == 0, "\(page.name): \(line): \(ending.errors)")
      }
    }
  }
}
