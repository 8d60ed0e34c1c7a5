/// What a tick expects of tasks that repeat, so that two users who tick the same day do not move a task on twice.
public struct TickCheck: Hashable, Sendable {
  /// The days on which the tasks must be due; the day for the key nil holds for all tasks that have no day of their
  /// own.
  public var days: [ItemID?: Day]
  /// The time since which no other user may have ticked a task without a day here, in milliseconds since 1970; nil to
  /// accept such a tick.
  public var since: Int64?

  /// Creates a check; the default accepts every task.
  public init(days: [ItemID?: Day] = [:], since: Int64? = nil) {
    self.days = days
    self.since = since
  }
}

/// The changes to the content of a section or a row; a part that is nil stays as it is.
public struct Patch: Hashable, Sendable {
  /// The new title of a section, or the new text of a row.
  public var text: String?
  /// The text or title that the edit expects; nil to accept any.
  public var oldText: String?
  /// The new detail of a section; the empty string removes it.
  public var detail: String?
  /// The new note: the further lines of a row, or the detail of a section; the empty string removes it.
  ///
  /// The attribute `note`, in which other programs keep one, is part of the note: the new note takes its place.
  public var note: String?
  /// Lines to add at the end of the note.
  public var addedNote: String?
  /// The note that the edit expects, with the attribute `note` after a line break; nil to accept any.
  public var oldNote: String?
  /// The due date that the edit expects, `.some(nil)` for none; nil to accept any.
  public var oldDue: DueDate??
  /// Whether users may collapse the section.
  public var isCollapsible: Bool?
  /// Whether rows added to the section are tasks; `.some(nil)` to follow its other rows.
  public var newRows: NewRows??
  /// The new check box: whether the section or row is a task, and done.
  public var checkBox: CheckBox?
  /// The day on which the patch ticks tasks, from which repeating ones come again; nil leaves them done.
  public var doneOn: Day?
  /// What is expected of repeating tasks that the patch ticks.
  public var check: TickCheck
  /// A JSON object to merge into the attributes; a member that is `null` removes the attribute (RFC 7396).
  public var attributes: String?
  /// The changes to the due date and the rule of a repeat; a due date makes an item without a check box an open task.
  public var schedule: SchedulePatch?

  /// Creates a patch; a part that is left out stays as it is.
  public init(
    text: String? = nil, oldText: String? = nil, detail: String? = nil, note: String? = nil, oldNote: String? = nil,
    oldDue: DueDate?? = nil, isCollapsible: Bool? = nil, newRows: NewRows?? = nil, checkBox: CheckBox? = nil,
    doneOn: Day? = nil, check: TickCheck = TickCheck(),
    attributes: String? = nil, schedule: SchedulePatch? = nil
  ) {
    self.text = text
    self.oldText = oldText
    self.detail = detail
    self.note = note
    self.oldNote = oldNote
    self.oldDue = oldDue
    self.isCollapsible = isCollapsible
    self.newRows = newRows
    self.checkBox = checkBox
    self.doneOn = doneOn
    self.check = check
    self.attributes = attributes
    self.schedule = schedule
  }

  /// Returns how an item with this schedule and check box comes again; nil if the patch does not tick it, or it does
  /// not repeat.
  package func recurrence(of schedule: Schedule, doneBefore isDone: Bool?) -> Recurrence? {
    guard checkBox == .done, isDone != true, let doneOn else { return nil }
    return schedule.recurrence(doneOn: doneOn)
  }

  /// Returns the new text of a row; nil if it stays.
  ///
  /// A new text of one line replaces the first line, and the further lines, the note, stay; but an edit that expects a note
  /// in the old text replaces all of it.
  package func text(over former: String) -> String? {
    let text = self.text(keepingNoteOf: former)
    return addedNote.map { "\(text ?? former)\n\($0)" } ?? text
  }

  private func text(keepingNoteOf former: String) -> String? {
    if let note {
      let first = (text ?? former).cutAtLineFeed().first
      return note.isEmpty ? first : "\(first)\n\(note)"
    }
    guard let text, !text.hasSeveralLines, oldText?.hasSeveralLines != true, let note = former.cutAtLineFeed().rest
    else { return text }
    return "\(text)\n\(note)"
  }

  /// Whether the patch ticks a task that comes again.
  package func bringsAgain(_ task: (isDone: Bool?, schedule: Schedule)) -> Bool {
    if case .again? = recurrence(of: schedule(over: task.schedule), doneBefore: task.isDone) { true } else { false }
  }

  /// Returns the new schedule of an item; an item that loses its check box is never due.
  func schedule(over former: Schedule) -> Schedule {
    schedule.map(former.changed) ?? (checkBox == .plain ? .none : former)
  }

  func checkBox(over isDone: Bool?) -> Bool? {
    if let checkBox { return checkBox.isDone }
    return isDone ?? (schedule?.makesTask == true ? false : nil)
  }
}
