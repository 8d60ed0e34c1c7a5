import OutlineCore

extension Document {
  /// Returns the document, whose items have the numbers of their matches in an outline, together with the sections and rows of
  /// the outline that match nothing in it.
  ///
  /// Each of them follows the nearest neighbour before it that is still in the same section, or comes first there; but
  /// none comes before one of the document with the same text, which the next merge would take it for. A
  /// section stays in its parent, with everything below it that the document has nowhere. O(n).
  /// - Throws: `OutlineError/tooDeep(title:level:)` if the parent of a section that stays is at a deeper level now.
  package func keeping(_ old: Document) throws(OutlineError) -> Document {
    // An item that has changed its kind is in the document, so it is not among the rows or sections that stay.
    let indices = indices
    let same = old.items.filter { item in
      item.number.flatMap { indices[$0] }.map { items[$0].isSection == item.isSection } ?? true
    }
    var weaving = Weaving(self, old.with(same))
    try weaving.add(below: nil)
    return with(weaving.items)
  }
}

/// The items of an outline that match nothing in a document, by the positions where they stay.
///
/// Items of the outline are meant by their indices.
private struct KeptItems {
  /// The rows or the subsections of a section of the document; nil for the top.
  struct List: Hashable {
    let section: Int?
    let isSections: Bool
  }

  /// Those that come first in a list of the document.
  private(set) var first: [List: [Int]] = [:]
  /// Those that follow an item of the document and everything below it.
  private(set) var after: [Int: [Int]] = [:]
  /// Those below another one that stays.
  private(set) var below: [Int: [Int]] = [:]

  init(_ old: Document, in document: Document) {
    let indices = document.indices
    let homes = old.items.map { $0.number.flatMap { indices[$0] } }
    var twins: [List: [String: Int]] = [:]
    for index in document.items.indices {
      let list = List(section: document.items[index].parent, isSections: document.items[index].isSection)
      twins[list, default: [:]][document.items[index].content.name] = index
    }
    var last: [List: Int] = [:]
    for index in old.items.indices {
      let parent = old.items[index].parent
      let home = parent.flatMap { homes[$0] }
      let isBelowKept = parent != nil && home == nil
      let list = List(section: home, isSections: old.items[index].isSection)
      if let own = homes[index] {
        if !isBelowKept, document.items[own].parent == home { last[list] = own }
      } else if isBelowKept, let parent {
        below[parent, default: []].append(index)
      } else if let last = [last[list], twins[list]?[old.items[index].content.name]].compactMap(\.self).max() {
        after[last, default: []].append(index)
      } else {
        first[list, default: []].append(index)
      }
    }
  }
}

/// Puts the items of a document and those that stay together, in document order.
private struct Weaving {
  private let document: Document
  private let old: Document
  private let kept: KeptItems
  /// The indices of the items of the document that are directly in each section; nil for the top.
  private let children: [Int?: [Int]]
  private(set) var items: [DocumentItem] = []

  init(_ document: Document, _ old: Document) {
    self.document = document
    self.old = old
    kept = KeptItems(old, in: document)
    children = Dictionary(grouping: document.items.indices) { document.items[$0].parent }
  }

  /// Adds everything that is below a section of the document, or everything.
  mutating func add(below parent: Int?) throws(OutlineError) {
    let level = parent.map { document.items[$0].level } ?? 0
    var children = (children[parent] ?? [])[...]
    addRows(kept.first[KeptItems.List(section: parent, isSections: false)])
    while let row = children.first, !document.items[row].isSection {
      items.append(document.items[row])
      addRows(kept.after[row])
      children.removeFirst()
    }
    let first = kept.first[KeptItems.List(section: parent, isSections: true)]
    try add(first, below: level, atMost: nil, before: children.first)
    while let child = children.popFirst() {
      items.append(document.items[child])
      try add(below: child)
      try add(kept.after[child], below: level, atMost: document.items[child].level, before: children.first)
    }
  }

  private mutating func addRows(_ rows: [Int]?) { for row in rows ?? [] { items.append(old.items[row]) } }

  /// Adds siblings that keep the distance to their parent, up to the first that would enclose the items after it.
  ///
  /// - Parameters:
  ///   - sections: The siblings, as indices of the outline; nil for none.
  ///   - parent: The level of their parent.
  ///   - upper: The level of the sibling before them, which is the deepest that they may have; nil for none.
  ///   - next: The section of the document that is the next sibling; nil for none.
  private mutating func add(
    _ sections: [Int]?, below parent: Int, atMost upper: Int?, before next: Int?
  ) throws(OutlineError) {
    let lower = next.map { document.items[$0].level } ?? parent + 1
    var upper = upper
    for index in sections ?? [] {
      let own = parent + old.items[index].step
      let level = max(lower, min(upper ?? own, own))
      try add(index, shiftedBy: level - old.items[index].level)
      upper = level
    }
  }

  private mutating func add(_ index: Int, shiftedBy shift: Int) throws(OutlineError) {
    var item = old.items[index]
    if item.isSection { item.level += shift }
    if item.level > OutlineLimits.levels.upperBound { throw .tooDeep(title: item.content.name, level: item.level) }
    items.append(item)
    for child in kept.below[index] ?? [] { try add(child, shiftedBy: shift) }
  }
}
