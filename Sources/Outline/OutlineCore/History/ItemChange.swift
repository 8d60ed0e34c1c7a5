/// What one entry of the history did to one section or row.
public struct ItemChange: Hashable, Sendable {
  /// A part of the content with another value than before.
  public struct Field: Hashable, Sendable {
    /// The name of the part: text, title, detail, done, collapsible, newRows, attributes, due or repeat.
    public let name: String
    /// The value before; nil for none.
    public let old: String?
    /// The value after; nil for none.
    public let new: String?
  }

  /// The section or row.
  public let id: ItemID
  /// The entry.
  public let entry: HistoryEntry
  /// For a synchronization, the edits of the section or row that it brought, newest first; empty for all other entries.
  public package(set) var authors: [Authorship] = []
  /// What the entry did.
  public let kinds: [HistoryEffects.Kind]
  /// The title or text after the entry, or before it if the entry deleted the item; nil if it is not known any more.
  public let name: String?
  /// What changed in the content; empty unless the entry changed the item.
  public let fields: [Field]
  /// Whether the entry ticked the item; a repeating task may be open again after it.
  public let isTicking: Bool
  /// The section that held the row before; nil for a section, and for a row that the entry added.
  package let oldHolder: SectionID?
  /// The section that held the row after; nil for a section, and for a row that the entry deleted.
  package let newHolder: SectionID?
  /// The title of the section that held the row before, if that section still exists.
  public package(set) var from: String?
  /// The title of the section that held the row after, if that section still exists.
  public package(set) var to: String?

  /// Sums up the changes of an entry to one item, given oldest first; nil if they have no net effect.
  package init?(_ changes: [LoggedChange], of entry: HistoryEntry) {
    // A converted item has changes as a row and changes as a section.
    let kinds = [changes.filter { $0.event.isOfSection }, changes.filter { !$0.event.isOfSection }].filter {
      !$0.isEmpty
    }
    let ends = kinds.compactMap { own in
      own.first.flatMap { first in own.last.flatMap { ItemEnds(first.event, $0.event) } }
    }
    guard let old = ends.first(where: \.old.exists) ?? ends.first,
      let new = ends.first(where: \.new.exists) ?? ends.first
    else { return nil }
    let (first, last) = (old.old, new.new)
    id = last.exists ? new.id : old.id
    self.entry = entry
    let isMoved = first.place != last.place && changes.contains { !$0.madeRoom && $0.isMove }
    isTicking = changes.contains { $0.event.isTicking }
    let exists = (first.exists, last.exists)
    let isConverted = exists == (true, true) && old.id != new.id
    fields = exists == (true, true) && !isConverted ? last.fields(since: first) : []
    switch exists {
    case (true, true) where isConverted: self.kinds = [.converted]
    case (false, true): self.kinds = [.added]
    case (true, false): self.kinds = [.deleted]
    case (true, true): self.kinds = (fields.isEmpty ? [] : [.changed]) + (isMoved ? [.moved] : [])
    case (false, false): self.kinds = []
    }
    if self.kinds.isEmpty { return nil }
    name = last.exists ? last.name : first.name
    (oldHolder, newHolder) = (first.holder, last.holder)
  }
}

extension ItemChange {
  /// The entry; for a synchronization, one for each user whose edits it brought, with the time of the last one, newest
  /// first.
  public var entries: [HistoryEntry] {
    if authors.isEmpty { return [entry] }
    var seen: Set<String> = []
    return authors.filter { seen.insert($0.user).inserted }.map(entry.made(by:))
  }
}

/// The state of an item of one kind before and after some changes.
private struct ItemEnds {
  let id: ItemID
  let old: ItemState
  let new: ItemState

  init?(_ first: LoggedChange.Event, _ last: LoggedChange.Event) {
    guard let id = first.item, let old = ItemState(old: first), let new = ItemState(new: last) else { return nil }
    (self.id, self.old, self.new) = (id, old, new)
  }
}

extension LoggedChange.Event {
  fileprivate var isOfSection: Bool { if case .section = self { true } else { false } }

  /// The section or row; nil for a change of flags or users.
  package var item: ItemID? {
    switch self {
    case .section(let id, _, _): .section(id)
    case .row(let id, _, _): .row(id)
    case .fold, .user: nil
    }
  }
}

extension LoggedChange.Event {
  /// Whether the change ticked an item that was open or no task.
  fileprivate var isTicking: Bool {
    switch self {
    case .section(_, let old?, let new?): new.isDone == true && old.isDone != true
    case .row(_, let old?, let new?): new.content.isDone == true && old.content.isDone != true
    case .section, .row, .fold, .user: false
    }
  }
}

extension ItemChange.Field {
  /// Returns what a change did to the content of an item, apart from its title or text; long values are cut.
  package static func fields(of event: LoggedChange.Event) -> [ItemChange.Field] {
    guard let old = ItemState(old: event), let new = ItemState(new: event), old.exists, new.exists else { return [] }
    let cut = { (value: String?) in value.map { String($0.prefix(HistoryEffects.nameLimit)) } }
    return new.fields(since: old).filter { !["title", "text"].contains($0.name) }.map {
      ItemChange.Field(name: $0.name, old: cut($0.old), new: cut($0.new))
    }
  }
}

extension LoggedChange {
  fileprivate var isMove: Bool { ItemState(old: event)?.place != ItemState(new: event)?.place }
}

/// The state of a section or a row on one side of a change.
private struct ItemState {
  private(set) var values: [(name: String, value: String?)] = []
  /// The values that give the position of the item.
  private(set) var place: [Int64] = []
  private(set) var holder: SectionID?
  private(set) var exists = false

  var name: String? { values.first?.value }

  init?(old event: LoggedChange.Event) {
    switch event {
    case .section(_, let old, _): self.init(old)
    case .row(_, let old, _): self.init(old)
    case .fold, .user: return nil
    }
  }

  init?(new event: LoggedChange.Event) {
    switch event {
    case .section(_, _, let new): self.init(new)
    case .row(_, _, let new): self.init(new)
    case .fold, .user: return nil
    }
  }

  private init(_ section: SectionImage?) {
    guard let section else { return }
    exists = true
    place = [section.ord, Int64(section.level)]
    values = [
      ("title", section.title), ("detail", section.detail ?? nil), ("done", Self.word(for: section.isDone ?? nil)),
      ("collapsible", section.isCollapsible ? "yes" : "no"),
      ("newRows", (section.newRows ?? nil)?.rawValue ?? "none"), ("attributes", section.attributes ?? nil),
      ("due", (section.due ?? nil)?.description), ("repeat", section.repeats ?? nil),
    ]
  }

  private init(_ row: RowImage?) {
    guard let row else { return }
    exists = true
    (holder, place) = (row.section, [row.section.rawValue, row.rank, Int64(row.content.level ?? 0)])
    values = [
      ("text", row.content.text), ("done", Self.word(for: row.content.isDone ?? nil)),
      ("attributes", row.content.attributes ?? nil), ("due", (row.content.due ?? nil)?.description),
      ("repeat", row.content.repeats ?? nil),
    ]
  }

  /// The value of `--done` for a check box.
  private static func word(for isDone: Bool?) -> String { isDone.map { $0 ? "yes" : "no" } ?? "none" }

  /// The values that differ from those before.
  func fields(since before: ItemState) -> [ItemChange.Field] {
    zip(before.values, values).filter { !$0.value.hasSameBytes(as: $1.value) }.map { old, new in
      ItemChange.Field(name: new.name, old: old.value, new: new.value)
    }
  }
}
