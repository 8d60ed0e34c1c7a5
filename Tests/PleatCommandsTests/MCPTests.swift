import Foundation
import TestPrograms
import TestSupport
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput

/// The messages of `pleat mcp`.
///
/// `scripts/check-mcp` drives it with the official client.
struct MCPTests {
  private let session: Session

  init() throws {
    session = try Session(["add", "--section", "Home"], ["add", "milk", "nuts", "--in", "Home"])
  }

  static func hello(_ version: String = "2025-06-18", name: String = "scribe") -> String {
    """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\(version)","capabilities":{},\
    "clientInfo":{"name":"\(name)","version":"1"}}}
    """
  }

  static func call(_ tool: String, _ arguments: String, id: String = "1") -> String {
    """
    {"jsonrpc":"2.0","id":\(id),"method":"tools/call","params":{"name":"\(tool)","arguments":\(arguments)}}
    """
  }

  /// The answers to lines; each has to be an object of JSON-RPC.
  private func answers(to lines: [String], _ options: String...) throws -> [[String: Any]] {
    try answers(to: Array(lines.joined(separator: "\n").utf8), options)
  }

  private func answers(to input: [UInt8], _ options: [String] = []) throws -> [[String: Any]] {
    let answer = session.run(["mcp"] + options, input: input)
    #expect(answer.status == 0 && answer.message == "", "\(answer.message)")
    return try answer.lines.map { line in
      let object = try JSON.object(line)
      #expect(object["jsonrpc"] as? String == "2.0")
      #expect((object["result"] == nil) != (object["error"] == nil), "\(line)")
      #expect(object["id"] != nil, "\(line)")
      return object
    }
  }

  private func code(_ answer: [String: Any]?) -> Int? { (answer?["error"] as? [String: Any])?["code"] as? Int }

  /// What a tool has answered, and whether that is an error.
  private func result(_ answer: [String: Any]?) -> (text: String, isError: Bool) {
    let result = answer?["result"] as? [String: Any]
    let texts = (result?["content"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    return (texts.joined(), result?["isError"] as? Bool ?? false)
  }

  /// Expects lines to change nothing, and returns their answers.
  private func unchanging(_ lines: [String], _ options: String...) throws -> [[String: Any]] {
    let before = FileState(ofAged: session.path)
    let answers = try answers(to: Array(lines.joined(separator: "\n").utf8), options)
    #expect(FileState(of: session.path) == before)
    return answers
  }

  @Test func `each call that edits is one entry of the agent, and undo takes all of them back`() throws {
    let answers = try answers(to: [
      Self.hello(), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      Self.call(
        "edit", #"{"edits":[{"verb":"add","arguments":["jam"],"in":"Home"},{"verb":"done","arguments":["milk"]}]}"#),
      Self.call("edit", #"{"edits":[{"verb":"add","arguments":["tea"],"in":"Home"}]}"#, id: "2"),
      Self.call("list", "{}", id: "3"),
    ])
    #expect(answers.map { $0["id"] as? Int } == [0, 1, 2, 3])
    #expect(
      result(answers.last).text
        == "- 1 @s1 Home\n  1:1 @r2 [x] milk\n  1:2 @r3 nuts\n  1:3 @r4 jam\n  1:4 @r5 tea\n")
    #expect(
      session.run("log", "--by", "scribe").lines.map { $0.split(separator: "  ").last.map(String.init) } == [
        "add tea --in Home", "apply",
      ])
    #expect(session.run("undo", "--by", "scribe").messages.first == "undone 2 edits as one step:")
    #expect(session.run("list").lines == ["▾ 1 Home", "  1:1 milk", "  1:2 nuts"])
  }

  @Test func `what would delete something asks first, and the word confirms it until the outline changes`() throws {
    let delete = #"{"verb":"delete","arguments":["nuts"]}"#
    let asked = try unchanging([Self.hello(), Self.call("edit", #"{"edits":[\#(delete)],"json":true}"#)])
    let question = try JSON.object(result(asked.last).text)
    #expect(question["count"] as? Int == 1)
    #expect((question["wouldDelete"] as? [[String: Any]])?.first?["id"] as? String == "@r3")
    // The word of another session of the same process holds as well: it is about this file as it is.
    let word = try #require(question["confirm"] as? String)
    let confirmed = Self.call("edit", #"{"edits":[\#(delete)],"confirm":"\#(word)","json":true}"#)
    session.run("add", "tea", "--in", "Home")
    let stale = try unchanging([Self.hello(), confirmed])
    #expect(try JSON.object(result(stale.last).text)["confirm"] as? String != word)
    session.run("undo")
    let fresh = try JSON.object(
      result(try unchanging([Self.hello(), Self.call("edit", #"{"edits":[\#(delete)],"json":true}"#)]).last).text)
    let again = Self.call("edit", #"{"edits":[\#(delete)],"confirm":"\#(fresh["confirm"] as? String ?? "")"}"#)
    #expect(try !result(answers(to: [Self.hello(), again]).last).isError)
    #expect(session.run("list").lines == ["▾ 1 Home", "  1:1 milk"])
  }

  @Test func `an undo that deletes asks as well, and a dry run does not`() throws {
    session.run("add", "jam", "--in", "Home", "-u", "scribe")
    let asked = try unchanging([
      Self.hello(), Self.call("undo", #"{"json":true}"#), Self.call("undo", #"{"dry-run":true,"json":true}"#, id: "2"),
    ])
    #expect(try JSON.object(result(asked[1]).text)["confirm"] != nil)
    #expect(try JSON.object(result(asked[2]).text)["confirm"] == nil)
  }

  @Test func `a call that comes twice with its id is made once`() throws {
    let add = Self.call("edit", #"{"edits":[{"verb":"add","arguments":["jam"],"in":"Home"}],"json":true}"#)
    let answers = try answers(to: [Self.hello(), add, add])
    #expect(try JSON.object(result(answers[2]).text)["repeated"] as? Bool == true)
    #expect(session.run("find", "jam").lines.count == 1)
  }

  @Test(arguments: ["0", "-7", "9007199254740991", "\"\"", "\"a \\u0007 \\ud83d\\ude00\""])
  func `ids come back as they are`(id: String) throws {
    let answers = try unchanging([Self.hello(), #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#])
    #expect(try answers[1]["id"] as? NSObject == JSON.object("{\"id\":\(id)}")["id"] as? NSObject)
  }

  @Test(arguments: ["null", "1.5", "true", "[1]", "{}"])
  func `a value that is no id is refused`(id: String) throws {
    let edit = Self.call("edit", #"{"edits":[{"verb":"add","arguments":["jam"],"in":"Home"}]}"#, id: id)
    let answers = try unchanging([Self.hello(), edit])
    #expect(code(answers[1]) == -32600 && answers[1]["id"] is NSNull)
  }

  private static let hostile: [(line: String, code: Int?)] = [
    ("nonsense", -32700), ("{\"jsonrpc\":\"2.0\",\"id\":1,", -32700), ("\u{0}", nil), ("{} {}", -32700),
    (String(repeating: "[", count: 200_000), -32700), ("[]", -32600), ("[1,2]", -32600), ("{}", -32600), ("1", -32600),
    ("\"text\"", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":"tools/drop"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"edit","arguments":"delete"}}"#, -32602),
    (call("sql", #"{"statement":"DELETE FROM row"}"#), -32602), (call("Edit", "{}"), -32602), (hello(), -32600),
    (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, nil), (#"{"jsonrpc":"2.0","method":"tools/list"}"#, nil),
    (
      #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"edit","arguments":{"edits":[{"verb":"add","arguments":["x"],"in":"Home"}]}}}"#,
      nil
    ),
  ]

  @Test(arguments: hostile)
  func `a message that is none is refused by its code, and the next one is answered`(line: String, code: Int?) throws {
    let ping = #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#
    let answers = try unchanging([Self.hello(), line, ping])
    #expect(answers.dropFirst().dropLast().map { self.code($0) } == (code.map { [$0] } ?? []))
    #expect(answers.last?["id"] as? String == "p")
  }

  @Test(arguments: [
    ("list", #"{"limit":"many"}"#), ("list", #"{"limit":-1}"#), ("list", #"{"nothing":1}"#),
    ("list", #"{"file":"x.db"}"#),
    ("show", "{}"), ("show", #"{"address":7}"#), ("show", #"{"address":"@s9"}"#), ("list", #"{"confirm":"1"}"#),
    ("edit", "{}"), ("edit", #"{"edits":[]}"#), ("edit", #"{"edits":"add"}"#), ("edit", #"{"edits":["add x"]}"#),
    ("edit", #"{"edits":[{"verb":"sql","arguments":["x"]}]}"#),
    ("edit", #"{"edits":[{"verb":"edit","arguments":["milk"]}]}"#),
    ("edit", #"{"edits":[{"verb":"add","arguments":["-"],"in":"Home"}]}"#),
    ("edit", #"{"edits":[{"arguments":["x"]}]}"#),
    ("edit", #"{"edits":[{"verb":"add","arguments":["x"],"user":"ana"}]}"#),
    ("edit", #"{"edits":[{"verb":"add","arguments":["x"],"in":"Home"},{"verb":"done","arguments":["nothing"]}]}"#),
    ("undo", #"{"idempotency-key":"7"}"#), ("undo", #"{"user":"ana"}"#), ("undo", #"{"n":1.5}"#),
    ("undo", #"{"confirm":7}"#),
  ])
  func `what a tool does not take is an error that the agent sees`(tool: String, arguments: String) throws {
    let answers = try unchanging([Self.hello(), Self.call(tool, arguments)])
    #expect(result(answers.last).isError, "\(result(answers.last).text)")
    #expect(try JSON.error(result(answers.last).text)["message"] as? String != "")
  }

  @Test(arguments: ["", "a\\u0007b", "two\\nlines", "\\u202eright", String(repeating: "x", count: 257)])
  func `a name that the log cannot show is refused, and another one is taken`(name: String) throws {
    let answers = try unchanging([Self.hello(name: name), Self.call("list", "{}"), Self.hello()])
    #expect(answers.map { code($0) } == [-32602, -32600, nil])
    #expect(try unchanging([Self.hello(name: name)], "-u", "bob").map { code($0) } == [nil])
  }

  @Test func `a line that is too long is left out, and so is one that is not UTF-8`() throws {
    let long = Array(
      "\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(String(repeating: "x", count: MessageLines.limit))\"}\n".utf8)
    let bytes =
      Array(Self.hello().utf8) + long + [0xFF, 0xFE, 0x0A] + Array(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#.utf8)
    #expect(try answers(to: bytes).map { code($0) } == [nil, -32600, -32700, nil])
    #expect(try answers(to: [UInt8](repeating: 0x5B, count: MessageLines.limit + 1)).map { code($0) } == [-32600])
    #expect(try answers(to: [] as [UInt8]).isEmpty)
  }

  @Test func `lines come whole out of chunks of any size`() throws {
    let text = Array(" \n\(Self.hello())\r\n\n{}\nlast".utf8)
    for size in 1...40 {
      var rest = text[...]
      var lines = MessageLines(
        ByteStream {
          if rest.isEmpty { return nil }
          defer { rest = rest.dropFirst(size) }
          return Array(rest.prefix(size))
        })
      var found: [String] = []
      while case .text(let line)? = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
      #expect(found == ["\(Self.hello())\r", "{}", "last"])
    }
  }

  @Test func `several messages in one array are for the version that has them`() throws {
    let both = #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},7]"#
    let answer = session.run(["mcp"], input: Array("\(Self.hello("2025-03-26"))\n\(both)".utf8))
    let elements = try JSON.objects(answer.lines[1])
    #expect(elements.map { $0["id"] as? Int } == [1, nil] && code(elements.last) == -32600)
    #expect(try code(unchanging([Self.hello("2025-06-18"), both]).last) == -32600)
    let newest = try unchanging([Self.hello("1999-01-01")])[0]["result"] as? [String: Any]
    #expect(newest?["protocolVersion"] as? String == "2025-11-25")
  }

  @Test func `a reader has no tools that edit, and folds nothing`() throws {
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let edit = Self.call("edit", #"{"edits":[{"verb":"collapse","arguments":["Home"]}]}"#)
    let answers = try unchanging([Self.hello(), list, edit], "--read-only")
    let tools = (answers[1]["result"] as? [String: Any])?["tools"] as? [[String: Any]]
    #expect(tools?.map { $0["name"] as? String } == ["list", "find", "show", "due", "log", "tags"])
    #expect(try JSON.error(result(answers[2]).text)["code"] as? String == "no-permission")
  }

  /// Messages in which bytes are changed, left out and doubled.
  @Test(arguments: 1...8)
  func `messages with random mistakes are answered or refused, and leave a sound file`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let messages = [
      Self.call("list", #"{"all":true,"limit":3}"#), Self.call("find", #"{"filter":["milk"]}"#),
      Self.call("edit", #"{"edits":[{"verb":"add","arguments":["jam"],"in":"Home","done":"no"}]}"#),
      Self.call("edit", #"{"edits":[{"verb":"delete","arguments":["nuts"]}]}"#), Self.call("undo", #"{"by":"scribe"}"#),
    ]
    var input = Array(Self.hello().utf8) + [0x0A]
    for _ in 1...200 {
      var message = Array((messages.randomElement(using: &numbers) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...3, using: &numbers) {
        let index = Int.random(in: 0..<message.count, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: message[index] = UInt8.random(in: 0x20...0xFF, using: &numbers)
        case 1: message.remove(at: index)
        default: message.insert(message[index], at: index)
        }
      }
      input += message + [0x0A]
    }
    let answers = try answers(to: input)
    #expect(answers.count > 100)
    #expect(answers.contains { code($0) == -32700 })
    #expect(session.run("check").status == 0)
    #expect(session.run("find", "nuts").lines.count == 1)  // nobody has agreed to delete it
  }

  /// Calls tools one after the other in one session, and returns the texts of their answers.
  private func talk(_ calls: [(tool: String, arguments: String)]) throws -> [(text: String, isError: Bool)] {
    let lines = calls.enumerated().map { Self.call($1.tool, $1.arguments, id: "\($0 + 1)") }
    return try answers(to: [Self.hello()] + lines).dropFirst().map(result)
  }

  @Test func `an agent plans a trip, sorts sixty tasks into sections and takes it back in at most 30 KB`() throws {
    let names = (1...60).map { "\"task \($0) of the trip\"" }.joined(separator: ",")
    let plan = """
      {"edits":[{"verb":"add","arguments":["Trip"],"section":true,"as":"trip"},{"verb":"add","arguments":[\(names)],\
      "in":"$trip","done":"no"}]}
      """
    let sections = """
      {"edits":[{"verb":"add","arguments":["Before","On the way","There"],"section":true,"in":"Trip"},\
      {"verb":"edit","arguments":["task 7 of the trip"],"due":"2099-12-04","repeat":"weekly"}]}
      """
    let planned = try talk([("edit", plan), ("edit", sections), ("list", "{}"), ("due", "{}")])
    #expect(planned.allSatisfy { !$0.isError }, "\(planned)")
    #expect(planned[1].text.contains("added 3 sections to Trip: \"Before\" (@s"), "\(planned[1].text)")
    #expect(planned[3].text.contains("task 7 of the trip") && planned[3].text.contains("Today is "))
    let ids = planned[2].text.split(separator: " ").filter { $0.hasPrefix("@r") }.dropFirst(2)
    #expect(ids.count == 60)
    let moves = ids.enumerated().map { index, id in
      "{\"verb\":\"move\",\"arguments\":[\"\(id)\"],\"in\":\"\(["Before", "On the way", "There"][index % 3])\"}"
    }
    let rest = try talk([
      ("edit", "{\"edits\":[\(moves.joined(separator: ","))]}"), ("list", "{}"), ("log", "{}"), ("undo", "{}"),
      ("list", "{}"),
    ])
    #expect(rest.allSatisfy { !$0.isError }, "\(rest)")
    let lines = rest[0].text.split(separator: "\n")
    #expect(lines.count == 61 && lines[0] == "applied 60 edits:")
    #expect(lines[1] == "moved \"task 1 of the trip\" (@r5) to Before")
    #expect(rest[4].text == planned[2].text)
    let size = (planned + rest).map(\.text.utf8.count).reduce(0, +)
    #expect(size <= 30 << 10, "\(size) bytes")
  }

  @Test func `a long list says how many lines follow, and from where`() throws {
    let rows = (1...1_997).map { "\"row \($0)\"" }.joined(separator: ",")
    let lists = try talk([
      ("edit", "{\"edits\":[{\"verb\":\"add\",\"arguments\":[\(rows)],\"in\":\"Home\"}]}"),
      ("list", "{}"), ("list", #"{"from":180}"#), ("list", #"{"from":1980}"#), ("list", #"{"limit":3}"#),
      ("list", #"{"json":true}"#), ("find", #"{"filter":["row"]}"#),
    ]).map(\.text)
    #expect(lists[1].hasSuffix("1,820 more: from=180") && lists[1].utf8.count < 6_000)
    #expect(lists[2].hasSuffix("1,640 more: from=360"))
    #expect(lists[3].split(separator: "\n").count == 20 && !lists[3].contains("more:"))
    #expect(lists[4].hasSuffix("1,997 more: from=3"))
    #expect(try JSON.objects(lists[5]).count == 2_000)
    #expect(lists[6].hasSuffix("There may be more: limit=360 shows them."))
  }

  @Test func `an answer says by name what each edit did, in JSON as well`() throws {
    let edits = """
      "edits":[{"verb":"done","arguments":["milk"]},{"verb":"done","arguments":["milk"]},\
      {"verb":"edit","arguments":["nuts"],"due":"2099-11-27"},{"verb":"collapse","arguments":["Home"]}]
      """
    let answers = try talk([
      ("edit", "{\(edits)}"), ("undo", "{}"), ("redo", "{}"), ("edit", "{\(edits),\"json\":true}"),
    ])
    #expect(
      answers[0].text == """
        applied 4 edits:
        marked "milk" (@r2) as done in Home
        nothing to do: "milk" is already marked as done
        changed "nuts" (@r3) in Home, due Fri 27 Nov 2099
        collapsed Home (2 hidden)
        """)
    #expect(answers[1].text.hasPrefix("undone: apply (scribe") && answers[2].text.hasPrefix("redone: apply (scribe"))
    for answer in answers[1...2] {
      #expect(answer.text.contains("changed \"milk\" (@r2): done from"), "\(answer.text)")
    }
    let object = try JSON.object(answers[3].text)
    #expect(object["changes"] == nil && (object["done"] as? [String])?.count == 4, "\(object)")
  }

  @Test func `the number of a section is asked about, and its id is taken`() throws {
    for edit in [#"{"verb":"done","arguments":["1"]}"#, #"{"verb":"add","arguments":["2"],"in":"1"}"#] {
      let asked = try unchanging([Self.hello(), Self.call("edit", #"{"edits":[\#(edit)]}"#)])
      let error = try JSON.error(result(asked[1]).text)
      #expect(error["code"] as? String == "ambiguous" && "\(error)".contains("@s1"), "\(error)")
    }
    let taken = try talk([
      ("edit", #"{"edits":[{"verb":"done","arguments":["1:1"]},{"verb":"add","arguments":["2"],"in":"@s1"}]}"#)
    ])
    #expect(!taken[0].isError, "\(taken)")
    #expect(session.run("list").lines == ["▾ 1 Home", "  1:1 ☑ milk", "  1:2 nuts", "  1:3 2"])
  }

  @Test(arguments: [
    ("list", #"{"all":"yes"}"#, "The argument all takes true or false, not a text."),
    ("list", #"{"limit":[1]}"#, "The argument limit takes a number of 0 or more, not a list."),
    ("find", #"{"filter":"milk"}"#, "The argument filter takes a list of texts, not a text."),
    ("show", #"{"address":7}"#, "The argument address takes a text, not a number."),
    ("edit", #"{"edits":"add"}"#, "The argument edits takes a list of objects, not a text."),
    ("undo", #"{"confirm":true}"#, "The argument confirm takes a text, not true or false."),
    (
      "redo", #"{"times":1}"#,
      "redo has no argument times: it takes n, mine, any, entry, folds, dry-run, json or confirm."
    ),
    (
      "edit", #"{"edits":[{"verb":"add","arguments":["x"],"first":"yes"}]}"#,
      "edit 1: \"first\" does not take this value: it takes true or false."
    ),
  ])
  func `an error names the type that an argument takes`(tool: String, arguments: String, message: String) throws {
    let answer = try talk([(tool, arguments)])[0]
    #expect(try JSON.error(answer.text)["message"] as? String == message)
  }

  /// What is the language of the command line, and not that of tools.
  private static let ofTheCommandLine = [
    "--", "'pleat", "pleat help", "command line", "shell", "terminal", "exit code",
  ]

  @Test func `descriptions speak of arguments, and have the grammar of filters and days`() throws {
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let answer = session.run(["mcp"], input: Array("\(Self.hello())\n\(list)".utf8)).lines[1]
    for part in Self.ofTheCommandLine { #expect(!answer.contains(part), "\(part)") }
    for part in ["due<=fri", "no:due, has:note", "+3d, 2 weeks", "every first monday", "today's date"] {
      #expect(answer.contains(part), "\(part)")
    }
    #expect(answer.utf8.count < 28_000)
  }

  @Test(arguments: [
    ("show", #"{"address":"mlk"}"#), ("find", #"{"filter":["("]}"#), ("find", "{}"), ("due", #"{"day":["never"]}"#),
    ("undo", #"{"mine":true,"any":true}"#), ("undo", #"{"n":0}"#), ("undo", #"{"entry":"x"}"#),
    ("log", #"{"folds":true,"address":"milk"}"#),
    ("edit", #"{"edits":[{"verb":"mv","arguments":["milk"]}]}"#),
    ("edit", #"{"edits":[{"verb":"delete","arguments":["Home"]}]}"#),
    ("edit", #"{"edits":[{"verb":"add","arguments":["x"],"in":"Hme"}]}"#),
    ("edit", #"{"edits":[{"verb":"done","arguments":[]}]}"#),
    ("edit", #"{"edits":[{"verb":"add","arguments":["x"],"due":"someday"}]}"#),
    ("edit", #"{"edits":[{"verb":"edit","arguments":["milk"]}]}"#),
    ("edit", #"{"edits":[{"verb":"add","arguments":["x"],"section":true,"done":"perhaps"}]}"#),
  ])
  func `errors and their hints speak of arguments`(tool: String, arguments: String) throws {
    let answer = try talk([(tool, arguments)])[0]
    #expect(answer.isError)
    for part in Self.ofTheCommandLine { #expect(!answer.text.contains(part), "\(answer.text)") }
  }

  @Test(arguments: [
    ("Use only one of --in, --before and --after.", "Use only one of in, before and after."),
    ("There is no section or row 'x --in \"pleat\" y'.", "There is no section or row 'x --in \"pleat\" y'."),
    ("'pleat log --folds' lists them, and -r goes on.", "log folds lists them, and recursive goes on."),
    ("To find it: pleat find milk", "To find it: find milk"), ("(with --all)", "(with all)"),
  ])
  func `options become arguments, except in what is quoted`(text: String, expected: String) {
    #expect(ToolText.inWordsOfTools(text) == expected)
  }
}
