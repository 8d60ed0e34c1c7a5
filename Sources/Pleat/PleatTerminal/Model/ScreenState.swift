import ListChanges
import OutlineCore
import OutlineRepository
import PleatSystem

/// The state of a screen, apart from the outline.
struct ScreenState {
  /// What the keys apply to.
  enum Mode {
    case list
    case input(Input)
    /// A list from which something is being picked.
    case picker(Picker)
    /// A text that is read.
    case pane(Pane)
    case question(Question)
  }

  /// The position of the cursor before an edit; an undo finds it by the edit's items.
  struct Origin {
    let items: Set<ItemID>
    let cursor: ItemID
  }

  var size: ScreenSize
  var mode = Mode.list
  /// A request to fulfil before the next frame.
  var request: Screen.Request?
  /// The message in the status line, shown until the next key.
  var message: String?
  /// A problem with the file, shown until it is solved.
  var trouble: String?
  /// The number of status lines at the bottom of the screen.
  var statusRows = 1
  /// The part of the list that is on the screen.
  var livePort = Viewport()
  var selected: ItemID?
  /// The lines to show: all of them, or those of the section shown alone.
  var bounds = 0..<0
  /// The tasks of the outline; nil until they are counted.
  var tally: OpenTasks?
  /// The file and the day of ``tally``, and when the tasks may be counted again.
  var counted = (file: OutlineView.FileState?.none, day: Day?.none, next: MonotonicTime.now)
  /// The sections shown alone, each inside the previous one.
  var hoists: [SectionID] = []
  var filter: Filter?
  /// The filter of the last search.
  var lastSearch = ""
  /// Whether done tasks are hidden.
  var hidesDone = false
  /// The order in which rows were sorted last, as an index of `Screen.orders`.
  var order: Int?
  var done = DoneLines()
  var marks = Marks()
  /// The number typed before a movement; nil for none.
  var count: Int?
  /// Whether the current key deleted a row, and whether the previous one did.
  var deletions = (now: false, before: false)
  /// The repeating tasks that the current key ticked, and those that the previous one did.
  var repeats = (now: Set<ItemID>(), before: Set<ItemID>())
  /// The positions of the cursor before edits of this screen that can be undone, oldest first.
  var origins: [Origin] = []
  /// The input that was left with escape although something was typed; the same key offers its text again.
  var leftInput: Input?
  var clipboard: Clipboard?
  /// The sections and rows that were picked to move or to go to, the last one first.
  var recentTargets: [ItemID] = []
  /// The command that was typed last.
  var lastCommand = ""
  /// The last click, for a double click.
  var lastClick: (line: ItemID, time: MonotonicTime)?
  /// The items that somebody else changed, and when their highlighting ends.
  var highlights: [ItemID: MonotonicTime] = [:]
  /// The motions since the last frame; nil for a step that did more than open or close sections.
  var motions: [Motion?] = []
}

/// The position of the cursor and of the screen, which the next start restores.
package struct SavedPosition: Hashable, Sendable {
  package var cursor: ItemID?
  /// How many screen lines are above the cursor.
  package var above: Int
  /// The sections shown alone, each inside the previous one.
  package var hoists: [SectionID]
  /// Whether done tasks are hidden.
  package var hidesDone: Bool
  /// The order in which rows were sorted last, as an index of `Screen.orders`; nil if none were.
  var order: Int?

  init(cursor: ItemID?, above: Int, hoists: [SectionID], hidesDone: Bool, order: Int?) {
    self.cursor = cursor
    self.above = above
    self.hoists = hoists
    self.hidesDone = hidesDone
    self.order = order
  }

  private static let hidden = "H"

  /// The position in one line of text: `@r17 5 @s4 @s5`, with an `H` after it if done tasks are hidden, and the order of the
  /// last sorting, as in `s1`.
  package var text: String {
    let words = [cursor?.description ?? "-", "\(above)"] + hoists.map(\.description)
    let order = order.map { ["s\($0)"] } ?? []
    return (words + (hidesDone ? [Self.hidden] : []) + order).joined(separator: " ")
  }

  /// Reads the form that ``text`` writes; nil for any other text.
  package init?(text: String) {
    var words = text.split(separator: " ")
    if let last = words.last, last.first == "s" {
      guard let index = Int(last.dropFirst()), Screen.orders.indices.contains(index) else { return nil }
      order = index
      words.removeLast()
    }
    hidesDone = words.last == Self.hidden[...]
    if hidesDone { words.removeLast() }
    guard words.count >= 2, let above = Int(words[1]), (0...10_000).contains(above) else { return nil }
    self.above = above
    if words[0] != "-" {
      guard let item = (try? Address(parsing: String(words[0])))?.itemID else { return nil }
      cursor = item
    }
    hoists = []
    for word in words.dropFirst(2) {
      guard case .section(let id)? = try? Address(parsing: String(word)) else { return nil }
      hoists.append(id)
    }
  }
}

extension Screen {
  /// The current position of the cursor and of the screen.
  package var savedPosition: SavedPosition {
    SavedPosition(
      cursor: state.selected, above: rowsAboveCursor, hoists: state.hoists, hidesDone: state.hidesDone,
      order: state.order)
  }

  /// Goes to a position of an earlier session, if its section or row still exists.
  func go(to position: SavedPosition) {
    state.hoists = position.hoists
    (state.hidesDone, state.order) = (position.hidesDone, position.order)
    findBounds()
    findDone()
    guard let cursor = position.cursor else { return }
    select(cursor)
    state.livePort.top = state.livePort.cursor
    let (first, above) = (state.bounds.lowerBound, min(position.above, state.size.rows))
    for _ in 0..<above where state.livePort.top > first && rowsAboveCursor < position.above {
      load(around: state.livePort.top)
      state.livePort.top -= 1
    }
  }
}
