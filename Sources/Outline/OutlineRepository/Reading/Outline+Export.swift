import ListChanges
import OutlineCore
import OutlineStore

extension Outline {
  /// Passes an outline, or parts of it, to a closure piece by piece, all from one state of the file.
  ///
  /// Other processes cannot write to the file in the meantime. O(number of pieces + sections).
  /// - Parameters:
  ///   - addresses: The sections and rows to export, each with everything below it and with levels that begin at 1;
  ///     empty for the whole outline with its settings and users.
  ///   - holder: The section that the named rows are passed in, before all other sections.
  ///   - filter: The condition for sections and rows, which are exported with the headers around them; nil for no
  ///     condition.
  ///   - onlyVisible: Whether to leave out sections and rows that the user does not see.
  ///   - userName: The user who exports.
  ///   - begin: Receives the states of all sections that will come, before the first piece.
  ///   - take: Receives the pieces; a section comes with the flags of all users.
  /// - Throws: `OutlineError`, `StoreError`, and what `begin` and `take` throw.
  public func export(
    _ addresses: [Address] = [], rowsIn holder: SectionDraft = SectionDraft(title: ""), where filter: ItemFilter? = nil,
    onlyVisible: Bool = false, as userName: String,
    begin: ([SectionState]) throws -> Void, take: @escaping (OutlinePiece) throws -> Void
  ) throws {
    try read(as: userName) { reader, user in
      try Self.export(
        addresses, rowsIn: holder, where: filter, onlyVisible: onlyVisible, as: user, reader, begin: begin, take: take)
    }
  }

  /// Passes an outline, or parts of it, to a closure within a transaction.
  static func export(
    _ addresses: [Address] = [], rowsIn holder: SectionDraft = SectionDraft(title: ""), where filter: ItemFilter? = nil,
    onlyVisible: Bool = false, as user: StoredUser, _ reader: StoreReader,
    begin: ([SectionState]) throws -> Void, take: @escaping (OutlinePiece) throws -> Void
  ) throws {
    let resolver = Resolver(reader: reader)
    let (sections, rows) = try resolver.outermost(resolver.foldable(addresses))
    let parts = try addresses.isEmpty ? [OutlinePart(reader)] : sections.map { try OutlinePart(reader, of: $0) }
    let left = try filter.map { try resolver.matches(of: $0) }
    try left?.complete()
    let hidden = onlyVisible ? try reader.hiddenRows(for: user) : [:]
    let query = ListQuery(ignoresFolds: !onlyVisible)
    var exporter = Exporter(
      reader: reader, left: left, rowFlags: try reader.rowFlags(), user: ExactText(user.user.name), take: { _ in })
    func passRows() throws {
      for (row, section) in rows {
        var query = query
        if onlyVisible, try reader.flag(of: SectionID(row.id.rawValue), for: user) == true { query.depth = 1 }
        exporter.rowLift = row.level - 1
        var walk = LineWalk(reader, as: user, query, fitting: left, visitor: exporter)
        try walk.walk(row, in: section)
      }
      exporter.rowLift = 0
    }
    var (count, hasLevels) = (0, false)
    exporter.take = { piece in
      count += 1
      if case .row(let row) = piece, row.draft.level > 1 { hasLevels = true }
    }
    try passRows()
    exporter.take = take
    var states: [SectionState] = []
    if count > 0 {
      states.append(
        SectionState(id: SectionID(0), level: 1, isCollapsible: true, isCollapsed: false, rowCount: count))
    }
    for part in parts {
      let part = try reader.states(from: part.start, to: part.end, for: user).map { $0.lifted(by: part.level - 1) }
      let seen = onlyVisible ? part.visibleStates(besides: hidden) : part
      states += left?.states(of: seen) ?? seen
    }
    try begin(states)
    let nested = try reader.sectionsWithRowLevels()
    if hasLevels || states.contains(where: { nested.contains($0.id) }) { try take(.rowLevels) }
    for setting in Setting.allCases where addresses.isEmpty && setting.isInDocuments {
      let value = try reader.setting(setting)
      if value != setting.standard { try take(.setting(setting, value)) }
    }
    if let identity = try reader.documentIdentity() { try take(.identity(identity)) }
    if addresses.isEmpty { for user in try reader.users() { try take(.user(user)) } }
    if count > 0 { try take(.section(SectionPiece(holder))) }
    try passRows()
    for part in parts {
      exporter.lift = part.level - 1
      var walk = LineWalk(reader, as: user, query, fitting: left, visitor: exporter)
      try walk.walk(from: part.start, to: part.end)
    }
  }
}

extension SectionState {
  fileprivate func lifted(by lift: Int) -> SectionState {
    var state = self
    state.level -= lift
    return state
  }
}

extension [SectionState] {
  /// The states of the visible sections, with the number of rows that they show.
  fileprivate func visibleStates(besides hidden: [SectionID: HiddenRows]) -> [SectionState] {
    let shown = visibleSections.map { ($0.id, $0.isShut ? 0 : $0.rowCount - (hidden[$0.id]?.total.rows ?? 0)) }
    let visible = Dictionary(shown) { first, _ in first }
    return compactMap { state in
      guard let rows = visible[state.id] else { return nil }
      var state = state
      state.counts.rows = rows
      return state
    }
  }
}

/// Converts lines into pieces, without those that a filter leaves out.
private struct Exporter: LineVisitor {
  let wantsIDs = true
  let wantsAttributes = true
  let reader: StoreReader
  let left: FilterMatches?
  /// By how many levels sections are raised.
  var lift = 0
  /// By how many levels rows are raised.
  var rowLift = 0
  let rowFlags: [RowID: [ExactText: Bool]]
  let user: ExactText
  var take: (OutlinePiece) throws -> Void

  func visit(_ header: HeaderLine) throws {
    let section = header.section
    if let left, !left.isListed(section.id) { return }
    let draft = SectionDraft(level: section.level - lift, section.content)
    try take(
      .section(
        SectionPiece(
          draft, id: section.id, flags: try reader.flags(of: section.id), isCollapsed: header.isCollapsed)))
  }

  func visit(_ row: RawRowLine, of header: HeaderLine) throws {
    if let left, !left.isListed(row.id.rawValue) { return }
    var draft = row.content
    draft.level -= rowLift
    // A flag of a row that has nothing below it was left there by hand.
    let flags = row.isCollapsed == nil || rowFlags.isEmpty ? [:] : rowFlags[row.id] ?? [:]
    try take(.row(RowPiece(draft, id: row.id, flags: flags, isCollapsed: flags[user])))
  }
}
