/// The sections and rows that a merge leads to, in document order.
///
/// At first these are the sections and rows of the document, with the ids of what they match in the outline;
/// ``keeping(_:)`` adds what stays although the document does not have it.
package struct MergeTarget: Sendable {
  /// The sections, with their rows, as they are to be.
  package let parts: [DocumentPart]
  /// For each part the index of the part that encloses it; nil for an outermost one.
  package let parents: [Int?]

  /// Takes the sections and rows of a document.
  ///
  /// - Parameters:
  ///   - document: The sections of the document.
  ///   - levels: The level in the outline of each of them.
  ///   - match: What of the outline matches them.
  package init(_ document: [DocumentPart], levels: [Int], match: MergeRules) {
    self.init(
      document.indices.map { index in
        var part = document[index]
        part.piece.draft.level = levels[index]
        part.piece.id = match.sections[index]
        for row in part.rows.indices { part.rows[row].id = match.rows[index][row] }
        return part
      })
  }

  /// Takes the sections and rows of a document whose ids are those of the outline, or are to be.
  ///
  /// An id that the document has twice counts for the first of them alone; the others become new.
  package init(withIDsOf document: [DocumentPart]) {
    var (sections, rows): (Set<SectionID>, Set<RowID>) = ([], [])
    self.init(
      document.map { part in
        var part = part
        if let id = part.piece.id, !sections.insert(id).inserted { part.piece.id = nil }
        for index in part.rows.indices {
          if let id = part.rows[index].id, !rows.insert(id).inserted { part.rows[index].id = nil }
        }
        return part
      })
  }

  /// Takes sections with their rows.
  package init(_ parts: [DocumentPart]) {
    self.parts = parts
    parents = LevelStack.parents(of: parts.map(\.piece.draft.level))
  }

  /// Returns for each part the section of the outline; nil for a new one.
  package func ids(in old: [DocumentPart]) -> [SectionID?] {
    let known = Set(old.compactMap(\.piece.id))
    return parts.map { $0.piece.id.flatMap { known.contains($0) ? $0 : nil } }
  }

  /// Returns the target with the sections and rows of the outline that match nothing in it.
  ///
  /// Each of them follows the nearest neighbour before it that is still in the same section, or comes first there; but
  /// none comes before one of the document with the same text, which the next merge would take it for. A
  /// section stays in its parent, with everything below it that the document has nowhere. O(n).
  /// - Throws: `OutlineError/tooDeep(title:level:)` if the parent of a section that stays is at a deeper level now.
  package func keeping(_ old: [DocumentPart]) throws(OutlineError) -> MergeTarget {
    let kept = KeptSections(old, in: self)
    let taken = Set(parts.flatMap { $0.rows.compactMap(\.id) })
    var weaving = Weaving(old: old, kept: kept, taken: taken)
    let rows = Dictionary(old.map { ($0.piece.id, $0.rows) }) { first, _ in first }
    var open = LevelStack<Int>()
    try weaving.add(
      kept.first[nil, default: []], below: 0, atMost: nil, atLeast: lowest(below: nil, next: parts.indices.first))
    for (index, part) in parts.enumerated() {
      while let (_, last) = open.leave(for: part.piece.draft.level) {
        try weaving.add(after: last, of: self, next: index)
      }
      open.enter(index, level: part.piece.draft.level)
      weaving.add(part.keeping(part.piece.id.flatMap { rows[$0] } ?? [], without: taken))
      let next = index + 1 < parts.count ? index + 1 : nil
      try weaving.add(
        kept.first[index, default: []], below: part.piece.draft.level, atMost: nil,
        atLeast: lowest(below: index, next: next))
    }
    while let (_, last) = open.leave(for: 0) { try weaving.add(after: last, of: self, next: nil) }
    return MergeTarget(weaving.parts)
  }

  /// Returns the smallest level at which a section below `parent` encloses nothing of what comes next.
  fileprivate func lowest(below parent: Int?, next: Int?) -> Int {
    if let next, parents[next] == parent { return parts[next].piece.draft.level }
    return (parent.map { parts[$0].piece.draft.level } ?? 0) + 1
  }
}

extension DocumentPart {
  /// Returns the part with those of its section's rows that match nothing in the document.
  fileprivate func keeping(_ old: [RowPiece], without taken: Set<RowID>) -> Self {
    let positions = Dictionary(
      rows.enumerated().compactMap { index, row in row.id.map { ($0, index) } }
    ) { first, _ in first }
    let twins = Dictionary(rows.enumerated().map { ($1.draft.text, $0) }) { $1 }
    /// The rows that follow a row of the document, by its position; -1 for those that come first.
    var following: [Int: [RowPiece]] = [:]
    var last = -1
    for row in old {
      guard let id = row.id else { continue }
      if let position = positions[id] {
        last = position
      } else if !taken.contains(id) {
        following[max(last, twins[row.draft.text, default: -1]), default: []].append(row)
      }
    }
    if following.isEmpty { return self }
    let pieces = (-1..<rows.count).flatMap { position in
      (position < 0 ? [] : [rows[position]]) + (following[position] ?? [])
    }
    return Self(piece, rows: pieces)
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

  init(_ old: [DocumentPart], in target: MergeTarget) {
    let indices = Dictionary(
      target.parts.enumerated().compactMap { index, part in part.piece.id.map { ($0, index) } }
    ) { first, _ in first }
    let homes = old.map { $0.piece.id.flatMap { indices[$0] } }
    let parents = LevelStack.parents(of: old.map(\.piece.draft.level))
    parentLevels = parents.map { $0.map { old[$0].piece.draft.level } ?? 0 }
    var twins: [Int?: [String: Int]] = [:]
    for (index, part) in target.parts.enumerated() {
      twins[target.parents[index], default: [:]][part.piece.draft.title] = index
    }
    var last: [Int?: Int] = [:]
    for (index, parent) in parents.enumerated() {
      let isKept = parent.map { homes[$0] == nil } ?? false
      let home = parent.flatMap { homes[$0] }
      if let own = homes[index] {
        if !isKept, target.parents[own] == home { last[home] = own }
      } else if isKept, let parent {
        below[parent, default: []].append(index)
      } else if let last = [last[home], twins[home]?[old[index].piece.draft.title]].compactMap(\.self).max() {
        after[last, default: []].append(index)
      } else {
        first[home, default: []].append(index)
      }
    }
  }
}

/// The parts of a target with those that stay, which is put together in document order.
private struct Weaving {
  let old: [DocumentPart]
  let kept: KeptSections
  /// The rows that the document has somewhere.
  let taken: Set<RowID>
  private(set) var parts: [DocumentPart] = []

  init(old: [DocumentPart], kept: KeptSections, taken: Set<RowID>) {
    self.old = old
    self.kept = kept
    self.taken = taken
  }

  mutating func add(_ part: DocumentPart) { parts.append(part) }

  /// Adds the sections that follow a part and everything below it.
  mutating func add(after index: Int, of target: MergeTarget, next: Int?) throws(OutlineError) {
    guard let sections = kept.after[index] else { return }
    let parent = target.parents[index]
    try add(
      sections, below: parent.map { target.parts[$0].piece.draft.level } ?? 0,
      atMost: target.parts[index].piece.draft.level,
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
      let own = parent + old[index].piece.draft.level - kept.parentLevels[index]
      let level = max(lower, min(upper ?? own, own))
      try add(index, shiftedBy: level - old[index].piece.draft.level)
      upper = level
    }
  }

  private mutating func add(_ index: Int, shiftedBy shift: Int) throws(OutlineError) {
    var part = old[index]
    part.piece.draft.level += shift
    let level = part.piece.draft.level
    if level > OutlineLimits.levels.upperBound { throw .tooDeep(title: part.piece.draft.title, level: level) }
    part.rows.removeAll { $0.id.map(taken.contains) == true }
    parts.append(part)
    for child in kept.below[index] ?? [] { try add(child, shiftedBy: shift) }
  }
}
