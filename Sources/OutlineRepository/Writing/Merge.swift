import ListChanges
import OutlineCore
import OutlineStore

/// The sections of a document, in memory.
final class NewOutline {
  private(set) var sections: [MergeRules.NewSection] = []

  init(_ document: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void) throws {
    try document(take)
  }

  private func take(_ piece: OutlinePiece) throws {
    switch piece {
    case .section(let section): sections.append(MergeRules.NewSection(section))
    case .row(let row):
      guard !sections.isEmpty else { throw OutlineError.noSection }
      try DraftRules.check(text: row.draft.text)
      sections[sections.count - 1].rows.append(row)
    case .level(let index, let level): sections[index].piece.draft.level = level
    case .user, .collapsed: break
    }
  }
}

/// A merge that is being written to the file.
struct Merge {
  private let session: WriteSession
  let planner: Planner
  let new: [MergeRules.NewSection]
  let match: MergeRules
  /// The levels that the document's sections get in the file.
  private let levels: [Int]
  /// The section after the merged part; nil at the end.
  private let next: SectionID?
  /// The ids of the document's sections in the file.
  private var ids: [SectionID?]
  private(set) var made: [ItemID] = []
  var counts = TransferCounts()

  var reader: StoreReader { session.reader }

  init(_ session: WriteSession, _ new: [MergeRules.NewSection], into address: Address?) throws {
    self.session = session
    self.new = new
    let reader = session.reader
    let planner = try session.planner(computesChanges: false)
    self.planner = planner
    let parent = try address.map { try planner.resolver.section($0) }
    let start = parent.map { $0.ord + 1 } ?? -OrderKeys.bound
    let end = try parent.flatMap { try reader.subtreeEnd(ord: $0.ord, level: $0.level) }
    next = try end.flatMap { try reader.section(atOrAfter: $0)?.id }
    match = MergeRules(try reader.wholeSections(from: start, to: parent == nil ? nil : end), new)
    // If the outline has nothing of the document yet, no earlier section may enclose the new sections.
    let top = match.old.isEmpty ? 1 : nil
    var placing = DraftLevels(at: parent.map { $0.level + 1 } ?? top, isTop: parent == nil)
    levels = try new.map { section in
      try DraftRules.check(title: section.piece.draft.title)
      if let detail = section.piece.draft.detail { try DraftRules.check(detail: detail) }
      return try placing.placed(section.piece.draft.level, title: section.piece.draft.title)
    }
    ids = match.sections
  }

  mutating func run() throws {
    try placeSections()
    for index in new.indices {
      if let id = ids[index] { try placeRows(of: index, in: id) }
    }
    try delete()
  }

  mutating func perform(_ writes: [Write]) throws {
    made += try session.write(writes)
  }

  // MARK: - Sections

  private mutating func placeSections() throws {
    let places = Dictionary(uniqueKeysWithValues: match.old.enumerated().map { ($1.section.id, $0) })
    let matched = ids.indices.filter { ids[$0] != nil }
    let order = matched.map { index in ids[index].flatMap { places[$0] } ?? 0 }
    let staying = Set(longestIncreasingSubsequence(of: order).map { matched[$0] })
    var run: [Int] = []
    var last: SectionID?
    for index in new.indices {
      guard staying.contains(index), let id = ids[index] else {
        run.append(index)
        continue
      }
      try place(run, after: last, before: id)
      run = []
      try keep(index, id)
      last = id
    }
    try place(run, after: last, before: next)
  }

  /// Updates a section that stays in place.
  private mutating func keep(_ index: Int, _ id: SectionID) throws {
    guard let section = try reader.section(id) else { return }
    if section.level != levels[index] {
      counts.moved += 1
      try perform([.placeSection(id, ord: section.ord, level: levels[index])])
    }
    try update(section, to: new[index].piece.draft)
  }

  private mutating func update(_ section: Section, to draft: SectionDraft) throws {
    // The document has no content for the section that stands for the document itself.
    let attributes =
      draft.standsForDocument ? section.attributes ?? draft.attributes : draft.attributes ?? section.attributes
    let after = Section(
      id: section.id, ord: section.ord, level: section.level, title: draft.title,
      detail: draft.detail ?? section.detail, isCollapsible: section.isCollapsible && draft.isCollapsible,
      attributes: attributes)
    if after.isSame(as: section) { return }
    counts.changed += 1
    try perform([.changeSection(after)])
  }

  /// Inserts new sections and moves existing ones directly after a section that stays, or before the first that does.
  private mutating func place(_ run: [Int], after last: SectionID?, before next: SectionID?) throws {
    guard !run.isEmpty else { return }
    let following = try last.flatMap { try reader.section($0) }.map { try reader.section(after: $0.ord) }
    let spot = SectionSpot(
      parent: nil, level: 1, next: try following ?? next.flatMap { try reader.section($0) })
    let (ords, room) = try planner.makeRoom(for: run.count, at: spot)
    try perform(room)
    for (index, ord) in zip(run, ords) {
      let draft = new[index].piece.draft
      if let id = ids[index], let section = try reader.section(id) {
        counts.moved += 1
        try perform([.placeSection(id, ord: ord, level: levels[index])])
        try update(section, to: draft)
      } else {
        counts.addedSections += 1
        try perform([.insertSection(draft, ord: ord, level: levels[index])])
        if case .section(let id)? = made.last { ids[index] = id }
      }
    }
  }

  // MARK: - What is gone

  private mutating func delete() throws {
    let keptSections = Set(ids.compactMap(\.self))
    let keptRows = Set(match.rows.joined().compactMap(\.self))
    let rows = match.old.flatMap(\.rows).map(\.id).filter { !keptRows.contains($0) }
    let sections = match.old.map(\.section.id).filter { !keptSections.contains($0) }
    counts.deleted += rows.count + sections.count
    try perform(rows.map { .deleteRow($0) } + sections.reversed().map { .deleteSection($0) })
  }
}

extension StoreReader {
  /// Returns the sections from `start` up to `end`, with their rows; all that follow if `end` is nil.
  fileprivate func wholeSections(from start: OrderKey, to end: OrderKey?) throws -> [MergeRules.OldSection] {
    var found: [MergeRules.OldSection] = []
    var next = try section(atOrAfter: start)
    while let section = next, section.ord < end ?? OrderKeys.bound {
      found.append(MergeRules.OldSection(section, rows: try rows(in: section.id) { _ in true }))
      next = try self.section(after: section.ord)
    }
    return found
  }
}
