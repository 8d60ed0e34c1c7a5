import ListChanges
import OutlineCore

/// The state of a screen, apart from the outline.
struct ScreenState {
  /// The part of the screen that takes the keys.
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

  /// The position of the cursor before an edit, which an undo recognizes by the edit's items.
  struct Origin {
    let items: Set<ItemID>
    let cursor: ItemID
  }

  var size: ScreenSize
  var mode = Mode.list
  /// A request to the terminal, to be fulfilled before the next frame.
  var request: Screen.Request?
  /// The message in the status line until the next key.
  var message: String?
  /// The problem with the file, until it is gone.
  var trouble: String?
  /// The number of status lines at the bottom of the screen.
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
  /// The filter of the last search.
  var lastSearch = ""
  /// Whether tasks that are done are hidden.
  var hidesDone = false
  /// The lines of the list that are hidden because they are done.
  var done = DoneLines()
  var marks = Marks()
  /// The number that was typed before a movement; nil for none.
  var count: Int?
  /// Whether this key, and the one before, deleted a row.
  var deletions = (now: false, before: false)
  /// The positions of the cursor before edits of this screen that can be undone, the last one at the end.
  var origins: [Origin] = []
  /// The item that was copied last.
  var clipboard: Clipboard?
  /// The items that somebody else has changed, with the time until which they are highlighted.
  var highlights: [ItemID: ContinuousClock.Instant] = [:]
  /// The motions of the steps since the last frame; nil for a step that does more than open or close sections.
  var motions: [Motion?] = []
}
