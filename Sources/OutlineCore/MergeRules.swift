/// Which sections and rows of an outline are those of a newer version of the same document.
///
/// Only what is below the document's outermost sections is looked at: other sections of the outline have nothing to do
/// with it.
///
/// Sections match by key, else by the titles from the top, the first by the first where several have the same, else by
/// a title that is left over only once on either side; rows by key, else by text, in the matching section before all
/// others.
public struct MergeRules: Sendable {
  /// A section of the outline.
  public struct OldSection: Sendable {
    /// The section.
    public let section: Section
    /// Its rows, in order.
    public let rows: [Row]

    /// Makes the value.
    public init(_ section: Section, rows: [Row]) {
      self.section = section
      self.rows = rows
    }
  }

  /// A section of the document.
  public struct NewSection: Sendable {
    /// The section.
    public var piece: SectionPiece
    /// Its rows, in order.
    public var rows: [RowPiece]

    /// Makes the value.
    public init(_ piece: SectionPiece, rows: [RowPiece] = []) {
      self.piece = piece
      self.rows = rows
    }
  }

  /// The sections of the outline that belong to the document, in order; those that are nothing in it are gone.
  public let old: [OldSection]
  /// For each section of the document, the section that it is; nil for a new one.
  public private(set) var sections: [SectionID?]
  /// For each section of the document, for each of its rows, the row that it is; nil for a new one.
  public private(set) var rows: [[RowID?]]

  /// Compares an outline with a document, both in document order.
  ///
  /// O(n).
  public init(_ outline: [OldSection], _ new: [NewSection]) {
    let old = Self.covered(outline, new)
    self.old = old
    sections = Self.match(old, new)
    rows = Self.matchRows(old, new, sections)
  }

  /// The sections of an outline in the subtrees whose outermost section the document has among its own.
  private static func covered(_ old: [OldSection], _ new: [NewSection]) -> [OldSection] {
    let newRoots = roots(new.map(\.piece.draft.level)).map { new[$0].piece }
    let ids = Set(newRoots.compactMap(\.id))
    let titles = Set(newRoots.map(\.draft.title))
    let oldRoots = roots(old.map(\.section.level))
    return zip(oldRoots, oldRoots.dropFirst() + [old.count]).flatMap { start, end -> [OldSection] in
      let root = old[start].section
      return ids.contains(root.id) || titles.contains(root.title) ? Array(old[start..<end]) : []
    }
  }

  /// The places of the sections that no section before them encloses.
  private static func roots(_ levels: [Int]) -> [Int] {
    var lowest = Int.max
    return levels.indices.filter { index in
      defer { lowest = min(lowest, levels[index]) }
      return levels[index] <= lowest
    }
  }

  private static func match(_ old: [OldSection], _ new: [NewSection]) -> [SectionID?] {
    let known = Set(old.map(\.section.id))
    var taken: Set<SectionID> = []
    var found = new.map { section -> SectionID? in
      guard let id = section.piece.id, known.contains(id), taken.insert(id).inserted else { return nil }
      return id
    }
    var waiting = Queues<[String], SectionID>()
    let oldPaths = paths(old.map { ($0.section.level, $0.section.title) })
    for (section, path) in zip(old, oldPaths) where !taken.contains(section.section.id) {
      waiting.add(section.section.id, for: path)
    }
    let newPaths = paths(new.map { ($0.piece.draft.level, $0.piece.draft.title) })
    for index in new.indices where found[index] == nil { found[index] = waiting.next(for: newPaths[index]) }
    taken.formUnion(found.compactMap(\.self))
    return matchTitles(old.filter { !taken.contains($0.section.id) }, new, found)
  }

  /// Matches what is left over by the title alone, where it stands only once on either side.
  private static func matchTitles(
    _ old: [OldSection], _ new: [NewSection], _ found: [SectionID?]
  ) -> [SectionID?] {
    let candidates = Dictionary(grouping: old, by: \.section.title)
    let rest = new.indices.filter { found[$0] == nil }
    var found = found
    for (title, indices) in Dictionary(grouping: rest, by: { new[$0].piece.draft.title }) {
      guard let sections = candidates[title], sections.count == 1, indices.count == 1 else { continue }
      found[indices[0]] = sections[0].section.id
    }
    return found
  }

  /// The titles from the top down to each section.
  private static func paths(_ sections: [(level: Int, title: String)]) -> [[String]] {
    var open: [(level: Int, title: String)] = []
    return sections.map { section in
      while let last = open.last, last.level >= section.level { open.removeLast() }
      open.append(section)
      return open.map(\.title)
    }
  }

  private static func matchRows(
    _ old: [OldSection], _ new: [NewSection], _ sections: [SectionID?]
  ) -> [[RowID?]] {
    let known = Set(old.flatMap { $0.rows.map(\.id) })
    var taken: Set<RowID> = []
    var found = new.map { section in
      section.rows.map { row -> RowID? in
        guard let id = row.id, known.contains(id), taken.insert(id).inserted else { return nil }
        return id
      }
    }
    // In the matching section first, then wherever the text stands.
    let oldRows = old.flatMap { section in section.rows.map { (section: section.section.id, row: $0) } }
    for isAnywhere in [false, true] {
      var waiting = Queues<Spot, RowID>()
      for (section, row) in oldRows where !taken.contains(row.id) {
        waiting.add(row.id, for: Spot(section: isAnywhere ? nil : section, text: row.text))
      }
      for index in new.indices where isAnywhere || sections[index] != nil {
        for place in found[index].indices where found[index][place] == nil {
          let text = new[index].rows[place].draft.text
          guard let id = waiting.next(for: Spot(section: isAnywhere ? nil : sections[index], text: text)) else {
            continue
          }
          taken.insert(id)
          found[index][place] = id
        }
      }
    }
    return found
  }

  /// A text, in one section or anywhere.
  private struct Spot: Hashable {
    let section: SectionID?
    let text: String
  }
}

/// Values that wait under keys, first come, first served.
private struct Queues<Key: Hashable, Value> {
  private var waiting: [Key: (values: [Value], next: Int)] = [:]

  mutating func add(_ value: Value, for key: Key) { waiting[key, default: ([], 0)].values.append(value) }

  mutating func next(for key: Key) -> Value? {
    guard let queue = waiting[key], queue.next < queue.values.count else { return nil }
    waiting[key]?.next += 1
    return queue.values[queue.next]
  }
}
