/// The sections and rows of an outline, and those of a document that match them, all by their indices.
struct Matching {
  private let old: [Int64?]
  /// For each one of the document the one of the outline that has its id; nil for none.
  private let sameIDs: [Int?]
  private var isTaken: [Bool]
  /// For each one of the document the id of the one that matches it; nil for none so far.
  private(set) var found: [Int64?]
  private(set) var count = 0

  /// Whether both sides have something that matches nothing.
  var hasRest: Bool { count < old.count && count < found.count }

  /// Takes the ids in the outline and in the document.
  ///
  /// - Parameter counts: Whether an id names the same thing in both.
  init(_ old: [Int64?], _ new: [Int64?], where counts: (_ number: Int64, _ old: Int, _ new: Int) -> Bool) {
    self.old = old
    let known = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    sameIDs = new.enumerated().map { index, id in
      guard let id, let position = known[id], counts(id, position, index) else { return nil }
      return position
    }
    isTaken = [Bool](repeating: false, count: old.count)
    found = [Int64?](repeating: nil, count: new.count)
  }

  /// Matches the remaining items by id, where the indices fit.
  mutating func matchIDs(where fits: (_ old: Int, _ new: Int) -> Bool = { _, _ in true }) {
    for (index, position) in sameIDs.enumerated() where found[index] == nil {
      if let position, !isTaken[position], fits(position, index) { take(position, for: index) }
    }
  }

  /// Matches items whose matches are known, by the numbers of those in the outline; nil for one that is not known.
  mutating func match(_ known: [Int64?]) {
    if known.allSatisfy({ $0 == nil }) { return }
    let positions = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    for (index, number) in known.enumerated() {
      if let number, let position = positions[number], !isTaken[position] { take(position, for: index) }
    }
  }

  /// Matches the remaining items by key, in order; an item without a key matches nothing.
  ///
  /// - Parameter occurringOnce: Whether to match only keys that occur once among the remaining items of either side.
  mutating func matchKeys<Key: Hashable>(_ oldKeys: [Key?], _ newKeys: [Key?], occurringOnce: Bool = false) {
    var waiting: [Key: [Int]] = [:]  // the last one first
    for index in old.indices.reversed() where !isTaken[index] {
      if let key = oldKeys[index] { waiting[key, default: []].append(index) }
    }
    let rest = found.indices.filter { found[$0] == nil && newKeys[$0] != nil }
    if occurringOnce {
      let counts = Dictionary(rest.compactMap { newKeys[$0] }.map { ($0, 1) }, uniquingKeysWith: +)
      waiting = waiting.filter { $0.value.count == 1 && counts[$0.key] == 1 }
    }
    for index in rest {
      if let key = newKeys[index], let position = waiting[key]?.popLast() { take(position, for: index) }
    }
  }

  private mutating func take(_ position: Int, for index: Int) {
    isTaken[position] = true
    count += 1
    found[index] = old[position]
  }
}
