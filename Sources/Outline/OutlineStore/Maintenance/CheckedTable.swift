import OutlineCore

/// A table with the rules for the values of its columns.
struct CheckedTable {
  let name: String
  /// The number of the column with the id that findings name; nil for none.
  let id: Int?
  let columns: [(name: String, rule: ColumnRule)]

  private static let number = ColumnRule.integer(-(1 << 53)...(1 << 53))
  private static let title = ColumnRule.text(OutlineLimits.titleBytes)

  /// The tables of an outline, without those of the history, which ``HistoryCheck`` checks.
  static let all = [
    CheckedTable(
      name: "section", id: 0,
      columns: [
        ("section_id", .id), ("ord", .orderKey), ("level", .level), ("title", title),
        ("detail", .optionalText(OutlineLimits.textBytes)), ("collapsible", .flag),
        ("new_rows", .optionalText(OutlineLimits.titleBytes)), ("done", .optionalInteger(0...1)),
        ("attributes", .optionalText(OutlineLimits.textBytes)), ("due", .optionalDate),
        ("repeat", .optionalText(OutlineLimits.repeatBytes)),
      ]),
    CheckedTable(
      name: "row", id: 0,
      columns: [
        ("row_id", .id), ("section_id", .id), ("rank", .orderKey), ("text", .text(OutlineLimits.textBytes)),
        ("done", .optionalInteger(0...1)), ("attributes", .optionalText(OutlineLimits.textBytes)),
        ("due", .optionalDate), ("repeat", .optionalText(OutlineLimits.repeatBytes)), ("level", .level),
      ]),
    CheckedTable(
      name: "user", id: 0,
      columns: [
        ("user_id", .id), ("name", .filledText(OutlineLimits.titleBytes)), ("starts_collapsed", .flag),
        ("accordion", .flag),
      ]),
    CheckedTable(
      name: "fold", id: 1, columns: [("user_id", .id), ("section_id", .id), ("collapsed", .flag)]),
    CheckedTable(
      name: "row_count", id: 0,
      columns: [
        ("section_id", .id), ("span", .integer(-(1 << 20)...(1 << 20), .count)), ("level", .level),
        ("rows", .integer(0...(1 << 53), .count)), ("tasks", .integer(0...(1 << 53), .count)),
        ("done", .integer(0...(1 << 53), .count)),
      ]),
    CheckedTable(
      name: "section_count", id: nil,
      columns: [
        ("level", .level), ("span", .integer(-(1 << 20)...(1 << 20), .count)),
        ("sections", .integer(0...(1 << 53), .count)),
      ]),
    CheckedTable(
      name: "author", id: 0,
      columns: [
        ("edit_id", .id), ("first_id", .id), ("last_id", .id), ("at", .integer(-(1 << 53)...(1 << 53))),
        ("action", .text(.max)), ("user", .text(.max)),
      ]),
    CheckedTable(
      name: "idempotency_key", id: 0,
      columns: [
        ("edit_id", .id), ("at", .integer(-(1 << 53)...(1 << 53))), ("key", .integer(.min ... .max)),
        ("user", .text(.max)), ("words", .text(.max)), ("input", .optionalInteger(.min ... .max)),
        ("items", .text(.max)),
      ]),
    CheckedTable(
      name: "sync", id: nil,
      columns: [
        ("line", .integer(1...1)), ("document", .text(.max)), ("token", .text(.max)),
        ("block", .integer(IDBlock.numbers)), ("next_id", .id), ("first_id", .id),
        ("last_id", .integer(0...(1 << 53))),
        ("synced", .optionalText(.max)),
      ]),
    CheckedTable(name: "counting", id: nil, columns: [("is_open", .integer(0...0))]),
    CheckedTable(
      name: "current_edit", id: nil, columns: [("edit_id", .optionalInteger(0...0)), ("makes_room", .integer(0...0))]),
  ]
}
