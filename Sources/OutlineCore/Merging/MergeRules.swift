/// Finds the sections and rows that an outline and a newer version of a document have in common.
///
/// Outermost sections match by title. Sections of the outline that are not below a matching outermost section are not
/// part of the comparison.
///
/// The sections below match by the path of their titles; where several have the same path, those with the same id match
/// first, then the others in order. What is left matches by id, and then by a title that occurs only once among the
/// rest of either side. Rows match in the same way: by text within the matching section, then by id, then by text
/// anywhere.
package struct MergeRules: Sendable {
  /// The sections of the outline that are part of the comparison, in order; those that match no section of the document
  /// are to be deleted.
  package let old: [DocumentPart]
  /// The matching section for each section of the document; nil for a new one.
  package private(set) var sections: [SectionID?]
  /// The matching row for each row of each section of the document; nil for a new one.
  package private(set) var rows: [[RowID?]]

  /// Matches an outline with a document, both in document order.
  ///
  /// O(n).
  package init(_ outline: [DocumentPart], _ new: [DocumentPart]) {
    let old = Self.covered(outline, new)
    self.old = old
    sections = Self.match(old, new)
    rows = Self.matchRows(old, new, sections)
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

  private static func match(_ old: [DocumentPart], _ new: [DocumentPart]) -> [SectionID?] {
    let (oldPaths, newPaths) = (paths(old), paths(new))
    let known = Dictionary(zip(old.map(\.piece.id), oldPaths)) { first, _ in first }
    var taken: Set<SectionID> = []
    var found = [SectionID?](repeating: nil, count: new.count)
    func matchKeys(where fits: (SectionID, Int) -> Bool) {
      for index in new.indices where found[index] == nil {
        guard let id = new[index].piece.id, known[id] != nil, fits(id, index), taken.insert(id).inserted else {
          continue
        }
        found[index] = id
      }
    }
    matchKeys { id, index in known[id] == newPaths[index] }
    var waiting = Queues<[String], SectionID>()
    for (part, path) in zip(old, oldPaths) {
      if let id = part.piece.id, !taken.contains(id) { waiting.add(id, for: path) }
    }
    for index in new.indices where found[index] == nil { found[index] = waiting.next(for: newPaths[index]) }
    taken.formUnion(found.compactMap(\.self))
    matchKeys { _, _ in true }
    return matchTitles(old.filter { $0.piece.id.map(taken.contains) == false }, new, found)
  }

  /// Matches the remaining sections by title alone, if the title occurs only once on either side.
  private static func matchTitles(
    _ old: [DocumentPart], _ new: [DocumentPart], _ found: [SectionID?]
  ) -> [SectionID?] {
    let candidates = Dictionary(grouping: old, by: \.piece.draft.title)
    let rest = new.indices.filter { found[$0] == nil }
    var found = found
    for (title, indices) in Dictionary(grouping: rest, by: { new[$0].piece.draft.title }) {
      guard let sections = candidates[title], sections.count == 1, indices.count == 1 else { continue }
      found[indices[0]] = sections[0].piece.id
    }
    return found
  }

  /// Returns the titles from the top down to each section.
  private static func paths(_ parts: [DocumentPart]) -> [[String]] {
    var open = LevelStack<String>()
    return parts.map { part in
      open.enter(part.piece.draft.title, level: part.piece.draft.level)
      return open.entries
    }
  }

  private static func matchRows(
    _ old: [DocumentPart], _ new: [DocumentPart], _ sections: [SectionID?]
  ) -> [[RowID?]] {
    let known = Dictionary(old.flatMap { $0.rows.map { ($0.id, $0.draft.text) } }) { first, _ in first }
    var taken: Set<RowID> = []
    var found = new.map { [RowID?](repeating: nil, count: $0.rows.count) }
    func matchKeys(where fits: (RowID, RowPiece) -> Bool) {
      for index in new.indices {
        for position in found[index].indices where found[index][position] == nil {
          let row = new[index].rows[position]
          guard let id = row.id, known[id] != nil, fits(id, row), taken.insert(id).inserted else { continue }
          found[index][position] = id
        }
      }
    }
    matchKeys { id, row in known[id] == row.draft.text }
    // Look in the matching section first, and then anywhere.
    let oldRows = old.flatMap { part in part.rows.map { (section: part.piece.id, row: $0) } }
    for isAnywhere in [false, true] {
      var waiting = Queues<Spot, RowID>()
      for (section, row) in oldRows {
        guard let id = row.id, !taken.contains(id) else { continue }
        waiting.add(id, for: Spot(section: isAnywhere ? nil : section, text: row.draft.text))
      }
      for index in new.indices where isAnywhere || sections[index] != nil {
        for position in found[index].indices where found[index][position] == nil {
          let text = new[index].rows[position].draft.text
          guard let id = waiting.next(for: Spot(section: isAnywhere ? nil : sections[index], text: text)) else {
            continue
          }
          taken.insert(id)
          found[index][position] = id
        }
      }
      if !isAnywhere { matchKeys { _, _ in true } }
    }
    return found
  }

  /// A text in one section, or anywhere if the section is nil.
  private struct Spot: Hashable {
    let section: SectionID?
    let text: String
  }
}

/// Values in queues, which are found by a key.
private struct Queues<Key: Hashable, Value> {
  private var waiting: [Key: (values: [Value], next: Int)] = [:]

  mutating func add(_ value: Value, for key: Key) { waiting[key, default: ([], 0)].values.append(value) }

  mutating func next(for key: Key) -> Value? {
    guard let queue = waiting[key], queue.next < queue.values.count else { return nil }
    waiting[key]?.next += 1
    return queue.values[queue.next]
  }
}
