import OutlineCore
import TerminalText

/// Writes what is due for people: a heading for each day, and below it each task, where it is, and when it is due.
package struct AgendaText {
  private struct Item {
    let heading: String
    /// What is before the text: the id if it is wanted, and the check box.
    let start: String
    /// The text and the place, with their looks.
    let text: String
    /// When the task is due, with its look; nil if the heading says it all.
    let note: String?
  }

  /// How many columns a list has that is not for a terminal.
  private static let standardWidth = 100
  /// The least columns that texts have beside the notes; if there are fewer, notes are on lines of their own.
  private static let least = 30

  private let style: Style
  private let showsIDs: Bool
  private let notes = ScheduleNotes()

  package init(_ style: Style, showsIDs: Bool) {
    self.style = style
    self.showsIDs = showsIDs
  }

  /// Writes tasks, which must be in the order of their days.
  package func write(_ tasks: [DueTask], to output: OutputBuffer) {
    let items = tasks.map(item)
    let column = column(of: items)
    var heading: String?
    for item in items {
      if item.heading != heading {
        output.write((heading == nil ? "" : "\n") + style.drawn(item.heading, as: .titleColor) + "\n")
        heading = item.heading
      }
      output.write(line(item, column: column) + "\n")
    }
  }

  private func item(_ task: DueTask) -> Item {
    let heading = (task.schedule.due?.day ?? style.today).heading(today: style.today)
    let note: String? =
      if heading.isOneDay {
        notes.note(belowDayOf: task.schedule).map(style.dim)
      } else {
        notes.note(task.schedule, isDone: false, today: style.today).map { style.drawn($0, .due(in: $1)) }
      }
    let id = showsIDs ? style.drawn("\(task.id)", as: .numberColor) + " " : ""
    let more = task.text.hasSeveralLines ? style.dim(" \(style.signs.lineBreak)") : ""
    let place = task.path.isEmpty ? "" : "  " + style.dim(place(task.path))
    return Item(
      heading: heading.title, start: "  \(id)\(style.boxed(isDone: task.isDone))",
      text: style.tagged(task.text.firstLine) + more + place, note: note)
  }

  /// Returns the path of a section, cut from the left if it is long, as its end says more than its beginning.
  private func place(_ titles: [String]) -> String {
    let path = Escapes.oneLine(Address.words(forPath: titles))
    let most = max(20, (style.wrapping?.width ?? Self.standardWidth) / 3)
    if CharacterWidth.of(path) <= most { return path }
    var width = CharacterWidth.of(style.signs.cut)
    let end = path.reversed().prefix { character in
      width += CharacterWidth.of(character)
      return width <= most
    }
    let rest = String(end.reversed())
    return style.signs.cut + (rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? rest)
  }

  /// The column in which notes begin; nil if there is no room for them beside the texts.
  private func column(of items: [Item]) -> Int? {
    let widest = items.map { LineWrapping.columns(of: $0.start + $0.text) }.max() ?? 0
    let note = items.compactMap(\.note).map(LineWrapping.columns).max() ?? 0
    let column = min(widest + 2, (style.wrapping?.width ?? Self.standardWidth) - note)
    return column < Self.least && column < widest + 2 ? nil : column
  }

  /// Returns the line of a task, broken to the width of the terminal; a note is never broken.
  private func line(_ item: Item, column: Int?) -> String {
    func text(within width: Int?) -> String {
      guard let width = width ?? style.wrapping?.width, style.wrapping != nil else { return item.start + item.text }
      return LineWrapping(width: width).broken(item.start, item.text)
    }
    guard let note = item.note else { return text(within: nil) }
    guard let column else { return text(within: nil) + "\n    " + note }
    let text = text(within: column - 2)
    let first = text.prefix { $0 != "\n" }
    let space = String(repeating: " ", count: max(2, column - LineWrapping.columns(of: String(first))))
    return first + space + note + text[first.endIndex...]
  }
}
