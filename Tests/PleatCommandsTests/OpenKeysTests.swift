import Foundation
import TestPrograms
import Testing

@testable import PleatTerminal

/// Every key of the help of `pleat open`, pressed in a real terminal.
@Suite(.serialized)
struct OpenKeysTests {
  /// What is done with a key, and what the screen shows then.
  struct Step {
    /// What is pressed before and after the key.
    var before: [String] = []
    var after: [String] = []
    /// What the screen shows then, and what it no longer shows.
    var shows = ""
    var hides: String?
    /// The selected line.
    var selects: String?
  }

  /// By what the help says of the keys; each of the keys is pressed.
  static let steps: [String: Step] = [
    "next line; 5j: five lines on": Step(before: ["5", "j", "2", "k", "1", "k"], shows: "4/8", selects: "▾ Dairy"),
    "previous line": Step(before: ["G"], shows: "7/8", selects: "▾ Home"),
    "a page down": Step(shows: "8/8"),
    "a page up": Step(before: ["G"], shows: "1/8"),
    "half a page down": Step(shows: "8/8"),
    "half a page up": Step(before: ["G"], shows: "1/8"),
    "go to a section, picked by its title": Step(after: ["h", "o", "m", "Enter"], shows: "7/8", selects: "▾ Home"),
    "first line; 5g: the fifth": Step(before: ["G"], shows: "1/8"),
    "last line; 5G: the fifth": Step(shows: "8/8"),
    "hide done items, or show them again": Step(
      before: ["j", "x", "x"], shows: "Done items are hidden", hides: "apples"),
    "show this section alone": Step(before: ["G"], shows: "only Home", hides: "Dairy"),
    "stop showing a section alone": Step(before: ["G", "f"], shows: "Dairy", selects: "plants"),
    "collapse or expand a section or row": Step(shows: "▸ Groceries · 4 hidden", hides: "milk"),
    "collapse or expand; in a filter and the agenda: go to it in the list": Step(
      shows: "▸ Groceries · 4 hidden", hides: "milk"),
    "expand; again: the next level below": Step(before: ["z", "Right"], shows: "milk"),
    "collapse; where that is not possible: to what it is in": Step(
      before: ["j", "j", "j", "j", "h", "h"], shows: "1/6", selects: "▾ Groceries"),
    "collapse all sections": Step(shows: "▸ Home · 1 hidden", hides: "milk"),
    "expand all sections and rows": Step(before: ["z"], shows: "milk"),
    "accordion on or off: whether expanding a section collapses the sections beside it": Step(
      shows: "Accordion on: expanding"),
    "add a row below; [ ] before a text makes a task": Step(
      after: ["t", "e", "a", "Enter"], shows: "added \"tea\" (@r9) to Groceries", selects: "tea"),
    "add a row above": Step(
      before: ["j"], after: ["t", "e", "a", "Enter"], shows: "added \"tea\" (@r9) to Groceries"),
    "write the note; in a filter: the next hit": Step(
      before: ["j"], after: ["o", "n", "e", "Enter"], shows: "   apples ⏎ one"),
    "add a section after this one": Step(after: ["T", "r", "i", "p", "Enter"], shows: "added \"Trip\" (@s9)"),
    "edit the text here": Step(before: ["j"], after: ["X", "Enter"], shows: "changed \"applesX\" (@r2) in Groceries"),
    "edit in $EDITOR: the row, or the section with everything below it": Step(
      before: ["j"], shows: "edited (0 added, 1 changed, 0 moved, 0 deleted)", selects: "pears"),
    "make a row or section a task; mark a task as done, or as open": Step(before: ["j", "x"], shows: "☑ apples"),
    "set when a task is due, such as fri, or how it repeats, such as weekly": Step(
      before: ["j"], after: ["2", "0", "9", "9", "-", "0", "1", "-", "0", "1", "Enter"],
      shows: "changed \"apples\" (@r2) in Groceries, due Thu 1 Jan 2099"),
    "delete": Step(before: ["j"], shows: "deleted \"apples\" (@r2) from Groceries"),
    "undo your last edit": Step(before: ["j", "x", "x"], shows: "undone: done \"apples\"", hides: "☑"),
    "redo": Step(before: ["j", "x", "x", "u"], shows: "redone: done \"apples\""),
    "move up": Step(before: ["j", "j"], shows: "moved \"bread\" up", selects: "bread"),
    "move down": Step(before: ["j"], shows: "moved \"apples\" down", selects: "apples"),
    "indent: below the item before it": Step(before: ["G", "h"], shows: "indented \"Home\" (@s7)", selects: "▾ Home"),
    "make a section of the row, and rows of what is below it": Step(
      before: ["j"], shows: "promoted \"apples\" (@s2) in Groceries", selects: "apples"),
    "make a row of the section, with what is in it below": Step(
      before: ["j", "j", "j"], shows: "demoted \"Dairy\" (@r4) in Groceries"),
    "outdent: one level up": Step(before: ["j", "j", "j"], shows: "outdented \"Dairy\" (@s4)"),
    "move to a section, picked by its title": Step(
      before: ["j"], after: ["h", "o", "m", "Enter"], shows: "moved \"apples\" (@r2) to Home"),
    "sort the rows here": Step(before: ["j", "J"], after: ["Enter"], shows: "sorted Groceries"),
    "move to the archive": Step(before: ["j"], shows: "archived \"apples\" (@r2)"),
    "copy, for p and for other programs": Step(before: ["j"], shows: "copied \"apples\""),
    "paste the copied item below": Step(before: ["j", "y", "G"], shows: "added \"apples\" (@r9) to Home"),
    "show only the items that fit a filter": Step(after: ["m", "i", "l", "k"], shows: "milk", hides: "apples"),
    "show what is late or due within a week, by days": Step(shows: "Nothing is late or due within a week"),
    "show everything about it, with its history": Step(before: ["j"], shows: "path:        Groceries/apples"),
    "open the link in it": Step(before: ["j"], shows: "There is no link in \"apples\"."),
    "type a command of pleat, such as: add milk --in Home": Step(
      after: ["f", "i", "n", "d", "Space", "m", "i", "l", "k", "Enter"], shows: "1.1:1 Groceries/Dairy: milk"),
    "previous hit of the filter": Step(before: ["/", "l", "Enter"], shows: "3 hits", selects: "plants"),
    "mark a line, or unmark it": Step(before: ["j"], after: ["x"], shows: "☐ apples", selects: "bread"),
    "mark the lines on the way down": Step(before: ["j"], after: ["d", "y"], shows: "deleted 2 rows"),
    "mark the lines on the way up": Step(
      before: ["j", "j"], after: ["m", "H", "o", "m", "Enter"], shows: "moved 2 rows", selects: "apples"),
    "leave the filter, unmark all lines, or stop showing a section alone": Step(
      before: ["/", "l", "Enter"], shows: "bread", hides: "hits"),
    "draw everything again": Step(shows: "▾ Groceries", hides: "rubbish"),
    "suspend; fg brings pleat back": Step(after: ["q"], shows: "ended with 0", hides: "plants"),
    "all keys": Step(shows: "previous line", hides: "Dairy"),
    "leave": Step(shows: "ended with 0", hides: "Dairy"),
  ]

  private let pleat: Executable
  private let terminal: Tmux
  private let command: String

  init() throws {
    pleat = try Executable()
    try OpenTests.sample.write(toFile: pleat.folder.path(of: "list.md"), atomically: true, encoding: .utf8)
    _ = try pleat.script("$PLEAT import list.md -q; mv outline.db first.db")
    command = """
      cd "$(mktemp -d '\(pleat.folder.path)/XXXXXX')"; cp ../first.db outline.db
      XDG_STATE_HOME=$PWD/state $PLEAT open -f outline.db; echo ended with $?; cat
      """  // in a folder of its own, for what ran before may still be saving
    terminal = try Tmux(
      "cat",
      environment: pleat.environment.merging(["EDITOR": "sed -i s/apples/pears/"]) { first, _ in first })
  }

  /// The name that tmux has for a key of the help.
  private static func tmuxName(_ name: String) -> String {
    let names = [
      "space": "Space", "enter": "Enter", "escape": "Escape", "tab": "Tab", "shift-tab": "BTab", "backspace": "BSpace",
      "delete": "DC", "page up": "PPage", "page down": "NPage", "home": "Home", "end": "End", "up": "Up",
      "down": "Down",
      "left": "Left", "right": "Right",
    ]
    if name.hasPrefix("ctrl-") { return "C-" + name.dropFirst(5) }
    if name.hasPrefix("shift-"), name != "shift-tab" { return "S-" + tmuxName(String(name.dropFirst(6))) }
    if name.hasPrefix("alt-") { return "M-" + tmuxName(String(name.dropFirst(4))) }
    return names[name] ?? name
  }

  private func start() throws {
    try terminal.restart(command)
    #expect(try terminal.shows("1/8"))
  }

  private func problem(_ step: Step) throws -> String? {
    if try !terminal.shows(step.shows) { return "'\(step.shows)' is not shown" }
    if let hidden = step.hides, try !terminal.comes({ try !terminal.lines().contains { $0.contains(hidden) } }) {
      return "'\(hidden)' is still shown"
    }
    if let selected = step.selects, try !terminal.comes({ try terminal.selection() == selected }) {
      return "'\(selected)' is not selected"
    }
    return nil
  }

  @Test func `every key of the list does what the help says`() throws {
    for command in Screen.commands.flatMap(\.commands) {
      for key in command.keys {
        let step = try #require(Self.steps[command.name], "no step for the keys that do this: \(command.name)")
        try start()
        try terminal.press(step.before)
        if command.name.hasPrefix("draw") {
          #expect(try terminal.shows("1/8"))
          try "rubbish".write(toFile: terminal.device(), atomically: false, encoding: .utf8)
          #expect(try terminal.shows("rubbish"))
        }
        try terminal.press([Self.tmuxName(key.name)] + step.after)
        if let problem = try problem(step) { Issue.record("\(key.name): \(problem): \(try terminal.lines())") }
      }
    }
    #expect(Self.steps.count == Screen.commands.flatMap(\.commands).count)
  }

  /// What is typed into a new row: `ab cd`, other keys, the key and then an X; and what the row is then.
  static let typing: [String: (before: [String], text: String)] = [
    "enter": ([], "added \"ab cd\""), "escape": ([], "\"ab cd\" is not saved"), "alt-enter": ([], "ab cd⏎"),
    "ctrl-j": ([], "ab cd⏎"),
    "left": ([], "ab cXd"), "right": (["Home"], "aXb cd"), "ctrl-b": ([], "ab cXd"), "ctrl-f": (["Home"], "aXb cd"),
    "alt-left": ([], "ab Xcd"), "alt-right": (["Home"], "abX cd"), "alt-b": ([], "ab Xcd"),
    "alt-f": (["Home"], "abX cd"), "home": ([], "Xab cd"), "end": (["Home"], "ab cdX"), "ctrl-a": ([], "Xab cd"),
    "ctrl-e": (["Home"], "ab cdX"), "backspace": ([], "ab cX"), "delete": (["Home"], "Xb cd"),
    "ctrl-h": ([], "ab cX"), "ctrl-d": (["Home"], "Xb cd"), "ctrl-w": ([], "ab X"), "alt-d": (["Home"], "X cd"),
    "tab": ([], "ab cdX"), "shift-tab": ([], "ab cdX"),
    "ctrl-u": ([], "   X"), "ctrl-k": (["Home"], "   X"), "ctrl-y": (["C-w"], "ab cdX"),
  ]

  @Test func `every key of a text that is typed does what the help says`() throws {
    let names = LineInput.help.flatMap(\.keys)
    for name in names {
      let (before, text) = try #require(Self.typing[name], "no step for a key")
      try start()
      try terminal.press(["a", "a", "b", "Space", "c", "d"] + before + [Self.tmuxName(name)])
      if name != "enter", name != "escape" { try terminal.press("X") }
      let isAsItShouldBe = { (lines: [String]) in
        lines.contains { $0.contains(text) } && !(name == "escape" && lines.contains { $0.hasSuffix(" ab cd") })
      }
      let lines = try terminal.lines(when: isAsItShouldBe)
      #expect(isAsItShouldBe(lines), "\(name): \(lines)")
    }
    #expect(Set(names) == Set(Self.typing.keys))
  }

  @Test func `the mouse selects, folds and scrolls, and what is pasted becomes rows`() throws {
    try start()
    try terminal.sendBytes("\u{1B}[<0;8;4M\u{1B}[<0;8;4m")
    #expect(try terminal.comes { try terminal.selection() == "bread" })
    try terminal.sendBytes("\u{1B}[<0;4;5M\u{1B}[<0;4;5m")
    #expect(try terminal.shows("▸ Dairy · 2 hidden"))
    try terminal.press("k", "x")
    #expect(try terminal.shows("☐ bread"))
    try terminal.sendBytes("\u{1B}[<0;6;4M")
    #expect(try terminal.shows("☑ bread"))
    try terminal.press("j")
    try terminal.sendBytes("\u{1B}[<0;0;0M\u{1B}[<0;-5;99999999999999999999M")
    try terminal.paste("one\n\n  two q\nthree\n")
    #expect(try terminal.shows("added 3 rows to Dairy"))
    try terminal.press("Z")
    #expect(try terminal.shows("  two q"))
    try terminal.paste("* deep\n  * deeper\n")
    #expect(try terminal.shows("▾ deep") && terminal.shows("    deeper"))
    try terminal.press("u")
    try terminal.resize(columns: 80, rows: 5)
    #expect(try terminal.comes { try terminal.lines().count { !$0.isEmpty } == 5 })
    try terminal.press("g")
    #expect(try terminal.comes { try terminal.lines().first == " ▾ Groceries" })
    try terminal.sendBytes("\u{1B}[<65;1;1M")
    #expect(try terminal.comes { try terminal.lines().first == "   ▾ Dairy" })
    try terminal.sendBytes("\u{1B}[<64;1;1M")
    #expect(try terminal.comes { try terminal.lines().first == " ▾ Groceries" })
  }

  @Test func `the keys are found by what they do, and enter does it`() throws {
    try start()
    try terminal.press(["?"] + Array(repeating: "NPage", count: 15))
    #expect(try terminal.shows("each line of a text becomes a row"))
    try terminal.press(Array(repeating: "PPage", count: 15))
    #expect(try terminal.comes { try terminal.lines()[2] == " Moving" })
    try terminal.press("c", "o", "l", "l", "Space", "a", "l", "l", "Enter")
    #expect(try terminal.shows("▸ Groceries · 4 hidden"))
    try terminal.press("?", "z", "z", "z", "z")
    #expect(try terminal.shows("No key does this."))
    try terminal.press("Escape")
    #expect(try terminal.shows("1/2"))
  }

  @Test func `a command that is typed is completed, and its answer is shown`() throws {
    try start()
    try terminal.press(":")
    try terminal.press("Tab")
    #expect(try terminal.shows("copy  indent  outdent"))
    try terminal.press("u", "n", "d", "o", "n", "Tab")
    #expect(try terminal.shows(": undone"))
    try terminal.press("Escape")
    #expect(try terminal.shows("q leave"))
    for (line, text) in [
      ("add tea --in Home", "added \"tea\" (@r9) to Home"), ("open", "t goes to a section"),
      ("sql", "'sql' needs the whole terminal"), ("watch", "'watch' needs the whole terminal"),
      ("edit apples", "e edits a text"), ("pleat show tea", "path:"),
    ] {
      try terminal.press([":"] + line.map { $0 == " " ? "Space" : String($0) } + ["Enter"])
      #expect(try terminal.shows(text), "\(line)")
    }
  }
}
