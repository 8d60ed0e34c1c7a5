import OutlineCore
import OutlineDocuments
import OutlineStore

/// A difference of two documents that is being written to the file.
struct Merge {
  private let session: WriteSession
  private let planner: Planner
  /// The difference between the outline and the document that the merge leads to.
  private let difference: DocumentDifference
  /// The section after the part of the outline that changes; nil at the end.
  private let next: SectionID?
  /// The ids in the file of the new document's items; nil for items that are still to be made.
  private(set) var ids: [ItemID?]
  private(set) var made: [ItemID] = []
  /// The tasks with a rule for a repeat that the document ticks, with their next occurrences.
  private let ticked: [TickedTask]
  private let tickedNumbers: Set<Int64>
  /// Whether new sections and rows get the ids that the document gives them.
  private let keepsNewIDs: Bool

  private var reader: StoreReader { session.reader }
  /// The document that the merge leads to.
  private var target: Document { difference.new }

  /// A merge of a newer version of a document.
  ///
  /// - Throws: `OutlineError/deletesMost(deleted:of:)` if the options do not allow to delete as much.
  init(_ session: WriteSession, _ document: Document, into address: Address?, _ options: MergeOptions) throws {
    let reader = session.reader
    let parent = try address.map { try session.planner(computesChanges: false).resolver.section($0) }
    let scope = try OutlinePart(reader, of: parent, isBelow: true)
    var outline = try reader.document(in: scope)
    outline.identity = try reader.identity()
    let match = DocumentMatch(outline, document)
    let (old, keeps) = (match.old, options.missing == .keep)
    // If the outline has nothing of the document yet, no earlier section may enclose the new sections.
    let top = old.items.isEmpty ? 1 : nil
    var placing = DraftLevels(at: parent == nil ? top : scope.level, isTop: parent == nil)
    var new = match.new
    let ticked = options.doneOn.map { new.recur(after: old, doneOn: $0, isWhole: false) } ?? []
    var target = keeps ? new.keepingKinds(of: old) : new
    try target.change { item, _ in
      if item.isSection { item.level = try placing.leveled(item.level, title: item.content.name) }
    }
    try target.update(from: old) { try reader.attributes($0, updatedTo: $1) }
    if keeps { target = try target.keeping(old) }
    try self.init(session, scope, from: old, to: target, ticking: ticked)
    let (deleted, total) = (difference.deleted.count, old.items.count)
    if options.missing == .deleteUpToHalf, deleted > total - deleted {
      throw OutlineError.deletesMost(deleted: deleted, of: total)
    }
  }

  /// A merge that leads from a part of the outline to a document.
  init(
    _ session: WriteSession, _ scope: OutlinePart, from old: Document, to target: Document,
    ticking ticked: [TickedTask] = [], keepsNewIDs: Bool = false
  ) throws {
    self.session = session
    self.ticked = ticked
    tickedNumbers = Set(ticked.map(\.id.number))
    self.keepsNewIDs = keepsNewIDs
    var target = target
    // A synchronization makes the file equal to a document, from which they are removed already.
    if try !keepsNewIDs && session.reader.archivedPart()?.contains(scope.start) != true {
      target.forgetPlaces(ofItemsArchivedIn: [old])
    }
    difference = DocumentDifference(from: old, to: target)
    planner = try session.planner(computesChanges: false)
    next = try scope.end.flatMap { try session.reader.section(atOrAfter: $0)?.id }
    ids = target.items.indices.map { [difference] in difference.isThere($0) ? target.items[$0].id : nil }
  }

  mutating func run() throws -> Answer {
    let sections = target.items.indices.filter { target.items[$0].isSection }
    try arrange(sections)
    for section in sections { try arrangeRows(of: section) }
    let gone = difference.leaving.map { difference.old.items[$0] }
    let rows = gone.filter { !$0.isSection }
    try perform((rows + gone.reversed().filter(\.isSection)).compactMap(\.deletion))
    let indices = ticked.isEmpty ? [:] : target.indices
    session.ticked += ticked.filter { indices[$0.id.number].map(difference.isChanged) == true }
    return Answer(items: made, outcome: .merged(MergeReport(difference, ids, session.request)))
  }

  mutating func perform(_ writes: [Write]) throws {
    if writes.isEmpty { return }
    try session.begin()
    session.writer.keepsRowFlags()
    made += try session.write(writes)
  }

  /// Arranges items, some of which stay; each run of others is put between two that stay.
  ///
  /// - Parameters:
  ///   - list: The indices of the items, in order.
  ///   - put: Puts a run after an item that stays, nil for the start, and before one that stays, nil for the end.
  private mutating func arrange(
    _ list: some Sequence<Int>, put: (inout Merge, _ run: [Int], _ last: Int?, _ next: Int?) throws -> Void
  ) throws {
    var run: [Int] = []
    var last: Int?
    for index in list {
      guard difference.stays[index] else {
        run.append(index)
        continue
      }
      if !run.isEmpty { try put(&self, run, last, index) }
      try update(index)
      (run, last) = ([], index)
    }
    if !run.isEmpty { try put(&self, run, last, nil) }
  }

  /// Gives an item that is in the file its content, a row its level, and a section that stays its level.
  private mutating func update(_ index: Int) throws {
    let (isChanged, isLeveled) = (difference.isChanged(index), difference.hasOtherLevel(index))
    guard isChanged || isLeveled else { return }
    let item = target.items[index]
    if isLeveled, difference.stays[index], case .section(let id)? = ids[index], let section = try reader.section(id) {
      try perform([.moveSection(id, ord: section.ord, level: item.level)])
    }
    if isChanged || !item.isSection { for content in steps(to: item) { try change(ids[index], to: content) } }
  }

  /// Returns the contents to write for an item.
  ///
  /// A task that comes again is written as done first, so that the log has the day on which it was done.
  private func steps(to item: DocumentItem) -> [DocumentItem.Content] {
    guard let number = item.number, tickedNumbers.contains(number), item.content.task.isDone == false else {
      return [item.content]
    }
    var done = item.content
    done.task.isDone = true
    return [done, item.content]
  }

  private mutating func change(_ id: ItemID?, to content: DocumentItem.Content) throws {
    switch (id, content) {
    case (.section(let id)?, .section(let content)):
      if let section = try reader.section(id) { try perform([.changeSection(section.with(content))]) }
    case (.row(let id)?, .row(let content)):
      if let row = try reader.row(id) { try perform([.changeRow(row.with(content), before: row.content)]) }
    default: break
    }
  }

  /// Inserts an item, with its own id where it keeps one.
  private mutating func insert(
    _ index: Int, _ restore: (Int64) -> Write, else insert: @autoclosure () -> Write
  ) throws {
    if let id = target.items[index].id, keepsNewIDs || difference.isConverted(index) {
      try perform([restore(id.number)])
      made.append(id)
      ids[index] = id
    } else {
      try perform([insert()])
      ids[index] = made.last
    }
  }
}

// MARK: - Sections

extension Merge {
  private mutating func arrange(_ sections: [Int]) throws {
    try arrange(sections) { merge, run, last, next in
      try merge.putSections(run, after: last.flatMap { merge.section($0) }, before: next.flatMap { merge.section($0) })
    }
  }

  /// The id in the file of a section of the new document.
  private func section(_ index: Int) -> SectionID? { if case .section(let id)? = ids[index] { id } else { nil } }

  /// Inserts new sections and moves existing ones directly after a section that stays, or before the first that does.
  private mutating func putSections(_ run: [Int], after last: SectionID?, before next: SectionID?) throws {
    let following = try last.flatMap { try reader.section($0) }.map { try reader.section(after: $0.ord) }
    let first = try (next ?? self.next).flatMap { try reader.section($0) }
    let (ords, room) = try planner.makeRoom(for: run.count, before: following ?? first)
    try perform(room)
    for (index, ord) in zip(run, ords) {
      guard case .section(let content) = target.items[index].content else { continue }
      let level = target.items[index].level
      if let id = section(index) {
        try perform([.moveSection(id, ord: ord, level: level)])
        try update(index)
      } else {
        try insert(
          index, { .restoreSection(Section(id: SectionID($0), ord: ord, level: level, content: content)) },
          else: .insertSection(content, ord: ord, level: level))
      }
    }
  }
}

// MARK: - Rows

extension Merge {
  private mutating func arrangeRows(of section: Int) throws {
    guard let home = self.section(section) else { return }
    try arrange(target.ownRows(of: section).indices) { merge, run, _, next in
      try merge.putRows(run, in: home, before: next.flatMap { merge.ids[$0]?.number })
    }
  }

  /// Inserts new rows and moves existing ones to the position before a row that stays.
  private mutating func putRows(_ run: [Int], in home: SectionID, before next: Int64?) throws {
    let upper = try next.flatMap { try reader.row(RowID($0))?.rank }
    let lower = try reader.row(before: upper ?? OrderKeys.bound, in: home)?.key
    let (ranks, room) = try planner.makeRoom(for: run.count, in: Gap(lower: lower, upper: upper), of: home)
    try perform(room)
    for (index, rank) in zip(run, ranks) {
      guard case .row(let content) = target.items[index].content else { continue }
      if case .row(let id)? = ids[index] {
        try perform([.moveRow(id, in: home, rank: rank)])
        try update(index)
      } else {
        try insert(
          index, { .restoreRow(Row(id: RowID($0), section: home, rank: rank, content: content)) },
          else: .insertRow(content, in: home, rank: rank))
      }
    }
  }
}

extension DocumentItem {
  /// The write that deletes the item; nil for one that is not in the file.
  fileprivate var deletion: Write? {
    switch id {
    case .section(let id)?: .deleteSection(id)
    case .row(let id)?: .deleteRow(id)
    case nil: nil
    }
  }
}

/// The treatment of sections and rows of the outline that the document does not have.
public struct MergeOptions: Hashable, Sendable {
  /// What happens to sections and rows that the document does not have.
  public enum Missing: Hashable, Sendable {
    /// They stay, each after the neighbour that was before it.
    case keep
    /// They are deleted; the merge is refused if these are more than half of the sections and rows that it looks at.
    case deleteUpToHalf
    /// They are deleted, however many they are.
    case delete
  }

  /// What happens to sections and rows that the document does not have; the merge looks for them in the outermost
  /// sections of the document and everything below those.
  public var missing: Missing
  /// The day on which the tasks that the document ticks were done; those with a rule then come again; nil to end them.
  public var doneOn: Day?

  /// Creates options; the default deletes nothing.
  public init(missing: Missing = .keep, doneOn: Day? = nil) {
    self.missing = missing
    self.doneOn = doneOn
  }
}
