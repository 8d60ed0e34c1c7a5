import OutlineCore

/// Writes sections and rows as VTODO of RFC 5545, which name the section or the row around them as their parent.
struct CalendarWriter: NestedSyntax {
  /// The program named in documents from before rows had levels; their sections are the tasks that have others below
  /// them.
  static let formerProgram = "-//pleat//pleat//EN"

  private let output: DocumentOutput
  private let identity: OutlineIdentity?
  private let stamp: String
  private var clock: ZonedClock
  /// The UIDs of the open items, outermost first.
  private var open: [String] = []
  private var count = 0

  init(_ heading: ExportHeading, to output: DocumentOutput) throws {
    (self.output, identity) = (output, heading.identity)
    stamp = LocalClock.stamp(ofSeconds: heading.now)
    clock = ZonedClock(heading.clock)
    try output.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//pleat//pleat 2//EN\r\n")
  }

  mutating func open(_ section: SectionPiece, _ nesting: Nesting) throws {
    var needed = nesting.note(of: section)
    if !nesting.followsSection { needed.kind = "section" }
    needed.isCollapsed = section.isCollapsed
    let lines = CalendarTask.lines(TaskEntry(section.draft), needed, wanted: ImportNode(wanted: section.draft), &clock)
    try open(lines, section.id.map { "\($0)" }, nesting)
  }

  mutating func open(_ row: RowPiece, _ nesting: Nesting) throws {
    var needed = nesting.note(of: row)
    if row.isCollapsed == true { needed.isCollapsed = true }
    let lines = CalendarTask.lines(TaskEntry(row.draft), needed, wanted: ImportNode(wanted: row.draft), &clock)
    try open(lines, row.id.map { "\($0)" }, nesting)
  }

  private mutating func open(_ lines: [String], _ id: String?, _ nesting: Nesting) throws {
    let uid = try write(lines, id)
    if nesting.hasChildren { open.append(uid) }
  }

  mutating func close(depth: Int) { _ = open.popLast() }

  func end() throws { try output.write("END:VCALENDAR\r\n") }

  /// Writes a task, and returns its UID.
  private mutating func write(_ lines: [String], _ id: String?) throws -> String {
    count += 1
    let given = lines.first { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
    let item = identity.flatMap { identity in id.map { "\(identity.word)-\($0.dropFirst())" } } ?? "\(count)"
    let uid = given ?? item + CalendarTask.ownIDs
    try output.write { bytes in
      CalendarLine.append("BEGIN:VTODO", to: &bytes)
      if given == nil { CalendarLine.append("UID:\(uid)", to: &bytes) }
      CalendarLine.append("DTSTAMP:\(stamp)", to: &bytes)
      for line in lines where open.isEmpty || !line.hasPrefix("RELATED-TO:") { CalendarLine.append(line, to: &bytes) }
      if let parent = open.last { CalendarLine.append("RELATED-TO:\(parent)", to: &bytes) }
      CalendarLine.append("END:VTODO", to: &bytes)
    }
    return uid
  }
}
