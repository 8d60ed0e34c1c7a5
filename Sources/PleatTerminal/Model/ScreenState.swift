import ListChanges
import OutlineCore

/// The state of a screen, apart from the outline.
struct ScreenState {
  /// What the keys apply to.
  enum Mode {
    case list
    case input(Input)
    /// A target that is being picked.
    case picker(Picker)
    /// The help, starting at this line.
    case help(top: Int)
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
  /// The sections shown alone, each inside the previous one.
  var hoists: [SectionID] = []
  var filter: Filter?
  /// The filter of the last search.
  var lastSearch = ""
  /// Whether done tasks are hidden.
  var hidesDone = false
  var done = DoneLines()
  var marks = Marks()
  /// The number typed before a movement; nil for none.
  var count: Int?
  /// Whether the current key deleted a row, and whether the previous one did.
  var deletions = (now: false, before: false)
  /// The positions of the cursor before edits of this screen that can be undone, oldest first.
  var origins: [Origin] = []
  var clipboard: Clipboard?
  /// The items that somebody else changed, and when their highlighting ends.
  var highlights: [ItemID: ContinuousClock.Instant] = [:]
  /// The motions since the last frame; nil for a step that did more than open or close sections.
  var motions: [Motion?] = []
}
