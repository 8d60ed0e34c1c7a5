import OutlineCore
import OutlineJSON

// Items that another program has given an identifier, wherever they are in the outline.
extension Document {
  /// Finds the items of an outline that have the identifiers of items of this document.
  ///
  /// Those in `covered` sections go where this document has them. The others stay where they are in the outline, as the kind that they
  /// have there: the document gets copies of the outermost sections around them, with the new contents. Items below them that are
  /// there by name are updated in the same way, and the others are added after what is below them. What is new in an outermost section
  /// that the outline does not have goes to the section that has most of the known rows of that one. O(n × depth).
  ///
  /// - Parameters:
  ///   - outline: The outline.
  ///   - covered: The outermost sections of the outline that the document has too, by their indices.
  /// - Returns: The document, and for each of its items the number of its match; nil for one that is not known yet.
  func identified(in outline: Document, covered: Set<Int>) -> (document: Document, matches: [Int64?]) {
    let own = identifiers
    if own.allSatisfy({ $0 == nil }) { return (self, own.map { _ in nil }) }
    let (roots, others) = (outline.rootsAround, outline.identifiers)
    let texts = own.map { $0?.text }
    var matching = Matching(outline.items.map(\.number), items.map(\.number)) { _, _, _ in false }
    for isCovered in [true, false] {
      let known = others.indices.map { index -> String? in
        guard let other = others[index], isCovered == covered.contains(roots[index]) else { return nil }
        return isCovered || other.isGlobal ? other.text : nil
      }
      matching.matchKeys(outline.named(known), named(texts))
      matching.matchKeys(known, texts, occurringOnce: true)
    }
    var placing = Placing(self, outline)
    let indices = outline.indices
    let places = matching.found.map { number in
      number.flatMap { indices[$0] }.flatMap { covered.contains(roots[$0]) ? nil : $0 }
    }
    if places.allSatisfy({ $0 == nil }) { return (self, matching.found) }
    placing.place(places, except: matching.found, covered: Set(covered.map { outline.items[$0].content.name }))
    return placing.document(matching.found, roots, covered)
  }

  /// The index of the outermost section around each item, which may be the item itself.
  fileprivate var rootsAround: [Int] {
    items.indices.reduce(into: []) { roots, index in roots.append(items[index].parent.map { roots[$0] } ?? index) }
  }

  /// The identifiers together with the names of the items.
  private func named(_ identifiers: [String?]) -> [[String]?] {
    identifiers.indices.map { index in identifiers[index].map { [$0, items[index].content.name] } }
  }
}

/// Puts items of a document where they are in an outline.
private struct Placing {
  /// Rows or sections that are added below an item of the outline.
  private struct List: Hashable {
    let place: Int
    let isSections: Bool
  }

  private let document: Document
  private let outline: Document
  /// For each item of the document the one of the outline in whose place it stays.
  private var places: [Int?]
  private var placed: [Int: Int] = [:]  // by the place
  /// For each item of the document that is added below one of the outline, where.
  private var lists: [List?]
  private var added: [List: [Int]] = [:]
  /// The items as they are added.
  private var forms: [Int: DocumentItem] = [:]

  init(_ document: Document, _ outline: Document) {
    (self.document, self.outline) = (document, outline)
    places = document.items.map { _ in nil }
    lists = places.map { _ in nil }
  }

  /// Finds the places of the items below those that have one.
  mutating func place(_ known: [Int?], except matches: [Int64?], covered titles: Set<String>) {
    let nesting = document.nesting
    let homes = homes(known, nesting.map(\.parent))
    let taken = Set(matches.compactMap(\.self))
    var twins: [Document.Spot: [Int]] = [:]  // the last one first
    for (index, above) in outline.nesting.enumerated().reversed() {
      let item = outline.items[index]
      guard let parent = above.parent, let number = item.number, !taken.contains(number) else { continue }
      twins[Document.Spot(section: Int64(parent), name: item.content.name), default: []].append(index)
    }
    for index in document.items.indices {
      let item = document.items[index]
      if let place = known[index] {
        (places[index], placed[place]) = (place, index)
      } else if let home = homes[index], matches[index] == nil, !titles.contains(item.content.name) {
        places[index] = home  // which keeps its title
      } else if let parent = nesting[index].parent {
        if let place = places[parent] {
          let spot = Document.Spot(section: Int64(place), name: item.content.name)
          if matches[index] == nil, let twin = twins[spot]?.popLast() {
            (places[index], placed[twin]) = (twin, index)
          } else {
            add(index, below: outline.items[place], by: nesting[index].step) { List(place: place, isSections: $0) }
          }
        } else if let list = lists[parent], let form = forms[parent] {
          add(index, below: form, by: nesting[index].step) { _ in list }
        }
      }
    }
  }

  /// Returns the section of the outline that has most of the known rows of each outermost section of the document that has only a
  /// title.
  private func homes(_ known: [Int?], _ parents: [Int?]) -> [Int: Int] {
    var counts: [Int: [Int: Int]] = [:]
    for (place, parent) in zip(known, parents) {
      guard let place, let parent, document.items[parent].parent == nil, !outline.items[place].isSection,
        let section = document.items[parent].content.section, section.detail == nil, section.isDone == nil,
        let home = outline.items[place].parent
      else { continue }
      counts[parent, default: [:]][home, default: 0] += 1
    }
    return counts.compactMapValues { $0.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
  }

  private mutating func add(
    _ index: Int, below parent: DocumentItem, by step: Int, to list: (_ isSection: Bool) -> List
  ) {
    var item = document.items[index]
    if item.isSection, parent.isSection {
      item.level = parent.level + step
    } else {
      if item.isSection { item = DocumentItem(item.number, .row(item.content.row)) }
      item.rowLevel = min(parent.rowLevel + step, OutlineLimits.levels.upperBound)
    }
    let list = list(item.isSection)
    lists[index] = list
    forms[index] = item
    added[list, default: []].append(index)
  }

  /// Returns the document with the sections of the outline, and the numbers of the items that are known.
  ///
  /// A section of the outline follows the one that it follows there, where the document has that.
  func document(_ matches: [Int64?], _ roots: [Int], _ covered: Set<Int>) -> (Document, [Int64?]) {
    let ownRoots = document.roots
    let named = Dictionary(ownRoots.map { (document.items[$0].content.name, $0) }) { _, last in last }
    let wanted = Set(places.compactMap { $0.map { roots[$0] } })
    var (copies, last) = ([Int?: [(DocumentItem, Int64?)]](), Int?.none)
    let outlineRoots = outline.roots
    for (root, end) in zip(outlineRoots, outlineRoots.dropFirst() + [outline.items.count]) {
      if covered.contains(root) { last = named[outline.items[root].content.name] ?? last }
      if wanted.contains(root) { copies[last, default: []] += copy(root, end, matches) }
    }
    let leaving = leaving(except: Set(covered.map { outline.items[$0].content.name }))
    var found = copies[nil] ?? []
    for (root, end) in zip(ownRoots, ownRoots.dropFirst() + [document.items.count]) {
      for index in root..<end where !leaving[index] { found.append((document.items[index], matches[index])) }
      found += copies[root] ?? []
    }
    return (document.with(found.map(\.0)), found.map(\.1))
  }

  /// Returns whether each item leaves its place in the document, as do new sections that only held items which leave theirs.
  private func leaving(except titles: Set<String>) -> [Bool] {
    let (items, roots) = (document.items, document.rootsAround)
    var leaving = items.indices.map { places[$0] != nil || lists[$0] != nil }
    var (holds, loses) = (items.map { _ in false }, items.map { _ in false })
    for index in items.indices.reversed() {
      if loses[index], !holds[index], case .section(let section) = items[index].content, section.detail == nil,
        section.isDone == nil, !titles.contains(items[roots[index]].content.name)
      {
        leaving[index] = true
      }
      if let parent = items[index].parent { if leaving[index] { loses[parent] = true } else { holds[parent] = true } }
    }
    return leaving
  }

  /// Returns an outermost section of the outline with everything below it and all that comes into it.
  private func copy(_ root: Int, _ end: Int, _ matches: [Int64?]) -> [(DocumentItem, Int64?)] {
    // What is deeper ends first.
    var after: [Int: [Int]] = [:]
    for place in (root..<end).reversed() {
      for isSections in [false, true] {
        guard let list = added[List(place: place, isSections: isSections)] else { continue }
        after[last(below: place, isSections, before: end), default: []] += list
      }
    }
    return (root..<end).flatMap { index -> [(DocumentItem, Int64?)] in
      var item = outline.items[index]
      if let own = placed[index] {
        let content = document.items[own].content
        if item.isSection {
          if let section = content.section { item.content = .section(section) }
        } else {
          let level = item.rowLevel
          item.content = .row(content.row)
          item.rowLevel = level
        }
      }
      return [(item, item.number)] + (after[index] ?? []).compactMap { own in forms[own].map { ($0, matches[own]) } }
    }
  }

  /// The index of the last item below a row or a section of the outline, or of the last row of a section.
  private func last(below place: Int, _ isSections: Bool, before end: Int) -> Int {
    let item = outline.items[place]
    let next = (place + 1..<end).first { index in
      let other = outline.items[index]
      if isSections { return other.isSection && other.level <= item.level }
      return other.isSection || !item.isSection && other.rowLevel <= item.rowLevel
    }
    return (next ?? end) - 1
  }
}
