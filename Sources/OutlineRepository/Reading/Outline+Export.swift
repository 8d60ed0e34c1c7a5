import OutlineCore
import OutlineStore

extension Outline {
  /// Passes an outline, or parts of it, to a closure piece by piece, all from one state of the file.
  ///
  /// Other processes cannot write to the file in the meantime. O(number of pieces + sections).
  /// - Parameters:
  ///   - addresses: The sections to export with everything below them, with levels counted from the first of them;
  ///     empty for the whole outline with its users.
  ///   - filter: The condition for sections and rows, which are exported with the headers around them; nil for no
  ///     condition.
  ///   - onlyVisible: Whether to leave out sections and rows that the user does not see.
  ///   - userName: The user who exports.
  ///   - begin: Receives the states of all sections that will come, before the first piece.
  ///   - take: Receives the pieces; a section comes with the flags of all users.
  /// - Throws: `OutlineError`, `StoreError`, and what `begin` and `take` throw.
  public func export(
    _ addresses: [Address] = [], where filter: ItemFilter? = nil, onlyVisible: Bool = false, as userName: String,
    begin: ([SectionState]) throws -> Void, take: @escaping (OutlinePiece) throws -> Void
  ) throws {
    try read(as: userName) { reader, user in
      try Self.export(addresses, where: filter, onlyVisible: onlyVisible, as: user, reader, begin: begin, take: take)
    }
  }

  /// Passes an outline, or parts of it, to a closure within a transaction.
  static func export(
    _ addresses: [Address] = [], where filter: ItemFilter? = nil, onlyVisible: Bool = false, as user: StoredUser,
    _ reader: StoreReader,
    begin: ([SectionState]) throws -> Void, take: @escaping (OutlinePiece) throws -> Void
  ) throws {
    let parts = try Planner(reader: reader, user: user).parts(addresses)
    let left = try filter.map { try FilteredOutline(reader, of: $0, as: user) }
    let hidden = onlyVisible ? try reader.hiddenRows(for: user) : [:]
    var states: [SectionState] = []
    for part in parts {
      let part = try reader.states(from: part.start, to: part.end, for: user).map { $0.lifted(by: part.level - 1) }
      let seen = onlyVisible ? part.visibleStates(besides: hidden) : part
      states += left?.states(of: seen) ?? seen
    }
    try begin(states)
    if try reader.hasRowLevels() { try take(.rowLevels) }
    if let identity = try reader.documentIdentity() { try take(.identity(identity)) }
    if addresses.isEmpty { for user in try reader.users() { try take(.user(user)) } }
    let rowFlags = try reader.rowFlags()
    for part in parts {
      let visitor = Exporter(
        reader: reader, lift: part.level - 1, rowFlags: rowFlags, user: ExactText(user.user.name), take: take)
      let query = ListQuery(ignoresFolds: !onlyVisible)
      if let left {
        var walk = LineWalk(reader, as: user, query, visitor: FilteredLines(left, visitor: visitor))
        try walk.walk(from: part.start, to: part.end)
      } else {
        var walk = LineWalk(reader, as: user, query, visitor: visitor)
        try walk.walk(from: part.start, to: part.end)
      }
    }
  }
}

extension Planner {
  fileprivate func parts(_ addresses: [Address]) throws -> [OutlinePart] {
    if addresses.isEmpty { return [try OutlinePart(reader)] }
    let sections = try resolver.outermost(resolver.distinctSections(addresses).map(Item.section)).sections
    return try sections.map { try OutlinePart(reader, of: $0) }
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

/// Converts lines into pieces.
private struct Exporter: LineVisitor {
  let wantsIDs = true
  let wantsAttributes = true
  let reader: StoreReader
  let lift: Int
  let rowFlags: [RowID: [ExactText: Bool]]
  let user: ExactText
  let take: (OutlinePiece) throws -> Void

  func visit(_ header: HeaderLine) throws {
    let section = header.section
    let draft = SectionDraft(level: section.level - lift, section.content)
    try take(
      .section(
        SectionPiece(
          draft, id: section.id, flags: try reader.flags(of: section.id), isCollapsed: header.isCollapsed)))
  }

  func visit(_ row: RawRowLine, of header: HeaderLine) throws {
    // A flag of a row that has nothing below it was left there by hand.
    let flags = row.isCollapsed == nil || rowFlags.isEmpty ? [:] : rowFlags[row.id] ?? [:]
    try take(.row(RowPiece(row.content, id: row.id, flags: flags, isCollapsed: flags[user])))
  }
}
