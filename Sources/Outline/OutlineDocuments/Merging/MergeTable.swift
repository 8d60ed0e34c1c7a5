import OutlineCore

/// The three documents of a merge, with one number for each item that they have, whichever of them have it.
///
/// Number 0 is the outline itself, which holds the outermost sections.
struct MergeTable {
  static let outline = 0

  /// The three documents, by ``MergeSide``; their rows have level 1, because the nesting says how deep they are.
  let documents: [Document]
  /// For each document, the index of the item that each of its items is below, and how much deeper it is.
  private let nesting: [[(parent: Int?, step: Int)]]
  /// The key that makes two items of different documents the same one, for each number.
  private(set) var keys: [MergeKey] = [.outline]
  /// The order of the numbers by their keys, which does not depend on the sides: smaller ones win.
  private(set) var ranks: [Int] = []
  /// For each document, the number of each of its items.
  private(set) var numbers: [[Int]] = [[], [], []]
  /// For each document, the index of the item of each number; -1 where it does not have the item.
  private var indices: [[Int]] = [[], [], []]
  /// For each number that both sides gave to something new, the two contents; the first one keeps the number.
  private(set) var copies: [Int64: [[ExactText]]] = [:]
  /// For each side, the ids of sections that both have made for the same purpose, each with the id that is kept.
  private let twins: [[Int64: Int64]]

  /// Takes three documents.
  ///
  /// - Parameters:
  ///   - keeper: The side that keeps an id that both gave to something new; nil to choose by the contents.
  ///   - titles: The titles of inboxes and archives.
  init(
    _ base: Document, _ ours: Document, _ theirs: Document, keeper: MergeSide? = nil, sharing titles: Set<String> = []
  ) {
    nesting = [base, ours, theirs].map(\.nesting)
    documents = [base, ours, theirs].map(\.withoutRowLevels)
    twins = Self.twins(base, ours, theirs, titles)
    findCopies(keeper)
    numberItems()
    for side in MergeSide.allCases {
      indices[side.rawValue] = [Int](repeating: -1, count: keys.count)
      for (index, number) in numbers[side.rawValue].enumerated() { indices[side.rawValue][number] = index }
    }
    rankNumbers()
  }

  var count: Int { keys.count }

  /// The item of a number in a document; nil if the document does not have it.
  func item(_ number: Int, in side: MergeSide) -> DocumentItem? {
    let index = indices[side.rawValue][number]
    return index < 0 ? nil : documents[side.rawValue].items[index]
  }

  /// One field of an item in the three documents; nil for those that do not have the item.
  func field<Value>(of number: Int, _ field: (DocumentItem) -> Value) -> Sides<Value?> {
    Sides { item(number, in: $0).map(field) }
  }

  func has(_ number: Int, in side: MergeSide) -> Bool { indices[side.rawValue][number] >= 0 }

  /// How much deeper an item is than the one that it is below; nil if the document does not have the item.
  func step(of number: Int, in side: MergeSide) -> Int? {
    let index = indices[side.rawValue][number]
    return index < 0 ? nil : nesting[side.rawValue][index].step
  }

  /// The number of the item that an item is directly below in a document; nil if the document does not have the item.
  func parent(of number: Int, in side: MergeSide) -> Int? {
    let index = indices[side.rawValue][number]
    return index < 0 ? nil : parent(ofItem: index, in: side)
  }

  /// The number of the item that the item at an index of a document is directly below.
  func parent(ofItem index: Int, in side: MergeSide) -> Int {
    nesting[side.rawValue][index].parent.map { numbers[side.rawValue][$0] } ?? Self.outline
  }

  /// Whether an item is a section in one of the documents.
  func hasAsSection(_ number: Int) -> Bool {
    MergeSide.allCases.contains { item(number, in: $0)?.isSection == true }
  }

  /// Whether an item is a row in front of all sections in one of the documents.
  func hasOutermostRow(_ number: Int) -> Bool {
    MergeSide.allCases.contains {
      item(number, in: $0)?.isSection == false && parent(of: number, in: $0) == Self.outline
    }
  }

  /// The number that an item has in the outline after the merge; nil for none.
  func id(of number: Int) -> Int64? {
    switch keys[number] {
    case .known(let id): id
    case .copy(let id, let parts): parts == copies[id]?.first ? id : nil
    case .outline, .new: nil
    }
  }

  /// A document in which the inbox and the archive that both sides have made have the ids that they keep.
  func documentWithKeptIDs(of side: MergeSide) -> Document {
    var document = documents[side.rawValue]
    let twins = twins[side.rawValue]
    if !twins.isEmpty { document.renumber { item, _ in item.number.map { twins[$0] ?? $0 } } }
    return document
  }

  /// The id that was given up for the one of an inbox or an archive, which both sides have made; nil for any other id.
  func twin(of id: Int64) -> Int64? {
    twins.lazy.compactMap { $0.first { $0.value == id && $0.key != id }?.key }.first
  }

  /// Finds the inboxes and archives that both sides have got without asking for them, each with an id of its own.
  ///
  /// Everything else that both sides have added stays twice: who adds milk here may not mean the milk there.
  private static func twins(
    _ base: Document, _ ours: Document, _ theirs: Document, _ titles: Set<String>
  ) -> [[Int64: Int64]] {
    let known = base.numbers
    let (ourRoots, theirRoots) = (ours.rootNumbers, theirs.rootNumbers)
    var twins: [[Int64: Int64]] = [[:], [:], [:]]
    for title in titles.union(ours.archiveTitles).union(theirs.archiveTitles) {
      guard let one = ourRoots[ExactText(title)], let two = theirRoots[ExactText(title)], one != two,
        let first = claim(of: one, in: ours, beside: theirs, known),
        let second = claim(of: two, in: theirs, beside: ours, known)
      else { continue }
      let kept = (first, one) < (second, two) ? one : two
      twins[MergeSide.ours.rawValue][one] = kept
      twins[MergeSide.theirs.rawValue][two] = kept
    }
    return twins
  }

  /// The rank of a new section's id among those that could be kept: 0 if the other side does not have the id, 1 if it has
  /// it for something else; nil if the section is not new, or if both sides have it.
  private static func claim(
    of id: Int64, in side: Document, beside other: Document, _ known: Set<Int64>
  ) -> Int? {
    if known.contains(id) { return nil }
    guard let index = other.indices[id], let own = side.indices[id] else { return 0 }
    return side.items[own].content.isSame(as: other.items[index].content) ? nil : 1
  }

  /// Finds the numbers that both sides gave to something new, and to different things.
  private mutating func findCopies(_ keeper: MergeSide?) {
    let known = documents[MergeSide.base.rawValue].numbers
    var ours: [Int64: Int] = [:]
    for (index, item) in documents[MergeSide.ours.rawValue].items.enumerated() {
      if let id = item.number, !known.contains(id) { ours[id] = index }
    }
    for item in documents[MergeSide.theirs.rawValue].items {
      guard let id = item.number, let index = ours[id] else { continue }
      let other = documents[MergeSide.ours.rawValue].items[index].content
      let kept = [MergeSide.ours, .theirs].map { twins[$0.rawValue][id] }
      // An id that a twin gives up belongs to the other side's item alone.
      if item.content.isSame(as: other) || kept.contains(where: { $0 != nil && $0 != id }) { continue }
      let contents = [other.parts, item.content.parts]
      if kept.contains(id) {
        copies[id] = kept[0] == id ? contents : contents.reversed()
        continue
      }
      copies[id] =
        switch keeper {
        case .ours: contents
        case .theirs: contents.reversed()
        case .base, nil: contents.sorted { $0.lexicographicallyPrecedes($1) }
        }
    }
  }

  private mutating func numberItems() {
    var known: [MergeKey: Int] = [.outline: Self.outline]
    for side in MergeSide.allCases {
      var occurrences: [MergeKey: Int] = [:]
      let items = documents[side.rawValue].items
      numbers[side.rawValue].reserveCapacity(items.count)
      for index in items.indices {
        let key =
          items[index].number.map { numberedKey($0, items[index].content, in: side) }
          ?? key(of: items[index].content, below: parent(ofItem: index, in: side), &occurrences)
        let number = known[key] ?? keys.count
        if number == keys.count {
          known[key] = number
          keys.append(key)
        }
        numbers[side.rawValue].append(number)
      }
    }
  }

  /// The key of an item with a number.
  private func numberedKey(
    _ number: Int64, _ content: @autoclosure () -> DocumentItem.Content, in side: MergeSide
  ) -> MergeKey {
    if let kept = twins[side.rawValue][number] { return .known(kept) }
    return copies[number] == nil ? .known(number) : .copy(number, content().parts)
  }

  /// The key of an item without a number; equal items in one section get different keys.
  private func key(
    of content: DocumentItem.Content, below parent: Int, _ occurrences: inout [MergeKey: Int]
  ) -> MergeKey {
    let first = MergeKey.new(parent: parent, isSection: content.isSection, content.parts, occurrence: 0)
    let occurrence = occurrences[first, default: 0]
    occurrences[first] = occurrence + 1
    return .new(parent: parent, isSection: content.isSection, content.parts, occurrence: occurrence)
  }

  private mutating func rankNumbers() {
    ranks = [Int](repeating: 0, count: keys.count)
    let sorted = keys.indices.sorted { isBefore($0, $1) }
    for (rank, number) in sorted.enumerated() { ranks[number] = rank }
  }

  /// Whether the key of one number comes before that of another.
  private func isBefore(_ one: Int, _ other: Int) -> Bool { keys[one].isBefore(keys[other], isBefore) }
}

extension Document {
  /// The document with all rows on level 1.
  fileprivate var withoutRowLevels: Document {
    if !items.contains(where: \.isNestedRow) { return self }
    var document = self
    document.change { item, _ in item.rowLevel = 1 }
    return document
  }

  /// The numbers of the outermost sections, by their titles; that of the first one if several have the same title.
  fileprivate var rootNumbers: [ExactText: Int64] {
    let numbered = roots.compactMap { root in items[root].number.map { (ExactText(items[root].content.name), $0) } }
    return Dictionary(numbered) { first, _ in first }
  }
}
