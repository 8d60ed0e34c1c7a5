import OutlineCore
import TestSupport
import Testing

struct SortingTests {
  /// Texts as people sort them.
  private func sorted(_ texts: [String], isReversed: Bool = false) -> [String] {
    Sorting.order(of: texts.map { .text(NaturalText($0)) }, isReversed: isReversed).map { texts[$0] }
  }

  @Test func `item 2 comes before item 10, in upper case or lower`() {
    #expect(sorted(["item 10", "Item 2", "item 1"]) == ["item 1", "Item 2", "item 10"])
    #expect(sorted(["b", "A", "a", "B"]) == ["A", "a", "b", "B"])
    #expect(sorted(["a 10 c", "a 9 d", "a 010 b", "a"]) == ["a", "a 9 d", "a 010 b", "a 10 c"])
    #expect(sorted(["Straße 2", "strasse 1", "Éclair", "zoo"]) == ["strasse 1", "Straße 2", "zoo", "Éclair"])
  }

  @Test func `a number of any length is compared as a number`() {
    let long = String(repeating: "9", count: 40)
    #expect(sorted(["v1" + long, "v" + long, "v00\(long)", "v5"]) == ["v5", "v" + long, "v00\(long)", "v1" + long])
  }

  @Test func `what is equal keeps its order, whatever the direction`() {
    #expect(sorted(["a", "02", "2", "A"]) == ["02", "2", "a", "A"])
    #expect(sorted(["a", "02", "2", "A"], isReversed: true) == ["a", "A", "02", "2"])
  }

  @Test func `numbers come before texts, and what has no value last in both directions`() {
    let values = ["10", nil, "x2", "9", "1e1", "-1.5", "x10", "true", "1-2"]
    let order = { (isReversed: Bool) in
      Sorting.order(of: values.map { $0.map(SortValue.init(attribute:)) }, isReversed: isReversed).map { values[$0] }
    }
    #expect(order(false) == ["-1.5", "9", "10", "1e1", "1-2", "true", "x2", "x10", nil])
    #expect(order(true) == ["x10", "x2", "true", "1-2", "10", "1e1", "9", "-1.5", nil])
  }

  @Test func `any three texts have one order`() {
    let words = ["", "a", "1", "01", "1a", "a1", "a01", "10", "a10", "a1b", "-1", "é", "1.5", "1.25"]
    let texts = words.map(NaturalText.init)
    for (a, b) in texts.flatMap({ a in texts.map { (a, $0) } }) {
      #expect(!(a < b && b < a))
      for c in texts where a < b && b < c { #expect(a < c) }
      for c in texts where a == b && b == c { #expect(a == c) }
    }
  }
}

struct ReorderingTests {
  /// What the keys after say of the order; nil where there is no room.
  private func order(_ order: [Int], at keys: [OrderKey], above lower: OrderKey, below upper: OrderKey) -> [Int]? {
    let reordering = Reordering(order)
    guard let new = reordering.keys(among: keys, above: lower, below: upper) else { return nil }
    #expect(Set(new).isDisjoint(with: keys), "nothing has to make way first")
    #expect(new.allSatisfy { $0 > lower && $0 < upper })
    var after = keys
    for (index, key) in zip(reordering.moved, new) { after[order[index]] = key }
    #expect(Set(after).count == keys.count)
    return after.indices.sorted { after[$0] < after[$1] }
  }

  @Test(arguments: [
    (keys: [1, 2, 3, 4, 5] as [OrderKey], lower: -OrderKeys.bound, upper: OrderKeys.bound),
    (keys: [10, 20, 30, 40, 50], lower: 0, upper: 60),
    (keys: [1 - OrderKeys.bound, 0, 5, 100, OrderKeys.bound - 1], lower: -OrderKeys.bound, upper: OrderKeys.bound),
  ])
  func `the keys of what moves lead to the order, and none was in use`(
    keys: [OrderKey], lower: OrderKey, upper: OrderKey
  ) {
    var made = 0
    for wanted in permutations(of: keys.count) {
      guard let found = order(wanted, at: keys, above: lower, below: upper) else { continue }
      #expect(found == wanted)
      made += 1
    }
    #expect(made > 40)
  }

  @Test func `where there is no room between those that stay, there are no keys`() {
    #expect(order([1, 0], at: [1, 2], above: 0, below: 3) == nil)
    #expect(order([0, 1], at: [1, 2], above: 0, below: 3) == [0, 1])
    #expect(order([], at: [], above: 0, below: 3) == [])
  }

  @Test func `as few as can be move`() {
    #expect(Reordering([3, 0, 1, 2]).moved == [0])
    #expect(Reordering([1, 2, 3, 0]).moved == [3])
    #expect(Reordering([0, 1, 2]).moved == [])
  }
}
