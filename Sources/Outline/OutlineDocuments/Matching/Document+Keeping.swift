import OutlineCore

extension Document {
  /// Returns the document, whose items have the numbers of their matches in an outline, together with the sections and
  /// rows of the outline that match nothing in it.
  ///
  /// Each of them follows the nearest neighbour before it that is still below the same parent, or comes first there;
  /// but none comes before an item of the document with the same text, because the next merge would take one for the
  /// other. It stays below its parent, with everything below it that the document lacks. O(n).
  /// - Throws: `OutlineError/tooDeep(title:level:)` if the parent of an item that stays is at a deeper level now.
  package func keeping(_ old: Document) throws(OutlineError) -> Document {
    var weaving = Weaving(self, old)
    try weaving.add(below: nil)
    return with(weaving.items)
  }
}

/// The items of an outline that match nothing in a document, by the positions where they stay.
///
/// Items of the outline are given by their indices.
private struct KeptItems {
  /// The rows or the subsections directly below an item of the document; nil for the top.
  struct List: Hashable {
    let parent: Int?
    let isSections: Bool
  }

  /// The kept items that come first in a list of the document.
  private(set) var first: [List: [Int]] = [:]
  /// The kept items that follow an item of the document and everything below it.
  private(set) var after: [Int: [Int]] = [:]
  /// The kept items below another kept item.
  private(set) var below: [Int: [Int]] = [:]

  init(_ old: Document, in document: Document) {
    let indices = document.indices
    let homes = old.items.map { $0.number.flatMap { indices[$0] } }
    let (nesting, oldNesting) = (document.nesting, old.nesting)
    var twins: [List: [String: Int]] = [:]
    for index in document.items.indices {
      let list = List(parent: nesting[index].parent, isSections: document.items[index].isSection)
      twins[list, default: [:]][document.items[index].content.name] = index
    }
    var last: [List: Int] = [:]
    for index in old.items.indices {
      let parent = oldNesting[index].parent
      var home = parent.flatMap { homes[$0] }
      let isBelowKept = parent != nil && home == nil
      // No section is below a row.
      while let row = home, old.items[index].isSection, !document.items[row].isSection { home = nesting[row].parent }
      let list = List(parent: home, isSections: old.items[index].isSection)
      if let own = homes[index] {
        let isOfKind = document.items[own].isSection == old.items[index].isSection
        if !isBelowKept, isOfKind, nesting[own].parent == home { last[list] = own }
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

/// Merges the items of a document with the kept items, in document order.
private struct Weaving {
  private let document: Document
  private let old: Document
  private let kept: KeptItems
  /// The indices of the items of the document that are directly below each one; nil for the top.
  private let children: [Int?: [Int]]
  /// How much deeper each item of the outline is than its parent.
  private let steps: [Int]
  private(set) var items: [DocumentItem] = []

  init(_ document: Document, _ old: Document) {
    self.document = document
    self.old = old
    kept = KeptItems(old, in: document)
    let nesting = document.nesting
    children = Dictionary(grouping: document.items.indices) { nesting[$0].parent }
    steps = old.nesting.map(\.step)
  }

  /// Adds everything that is below a section of the document, or everything.
  mutating func add(below parent: Int?) throws(OutlineError) {
    let level = parent.map { document.items[$0].level } ?? 0
    try addRows(below: parent, level: 0)
    var children = (children[parent] ?? []).filter { document.items[$0].isSection }[...]
    let first = kept.first[KeptItems.List(parent: parent, isSections: true)]
    try add(first, below: level, atMost: nil, before: children.first)
    while let child = children.popFirst() {
      items.append(document.items[child])
      try add(below: child)
      try add(kept.after[child], below: level, atMost: document.items[child].level, before: children.first)
    }
  }

  /// Adds the rows below a section or a row of the document.
  private mutating func addRows(below parent: Int?, level: Int) throws(OutlineError) {
    var rows = (children[parent] ?? []).filter { !document.items[$0].isSection }[...]
    let first = kept.first[KeptItems.List(parent: parent, isSections: false)]
    try add(first, below: level, atMost: nil, before: rows.first)
    while let row = rows.popFirst() {
      let own = document.items[row].rowLevel
      items.append(document.items[row])
      try addRows(below: row, level: own)
      try add(kept.after[row], below: level, atMost: own, before: rows.first)
    }
  }

  /// Adds siblings that keep the distance to their parent, up to the first that would enclose the items after it.
  ///
  /// - Parameters:
  ///   - siblings: The siblings, as indices of the outline; nil for none.
  ///   - parent: The level of their parent.
  ///   - upper: The level of the sibling before them, which is the deepest that they may have; nil for none.
  ///   - next: The item of the document that is the next sibling; nil for none.
  private mutating func add(
    _ siblings: [Int]?, below parent: Int, atMost upper: Int?, before next: Int?
  ) throws(OutlineError) {
    let lower = next.map { document.items[$0].ownLevel } ?? parent + 1
    var upper = upper
    for index in siblings ?? [] {
      let own = parent + steps[index]
      let level = max(lower, min(upper ?? own, own))
      try add(index, shiftedBy: level - old.items[index].ownLevel)
      upper = level
    }
  }

  private mutating func add(_ index: Int, shiftedBy shift: Int) throws(OutlineError) {
    var item = old.items[index]
    item.ownLevel += shift
    if item.ownLevel > OutlineLimits.levels.upperBound {
      throw .tooDeep(title: item.content.name, level: item.ownLevel)
    }
    items.append(item)
    for child in kept.below[index] ?? [] {
      try add(child, shiftedBy: old.items[child].isSection == item.isSection ? shift : 0)
    }
  }
}

extension DocumentItem {
  /// The level of a section in the document, or of a row in its section.
  fileprivate var ownLevel: Int {
    get { isSection ? level : rowLevel }
    set { if isSection { level = newValue } else { rowLevel = newValue } }
  }
}
