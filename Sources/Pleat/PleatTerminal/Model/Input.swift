import OutlineCore

/// A text being typed, and its purpose.
struct Input {
  enum Purpose {
    /// The new text of a row, or the new title of a section.
    case text(of: ShownLine)
    /// A new row, with the level at which it is drawn and whether it is an open task.
    case row(Placement, level: Int, isTask: Bool)
    /// A new section: its placement, nil for the end of the outline; the title of the section around it, nil at the top
    /// level; and whether it is an open task.
    case section(Placement?, in: String?, isTask: Bool)
    /// The note of a row or section.
    case note(of: ShownLine)
    /// The due day or repeat rule of these items.
    case due([ShownLine])
    case filter
    /// A command of pleat.
    case command
  }

  var purpose: Purpose
  var line: LineInput

  /// What the screen draws before the text of a line.
  typealias Place = (marker: ShownLine.Marker, level: Int, isDone: Bool?)

  /// The beginning of the list's line in which the text is typed; nil if it is typed in the status line.
  var place: Place? {
    switch purpose {
    case .text(let line): (line.marker, line.level, line.isDone)
    case .row(_, let level, let isTask): (.row, level, isTask ? false : nil)
    case .note(let line): (.row, line.level + 1, nil)
    case .section, .due, .filter, .command: nil
    }
  }

  /// The label before a text in the status line; nil for a text in the list.
  var prompt: String? {
    switch purpose {
    case .text, .row, .note: nil
    case .section(_, let holder, let isTask):
      "New section\(holder.map { " in \($0.prefix(20))" } ?? "")\(isTask ? ", a task" : ""):"
    case .due: "Due:"
    case .filter: "/"
    case .command: ":"
    }
  }

  /// The keys that end the input, as the status line shows them.
  var hint: String {
    switch purpose {
    case .row where isBlank: "enter, escape: end  tab: indent"
    case .section where isBlank: "enter, escape: end  tab: indent"
    case .row, .section: "enter: save, and type the next  escape: do not save it"
    case .due: "enter: save  escape: leave it as it was"
    case .text: "enter: save  escape: leave it as it was"
    case .note: "enter: save the note  alt-enter: another line  escape: leave it as it was"
    case .command: "tab: complete  up: the last one  enter: do it  escape: back"
    case .filter: "up, down: hits  enter: keep the filter  escape: the whole list"
    }
  }

  /// Whether the text is drawn above the line under the cursor, and not below it.
  var isAbove: Bool {
    if case .row(let placement, _, _) = purpose, case .before = placement.anchor { true } else { false }
  }

  /// Whether the text replaces that of this item.
  func replaces(_ item: ItemID?) -> Bool { if case .text(let line) = purpose { line.id == item } else { false } }

  /// Whether the text is that of a new task.
  var isNewTask: Bool {
    get {
      switch purpose {
      case .row(_, _, let isTask), .section(_, _, let isTask): isTask
      case .text, .note, .due, .filter, .command: false
      }
    }
    set {
      switch purpose {
      case .row(let placement, let level, _): purpose = .row(placement, level: level, isTask: newValue)
      case .section(let placement, let holder, _): purpose = .section(placement, in: holder, isTask: newValue)
      case .text, .note, .due, .filter, .command: break
      }
    }
  }

  /// Whether it is a command of pleat.
  var isCommand: Bool { if case .command = purpose { true } else { false } }

  var isBlank: Bool { line.isBlank }

  /// The key that begins such an input.
  var beginningKey: String {
    switch purpose {
    case .text: "e"
    case .row: "a"
    case .section: "A"
    case .note: "n"
    case .due: "w"
    case .filter: "/"
    case .command: ":"
    }
  }

  /// Whether another input is for the same item or, as this one, for a new one of the same kind.
  func isContinued(by other: Input) -> Bool {
    switch (purpose, other.purpose) {
    case (.row, .row), (.section, .section): true
    case (.text(let line), .text(let other)), (.note(let line), .note(let other)): line.id == other.id
    default: false
    }
  }

  /// Returns an empty input for another item of the same kind, after the one that was added; a task follows a task.
  func next(after item: ItemID) -> Input? {
    let placement = Placement.after(Address(item))
    let isTask = isNewTask || BoxedText(reading: line.text).isDone != nil
    switch purpose {
    case .row(_, let level, _):
      return Input(purpose: .row(placement, level: level, isTask: isTask), line: LineInput(hasLines: true))
    case .section(_, let holder, _):
      return Input(purpose: .section(placement, in: holder, isTask: isTask), line: LineInput())
    case .text, .note, .due, .filter, .command: return nil
    }
  }
}

/// An input event of the terminal: a key, a paste, or an action of the mouse.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter with the control key.
  case control(Character)
  /// A letter with the alt key, or after escape.
  case alt(Character)
  case up, down, left, right
  case altUp, altDown, altLeft, altRight
  case shiftUp, shiftDown
  case pageUp, pageDown, home, end
  case enter, altEnter, tab, backTab, escape, backspace, delete
  /// Text that was pasted.
  case paste(String)
  /// A press of the left button at this position, counted from 0.
  case click(column: Int, row: Int)
  case wheelUp, wheelDown

  /// The key's name in the help.
  package var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let character): "ctrl-\(character)"
    case .alt(let character): "alt-\(character)"
    case .altUp: "alt-up"
    case .altDown: "alt-down"
    case .altLeft: "alt-left"
    case .altRight: "alt-right"
    case .shiftUp: "shift-up"
    case .shiftDown: "shift-down"
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .altEnter: "alt-enter"
    case .backTab: "shift-tab"
    case .paste: "paste"
    case .click: "click"
    case .wheelUp, .wheelDown: "wheel"
    default: "\(self)"
    }
  }
}
