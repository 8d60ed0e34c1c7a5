import ListChanges
import OutlineCore
import OutlineStore

extension Outline {
  /// Returns every section and row that fits a filter, collapsed or not, in document order.
  ///
  /// O(sections + size of what is searched).
  /// - Throws: `PatternError` for an invalid regular expression in the filter, `OutlineError`, `StoreError`.
  public func find(_ query: FindQuery, as userName: String) throws -> [Hit] {
    var hits: [Hit] = []
    try find(query, as: userName) { hits.append($0) }
    return hits
  }

  /// Passes every section and row that fits a filter to a closure, in document order, all from one state of the file.
  ///
  /// Each is passed as soon as it is found, and the search ends at the limit of the query, so it takes no more memory for many hits.
  /// Other processes cannot write to the file in the meantime, so the closure must not wait for anything.
  /// - Throws: As ``find(_:as:)``, after the hits that were found before, and what `body` throws.
  public func find(_ query: FindQuery, as userName: String, _ body: (Hit) throws -> Void) throws {
    try eachHit(query, as: userName) { try body(Hit($0)) }
  }

  /// Passes every section and row that fits a filter to a closure, as bytes; see ``find(_:as:_:)``.
  package func eachHit(_ query: FindQuery, as userName: String, _ body: (RawHit) throws -> Void) throws {
    try read(as: userName) { reader, user in try Search(reader: reader, user: user, query: query).each(body) }
  }

  /// Finds sections and rows as ``find(_:as:)`` does, and expands every section that hides a hit from the user.
  ///
  /// O(size of the outline), and as much again if anything was collapsed.
  /// - Returns: The changes by expanding, with the hits, all of them visible.
  /// - Throws: `PatternError`, `OutlineError`, `StoreError`; nothing has changed then.
  @discardableResult
  public func reveal(_ query: FindQuery, as user: String, with request: Request = Request()) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      func hits() throws -> [Hit] {
        var hits: [Hit] = []
        try Search(reader: session.reader, user: session.user, query: query).each { hits.append(Hit($0)) }
        return hits
      }
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

  func each(_ body: (RawHit) throws -> Void) throws {
    let resolver = Resolver(reader: reader)
    let holder = try query.holder.map { try resolver.item($0, among: .section) }
    let archive = try archiveToLeaveOut(besides: holder)
    let matches = try resolver.matches(of: filter(leavingOut: archive), in: holder.map(resolver.place))
    try withoutActuallyEscaping(body) { body in
      var hits = HitVisitor(
        reader: reader, user: user, matches: matches, archive: archive,
        words: try TextPattern(highlighting: query.filter), limit: query.limit ?? .max, body: body)
      hits = try walk(hits, in: holder)
      if matches.isOut {
        try matches.complete()
        hits.beginAgain()
        if !matches.isEmpty { hits = try walk(hits, in: holder) }
      }
    }
    try matches.check()
  }

  private func walk(_ hits: HitVisitor, in holder: Item?) throws -> HitVisitor {
    var walk = LineWalk(reader, as: user, ListQuery(ignoresFolds: true), fitting: hits.matches, visitor: hits)
    switch holder {
    case nil: try walk.walk(from: -OrderKeys.bound, to: nil)
    case .section(let section):
      try walk.walk(from: section.ord, to: reader.subtreeEnd(ord: section.ord, level: section.level))
    case .row(let row, let section): try walk.walk(row, in: section)
    }
    return walk.finish()
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

/// Passes the items of a walk that fit a filter on as hits.
private struct HitVisitor: LineVisitor {
  let wantsIDs = true
  let wantsAttributes = true
  let reader: StoreReader
  let user: StoredUser
  let matches: FilterMatches
  /// The archive, if it is no hit itself.
  let archive: SectionID?
  let words: TextPattern
  let limit: Int
  let body: (RawHit) throws -> Void
  private var count = 0
  /// How many hits were passed on before the walk began again.
  private var passed = 0
  private var open = LevelStack<HeaderLine>()
  /// The place of the current section; nil until something is found there.
  private var place: HitPlace?
  /// The rows that the next row of the section can be below.
  private var parents = LevelStack<(name: String, isCollapsed: Bool)>()

  init(
    reader: StoreReader, user: StoredUser, matches: FilterMatches, archive: SectionID?, words: TextPattern, limit: Int,
    body: @escaping (RawHit) throws -> Void
  ) {
    (self.reader, self.user, self.matches, self.archive) = (reader, user, matches, archive)
    (self.words, self.limit, self.body) = (words, limit, body)
  }

  var isFull: Bool { count >= limit }

  /// Prepares for a walk that begins again: what was passed on will not be once more.
  mutating func beginAgain() { (passed, count, open, place) = (count, 0, LevelStack(), nil) }

  mutating func visit(_ header: HeaderLine) throws {
    if open.count == 0 { try enter(reader.ancestors(of: header.section)) }
    open.enter(header, level: header.section.level)
    (place, parents) = (nil, LevelStack())
    let section = header.section
    guard matches.fits(section.id.rawValue), section.id != archive else { return }
    let headers = open.entries
    let place = HitPlace(headers)
    self.place = place
    let hit = HeaderLine(
      section: section, number: header.number, line: count, isCollapsed: header.isCollapsed, rowCount: header.rowCount,
      hidden: header.isCollapsed ? try hidden(by: section) : .zero, sectionsBelow: header.sectionsBelow)
    let areShown = try section.attributes == nil || words.fits([section.title, section.detail].compactMap(\.self))
    let attributes = try areShown ? [] : reader.lines(of: section.attributes ?? "").filter(words.touches)
    let hiding = headers.dropLast().first { $0.isCollapsed }?.section.title
    try pass(RawHit(place: place, line: .header(hit), parents: [], attributes: attributes, hiddenBy: hiding))
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) throws {
    if open.count == 0 { try enter(row, of: header) }
    if parents.count > 0 { while parents.leave(for: row.level) != nil {} }
    if matches.fits(row.id.rawValue) {
      let place = place ?? HitPlace(open.entries)
      self.place = place
      var hit = row
      (hit.line, hit.isCollapsed, hit.hidden) = (count, nil, .zero)
      let above = parents.count == 0 ? [] : parents.entries
      var attributes: [String] = []
      if let all = row.attributes, try !words.fits(row.text) {
        attributes = try reader.lines(of: String(decoding: all, as: UTF8.self)).filter(words.touches)
      }
      try pass(
        RawHit(
          place: place, line: .row(hit), parents: above.map(\.name), attributes: attributes,
          hiddenBy: place.hiding ?? above.first { $0.isCollapsed }?.name))
    }
    if let isCollapsed = row.isCollapsed {
      parents.enter((String(decoding: row.text, as: UTF8.self).firstLine, isCollapsed), level: row.level)
    }
  }

  private mutating func pass(_ hit: RawHit) throws {
    guard !isFull else { return }
    if count >= passed { try body(hit) }
    count += 1
  }

  /// Enters the sections around the first section of a part.
  private mutating func enter(_ ancestors: [Section]) throws {
    for section in ancestors.reversed() {
      let header = HeaderLine(
        section: section, number: ItemNumber([]), line: 0, isCollapsed: try reader.isShut(section, for: user),
        rowCount: 0, hidden: .zero, sectionsBelow: 0)
      open.enter(header, level: section.level)
    }
  }

  /// Enters the sections and rows around the first row of a part.
  private mutating func enter(_ row: RawRowLine, of header: HeaderLine) throws {
    let section = header.section
    try enter(reader.ancestors(of: section))
    let header = HeaderLine(
      section: section, number: header.number, line: 0, isCollapsed: try reader.isShut(section, for: user),
      rowCount: header.rowCount, hidden: .zero, sectionsBelow: 0)
    open.enter(header, level: section.level)
    for parent in try reader.row(row.id).map(reader.parents(of:))?.reversed() ?? [] {
      let isCollapsed = try reader.flag(of: SectionID(parent.id.rawValue), for: user) == true
      parents.enter((parent.text.firstLine, isCollapsed), level: parent.level)
    }
  }

  /// The rows and tasks that a collapsed section hides.
  private func hidden(by section: Section) throws -> ItemCounts {
    let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
    return try reader.counts(from: section.ord, to: end) - ItemCounts(box: section.isDone)
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
