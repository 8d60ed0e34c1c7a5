import Testing

@testable import OutlineCore

/// What a patch makes of a schedule and of the check box beside it.
struct ScheduleTests {
  private static let today = DueDate("2026-11-24")
  private static let friday = DueDate("2026-11-27")
  private static let weekly = Schedule(due: friday, repeats: "FREQ=WEEKLY")

  @Test(arguments: [
    (Schedule.none, SchedulePatch(due: friday), Schedule(due: friday)),
    (weekly, SchedulePatch(due: today), Schedule(due: today, repeats: "FREQ=WEEKLY")),
    (weekly, SchedulePatch(due: .some(nil)), .none),
    (weekly, SchedulePatch(due: .some(nil), start: today), .none),
    (weekly, SchedulePatch(repeats: .some(nil), start: today), Schedule(due: friday)),
    (weekly, SchedulePatch(repeats: "FREQ=DAILY", start: today), Schedule(due: friday, repeats: "FREQ=DAILY")),
    (.none, SchedulePatch(repeats: "FREQ=DAILY", start: today), Schedule(due: today, repeats: "FREQ=DAILY")),
    (.none, SchedulePatch(repeats: .some(nil), start: today), .none),
    (.none, SchedulePatch(due: friday, repeats: "FREQ=WEEKLY", start: today), weekly),
  ])
  func `a patch changes what it names, a rule starts today and goes with the due date`(
    before: Schedule, patch: SchedulePatch, after: Schedule
  ) {
    #expect(before.changed(by: patch) == after)
  }

  @Test(
    arguments: [
      (nil, Patch(schedule: SchedulePatch(due: friday)), false),
      (true, Patch(schedule: SchedulePatch(due: friday)), true),
      (nil, Patch(schedule: SchedulePatch(repeats: "FREQ=DAILY", start: today)), false),
      (nil, Patch(schedule: SchedulePatch(due: .some(nil))), nil),
      (nil, Patch(checkBox: .done, schedule: SchedulePatch(due: friday)), true), (false, Patch(text: "a"), false),
    ] as [(Bool?, Patch, Bool?)])
  func `what is due is a task`(before: Bool?, patch: Patch, after: Bool?) {
    #expect(RowContent("a", isDone: before).changed(by: patch, merged: nil).isDone == after)
    #expect(SectionContent("a", isDone: before).changed(by: patch, merged: nil).isDone == after)
  }

  @Test(
    arguments: [
      (weekly, "2026-11-24", .again(Schedule(due: DueDate("2026-12-04"), repeats: "FREQ=WEEKLY"))),
      (
        Schedule(due: DueDate("2026-11-01T14:00"), repeats: "freq=weekly"), "2026-11-24",
        .again(Schedule(due: DueDate("2026-11-29T14:00"), repeats: "freq=weekly"))
      ),
      (
        Schedule(due: friday, repeats: "FREQ=DAILY;COUNT=3"), "2026-11-28",
        .again(Schedule(due: DueDate("2026-11-29"), repeats: "FREQ=DAILY;COUNT=1"))
      ),
      (
        Schedule(due: friday, repeats: "FREQ=DAILY;INTERVAL=3;X-FROM=DONE"), "2026-11-24",
        .again(Schedule(due: friday, repeats: "FREQ=DAILY;INTERVAL=3;X-FROM=DONE"))
      ),
      (Schedule(due: friday, repeats: "FREQ=DAILY;COUNT=1"), "2026-11-24", .ended),
      (Schedule(due: friday, repeats: "FREQ=MONTHLY;BYSETPOS=1"), "2026-11-24", .unfollowed(part: "BYSETPOS")),
      (Schedule(due: friday), "2026-11-24", nil), (.none, "2026-11-24", nil),
    ] as [(Schedule, String, Recurrence?)])
  func `a task that is done comes again by its rule, keeps its time, and the rest of its rule`(
    schedule: Schedule, today: String, expected: Recurrence?
  ) throws {
    let day = try #require(Day(today))
    #expect(schedule.recurrence(doneOn: day) == expected)
    #expect(Patch(checkBox: .done, doneOn: day).recurrence(of: schedule, doneBefore: false) == expected)
    #expect(Patch(checkBox: .done).recurrence(of: schedule, doneBefore: false) == nil)
    #expect(Patch(checkBox: .done, doneOn: day).recurrence(of: schedule, doneBefore: true) == nil)
    #expect(Patch(checkBox: .open, doneOn: day).recurrence(of: schedule, doneBefore: false) == nil)
  }

  @Test func `what is made no task is never due`() {
    let row = RowContent("a", isDone: false, schedule: Self.weekly)
    #expect(row.changed(by: Patch(checkBox: .plain), merged: nil).schedule == .none)
    #expect(row.changed(by: Patch(checkBox: .done), merged: nil).schedule == Self.weekly)
  }
}
