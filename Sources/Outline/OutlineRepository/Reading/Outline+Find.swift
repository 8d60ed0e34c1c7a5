import ListChanges
import OutlineCore
import OutlineStore

extension Outline {
  /// Returns every section and row that fits a filter, collapsed or not, in document order.
  ///
  /// O(sections + size of what is searched).
  /// - Throws: `PatternError` for an invalid regular expression in the filter, `OutlineError`, `StoreError`.
  public func find(_ query: FindQuery, as userName: String) throws -> [Hit] {
    try read(as: userName) { reader, user in try Search(reader: reader, user: user, query: query).hits() }
  }

  /// Finds sections and rows as ``find(_:as:)`` does, and expands every section that hides a hit from the user.
  ///
  /// O(size of the outline), and as much again if anything was collapsed.
  /// - Returns: The changes by expanding, with the hits, all of them visible.
  /// - Throws: `PatternError`, `OutlineError`, `StoreError`; nothing has changed then.
  @discardableResult
  public func reveal(_ query: FindQuery, as user: String, with request: Request = Request()) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      func hits() throws -> [Hit] { try Search(reader: session.reader, user: session.user, query: query).hits() }
      let hidden = try hits()
      var answer = try session.carryOut { planner in try planner.fold(.enclosing(hidden.map(\.id)), .expand) }
      answer.outcome = .revealed(try session.hasWritten ? hits() : hidden, answer.receipt)
      return answer
    }
  }
}

/// A search in one state of the file.
private struct Search {
  let reader: StoreReader
  let user: StoredUser
  let query: FindQuery

  func hits() throws -> [Hit] {
    let resolver = Resolver(reader: reader)
    let holder = try query.holder.map { try resolver.item($0, among: .section) }
    let archive = try archiveToLeaveOut(besides: holder)
    let found = try resolver.matches(of: filter(leavingOut: archive), in: holder.map(resolver.place))
    if found.sections.isEmpty, found.rows.isEmpty { return [] }
    let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    guard states.elementsEqual(found.ids, by: { $0.id == $1 }) else {
      throw StoreError.damaged(
        path: reader.path, message: "an index of section does not have all sections in their places")
    }
    let hidden = try reader.hiddenRows(for: user)
    var hits: [Hit] = []
    let enclosingIndices = LevelStack.parents(of: states.map(\.level))
    var numbering = SectionNumbering()
    let below = SectionsBelow(levels: states.map(\.level))
    for (index, state) in states.enumerated() {
      if let limit = query.limit, hits.count >= limit { return Array(hits.prefix(limit)) }
      numbering.enter(level: state.level)
      let match = state.id == archive ? nil : found.sections[state.id]
      let rows = found.rows[state.id, default: []]
      if match == nil, rows.isEmpty { continue }
      let enclosing = Array(sequence(first: index) { enclosingIndices[$0] }.reversed())
      let hiding = enclosing.dropLast().first { states[$0].isShut }.map { found.titles[$0] }
      let path = enclosing.map { found.titles[$0] }
      let sections = enclosing.map { states[$0].id }
      if let match {
        let header = HeaderLine(
          section: match.section, number: numbering.last, line: hits.count, isCollapsed: state.isShut,
          rowCount: state.rowCount,
          hidden: state.isShut ? states[index...(index + below[index])].total - state.box : .zero,
          sectionsBelow: below[index])
        hits.append(
          Hit(
            line: .header(header), number: header.number, path: path, sections: sections, parents: [],
            attributes: match.attributes, hiddenBy: hiding,
            isDone: enclosing.contains { states[$0].box.doneTasks > 0 }))
      }
      var last: (rank: OrderKey, index: Int)?
      var names: [RowID: [String]] = [:]
      for (row, attributes) in rows {
        let index = try reader.rowIndex(of: row.rank, in: state.id, after: last)
        last = (row.rank, index)
        let number = index + 1
        let above = try hidden[state.id]?.collapsedRow(hiding: index).flatMap { try reader.row(at: $0, in: state.id) }
        let line = RowLine(id: row.id, section: state.id, number: number, line: hits.count, content: row.content)
        hits.append(
          Hit(
            line: .row(line), number: ItemNumber(numbering.last.sections, row: number), path: path, sections: sections,
            parents: try parents(of: row, &names), attributes: attributes,
            hiddenBy: hiding ?? (state.isShut ? path.last : above?.text.firstLine),
            isDone: row.content.isDone == true || enclosing.contains { states[$0].box.doneTasks > 0 }))
      }
    }
    return Array(hits.prefix(query.limit ?? .max))
  }

  /// Returns the first lines of the rows that a row is below, the outermost first; `known` has those of parents that were
  /// looked up before, each with its own.
  private func parents(of row: Row, _ known: inout [RowID: [String]]) throws -> [String] {
    guard let parent = try reader.parent(of: row) else { return [] }
    if let names = known[parent.id] { return names }
    let names = try parents(of: parent, &known) + [parent.text.firstLine]
    known[parent.id] = names
    return names
  }

  /// The archive, if it is to be left out and the search is not in it.
  private func archiveToLeaveOut(besides holder: Item?) throws -> SectionID? {
    guard query.leavesOutDone, let archived = try reader.archivedPart() else { return nil }
    if case .section(let section) = holder, archived.contains(section.ord) { return nil }
    if case .row(_, let section) = holder, archived.contains(section.ord) { return nil }
    return try reader.archive()?.id
  }

  private func filter(leavingOut archive: SectionID?) -> ItemFilter {
    let filter = query.leavesOutDone ? query.filter.and(.not(.task(isDone: true))) : query.filter
    return archive == nil ? filter : filter.and(.not(.archived))
  }
}

extension Outline {
  /// Returns the sections and rows that have a due date and are neither done nor archived, collapsed or not, the earliest first.
  ///
  /// O(t log n), where t is the number of tasks that are due until then.
  ///
  /// - Parameters:
  ///   - last: The last date that is wanted, with all times of a whole day; nil for all.
  ///   - filter: A further condition for the tasks.
  /// - Throws: `PatternError`, `OutlineError`, `StoreError`.
  public func dueTasks(until last: DueDate? = nil, fitting filter: ItemFilter = .everything) throws -> [DueTask] {
    try read { reader in
      let dates = ItemFilter.due(.until, last ?? .last)
      let wanted = dates.and(filter).and(.not(.archived))
      return try reader.dueTasks(wanted, places: Resolver(reader: reader).places(in: filter))
    }
  }
}

/// A tag, and how many sections and rows have it.
public struct TagCount: Hashable, Sendable {
  /// The tag in the spelling that is found first.
  public let tag: Tag
  /// How many sections and rows have it.
  public internal(set) var items = 0
  /// How many of them are open tasks.
  public internal(set) var openTasks = 0
}

extension Outline {
  /// Returns the tags of the outline, by their names.
  ///
  /// O(n) in the texts of the outline.
  public func tags() throws -> [TagCount] { try read { try $0.tags() } }

  /// Returns tags that begin with the typed text, with their `#`.
  package func completions(ofTag typed: String, limit: Int = 200) throws -> [String] {
    let typed = TextMatch.folded(typed)
    let tags = try tags().map { "\($0.tag)" }.filter { TextMatch.folded($0).hasPrefix(typed) }
    return Array(tags.prefix(limit))
  }
}

extension StoreReader {
  func tags() throws -> [TagCount] {
    var counts: [Tag: TagCount] = [:]
    try eachTagged { isDone, texts in
      for tag in Set(texts.flatMap(Tag.all)) {
        var count = counts[tag] ?? TagCount(tag: tag)
        count.items += 1
        if isDone == false { count.openTasks += 1 }
        counts[tag] = count
      }
    }
    return counts.values.sorted { $0.tag.folded < $1.tag.folded }
  }
}
