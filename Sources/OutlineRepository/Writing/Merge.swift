import ListChanges
import OutlineCore
import OutlineStore

/// A merge that is being written to the file.
struct Merge {
  private let session: WriteSession
  let planner: Planner
  /// The sections and rows that the merge leads to.
  let target: [DocumentPart]
  /// For each section of the target the index of the one that encloses it; nil for an outermost one.
  private let parents: [Int?]
  /// The sections of the outline that the merge looks at.
  private let old: [DocumentPart]
  /// What the outline has and the target has not.
  private let missing: MissingItems
  /// The section after the merged part; nil at the end.
  private let next: SectionID?
  /// The ids of the target's sections in the file.
  private var ids: [SectionID?]
  private(set) var made: [ItemID] = []
  var report: MergeReport
  /// Whether contents become exactly those of the target, and keep nothing that it does not mention.
  private let isExact: Bool
  /// Whether new sections and rows get the ids that the document gives them.
  let keepsNewIDs: Bool
  /// The numbers of what the merge makes a section of a row, or a row of a section.
  let converted: Set<Int64>

  var reader: StoreReader { session.reader }

  /// A merge of a newer version of a document.
  ///
  /// - Throws: `OutlineError/deletesMost(deleted:of:)` if the options do not allow to delete as much.
  init(
    _ session: WriteSession, _ new: [DocumentPart], of identity: OutlineIdentity?, into address: Address?,
    _ options: MergeOptions
  ) throws {
    let parent = try address.map { try session.planner(computesChanges: false).resolver.section($0) }
    let scope = try OutlinePart(session.reader, of: parent, isBelow: true)
    let common = CommonIDs(try session.reader.identity(), identity)
    let match = MergeRules(try session.reader.wholeSections(in: scope), new, common)
    // If the outline has nothing of the document yet, no earlier section may enclose the new sections.
    let top = match.old.isEmpty ? 1 : nil
    var placing = DraftLevels(at: parent == nil ? top : scope.level, isTop: parent == nil)
    var target = options.missing == .keep ? match.new.keepingKinds(of: match.old) : match.new
    for (index, part) in target.enumerated() {
      target[index].piece.draft.level = try placing.leveled(part.piece.draft.level, title: part.piece.draft.title)
    }
    if options.missing == .keep { target = try target.keeping(match.old.without(match.old.converted(in: target))) }
    try self.init(session, scope, from: match.old, to: target)
    if options.missing == .deleteUpToHalf, missing.areMost {
      throw OutlineError.deletesMost(deleted: missing.count, of: missing.total)
    }
  }

  /// A merge that leads from sections of the outline to a target.
  init(
    _ session: WriteSession, _ scope: OutlinePart, from old: [DocumentPart], to target: [DocumentPart],
    isExact: Bool = false, keepsNewIDs: Bool = false
  ) throws {
    self.session = session
    self.old = old
    self.target = target
    parents = LevelStack.parents(of: target.map(\.piece.draft.level))
    self.isExact = isExact
    self.keepsNewIDs = keepsNewIDs
    planner = try session.planner(computesChanges: false)
    next = try scope.end.flatMap { try session.reader.section(atOrAfter: $0)?.id }
    let known = Set(old.compactMap(\.piece.id))
    ids = target.map { $0.piece.id.flatMap { known.contains($0) ? $0 : nil } }
    converted = old.converted(in: target)
    missing = MissingItems(old, in: target, converted)
    report = MergeReport(session.request)
  }

  /// The ids of the sections of the target, once the merge has run.
  var sectionIDs: [SectionID?] { ids }

  /// Records that a section or a row was inserted under its own id.
  mutating func noteMade(_ id: ItemID) { made.append(id) }

  mutating func run() throws {
    try arrangeSections()
    for index in ids.indices {
      if let id = ids[index] { try arrangeRows(of: target[index], in: id) }
    }
    try delete()
  }

  mutating func perform(_ writes: [Write]) throws {
    made += try session.write(writes)
  }

  /// Adds a section to a list of the report.
  private mutating func note(_ list: WritableKeyPath<MergeReport, [MergeReport.Item]>, _ index: Int) {
    guard let id = ids[index] else { return }
    let parent = parents[index]
    let title = parent.map { target[$0].piece.draft.title }
    let own = target[index].piece.draft.title
    report.note(
      list, MergeReport.Item(id: .section(id), name: own, section: parent.flatMap { ids[$0] }, sectionTitle: title))
  }

  // MARK: - Sections

  private mutating func arrangeSections() throws {
    let positions = Dictionary(old.enumerated().map { ($1.piece.id, $0) }) { first, _ in first }
    let matched = ids.indices.filter { ids[$0] != nil }
    let order = matched.map { index in ids[index].flatMap { positions[$0] } ?? 0 }
    let staying = Set(longestIncreasingSubsequence(of: order).map { matched[$0] })
    var run: [Int] = []
    var last: SectionID?
    for index in ids.indices {
      guard staying.contains(index), let id = ids[index] else {
        run.append(index)
        continue
      }
      try put(run, after: last, before: id)
      run = []
      try keep(index, id)
      last = id
    }
    try put(run, after: last, before: next)
  }

  /// Updates a section that stays in place.
  private mutating func keep(_ index: Int, _ id: SectionID) throws {
    guard let section = try reader.section(id) else { return }
    let level = target[index].piece.draft.level
    if section.level != level {
      report.counts.moved += 1
      note(\.moved, index)
      try perform([.moveSection(id, ord: section.ord, level: level)])
    }
    try update(section, index)
  }

  private mutating func update(_ section: Section, _ index: Int) throws {
    let content = try content(of: section.content, updatedTo: target[index].piece.draft.content)
    if content.isSame(as: section.content) { return }
    report.counts.changed += 1
    note(\.changed, index)
    try perform([.changeSection(section.with(content))])
  }

  /// What a section is to say; a merge keeps what the document does not mention.
  private func content(of section: SectionContent, updatedTo wanted: SectionContent) throws -> SectionContent {
    if isExact { return wanted }
    // The document has no content for the section that stands for the document itself.
    let attributes =
      wanted.standsForDocument
      ? section.attributes ?? wanted.attributes
      : try reader.attributes(section.attributes, updatedTo: wanted.attributes)
    return SectionContent(
      wanted.title, detail: wanted.detail ?? section.detail,
      isCollapsible: section.isCollapsible && wanted.isCollapsible, newRows: wanted.newRows ?? section.newRows,
      isDone: wanted.isDone ?? section.isDone, attributes: attributes,
      schedule: section.schedule.updated(from: wanted.schedule))
  }

  /// What a row is to say; a merge keeps what the document does not mention.
  func content(of row: RowContent, updatedTo draft: RowDraft) throws -> RowContent {
    if isExact { return draft }
    return row.updated(from: draft, merged: try reader.attributes(row.attributes, updatedTo: draft.attributes))
  }

  /// What a section is to say that has been a row.
  private func content(ofRow id: RowID, updatedTo wanted: SectionContent) throws -> SectionContent {
    if isExact { return wanted }
    guard let row = try reader.row(id), let content = try? LevelRules.section(of: row.content) else { return wanted }
    return try self.content(of: content, updatedTo: wanted)
  }

  /// What a row is to say that has been a section.
  func content(ofSection id: SectionID, updatedTo wanted: RowDraft) throws -> RowContent {
    guard !isExact, let section = try reader.section(id)?.content else { return wanted }
    return try content(of: LevelRules.row(of: section), updatedTo: wanted)
  }

  /// Inserts new sections and moves existing ones directly after a section that stays, or before the first that does.
  private mutating func put(_ run: [Int], after last: SectionID?, before next: SectionID?) throws {
    guard !run.isEmpty else { return }
    let following = try last.flatMap { try reader.section($0) }.map { try reader.section(after: $0.ord) }
    let (ords, room) = try planner.makeRoom(
      for: run.count, before: following ?? next.flatMap { try reader.section($0) })
    try perform(room)
    for (index, ord) in zip(run, ords) {
      let part = target[index]
      if let id = ids[index], let section = try reader.section(id) {
        report.counts.moved += 1
        note(\.moved, index)
        try perform([.moveSection(id, ord: ord, level: part.piece.draft.level)])
        try update(section, index)
      } else {
        let isNew = part.piece.id.map { !converted.contains($0.rawValue) } ?? true
        if isNew { report.counts.added += 1 } else { report.counts.changed += 1 }
        ids[index] = try insert(part, ord: ord)
        note(isNew ? \.added : \.changed, index)
      }
    }
  }

  /// Inserts a section, and returns its id.
  private mutating func insert(_ part: DocumentPart, ord: OrderKey) throws -> SectionID? {
    let draft = part.piece.draft
    if let id = part.piece.id, keepsNewIDs || converted.contains(id.rawValue) {
      let content = try content(ofRow: RowID(id.rawValue), updatedTo: draft.content)
      try perform([.restoreSection(Section(id: id, ord: ord, level: draft.level, content: content))])
      noteMade(.section(id))
      return id
    }
    try perform([.insertSection(draft.content, ord: ord, level: draft.level)])
    return if case .section(let id)? = made.last { id } else { nil }
  }

  // MARK: - What is gone

  private mutating func delete() throws {
    report.counts.deleted += missing.count
    missing.items.forEach { item in report.note(\.deleted, item) }
    let sections = missing.sections.reversed()
    try perform(missing.rows.map { .deleteRow($0) } + sections.map { .deleteSection($0) })
  }
}

/// The sections and rows that the outline has and a merge does not lead to.
private struct MissingItems {
  private(set) var rows: [RowID] = []
  private(set) var sections: [SectionID] = []
  /// The rows, and then the sections.
  private(set) var items: [MergeReport.Item] = []
  /// The number of sections and rows of the outline that the merge looks at.
  let total: Int

  var count: Int { items.count }
  var areMost: Bool { count > total - count }

  /// - Parameter converted: The numbers of what only changes its kind; it is deleted as what it was, but is not missing.
  init(_ old: [DocumentPart], in target: [DocumentPart], _ converted: Set<Int64>) {
    total = old.reduce(0) { $0 + 1 + $1.rows.count }
    let keptSections = Set(target.compactMap(\.piece.id))
    let keptRows = Set(target.flatMap { $0.rows.compactMap(\.id) })
    var parents = LevelStack<SectionPiece>()
    var headers: [MergeReport.Item] = []
    for part in old {
      guard let id = part.piece.id else { continue }
      let (title, level) = (part.piece.draft.title, part.piece.draft.level)
      let parent = parents.enter(part.piece, level: level)
      if !keptSections.contains(id) {
        sections.append(id)
        let item = MergeReport.Item(
          id: .section(id), name: title, section: parent?.id, sectionTitle: parent?.draft.title)
        if !converted.contains(id.rawValue) { headers.append(item) }
      }
      for row in part.rows {
        guard let rowID = row.id, !keptRows.contains(rowID) else { continue }
        rows.append(rowID)
        if !converted.contains(rowID.rawValue) { items.append(MergeReport.Item(rowID, row.draft, in: id, title)) }
      }
    }
    items += headers
  }
}

extension [DocumentPart] {
  /// The numbers of what is a section here and a row in a target, or a row here and a section there.
  fileprivate func converted(in target: [DocumentPart]) -> Set<Int64> {
    numbers(ofSections: true).intersection(target.numbers(ofSections: false))
      .union(numbers(ofSections: false).intersection(target.numbers(ofSections: true)))
  }

  /// The parts without the sections and rows that have these numbers.
  fileprivate func without(_ numbers: Set<Int64>) -> [DocumentPart] {
    if numbers.isEmpty { return self }
    return compactMap { part in
      if let id = part.piece.id, numbers.contains(id.rawValue) { return nil }
      return DocumentPart(part.piece, rows: part.rows.filter { $0.id.map { !numbers.contains($0.rawValue) } ?? true })
    }
  }
}
