extension [DocumentPart] {
  /// Returns the sections of a document, which have the ids of what they match in the outline, together with the sections
  /// and rows of the outline that match nothing in it.
  ///
  /// Each of them follows the nearest neighbour before it that is still in the same section, or comes first there; but
  /// none comes before one of the document with the same text, which the next merge would take it for. A
  /// section stays in its parent, with everything below it that the document has nowhere. O(n).
  /// - Throws: `OutlineError/tooDeep(title:level:)` if the parent of a section that stays is at a deeper level now.
  package func keeping(_ old: [DocumentPart]) throws(OutlineError) -> [DocumentPart] {
    var weaving = Weaving(self, old)
    try weaving.add(below: nil)
    return weaving.parts
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
  /// Those that come first in a section of the document; nil stands for the top.
  private(set) var first: [Int?: [Int]] = [:]
  /// Those that follow a section of the document and everything below it.
  private(set) var after: [Int: [Int]] = [:]
  /// Those below another one that stays.
  private(set) var below: [Int: [Int]] = [:]
  /// For each section of the outline the level of its parent, 0 at the top.
  private(set) var parentLevels: [Int] = []

  /// Finds the positions in a document, of which the indices of the enclosing sections are given.
  init(_ old: [DocumentPart], in document: [DocumentPart], _ enclosing: [Int?]) {
    let indices = Dictionary(
      document.enumerated().compactMap { index, part in part.piece.id.map { ($0, index) } }
    ) { first, _ in first }
    let homes = old.map { $0.piece.id.flatMap { indices[$0] } }
    let parents = LevelStack.parents(of: old.map(\.piece.draft.level))
    parentLevels = parents.map { $0.map { old[$0].piece.draft.level } ?? 0 }
    var twins: [Int?: [String: Int]] = [:]
    for (index, part) in document.enumerated() { twins[enclosing[index], default: [:]][part.piece.draft.title] = index }
    var last: [Int?: Int] = [:]
    for (index, parent) in parents.enumerated() {
      let isKept = parent.map { homes[$0] == nil } ?? false
      let home = parent.flatMap { homes[$0] }
      if let own = homes[index] {
        if !isKept, enclosing[own] == home { last[home] = own }
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

/// Puts the sections of a document and those that stay together, in document order.
private struct Weaving {
  private let document: [DocumentPart]
  private let old: [DocumentPart]
  private let kept: KeptSections
  /// The indices of the sections of the document that are directly below each one; nil stands for the top.
  private let children: [Int?: [Int]]
  /// The rows of the outline's sections.
  private let rows: [SectionID?: [RowPiece]]
  /// The rows that the document has somewhere.
  private let taken: Set<RowID>
  private(set) var parts: [DocumentPart] = []

  init(_ document: [DocumentPart], _ old: [DocumentPart]) {
    self.document = document
    self.old = old
    let parents = LevelStack.parents(of: document.map(\.piece.draft.level))
    kept = KeptSections(old, in: document, parents)
    children = Dictionary(grouping: document.indices) { parents[$0] }
    rows = Dictionary(old.map { ($0.piece.id, $0.rows) }) { first, _ in first }
    taken = Set(document.flatMap { $0.rows.compactMap(\.id) })
  }

  /// Adds everything that is below a section of the document, or everything.
  mutating func add(below parent: Int?) throws(OutlineError) {
    let level = parent.map { document[$0].piece.draft.level } ?? 0
    let children = children[parent] ?? []
    try add(kept.first[parent] ?? [], below: level, atMost: nil, before: children.first)
    for (index, child) in zip(1..., children) {
      let part = document[child]
      parts.append(part.keeping(part.piece.id.flatMap { rows[$0] } ?? [], without: taken))
      try add(below: child)
      try add(
        kept.after[child] ?? [], below: level, atMost: part.piece.draft.level,
        before: index < children.count ? children[index] : nil)
    }
  }

  /// Adds siblings that keep the distance to their parent, as far as none of them encloses what follows it.
  ///
  /// - Parameters:
  ///   - sections: The siblings, as indices of the outline.
  ///   - parent: The level of their parent.
  ///   - upper: The level of the sibling before them, which is the deepest that they may have; nil for none.
  ///   - next: The section of the document that is the next sibling; nil for none.
  private mutating func add(
    _ sections: [Int], below parent: Int, atMost upper: Int?, before next: Int?
  ) throws(OutlineError) {
    let lower = next.map { document[$0].piece.draft.level } ?? parent + 1
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
