import Foundation
import TestPrograms
import Testing

struct ExampleTests {
  /// Where the build put an example: beside the tests.
  private static func example(_ name: String) -> String {
    URL(fileURLWithPath: Executable.program).deletingLastPathComponent().appendingPathComponent(name).path
  }

  @Test func `a table view takes every update of a long random session by another process`() throws {
    let ending = try Program.run([Self.example("TableView"), "400"])
    #expect(ending.errors == "")
    #expect(ending.status == 0)
    #expect(ending.text.hasSuffix("none invalid\n"))
  }

  @Test func `a view that moves before the update begins has invalid updates`() throws {
    let ending = try Program.run([Self.example("TableView"), "--early", "400"])
    #expect(ending.errors.contains("Invalid update: "))
    #expect(ending.status == 1)
  }

  @Test func `Follow prints the list again after every edit by another process that changes it`() throws {
    let outline = try Executable()
    outline.session.run("add", "--section", "Home")
    outline.session.run("add", "milk", "bread", "--in", "Home")
    let path = outline.folder.path(of: "followed")
    let program = try Program(starting: [Self.example("Follow"), outline.path, "ana"], outputPath: path)
    defer { program.send(SIGKILL) }
    var count = 0
    /// The list that is printed next.
    func next() throws -> String {
      count += 1
      var lists: [String] = []
      try waitUntil("\(count) lists are printed", by: program) {
        lists = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n\n")
        return lists.count > count
      }
      return lists[count - 1]
    }
    #expect(try next() == "▾ Home\n  milk\n  bread")
    outline.session.run("add", "eggs", "--in", "Home", "--first")
    #expect(try next() == "▾ Home\n  eggs\n  milk\n  bread")
    outline.session.run("add", "--section", "Work", "-u", "bob")
    #expect(try next() == "▾ Home\n  eggs\n  milk\n  bread\n▾ Work")
    outline.session.run("move", "Work", "--in", "Home")
    #expect(try next() == "▾ Home\n  eggs\n  milk\n  bread\n  ▾ Work")
    outline.session.run("move", "bread", "--in", "Work")
    #expect(try next() == "▾ Home\n  eggs\n  milk\n  ▾ Work\n    bread")
    outline.session.run("edit", "milk", "oat milk")
    #expect(try next() == "▾ Home\n  eggs\n  oat milk\n  ▾ Work\n    bread")
    outline.session.run("collapse", "Home", "-u", "bob")
    outline.session.run("collapse", "Home")
    #expect(try next() == "▸ Home · 3 hidden")
    try outline.shell.run("DELETE FROM row WHERE text = 'eggs'")
    #expect(try next() == "▸ Home · 2 hidden")
  }
}
