import OutlineCore

/// A text that is being typed, and what becomes of it.
struct Input {
  /// What the text is for.
  enum Purpose {
    /// The new text of a row, or the new title of a section.
    case text(of: ShownLine)
    /// A new row, which is an open task or plain; the level is where it is drawn.
    case row(Placement, level: Int, isTask: Bool)
    /// A new section, which is an open task or none; the placement is nil for the end of the outline, and the title is that of
    /// the section that it will be in, nil for none.
    case section(Placement?, in: String?, isTask: Bool)
    /// The day on which these are due, or a rule.
    case due([ShownLine])
    case filter
  }

  var purpose: Purpose
  var line: LineInput

  /// How a line begins.
  typealias Place = (marker: ShownLine.Marker, level: Int, isDone: Bool?)

  /// How the line begins that the text is typed in; nil if that is the last line of the screen, and not one of the list.
  var place: Place? {
    switch purpose {
    case .text(let line): (line.marker, line.level, line.isDone)
    case .row(_, let level, let isTask): (.row, level, isTask ? false : nil)
    case .section, .due, .filter: nil
    }
  }

  /// What stands before the text in the last line of the screen.
  var prompt: String? {
    switch purpose {
    case .text, .row: nil
    case .section(_, let holder, let isTask):
      "New section\(holder.map { " in \($0.prefix(20))" } ?? "")\(isTask ? ", a task" : ""):"
    case .due: "Due:"
    case .filter: "/"
    }
  }

  /// What the keys do that end it.
  var hint: String {
    switch purpose {
    case .row where isBlank: "enter, escape: end  tab: indent"
    case .section where isBlank: "enter, escape: end  tab: indent"
    case .row, .section: "enter: save, and type the next  escape: end"
    case .due: "enter: save  escape: leave it as it was"
    case .text: "enter: save  escape: leave it as it was"
    case .filter: "up, down: hits  enter: stay among them  escape: the whole list"
    }
  }

  /// Whether the text is typed in the place of an item.
  func replaces(_ item: ItemID?) -> Bool { if case .text(let line) = purpose { line.id == item } else { false } }

  /// Whether the text is that of a new task.
  var isNewTask: Bool {
    get {
      switch purpose {
      case .row(_, _, let isTask), .section(_, _, let isTask): isTask
      case .text, .due, .filter: false
      }
    }
    set {
      switch purpose {
      case .row(let placement, let level, _): purpose = .row(placement, level: level, isTask: newValue)
      case .section(let placement, let holder, _): purpose = .section(placement, in: holder, isTask: newValue)
      case .text, .due, .filter: break
      }
    }
  }

  /// Whether nothing was typed that could be saved.
  var isBlank: Bool { line.characters.allSatisfy(\.isWhitespace) }

  /// The text of the next item, of the same kind as the one that was added, and after it; a task after a task.
  func next(after item: ItemID) -> Input? {
    let placement = Placement.after(Address(item))
    let isTask = isNewTask || BoxedText(reading: line.text).isDone != nil
    switch purpose {
    case .row(_, let level, _):
      return Input(purpose: .row(placement, level: level, isTask: isTask), line: LineInput(hasLines: true))
    case .section(_, let holder, _):
      return Input(purpose: .section(placement, in: holder, isTask: isTask), line: LineInput())
    case .text, .due, .filter: return nil
    }
  }
}
