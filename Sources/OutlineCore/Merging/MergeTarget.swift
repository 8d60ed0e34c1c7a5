/// The sections and rows that a merge leads to, in document order.
///
/// At first these are the sections and rows of the document; ``keeping(_:)`` adds what stays although the document does
/// not have it.
package struct MergeTarget: Sendable {
  /// A section with its rows, as they are to be.
  package struct Part: Sendable {
    /// The content.
    package let content: MergeRules.NewSection
    /// The level in the outline.
    package let level: Int
    /// The section of the outline; nil for a new one.
    package let id: SectionID?
    /// For each row of the content the row of the outline; nil for a new one.
    package let rows: [RowID?]

    /// Creates the value.
    package init(content: MergeRules.NewSection, level: Int, id: SectionID?, rows: [RowID?]) {
      self.content = content
      self.level = level
      self.id = id
      self.rows = rows
    }
  }

  /// The sections, with their rows.
  package let parts: [Part]
  /// For each part the index of the part that encloses it; nil for an outermost one.
  package let parents: [Int?]

  /// Takes the sections and rows of a document.
  ///
  /// - Parameters:
  ///   - document: The sections of the document.
  ///   - levels: The level in the outline of each of them.
  ///   - match: What of the outline matches them.
  package init(_ document: [MergeRules.NewSection], levels: [Int], match: MergeRules) {
    self.init(
      document.indices.map { index in
        Part(content: document[index], level: levels[index], id: match.sections[index], rows: match.rows[index])
      })
  }

  /// Takes the sections and rows of a document that has the ids of the outline.
  ///
  /// An id that the document has twice counts for the first of them alone; the others become new.
  package init(_ document: [MergeRules.NewSection], withIDsOf old: [MergeRules.OldSection]) {
    let (oldSections, oldRows) = (Set(old.map(\.section.id)), Set(old.flatMap { $0.rows.map(\.id) }))
    var (sections, rows): (Set<SectionID>, Set<RowID>) = ([], [])
    self.init(
      document.map { section in
        var content = section
        if let id = content.piece.id, !sections.insert(id).inserted { content.piece.id = nil }
        for index in content.rows.indices {
          if let id = content.rows[index].id, !rows.insert(id).inserted { content.rows[index].id = nil }
        }
        return Part(
          content: content, level: content.piece.draft.level,
          id: content.piece.id.flatMap { oldSections.contains($0) ? $0 : nil },
          rows: content.rows.map { row in row.id.flatMap { oldRows.contains($0) ? $0 : nil } })
      })
  }

  /// Takes sections with their rows.
  package init(_ parts: [Part]) {
    self.parts = parts
    parents = parentIndices(parts.map(\.level))
  }

  /// Returns the target with the sections and rows of the outline that match nothing in it.
  ///
  /// Each of them follows the nearest neighbour before it that is still in the same section, or comes first there; but
  /// none comes before one of the document with the same text, which the next merge would take it for. A
  /// section stays in its parent, with everything below it that the document has nowhere. O(n).
  /// - Throws: `OutlineError/tooDeep(title:level:)` if the parent of a section that stays is at a deeper level now.
  package func keeping(_ old: [MergeRules.OldSection]) throws(OutlineError) -> MergeTarget {
    let kept = KeptSections(old, in: self)
    let taken = Set(parts.flatMap { $0.rows.compactMap(\.self) })
    var weaving = Weaving(old: old, kept: kept, taken: taken)
    let rows = Dictionary(old.map { ($0.section.id, $0.rows) }) { first, _ in first }
    var open = LevelStack<Int>()
    try weaving.add(
      kept.first[nil, default: []], below: 0, atMost: nil, atLeast: lowest(below: nil, next: parts.indices.first))
    for (index, part) in parts.enumerated() {
      while let (_, last) = open.leave(for: part.level) { try weaving.add(after: last, of: self, next: index) }
      open.enter(index, level: part.level)
      weaving.add(part.keeping(part.id.flatMap { rows[$0] } ?? [], without: taken))
      let next = index + 1 < parts.count ? index + 1 : nil
      try weaving.add(
        kept.first[index, default: []], below: part.level, atMost: nil, atLeast: lowest(below: index, next: next))
    }
    while let (_, last) = open.leave(for: 0) { try weaving.add(after: last, of: self, next: nil) }
    return MergeTarget(weaving.parts)
  }

  /// Returns the smallest level at which a section below `parent` encloses nothing of what comes next.
  fileprivate func lowest(below parent: Int?, next: Int?) -> Int {
    if let next, parents[next] == parent { return parts[next].level }
    return (parent.map { parts[$0].level } ?? 0) + 1
  }
}

extension MergeTarget.Part {
  /// Returns the part with those of its section's rows that match nothing in the document.
  fileprivate func keeping(_ old: [Row], without taken: Set<RowID>) -> Self {
    let positions = Dictionary(
      rows.enumerated().compactMap { index, id in id.map { ($0, index) } }
    ) { first, _ in first }
    let twins = Dictionary(content.rows.enumerated().map { ($1.draft.text, $0) }) { $1 }
    /// The rows that follow a row of the document, by its position; -1 for those that come first.
    var following: [Int: [Row]] = [:]
    var last = -1
    for row in old {
      if let position = positions[row.id] {
        last = position
      } else if !taken.contains(row.id) {
        following[max(last, twins[row.text, default: -1]), default: []].append(row)
      }
    }
    if following.isEmpty { return self }
    var pieces: [RowPiece] = []
    var ids: [RowID?] = []
    for position in -1..<rows.count {
      if position >= 0 {
        pieces.append(content.rows[position])
        ids.append(rows[position])
      }
      for row in following[position] ?? [] {
        pieces.append(RowPiece(row.content, id: row.id))
        ids.append(row.id)
      }
    }
    return Self(content: MergeRules.NewSection(content.piece, rows: pieces), level: level, id: id, rows: ids)
  }
}

/// The sections of an outline that match nothing in a document, by the positions where they stay.
///
/// Sections of the outline are meant by their indices.
private struct KeptSections {
  /// Those that come first in a part of the target; nil stands for the top.
  private(set) var first: [Int?: [Int]] = [:]
  /// Those that follow a part and everything below it.
  private(set) var after: [Int: [Int]] = [:]
  /// Those below another one that stays.
  private(set) var below: [Int: [Int]] = [:]
  /// For each section of the outline the level of its parent, 0 at the top.
  private(set) var parentLevels: [Int] = []

  init(_ old: [MergeRules.OldSection], in target: MergeTarget) {
    let indices = Dictionary(
      target.parts.enumerated().compactMap { index, part in part.id.map { ($0, index) } }
    ) { first, _ in first }
    let homes = old.map { indices[$0.section.id] }
    let parents = parentIndices(old.map(\.section.level))
    parentLevels = parents.map { $0.map { old[$0].section.level } ?? 0 }
    var twins: [Int?: [String: Int]] = [:]
    for (index, part) in target.parts.enumerated() {
      twins[target.parents[index], default: [:]][part.content.piece.draft.title] = index
    }
    var last: [Int?: Int] = [:]
    for (index, parent) in parents.enumerated() {
      let isKept = parent.map { homes[$0] == nil } ?? false
      let home = parent.flatMap { homes[$0] }
      if let own = homes[index] {
        if !isKept, target.parents[own] == home { last[home] = own }
      } else if isKept, let parent {
        below[parent, default: []].append(index)
      } else if let last = [last[home], twins[home]?[old[index].section.title]].compactMap(\.self).max() {
        after[last, default: []].append(index)
      } else {
        first[home, default: []].append(index)
      }
    }
  }
}

/// The parts of a target with those that stay, which is put together in document order.
private struct Weaving {
  let old: [MergeRules.OldSection]
  let kept: KeptSections
  /// The rows that the document has somewhere.
  let taken: Set<RowID>
  private(set) var parts: [MergeTarget.Part] = []

  init(old: [MergeRules.OldSection], kept: KeptSections, taken: Set<RowID>) {
    self.old = old
    self.kept = kept
    self.taken = taken
  }

  mutating func add(_ part: MergeTarget.Part) { parts.append(part) }

  /// Adds the sections that follow a part and everything below it.
  mutating func add(after index: Int, of target: MergeTarget, next: Int?) throws(OutlineError) {
    guard let sections = kept.after[index] else { return }
    let parent = target.parents[index]
    try add(
      sections, below: parent.map { target.parts[$0].level } ?? 0, atMost: target.parts[index].level,
      atLeast: target.lowest(below: parent, next: next))
  }

  /// Adds siblings that keep the distance to their parent, as far as none of them encloses what follows it.
  ///
  /// - Parameters:
  ///   - sections: The siblings, as indices of the outline.
  ///   - parent: The level of their parent.
  ///   - upper: The level of the sibling before them, which is the deepest that they may have; nil for none.
  ///   - lower: The smallest level at which they enclose nothing of what comes next.
  mutating func add(_ sections: [Int], below parent: Int, atMost upper: Int?, atLeast lower: Int) throws(OutlineError) {
    var upper = upper
    for index in sections {
      let own = parent + old[index].section.level - kept.parentLevels[index]
      let level = max(lower, min(upper ?? own, own))
      try add(index, shiftedBy: level - old[index].section.level)
      upper = level
    }
  }

  private mutating func add(_ index: Int, shiftedBy shift: Int) throws(OutlineError) {
    let section = old[index].section
    let level = section.level + shift
    if level > OutlineLimits.levels.upperBound { throw .tooDeep(title: section.title, level: level) }
    let draft = SectionDraft(
      title: section.title, detail: section.detail, isCollapsible: section.isCollapsible,
      attributes: section.attributes)
    let rows = old[index].rows.filter { !taken.contains($0.id) }
    parts.append(
      MergeTarget.Part(
        content: MergeRules.NewSection(
          SectionPiece(draft, id: section.id), rows: rows.map { RowPiece($0.content, id: $0.id) }),
        level: level, id: section.id, rows: rows.map(\.id)))
    for child in kept.below[index] ?? [] { try add(child, shiftedBy: shift) }
  }
}

/// Returns for each section the index of the one that encloses it; nil for an outermost one.
private func parentIndices(_ levels: [Int]) -> [Int?] {
  var open = LevelStack<Int>()
  return levels.enumerated().map { index, level in
    while open.leave(for: level) != nil {}
    let parent = open.innermost
    open.enter(index, level: level)
    return parent
  }
}
