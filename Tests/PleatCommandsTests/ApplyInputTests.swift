import Foundation
import ListChanges
import OutlineCore
import OutlineRepository
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What a batch is read from: JSON, odd bytes, odd sizes.
struct ApplyInputTests {
  @Test func `lines may be JSON objects`() throws {
    let session = try Session.sample()
    let answer = session.run(
      "apply", "--json",
      input: """
        {"verb":"add","arguments":["Trip"],"section":true,"as":"trip"}
          {"in":"$trip","verb":"add","arguments":["socks","$trip"],"first":true}
        add shoes --in $trip
        {"verb":"rm","arguments":"milk"}
        {"verb":"edit","arguments":1,"text":"Shop","set":["a=1","b=2"],"collapsible":"no"}
        {"verb":"move","arguments":["shoes"],"in":"Trip","at":1}
        {"verb":"rm","arguments":["Dairy"],"recursive":true,"keep-rows":"Home"}
        {"verb":"add","arguments":["-n"],"in":"Home","section":false}
        """)
    #expect(answer.status == 0, "\(answer.message)")
    #expect(try JSON.object(answer.text)["names"] as? [String: String] == ["trip": "@s11"])
    #expect(session.run("list", "Trip").lines == ["▾ 4 Trip", "  4:1 shoes", "  4:2 socks", "  4:3 $trip"])
    #expect(session.run("list", "Home").lines.last == "  2:4 -n")
    #expect(session.run("list", "1").lines.first?.hasSuffix("1 Shop") == true)
  }

  @Test(arguments: [
    "{", "{}", "{\"verb\":1}", "{\"verb\":\"add\"}", "{\"verb\":\"add\",\"arguments\":[null]}",
    "{\"verb\":\"add\",\"arguments\":[{}]}", "{\"verb\":\"add\",\"arguments\":[1.5]}",
    "{\"verb\":\"add\",\"arguments\":[\"x\"],\"in\":[]}",
    "{\"verb\":\"add\",\"arguments\":[\"x\"],\"in\":[\"a\",\"b\"]}",
    "{\"verb\":\"add\",\"arguments\":[\"x\"],\"in\":{}}", "{\"verb\":\"add\",\"arguments\":[\"x\"],\"first\":1}",
    "{\"verb\":\"add\",\"arguments\":[\"x\"],\"first\":\"yes\"}",
    "{\"verb\":\"add\",\"arguments\":[\"x\"],\"at\":true}",
    "{\"verb\":\"add\",\"arguments\":[true]}", "{\"verb\":\"add\",\"arguments\":[\"x\"],\"colour\":1}",
    "{\"verb\":\"list\"}", "{\"verb\":\"add\",\"arguments\":[\"a\\u0000b\"]}",
    "{\"verb\":\"add\",\"arguments\":[\"\"]}",
    "{\"verb\":\"add\",\"arguments\":[\"x\"],\"as\":[\"a\",\"b\"]}", "{\"verb\":\"add\",\"arguments\":[\"x\"]} more",
  ])
  func `an object that says nothing sensible is refused with its line`(line: String) throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let answer = session.run("apply", input: "add x\n\(line)\n")
    #expect([64, 65].contains(answer.status), "\(answer.status) \(answer.message)")
    #expect(answer.message.hasPrefix("pleat: line 2 of standard input: "), "\(answer.message)")
    #expect(try session.shell.contents() == before)
  }

  @Test(arguments: [
    (#"{"verb":"add","arguments":["x"],}"#, "in column 33: Expected something after the ','."),
    (#"{"verb":"add","arguments":["x",]}"#, "in column 32: Expected something after the ','."),
    (#"{"verb":"add","arguments":["x"],"verb":"list"}"#, "in column 40: \"verb\" occurs twice in one object."),
    (#"{"verb":"add","arguments":["x"],"\u0076erb":"add"}"#, "in column 45: \"verb\" occurs twice in one object."),
    (#"{"verb":"add","arguments":[{"a":1,"a":1}]}"#, "in column 39: \"a\" occurs twice in one object."),
  ])
  func `a comma too many and a member that is there twice are refused, as by import`(
    line: String, message: String
  ) throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let answer = session.run("apply", input: line)
    #expect(answer.status == 65)
    #expect(
      answer.message
        == "pleat: line 1 of standard input: this is not a JSON object: \(message)\nNothing was changed.")
    #expect(try session.shell.contents() == before)
  }

  @Test(arguments: [("1", "1"), ("[1,{}]", "[1,{}]"), ("true", "true"), ("[1,]", "\"[1,]\""), ("1 2", "\"1 2\"")])
  func `a value of an attribute that is JSON is kept as JSON, and any other as a text`(
    value: String, json: String
  ) throws {
    let session = try Session.sample()
    #expect(session.run("edit", "Home", "--set", "k=\(value)").status == 0)
    #expect(try session.shell.lines("SELECT attributes FROM section WHERE title = 'Home'") == ["{\"k\":\(json)}"])
  }

  @Test(arguments: ["", "\n\n", "# only a remark", "   ", "\r\n"])
  func `nothing to apply is nothing to do`(input: String) throws {
    let session = try Session.sample()
    let before = FileManager.default.contents(atPath: session.path)
    let answer = session.run("apply", input: input)
    #expect(answer.status == 0)
    #expect(answer.message == "nothing to do")
    #expect(session.run("apply", "--json", input: input).text == "{\"ids\":[],\"changes\":null}\n")
    #expect(FileManager.default.contents(atPath: session.path) == before)
  }

  @Test func `lines may end as on Windows, and the last one not at all`() throws {
    let session = try Session.sample()
    #expect(session.run("apply", input: "add a --in Home\r\nadd 'b c' --in Home\r\n\r\nadd d --in Home").status == 0)
    #expect(session.run("list", "Home").lines == ["▾ 2 Home", "  2:1 plants", "  2:2 a", "  2:3 b c", "  2:4 d"])
  }

  @Test func `bytes that are no text are refused with their line`() throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let broken = session.run(["apply"], input: Array("add a\nadd ".utf8) + [0xFF, 0x0A])
    #expect(
      broken.status == 65 && broken.message.contains("standard input, line 2, column 5: The file is not valid UTF-8"))
    let nul = session.run(["apply"], input: Array("add a\nadd b".utf8) + [0, 0x0A])
    #expect(nul.status == 65 && nul.message.contains("standard input, line 2, column 6: The file holds a NUL byte"))
    #expect(try session.shell.contents() == before)
  }

  @Test func `what the file itself refuses is refused with its line`() throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let huge = String(repeating: "x", count: 1_048_576)
    let answer = session.run("apply", input: "add x --in Home\nedit plants --set k=\(huge)\n")
    #expect(answer.status == 65)
    #expect(answer.message.contains("line 2 of standard input: The file refused the change: row: attributes must be"))
    #expect(try session.shell.contents() == before)
  }

  @Test func `a huge line is taken or refused, as its text is`() throws {
    let session = try Session.sample()
    let huge = String(repeating: "x", count: 1_048_576)
    #expect(session.run("apply", input: "add \(huge) --in Home").status == 0)
    let answer = session.run("apply", input: "add \(huge)x --in Home")
    #expect(answer.status == 65)
    #expect(
      answer.message.contains(
        "line 1 of standard input: '\(String(repeating: "x", count: 59))…' is 1048577 bytes long."))
    #expect(session.run("apply", input: "add" + String(repeating: " x", count: 20_000) + " --in Home").status == 0)
  }

  @Test func `one set of changes leads from the list before to the list after`() throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    let repository = try Outline(session.path, for: .reading)
    let script = """
      add --section New --after Groceries --as new
      mv 1:1 --in $new
      add x y --in Dairy
      expand Dairy
      rm Home -r
      edit Reading 'To read'
      mv @r2 --in @s4
      mv @s4 --before Groceries
      """
    let before = try repository.list(ListQuery(), as: "ana", to: VisibleLines()).texts
    let answer = try JSON.object(session.run("apply", "--json", "--layout", "flat", input: script).text)
    let changes = try #require(answer["changes"] as? [String: Any])
    let after = try repository.list(ListQuery(), as: "ana", to: VisibleLines()).texts
    #expect(changes["user"] as? String == "ana" && changes["layout"] as? String == "flat")
    #expect(Self.replay(changes, on: before, reading: after) == after)
  }

  /// Plays the JSON of flat changes, as a program in any language would.
  private static func replay(_ changes: [String: Any], on old: [String], reading new: [String]) -> [String] {
    func runs(_ key: String) -> [[String: Int]] { changes[key] as? [[String: Int]] ?? [] }
    func indices(_ run: [String: Int], _ key: String) -> Range<Int> {
      (run[key] ?? 0)..<((run[key] ?? 0) + (run["count"] ?? 0))
    }
    let gone = Set(
      (runs("deletedLines").map { indices($0, "start") } + runs("movedLines").map { indices($0, "from") }).joined())
    var arriving: [Int: String] = [:]
    for run in runs("movedLines") {
      for (from, to) in zip(indices(run, "from"), indices(run, "to")) { arriving[to] = old[from] }
    }
    for index in runs("insertedLines").flatMap({ indices($0, "start") }) { arriving[index] = new[index] }
    var list: [String] = []
    var staying = old.indices.filter { !gone.contains($0) }.map { old[$0] }[...]
    while let next = arriving[list.count] ?? staying.popFirst() { list.append(next) }
    for index in runs("reloadedLines").flatMap({ indices($0, "start") }) { list[index] = new[index] }
    return list
  }
}

/// The visible lines as texts.
private struct VisibleLines: LineVisitor {
  let wantsIDs = true
  let wantsAttributes = false
  private(set) var texts: [String] = []

  mutating func visit(_ header: HeaderLine) {
    let section = header.section
    texts.append("\(section.id) \(section.title) \(section.level) \(header.isCollapsed) \(header.hiddenRows)")
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    texts.append(String(decoding: row.text, as: UTF8.self))
  }
}
