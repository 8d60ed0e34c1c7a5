import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem
import TerminalText

/// `pleat show`: shows all details of one section or row.
struct Show: Command {
  static let verb = Verb(
    "show", synonyms: ["describe"], .see, for: .key,
    summary: "Show everything of one section or row, with its history.",
    discussion: """
      The answer says where the section or row is, what it holds, who added it and who changed it last, and what \
      every entry of the history did to it, with old and new texts, as far back as the history goes. The id of a \
      deleted item is an address, too.
      """,
    arguments: [Argument("address", .item, help: "The section or row.")],
    options: [Pager.off] + GlobalOptions.declared,
    examples: [
      "A row, with its author and its earlier texts": "pleat show milk",
      "A section, for a program": "pleat show Groceries --json",
    ],
    environment: ["TZ": "The time zone of the times."])

  let arguments: Arguments

  var needs: Needs { Needs(pager: true) }

  /// The label of a line that continues the text of the previous line.
  fileprivate static let goesOn = " "

  func run(in context: Context) throws {
    let outline = try arguments.outlineForReading(in: context)
    let address = try address(arguments.positional[0])
    let details: ItemDetails
    do { details = try outline.details(of: address, as: arguments.userName(in: context)) } catch OutlineError.notFound {
      // The log throws the same error if it does not have the item either.
      return try show(outline.log(of: address), in: context)
    }
    if arguments.isJSON { return context.output.write(details.json) }
    try Pager.use(for: arguments, in: context)
    let wrapping = try context.lineWrapping()
    for (label, text) in details.lines(today: context.today()) {
      let sign = label.isEmpty || label == Self.goesOn ? label : "\(label):"
      let prefix = label.isEmpty ? "" : sign + String(repeating: " ", count: max(1, 13 - sign.count))
      context.output.write((wrapping?.broken(prefix, text) ?? prefix + text) + "\n")
    }
    write(details.changes, details.hasLostOlder, wrapping, in: context)
  }

  /// Shows a deleted item, as far as the history still has it.
  private func show(_ log: (changes: [ItemChange], hasLostOlder: Bool), in context: Context) throws {
    guard let last = log.changes.first else { return }
    if arguments.isJSON { return context.output.write(last.json(with: log.changes, log.hasLostOlder)) }
    try Pager.use(for: arguments, in: context)
    let wrapping = try context.lineWrapping()
    context.output.write(
      "\(last.name.map(Escapes.oneLine) ?? "a \(last.id.kind)") (\(last.id)), which was deleted\nhistory:\n")
    write(log.changes, log.hasLostOlder, wrapping, in: context)
  }

  private func write(
    _ changes: [ItemChange], _ hasLostOlder: Bool, _ wrapping: LineWrapping?, in context: Context
  ) {
    let width = ItemChange.numberWidth(of: changes)
    for change in changes { change.write(in: context, wrapping, numberWidth: width) }
    if hasLostOlder { context.output.write("\(Log.lost)\n") }
  }
}

extension ItemChange {
  /// The deletion of an item as one JSON object, with the changes before it.
  fileprivate func json(with changes: [ItemChange], _ hasLostOlder: Bool) -> JSONTree {
    .object([
      .init("kind", .string(id.kind)), .init("id", .string("\(id)")), .init("name", .text(name)),
      .init("deleted", .object((entries.first ?? entry).members)),
      .init("history", .array(changes.map(\.json))), .init("lost", .bool(hasLostOlder)),
    ])
  }
}

extension ItemDetails {
  /// The lines about a section or a row, each with a label; that of the first line is empty.
  fileprivate func lines(today: Day) -> [(label: String, text: String)] {
    let note: String?, attributes: String?
    var lines: [(String, String)]
    switch line {
    case .header(let header):
      (note, attributes) = Attributes.note(in: header.section.attributes)
      lines = [("", "\(Escapes.oneLine(header.section.title)) (\(line.id))")] + place
      lines += Self.lines("detail", header.section.detail, note)
      lines.append(("box", Self.word(for: header.section.content.isDone)))
      lines.append(("holds", "\(Count.rows(header.rowCount)), \(Count.subsections(header.sectionsBelow))"))
      let fold = header.isCollapsed ? "collapsed" : "expanded"
      lines.append(("fold", header.section.isCollapsible ? fold : "not collapsible"))
      if let newRows = header.section.newRows { lines.append(("new rows", newRows.rawValue)) }
    case .row(let row):
      let (text, notes) = row.text.cutAfterFirstLine()
      (note, attributes) = Attributes.note(in: row.attributes)
      lines = [("", "\(Escapes.oneLine(text)) (\(line.id))")] + place + Self.lines("notes", notes, note)
      lines.append(("box", Self.word(for: row.isDone)))
      if rowsBelow > 0 { lines.append(("holds", Count.rows(rowsBelow))) }
      if let isCollapsed = row.isCollapsed { lines.append(("fold", isCollapsed ? "collapsed" : "expanded")) }
    }
    if let due = schedule.due { lines.append(("due", Self.text(of: due, today: today))) }
    if let rule = schedule.repeats { lines.append(("repeats", Escapes.oneLine(Repeat(stored: rule).shown))) }
    if schedule.repeats != nil { lines.append(("done on", daysDone(today: today))) }
    if let attributes { lines.append(("attributes", Escapes.oneLine(attributes))) }
    lines.append(("added", added.map(\.author) ?? "before the history begins"))
    if let changed, changed != added { lines.append(("changed", changed.author)) }
    return lines + (changes.isEmpty ? [] : [("", "history:")])
  }

  /// Labels the first of several texts; nil texts are left out.
  private static func lines(_ label: String, _ texts: String?...) -> [(String, String)] {
    let lines = texts.compactMap(\.self).flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    return lines.enumerated().map { ($0 == 0 ? label : Show.goesOn, Escapes.oneLine(String($1))) }
  }

  /// The date, and its distance from today.
  private static func text(of due: DueDate, today: Day) -> String {
    let (date, shown) = (due.day.shown(today: today) + (due.time.map { " \($0)" } ?? ""), due.shown(today: today))
    return date == shown ? date : "\(date) (\(shown))"
  }

  /// Returns the days on which a repeating task was done, and where its history begins.
  private func daysDone(today: Day) -> String {
    let times = timesDone.map { Self.day(of: $0, today: today) }
    let days = times.indices.filter { $0 == 0 || times[$0] != times[$0 - 1] }.map { times[$0] }
    let start = added == nil ? historyStart.map { "; the history begins on \(Self.day(of: $0, today: today))" } : nil
    return (days.isEmpty ? "no day yet" : days.joined(separator: ", ")) + (start ?? "")
  }

  private static func day(of time: Int64, today: Day) -> String {
    let date = Timestamp(milliseconds: time).localMinute.prefix(10)
    return Day(date)?.shown(today: today) ?? String(date)
  }

  private static func word(for isDone: Bool?) -> String { isDone.map { $0 ? "done" : "open" } ?? "none" }

  private var place: [(String, String)] {
    [("path", Escapes.oneLine(Address.words(forPath: path))), ("number", "\(number)")]
  }

  /// All details as one JSON object: the members of a line of `list`, and the history.
  fileprivate var json: JSONTree {
    JSONRenderer.object(
      of: line, number: number,
      with: [
        .init("path", .string(Address.words(forPath: path))),
        .init("added", added.map { .object($0.members) } ?? .null),
        .init("changed", changed.map { .object($0.members) } ?? .null),
        .init("doneAt", .texts(timesDone.map { Timestamp(milliseconds: $0).iso8601 })),
        .init("history", .array(changes.map(\.json))), .init("lost", .bool(hasLostOlder)),
      ])
  }
}

extension HistoryEntry {
  /// When the entry was made, by whom, and its number.
  fileprivate var author: String { "\(localTime)\(user.map { " by \(Escapes.oneLine($0))" } ?? "") (entry \(id))" }
}

extension ItemChange {
  /// The width of the longest entry number, in columns.
  static func numberWidth(of changes: some Sequence<ItemChange>) -> Int {
    changes.flatMap(\.entries).map { "\($0.id)".count }.max() ?? 0
  }

  /// Writes the entries, and their changes to the item below each.
  func write(in context: Context, _ wrapping: LineWrapping?, numberWidth: Int, withLines: Bool = true) {
    func line(_ prefix: String, _ text: String) {
      let text = context.shown(text)
      context.output.write((wrapping?.broken(prefix, text) ?? prefix + text) + "\n")
    }
    for entry in entries {
      let user = entry.user.map { Escapes.oneLine($0) + "  " } ?? ""
      let number = String(repeating: " ", count: numberWidth - "\(entry.id)".count) + "\(entry.id)"
      line("\(number)  \(entry.localTime)  \(user)", entry.prefix + Escapes.joined(entry.sentence))
    }
    if withLines { lines.forEach { line("    ", $0) } }
  }
}
