import OutlineCore

/// Finds the sections and rows that an outline and a newer version of a document have in common.
///
/// Outermost sections match by title. Sections of the outline that are not below a matching outermost section are not
/// part of the comparison, apart from items with an identifier of the document.
///
/// Sections and rows match first by an identifier that another program gave them, such as the `UID` of iCalendar: by that and the name, then by
/// that alone if it occurs once in what is left on either side.
///
/// The other sections match by the path of their titles; where several have the same path, those with the same id match
/// first, then those in sections that match, then the others in order. The remaining items match by id, and then by a title that occurs only once among the
/// rest of either side. Rows match in the same way: by text below rows with the same texts within the matching section, then by text within it,
/// then by id, then by text anywhere. Before that, a section and a row match that have the same number, or the same title and first line below the
/// same section: an item that one side has indented is still the same one. Last come those without further remaining content, by a
/// title or first line that occurs once.
package struct DocumentMatch: Sendable {
  /// The part of the outline that is compared; its items without a match in the document are to be deleted.
  package let old: Document
  /// The document, with the numbers of the sections and rows that its own match; nil for new ones.
  package private(set) var new: Document

  /// Matches an outline with a document.
  ///
  /// O(n).
  package init(_ outline: Document, _ document: Document) {
    let document = document.placed(in: outline)
    let roots = Self.covered(outline, document)
    let (placed, known) = document.identified(in: outline, covered: roots)
    new = placed
    let numbers = Set(known.compactMap(\.self))
    old = outline.below(roots) { item in item.number.map(numbers.contains) ?? false }
    let found = Self.matches(old, new, known)
    new.renumber { _, index in found[index] }
  }

  /// Returns the number of the match of each section and row of the document; nil for new ones.
  private static func matches(_ old: Document, _ new: Document, _ known: [Int64?]) -> [Int64?] {
    // Ids that the documents do not share name nothing in the outline.
    let common = CommonIDs(old.identity, new.identity)
    var matching = Matching(old.items.map(\.number), new.items.map(\.number)) { number, one, other in
      common.include(.row(RowID(number)), named: old.items[one].content.name, new.items[other].content.name)
    }
    let areSections = { old.items[$0].isSection && new.items[$1].isSection }
    let areRows = { !old.items[$0].isSection && !new.items[$1].isSection }
    matching.match(known)
    let (oldPaths, newPaths) = (old.paths, new.paths)
    matching.matchIDs { areSections($0, $1) && oldPaths[$0] == newPaths[$1] }
    // Of sections with the same path, those match first whose parents match.
    let known = oldPaths.compactMap(\.self)
    for depth in Set(known).count == known.count ? [] : Set(newPaths.compactMap { $0?.count }).sorted() {
      matching.matchKeys(
        old.sections(at: depth, old.items.map(\.number), oldPaths), new.sections(at: depth, matching.found, newPaths))
    }
    matching.matchKeys(oldPaths, newPaths)
    matching.matchIDs(where: areSections)
    matching.matchKeys(old.names(ofSections: true), new.names(ofSections: true), occurringOnce: true)
    let sections = matching.found

    matching.matchIDs { areRows($0, $1) && old.items[$0].content.name == new.items[$1].content.name }
    let numbers = old.items.map(\.number)
    matching.matchKeys(old.spots(numbers, below: old.rowPaths), new.spots(sections, below: new.rowPaths))
    matching.matchKeys(old.spots(numbers), new.spots(sections))
    matching.matchIDs(where: areRows)

    matching.matchIDs()
    matchRest(old, new, sections, &matching)
    return matching.found
  }

  /// Matches sections with rows from the outside in, and items that have left their section.
  private static func matchRest(
    _ old: Document, _ new: Document, _ sections: [Int64?], _ matching: inout Matching
  ) {
    func known(_ found: [Int64?]) -> [Int64?] {
      let found = Set(found)
      return old.items.map { found.contains($0.number) ? $0.number : nil }
    }
    let oldSections = known(sections)
    var count = -1
    while matching.count > count, matching.hasRest {
      count = matching.count
      matching.matchKeys(
        old.lines(oldSections, known(matching.found)), new.lines(sections, matching.found).ofOtherKind)
      matching.matchKeys(old.names(ofSections: false), new.names(ofSections: false))
      matching.matchKeys(
        old.leaves(known(matching.found)), new.leaves(matching.found).ofOtherKind, occurringOnce: true)
    }
  }

  /// Returns the outermost sections of the outline that have the title of an outermost section of the document, by their indices.
  ///
  /// If several outermost sections of the outline have the same title, as many are used as the document has, those with
  /// the most similar rows first. Ids alone are not enough, because the document may come from another outline.
  private static func covered(_ old: Document, _ new: Document) -> Set<Int> {
    let candidates = Dictionary(grouping: old.roots) { old.items[$0].content.name }
    var chosen: Set<Int> = []
    for (title, sections) in Dictionary(grouping: new.roots, by: { new.items[$0].content.name }) {
      let texts = Set(sections.flatMap { new.ownRows(of: $0).map(\.content.name) })
      let likeness = { (root: Int) in old.ownRows(of: root).count { texts.contains($0.content.name) } }
      let best = candidates[title, default: []].sorted { (likeness($1), $0) < (likeness($0), $1) }
      chosen.formUnion(best.prefix(sections.count))
    }
    return chosen
  }
}

extension Document {
  /// Returns the document with some of its outermost sections alone, and those in which something is wanted.
  fileprivate func below(_ roots: Set<Int>, orAround isWanted: (DocumentItem) -> Bool) -> Document {
    let all = self.roots
    return with(
      zip(all, all.dropFirst() + [items.count]).flatMap { root, end in
        roots.contains(root) || items[root..<end].contains(where: isWanted) ? items[root..<end] : []
      })
  }
}
