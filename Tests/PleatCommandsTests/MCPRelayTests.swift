import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat mcp` for an outline of another machine, with scripts in the place of ssh: an account there, and keys.
struct MCPRelayTests {
  private let pleat: Executable

  init() throws {
    pleat = try Executable()
    try pleat.session.prepare(
      """
      add --section Home
      add milk nuts --in Home
      """)
    try "edit ana *\nown carl *\nfold cat *\nsee zoe *\n".write(
      toFile: pleat.folder.path(of: Directory.name), atomically: true, encoding: .utf8)
    for (name, serve) in [
      ("ana", "--file \(pleat.path) --user ana"), ("reader", "--file \(pleat.path) --user ana --read-only"),
      ("edit", "--host \(pleat.folder.path) --user ana"), ("own", "--host \(pleat.folder.path) --user carl"),
      ("fold", "--host \(pleat.folder.path) --user cat"), ("see", "--host \(pleat.folder.path) --user zoe"),
      ("nobody", "--host \(pleat.folder.path) --user bob"),
    ] {
      let line = "for line do :; done; export SSH_ORIGINAL_COMMAND=\"$line\"; unset PLEAT_USER PLEAT_FILE"
      try Program.write("\(line); exec pleat serve \(serve)", to: pleat.folder.path(of: "\(name)/ssh"))
    }
    try Program.write("for line do :; done; exec sh -c \"$line\"", to: pleat.folder.path(of: "account/ssh"))
  }

  private func environment(_ way: String, _ variables: [String: String] = [:]) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let all = ["PATH": "\(pleat.folder.path(of: way)):\(pleat.programs):\(path)", "PLEAT_USER": ""]
    return pleat.environment.merging(all) { $1 }.merging(variables) { $1 }
  }

  /// Where a way leads to the outline.
  private func address(_ way: String) -> String {
    switch way {
    case "account", "ana", "reader": "ssh://there\(pleat.path)"
    default: "ssh://there/outline"
    }
  }

  private func run(_ way: String, _ words: String..., input: String = "", saying: [String: String] = [:]) throws
    -> Ending
  {
    try Program.run(
      [Executable.program] + words + ["-f", address(way)], input: input, environment: environment(way, saying),
      in: pleat.folder.path)
  }

  /// Sends each line after the answer to the one before; a line with an exclamation mark is a command of the shell.
  ///
  /// WORD is the last word that confirms a deletion.
  private func talk(_ way: String, _ lines: [String]) throws -> Ending {
    let script = """
      coproc "$PLEAT" mcp -f \(address(way))
      for line; do
        if [[ $line = \\!* ]]; then eval "${line#!}"; continue; fi
        printf '%s\\n' "${line//WORD/$word}" >&${COPROC[1]}
        read -r -t 60 -u ${COPROC[0]} answer && printf '%s\\n' "$answer"
        found=$(sed -n 's/.*confirm: \\([0-9a-f]*\\).*/\\1/p' <<<"$answer"); word=${found:-$word}
      done
      exec {COPROC[1]}>&-; wait $COPROC_PID
      """
    return try Program.run(
      ["bash", "-c", script, "bash"] + lines, environment: environment(way), in: pleat.folder.path)
  }

  /// The results of calls, as texts, and the code of each failure.
  private func results(_ way: String, _ calls: [(tool: String, arguments: String)]) throws -> [(
    text: String, code: String?
  )] {
    let lines = calls.enumerated().map { MCPTests.call($1.tool, $1.arguments, id: "\($0 + 1)") }
    let ending = try talk(way, [MCPTests.hello()] + lines)
    #expect(ending.status == 0 && ending.errors == "", "\(ending.errors)")
    #expect(ending.lines.count == calls.count + 1)
    return try ending.lines.dropFirst().map { line in
      let result = try JSON.object(line)["result"] as? [String: Any]
      let text = (result?["content"] as? [[String: Any]])?.first?["text"] as? String ?? ""
      let isError = result?["isError"] as? Bool ?? true
      return (text, isError ? try JSON.error(text)["code"] as? String ?? "none" : nil)
    }
  }

  private static let add = #"{"edits":[{"verb":"add","arguments":["jam"],"in":"Home"}]}"#
  private static let collapse = #"{"edits":[{"verb":"collapse","arguments":["Home"]}]}"#

  @Test(arguments: [("account", "scribe"), ("ana", "ana"), ("edit", "ana"), ("own", "carl")])
  func `the tools work by ssh, and a key decides the user`(way: String, user: String) throws {
    let delete = #"{"verb":"delete","arguments":["nuts"]}"#
    let answers = try results(
      way,
      [
        ("edit", Self.add), ("find", #"{"filter":["jam"]}"#), ("show", #"{"address":"jam"}"#), ("list", "{}"),
        ("edit", #"{"edits":[\#(delete)]}"#), ("list", "{}"),
        ("edit", #"{"edits":[\#(delete)],"confirm":"WORD"}"#), ("list", "{}"),
      ])
    #expect(answers.allSatisfy { $0.code == nil }, "\(answers)")
    #expect(answers[0].text == "added \"jam\" (@r4) to Home")
    #expect(answers[1].text.contains(" jam\n") && answers[2].text.contains("jam (@r4)"))
    #expect(answers[5].text == answers[3].text && answers[5].text.contains("nuts"))
    #expect(answers[7].text == pleat.session.run("list", "--ids", "--ascii", "-u", user).text)
    #expect(pleat.session.run("list").lines == ["▾ 1 Home", "  1:1 milk", "  1:2 jam"])
    let log = try JSON.objects(pleat.session.run("log", "--json", "--limit", "2").text)
    #expect(log.map { $0["user"] as? String } == [user, user], "\(log)")
    // It deletes what was added, and so it asks as well.
    let since = #""by":"\#(user)","since":"1h""#
    let undone = try results(way, [("undo", "{\(since)}"), ("undo", #"{\#(since),"confirm":"WORD"}"#)])
    #expect(undone.allSatisfy { $0.code == nil }, "\(undone)")
    let expected = user == "ana" ? [] : ["▾ 1 Home", "  1:1 milk", "  1:2 nuts"]
    #expect(pleat.session.run("list").lines == expected)
    #expect(pleat.session.run("log").lines.count == 5)
  }

  @Test(arguments: ["see", "reader", "fold", "nobody"])
  func `a key without the right is refused in each tool as in each verb`(way: String) throws {
    let reads = way == "nobody" ? "no-permission" : nil
    let folds = way == "fold" ? nil : "no-permission"
    for (tool, arguments) in [("list", "{}"), ("find", #"{"filter":["milk"]}"#), ("show", #"{"address":"milk"}"#)] {
      if way == "nobody" {
        #expect(try run(way, "mcp", input: MCPTests.hello()).status == 77)
      } else {
        #expect(try results(way, [(tool, arguments)])[0].code == reads, "\(tool)")
      }
    }
    if way != "nobody" {
      let before = pleat.session.run("list", "--json").text
      let answers = try results(way, [("edit", Self.add), ("undo", "{}"), ("undo", #"{"by":"ana"}"#)])
      #expect(answers.map(\.code) == ["no-permission", "no-permission", "no-permission"], "\(answers)")
      #expect(try results(way, [("edit", Self.collapse)])[0].code == folds)
      #expect(pleat.session.run("list", "--json").text == before)
      let tools = try run(
        way, "mcp", input: MCPTests.hello() + "\n" + #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
      #expect(tools.text.contains(#""name":"edit""#) == (folds == nil) && !tools.text.contains(#""name":"undo""#))
      #expect(!tools.text.contains(#"{"const":"add"}"#))
    }
    #expect(try run(way, "add", "jam", "--in", "Home").status == 77)
    #expect(try run(way, "undo").status == 77)
    #expect(try run(way, "collapse", "Home").status == (folds == nil ? 0 : 77))
    let file = pleat.folder.path(of: PleatRemote.HostedFolder.refusals)
    let refusals = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    // The refusals inside a session are written down as the others are.
    #expect(
      refusals.split(separator: "\n").count == ["see": 7, "fold": 5, "nobody": 6][way, default: 0], "\(refusals)")
  }

  @Test func `no message, option or variable makes an agent with a key somebody else`() throws {
    for arguments in [["-u", "bob"], ["--user=scribe"]] {
      let ending = try Program.run(
        [Executable.program, "mcp", "-f", address("ana")] + arguments, input: MCPTests.hello(),
        environment: environment("ana"))
      #expect(ending.status == 77, "\(arguments)")
    }
    #expect(try run("ana", "mcp", input: MCPTests.hello(), saying: ["PLEAT_USER": "bob"]).status == 77)
    let other = #"{"edits":[{"verb":"add","arguments":["x"],"in":"Home","#
    let answers = try results(
      "ana",
      [
        ("list", #"{"user":"bob"}"#), ("list", #"{"file":"/etc/passwd"}"#), ("undo", #"{"user":"bob"}"#),
        ("edit", #"{"user":"bob","edits":[{"verb":"add","arguments":["x"],"in":"Home"}]}"#),
        ("edit", other + #""user":"bob"}]}"#), ("edit", other + #""file":"/tmp/x.db"}]}"#),
        ("edit", #"{"edits":[{"verb":"import","arguments":["/etc/passwd"]}]}"#),
        ("edit", #"{"edits":[{"verb":"users","arguments":[],"rename":"ana"}]}"#),
        ("edit", #"{"edits":[{"verb":"add","arguments":["x"],"allow-network-file":true,"in":"Home"}]}"#),
      ])
    #expect(answers.allSatisfy { $0.code != nil }, "\(answers)")
    #expect(pleat.session.run("list").lines == ["▾ 1 Home", "  1:1 milk", "  1:2 nuts"])
    let named = MCPTests.hello(name: "bob\\u001b[2J")
    let edit = MCPTests.call("edit", Self.add)
    #expect(try run("ana", "mcp", input: "\(named)\nnonsense\n[]\n\(edit)\n\(edit.dropLast(9))").status == 0)
    #expect(pleat.session.run("log", "--limit", "1").text.contains("  ana  "))
    #expect(pleat.session.run("find", "jam").lines.count == 1)
  }

  @Test func `an answer comes before the next message, and a right that was taken away counts for it`() throws {
    let (edit, list) = (MCPTests.call("edit", Self.add), MCPTests.call("list", "{}", id: "7"))
    let ending = try talk(
      "edit",
      [
        MCPTests.hello(), edit, "!echo 'see ana *' >\(Directory.name)", edit.replacing("jam", with: "tea"), list,
        "!echo 'see zoe *' >\(Directory.name)", list,
      ])
    #expect(ending.lines.count == 5, "\(ending.text) \(ending.errors)")
    let isRefused = ending.lines.map { $0.contains(#"\"code\":\"no-permission\""#) }
    #expect(isRefused == [false, false, true, false, true], "\(ending.text)")
    #expect(pleat.session.run("list").lines == ["▾ 1 Home", "  1:1 milk", "  1:2 nuts", "  1:3 jam"])
  }
}
