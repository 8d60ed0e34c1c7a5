import ListChanges
import OutlineCore

/// What a screen shows and remembers, apart from the outline.
struct ScreenState {
  /// What takes the keys.
  enum Mode {
    case list
    /// A text that is being typed.
    case input(Input)
    /// A section that is being picked.
    case picker(Picker)
    /// The help, from this line on.
    case help(top: Int)
    case question(Question)
  }

  /// Where the cursor was before an edit, which is known again by what it touched.
  struct Origin {
    let items: Set<ItemID>
    let cursor: ItemID
  }

  /// The size of the terminal.
  var size: ScreenSize
  /// What takes the keys.
  var mode = Mode.list
  /// What the terminal has to do next, besides showing a frame.
  var request: Screen.Request?
  /// What the status line says until the next key.
  var message: String?
  /// What is wrong with the file, until it is right again.
  var trouble: String?
  /// How many lines at the bottom of the screen say something; the list has the others.
  var statusRows = 1
  /// The part of the list that is on the screen.
  var livePort = Viewport()
  /// The section or row under the cursor of the list.
  var selected: ItemID?
  /// The lines that are shown: all, or those of the section that is shown alone.
  var bounds = 0..<0
  /// The sections that are shown alone, each inside the one before.
  var hoists: [SectionID] = []
  var filter: Filter?
  /// What was searched for last.
  var lastSearch = ""
  /// Whether tasks that are done are hidden.
  var hidesDone = false
  /// The lines of the list that are hidden because they are done.
  var done = DoneLines()
  /// What is marked.
  var marks = Marks()
  /// The number that was typed before a movement; nil for none.
  var count: Int?
  /// Whether this key, and the one before, deleted a row.
  var deletions = (now: false, before: false)
  /// Where the cursor was before edits of this screen that can be undone, the last one at the end.
  var origins: [Origin] = []
  /// What was copied last.
  var clipboard: Clipboard?
  /// Until when lines that somebody else has changed are highlighted.
  var highlights: [ItemID: ContinuousClock.Instant] = [:]
  /// The motions of the steps since the last frame; nil for a step that does more than open or close sections.
  var motions: [Motion?] = []
}
