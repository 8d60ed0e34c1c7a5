import OutlineCore
import TerminalText

/// A command for the list, and its keys.
struct Command: Sendable {
  let keys: [Key]
  /// Its description in the help.
  let name: String
  /// Whether it leaves the filter first, because it needs the lines around the current one.
  var needsWholeList = false
  /// Whether a number can be typed before it to repeat it.
  var isMovement = false
  /// Carries the command out; the number is the one that was typed before it, if any.
  let action: @Sendable (Screen, Int?) -> Void

  init(_ keys: Key..., name: String, needsWholeList: Bool = false, action: @escaping @Sendable (Screen) -> Void) {
    self.keys = keys
    self.name = name
    self.needsWholeList = needsWholeList
    self.action = { screen, _ in action(screen) }
  }

  init(_ keys: Key..., name: String, moving action: @escaping @Sendable (Screen, Int?) -> Void) {
    self.keys = keys
    self.name = name
    self.isMovement = true
    self.action = action
  }
}

// The only table of keys: it dispatches them, and the help is made from it.
extension Screen {
  static let commands: [(heading: String, commands: [Command])] = [
    ("Moving", movingCommands), ("Folding", foldingCommands), ("Editing", editingCommands),
    ("Marking, for x, w, d, m, X, S, R, tab and shift-tab", markingCommands),
    ("Searching and more", otherCommands),
  ]

  static let commandsByKey: [Key: Command] = {
    let pairs = commands.flatMap(\.commands).flatMap { command in command.keys.map { ($0, command) } }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// The keys that begin an edit.
  static let editingKeys = Set(editingCommands.flatMap(\.keys)).subtracting([.character("y"), .character("n")])

  /// The keys that need the whole list, and edit the marked lines if there are any.
  static let markKeys: Set<Key> = [.tab, .backTab, .character("S"), .character("R")]

  private static let movingCommands = [
    Command(.down, .character("j"), name: "next line; 5j: five lines on") { $0.move(by: $1 ?? 1) },
    Command(.up, .character("k"), name: "previous line") { $0.move(by: -($1 ?? 1)) },
    Command(.pageDown, .control("f"), name: "a page down") { $0.page(by: $1 ?? 1) },
    Command(.pageUp, .control("b"), name: "a page up") { $0.page(by: -($1 ?? 1)) },
    Command(.control("d"), name: "half a page down") { $0.move(by: ($1 ?? 1) * max($0.listRows / 2, 1)) },
    Command(.control("u"), name: "half a page up") { $0.move(by: -($1 ?? 1) * max($0.listRows / 2, 1)) },
    Command(.home, .character("g"), name: "first line; 5g: the fifth") { $0.goToLine($1 ?? 1) },
    Command(.end, .character("G"), name: "last line; 5G: the fifth") { $0.goToLine($1 ?? $0.lines.count) },
    Command(.character("t"), name: "go to a section, picked by its title") { $0.beginGoing() },
    Command(.character("H"), name: "hide done items, or show them again") { $0.switchDone() },
    Command(.character("f"), name: "show this section alone", needsWholeList: true) { $0.hoist() },
    Command(.backspace, name: "stop showing a section alone", needsWholeList: true) { $0.leaveHoist() },
  ]

  private static let foldingCommands = [
    Command(.character(" "), name: "collapse or expand a section or row", needsWholeList: true) { $0.toggle() },
    Command(.enter, name: "collapse or expand; in a filter and the agenda: go to it in the list") {
      $0.goToHitOrToggle()
    },
    Command(.right, .character("l"), name: "expand; again: the next level below", needsWholeList: true) { $0.open() },
    Command(
      .left, .character("h"), name: "collapse; where that is not possible: to what it is in", needsWholeList: true
    ) {
      $0.close()
    },
    Command(.character("z"), name: "collapse all sections", needsWholeList: true) { $0.foldAll(.collapse) },
    Command(.character("Z"), name: "expand all sections and rows", needsWholeList: true) { $0.foldAll(.expand) },
    Command(.character("c"), name: "accordion on or off: whether expanding a section collapses the sections beside it")
    {
      $0.switchAccordion()
    },
  ]

  private static let editingCommands = [
    Command(.character("a"), name: "add a row below; [ ] before a text makes a task", needsWholeList: true) {
      $0.beginRow()
    },
    Command(.character("O"), name: "add a row above", needsWholeList: true) { $0.beginRowAbove() },
    Command(.character("A"), name: "add a section after this one", needsWholeList: true) { $0.beginSection() },
    Command(.character("e"), .character("i"), name: "edit the text here") { $0.beginEditing() },
    Command(.character("n"), name: "write the note; in a filter: the next hit") { $0.writeNoteOrGoOn() },
    Command(.character("E"), name: "edit in $EDITOR: the row, or the section with everything below it") {
      $0.askForEditor()
    },
    Command(.character("x"), name: "make a row or section a task; mark a task as done, or as open") { $0.tick() },
    Command(.character("w"), name: "set when a task is due, such as fri, or how it repeats, such as weekly") {
      $0.beginDue()
    },
    Command(.character("d"), .delete, name: "delete") { $0.delete() },
    Command(.character("u"), name: "undo your last edit") { $0.undo() },
    Command(.control("r"), name: "redo") { $0.redo() },
    Command(.character("K"), .altUp, name: "move up", needsWholeList: true) { $0.moveUp() },
    Command(.character("J"), .altDown, name: "move down", needsWholeList: true) { $0.moveDown() },
    Command(.tab, name: "indent: below the item before it", needsWholeList: true) { $0.changeLevel(isDown: true) },
    Command(.backTab, name: "outdent: one level up", needsWholeList: true) {
      $0.changeLevel(isDown: false)
    },
    Command(.character("S"), name: "make a section of the row, and rows of what is below it", needsWholeList: true) {
      $0.promote()
    },
    Command(.character("R"), name: "make a row of the section, with what is in it below", needsWholeList: true) {
      $0.demote()
    },
    Command(.character("m"), name: "move to a section, picked by its title") { $0.beginMoving() },
    Command(.character("s"), name: "sort the rows here", needsWholeList: true) { $0.beginSorting() },
    Command(.character("X"), name: "move to the archive") { $0.archive() },
    Command(.character("y"), name: "copy, for p and for other programs") { $0.copy() },
    Command(.character("p"), name: "paste the copied item below", needsWholeList: true) { $0.paste() },
  ]

  private static let markingCommands = [
    Command(.character("v"), name: "mark a line, or unmark it") { $0.mark() },
    Command(.shiftDown, name: "mark the lines on the way down") { $0.drawRange(by: $1 ?? 1) },
    Command(.shiftUp, name: "mark the lines on the way up") { $0.drawRange(by: -($1 ?? 1)) },
  ]

  private static let otherCommands = [
    Command(.character("/"), name: "show only the items that fit a filter") { $0.beginFilter() },
    Command(.character("D"), name: "show what is late or due within a week, by days") { $0.showDue() },
    Command(.character("N"), name: "previous hit of the filter") { $0.nextHit(by: -1) },
    Command(.escape, name: "leave the filter, unmark all lines, or stop showing a section alone") { $0.leaveAll() },
    Command(.character("I"), name: "show everything about it, with its history") { $0.showDetails() },
    Command(.character("o"), name: "open the link in it") { $0.openLink() },
    Command(.character(":"), name: "type a command of pleat, such as: add milk --in Home") { $0.beginCommand() },
    Command(.control("l"), name: "draw everything again") { $0.state.request = .redraw },
    Command(.control("z"), name: "suspend; fg brings pleat back") { $0.askForSuspension() },
    Command(.character("?"), name: "all keys") { $0.beginPalette() },
    Command(.character("q"), .control("c"), name: "leave") { $0.state.request = .leave },
  ]
}

extension Screen {
  /// What has no key, and is typed after a colon instead.
  static let typedCommands: [(line: String, name: String)] = [
    ("archive --done", "move everything that is done to the archive"),
    ("log", "show the last edits, by anybody"), ("tags", "show the tags, with the number of items that have each"),
    ("status", "show the file, its size and its settings"),
  ]

  /// The keys that have a meaning elsewhere than in the list.
  static let otherKeys: [(heading: String, lines: [(keys: [String], name: String)])] = [
    ("While you type a text", LineInput.help),
    (
      "With the mouse",
      [
        (["click"], "on a marker: collapse or expand; on a box: tick; elsewhere: select"),
        (["double click"], "collapse or expand, or edit the text"), (["wheel"], "scroll"),
        (["paste"], "each line of a text becomes a row; Markdown keeps its levels"),
      ]
    ),
  ]
}
