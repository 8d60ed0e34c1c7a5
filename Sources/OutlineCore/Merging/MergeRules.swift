/// Finds the sections and rows that an outline and a newer version of a document have in common.
///
/// Outermost sections match by title. Sections of the outline that are not below a matching outermost section are not
/// part of the comparison.
///
/// The sections below match by the path of their titles; where several have the same path, those with the same id match
/// first, then the others in order. What is left matches by id, and then by a title that occurs only once among the
/// rest of either side. Rows match in the same way: by text within the matching section, then by id, then by text
/// anywhere. What is left of both is the same if it has the same number, whatever its kind.
package struct MergeRules: Sendable {
  /// The sections of the outline that are part of the comparison, in order; those that match no section of the document
  /// are to be deleted.
  package let old: [DocumentPart]
  /// The sections of the document, with the ids of the sections and rows that they match; nil for new ones.
  package private(set) var new: [DocumentPart]
  /// The numbers of what is a section in one and a row in the other.
  package private(set) var converted: Set<Int64> = []

  /// Matches an outline with a document, both in document order.
  ///
  /// O(n).
  /// - Parameter common: Which ids count; the others of the document stand for nothing in the outline.
  package init(_ outline: [DocumentPart], _ new: [DocumentPart], _ common: CommonIDs) {
    let old = Self.covered(outline, new)
    self.old = old
    self.new = new
    let sections = Self.sections(old, new, common)
    var rows = Self.rows(old, new, sections, common)[...]
    for (index, id) in sections.enumerated() {
      self.new[index].piece.id = id
      for row in new[index].rows.indices { self.new[index].rows[row].id = rows.popFirst() ?? nil }
    }
    matchKinds(new, common)
  }

  /// Matches rows with sections, and sections without content with rows.
  private mutating func matchKinds(_ document: [DocumentPart], _ common: CommonIDs) {
    let isTaken = Set(new.compactMap(\.piece.id?.rawValue) + new.flatMap { $0.rows.compactMap(\.id?.rawValue) })
    var rows: [Int64: String] = [:]
    var sections: [Int64: String] = [:]
    for (index, part) in old.enumerated() {
      for row in part.rows { if let id = row.id, !isTaken.contains(id.rawValue) { rows[id.rawValue] = row.draft.text } }
      let hasSections = index + 1 < old.count && old[index + 1].piece.draft.level > part.piece.draft.level
      if let id = part.piece.id, !isTaken.contains(id.rawValue), part.rows.isEmpty, !hasSections {
        sections[id.rawValue] = part.piece.draft.title
      }
    }
    if rows.isEmpty, sections.isEmpty { return }
    func found(_ id: ItemID?, _ name: String, _ others: inout [Int64: String]) -> Int64? {
      guard let id, let other = others[id.number], common.include(id, named: name, other) else { return nil }
      others[id.number] = nil
      converted.insert(id.number)
      return id.number
    }
    for (index, part) in document.enumerated() {
      if new[index].piece.id == nil {
        new[index].piece.id = found(part.piece.id.map(ItemID.section), part.piece.draft.title, &rows).map {
          SectionID($0)
        }
      }
      for (position, row) in part.rows.enumerated() where new[index].rows[position].id == nil {
        new[index].rows[position].id = found(row.id.map(ItemID.row), row.draft.text, &sections).map { RowID($0) }
      }
    }
  }

  /// Returns the sections of the outline below outermost sections that have the title of an outermost section of the
  /// document.
  ///
  /// If several outermost sections of the outline have the same title, as many are used as the document has, those with
  /// the most similar rows first. Ids alone are not enough, because the document may come from another outline.
  private static func covered(_ old: [DocumentPart], _ new: [DocumentPart]) -> [DocumentPart] {
    let newRoots = roots(new.map(\.piece.draft.level)).map { new[$0] }
    let oldRoots = roots(old.map(\.piece.draft.level))
    let ends = Dictionary(zip(oldRoots, oldRoots.dropFirst() + [old.count])) { first, _ in first }
    let candidates = Dictionary(grouping: oldRoots) { old[$0].piece.draft.title }
    var chosen: [Int] = []
    for (title, sections) in Dictionary(grouping: newRoots, by: \.piece.draft.title) {
      let texts = Set(sections.flatMap { $0.rows.map(\.draft.text) })
      let likeness = { (root: Int) in old[root].rows.count { texts.contains($0.draft.text) } }
      let best = candidates[title, default: []].sorted { (likeness($1), $0) < (likeness($0), $1) }
      chosen += best.prefix(sections.count)
    }
    return chosen.sorted().flatMap { old[$0..<ends[$0, default: $0]] }
  }

  /// Returns the indices of the outermost sections.
  private static func roots(_ levels: [Int]) -> [Int] {
    var lowest = Int.max
    return levels.indices.filter { index in
      defer { lowest = min(lowest, levels[index]) }
      return levels[index] <= lowest
    }
  }

  private static func sections(_ old: [DocumentPart], _ new: [DocumentPart], _ common: CommonIDs) -> [SectionID?] {
    let (oldTitles, newTitles) = (old.map(\.piece.draft.title), new.map(\.piece.draft.title))
    let (oldPaths, newPaths) = (paths(old), paths(new))
    var matching = Matching(old.map(\.piece.id), new.map(\.piece.id)) { id, old, new in
      common.include(.section(id), named: oldTitles[old], newTitles[new])
    }
    matching.matchIDs { oldPaths[$0] == newPaths[$1] }
    matching.matchKeys(oldPaths, newPaths)
    matching.matchIDs()
    matching.matchKeys(oldTitles, newTitles, occurringOnce: true)
    return matching.found
  }

  /// Returns the titles from the top down to each section.
  private static func paths(_ parts: [DocumentPart]) -> [[String]] {
    var open = LevelStack<String>()
    return parts.map { part in
      open.enter(part.piece.draft.title, level: part.piece.draft.level)
      return open.entries
    }
  }

  private static func rows(
    _ old: [DocumentPart], _ new: [DocumentPart], _ sections: [SectionID?], _ common: CommonIDs
  ) -> [RowID?] {
    let (oldRows, newRows) = (old.flatMap(\.rows), new.flatMap(\.rows))
    let (oldTexts, newTexts) = (oldRows.map(\.draft.text), newRows.map(\.draft.text))
    var matching = Matching(oldRows.map(\.id), newRows.map(\.id)) { id, old, new in
      common.include(.row(id), named: oldTexts[old], newTexts[new])
    }
    matching.matchIDs { oldTexts[$0] == newTexts[$1] }
    matching.matchKeys(spots(old, old.map(\.piece.id)), spots(new, sections))
    matching.matchIDs()
    matching.matchKeys(oldTexts, newTexts)
    return matching.found
  }

  /// A text in a section of the outline; nil stands for a section that the outline does not have.
  private struct Spot: Hashable {
    let section: SectionID?
    let text: String
  }

  private static func spots(_ parts: [DocumentPart], _ sections: [SectionID?]) -> [Spot] {
    zip(parts, sections).flatMap { part, section in part.rows.map { Spot(section: section, text: $0.draft.text) } }
  }
}

/// Sections or rows of an outline, and those of a document that match them, all by their indices.
private struct Matching<ID: Hashable> {
  private let old: [ID?]
  /// For each one of the document the one of the outline that has its id; nil for none.
  private let sameIDs: [Int?]
  private var isTaken: [Bool]
  /// For each one of the document the id of the one that matches it; nil for none so far.
  private(set) var found: [ID?]

  /// Takes the ids in the outline and in the document.
  ///
  /// - Parameter counts: Whether an id stands for the same thing in both.
  init(_ old: [ID?], _ new: [ID?], where counts: (_ id: ID, _ old: Int, _ new: Int) -> Bool) {
    self.old = old
    let known = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    sameIDs = new.enumerated().map { index, id in
      guard let id, let position = known[id], counts(id, position, index) else { return nil }
      return position
    }
    isTaken = [Bool](repeating: false, count: old.count)
    found = [ID?](repeating: nil, count: new.count)
  }

  /// Matches what is left by the ids, where the indices fit.
  mutating func matchIDs(where fits: (_ old: Int, _ new: Int) -> Bool = { _, _ in true }) {
    for (index, position) in sameIDs.enumerated() where found[index] == nil {
      if let position, !isTaken[position], fits(position, index) { take(position, for: index) }
    }
  }

  /// Matches what is left by keys, in order.
  ///
  /// - Parameter occurringOnce: Whether to match only keys that occur once among what is left on either side.
  mutating func matchKeys<Key: Hashable>(_ oldKeys: [Key], _ newKeys: [Key], occurringOnce: Bool = false) {
    var waiting: [Key: [Int]] = [:]  // the last one first
    for index in old.indices.reversed() where !isTaken[index] { waiting[oldKeys[index], default: []].append(index) }
    let rest = found.indices.filter { found[$0] == nil }
    if occurringOnce {
      let counts = Dictionary(rest.map { (newKeys[$0], 1) }, uniquingKeysWith: +)
      waiting = waiting.filter { $0.value.count == 1 && counts[$0.key] == 1 }
    }
    for index in rest {
      if let position = waiting[newKeys[index]]?.popLast() { take(position, for: index) }
    }
  }

  private mutating func take(_ position: Int, for index: Int) {
    isTaken[position] = true
    found[index] = old[position]
  }
}
