/// The changes to the content of a section or a row; a part that is nil stays as it is.
public struct Patch: Hashable, Sendable {
  /// The new title of a section, or the new text of a row.
  public var text: String?
  /// The text or title that it has to have so far; nil if that does not matter.
  public var oldText: String?
  /// The new detail of a section; the empty string removes it.
  public var detail: String?
  /// Whether users may collapse the section.
  public var isCollapsible: Bool?
  /// What becomes of rows that are added to the section; `.some(nil)` for what its other rows are.
  public var newRows: NewRows??
  /// The new check box: whether the section or row is a task, and done.
  public var checkBox: CheckBox?
  /// The day on which the tasks that it ticks are done: those that repeat then come again; nil to end them too.
  public var doneOn: Day?
  /// A JSON object to merge into the attributes; a member that is `null` removes the attribute (RFC 7396).
  public var attributes: String?
  /// The changes to the due date and the rule of a repeat; a due date makes an open task of what is no task.
  public var schedule: SchedulePatch?

  /// Creates a patch; a part that is left out stays as it is.
  public init(
    text: String? = nil, oldText: String? = nil, detail: String? = nil, isCollapsible: Bool? = nil,
    newRows: NewRows?? = nil, checkBox: CheckBox? = nil, doneOn: Day? = nil,
    attributes: String? = nil, schedule: SchedulePatch? = nil
  ) {
    self.text = text
    self.oldText = oldText
    self.detail = detail
    self.isCollapsible = isCollapsible
    self.newRows = newRows
    self.checkBox = checkBox
    self.doneOn = doneOn
    self.attributes = attributes
    self.schedule = schedule
  }

  /// What becomes of an item that was this far done and has this schedule now; nil if the patch does not tick it, or it does not
  /// come again.
  package func recurrence(of schedule: Schedule, doneBefore isDone: Bool?) -> Recurrence? {
    guard checkBox == .done, isDone != true, let doneOn else { return nil }
    return schedule.recurrence(doneOn: doneOn)
  }

  /// The schedule of an item that has this one so far; what is made no task is never due.
  func schedule(over former: Schedule) -> Schedule {
    schedule.map(former.changed) ?? (checkBox == .plain ? .none : former)
  }

  /// The check box of an item that has this one so far.
  func checkBox(over isDone: Bool?) -> Bool? {
    if let checkBox { return checkBox.isDone }
    return isDone ?? (schedule?.makesTask == true ? false : nil)
  }
}
