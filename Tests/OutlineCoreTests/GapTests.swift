import OutlineCore
import Testing

struct GapTests {
  private func keys(_ count: Int, between lower: OrderKey?, and upper: OrderKey?) throws -> [OrderKey] {
    let spacing: Spacing<Int> = try Gap(lower: lower, upper: upper).spacing(
      for: count, before: { _ in nil }, after: { _ in nil })
    #expect(spacing.moved.isEmpty)
    return spacing.keys
  }

  @Test func `one thing goes to the middle of its gap, several are spread evenly`() throws {
    #expect(try keys(1, between: 0, and: 100) == [50])
    #expect(try keys(3, between: 0, and: 100) == [25, 50, 75])
    #expect(try keys(1, between: 7, and: 9) == [8])
  }

  @Test func `what is appended or prepended keeps the usual distance`() throws {
    #expect(try keys(2, between: nil, and: nil) == [1_000_000_000, 2_000_000_000])
    #expect(try keys(2, between: 5, and: nil) == [1_000_000_005, 2_000_000_005])
    #expect(try keys(2, between: nil, and: 5) == [-1_999_999_995, -999_999_995])
  }

  @Test func `nothing needs no key`() throws {
    #expect(try keys(0, between: 1, and: 2) == [])
    #expect(try keys(0, between: nil, and: nil) == [])
  }

  @Test func `near the bounds keys stay below 2 to the 62 in size`() throws {
    let bound = OrderKeys.bound
    for distance: OrderKey in [2, 3, 10, OrderKeys.gap, 2 * OrderKeys.gap] {
      for key in try keys(1, between: bound - distance, and: nil) { #expect(key > bound - distance && key < bound) }
      for key in try keys(1, between: nil, and: -bound + distance) { #expect(key < -bound + distance && key > -bound) }
    }
  }

  @Test func `at the very bound the neighbours make way`() throws {
    var list = KeyedList([OrderKeys.bound - 3, OrderKeys.bound - 2, OrderKeys.bound - 1])
    for _ in 0..<50 { #expect(try list.insert(at: list.keys.count) == []) }
    list = KeyedList([-OrderKeys.bound + 1, -OrderKeys.bound + 2])
    for _ in 0..<50 { #expect(try list.insert(at: 0) == []) }
  }

  @Test func `a full gap is widened and no key is ever shared on the way`() throws {
    for index in 0...6 {
      for count in [1, 2, 5, 40] {
        var list = KeyedList([1, 2, 3, 4, 5, 6])
        try #require(try list.insert(count, at: index) == [], "\(count) at \(index)")
        #expect(list.keys == list.keys.sorted())
        #expect(Set(list.keys).count == 6 + count)
      }
    }
  }

  @Test func `dense lists with a hole anywhere are widened in an order that never trips`() throws {
    for hole in 1..<200 where hole % 7 == 0 {
      for index in stride(from: 0, through: 200, by: 13) {
        var list = KeyedList((0..<200).map { OrderKey($0 < hole ? $0 : $0 + 3 * hole) })
        try #require(try list.insert(3, at: index) == [])
        #expect(zip(list.keys, list.keys.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  @Test(arguments: [0, 1, 2])
  func `always inserting at one place moves less than one neighbour per insert`(place: Int) throws {
    var list = KeyedList([0, 1, 2].map { OrderKeys.gap * $0 })
    for step in 0..<20_000 {
      let index = [1, 1 + step, 2 + step][place]
      try #require(try list.insert(at: index) == [])
    }
    #expect(list.keys == list.keys.sorted())
    #expect(list.moves < 20_000, "\(list.moves) moves")
  }

  @Test func `inserting where both sides grow moves no more than a logarithm of neighbours per insert`() throws {
    var list = KeyedList([0, OrderKeys.gap])
    for step in 0..<4_000 { try #require(try list.insert(at: 1 + step / 2) == []) }
    #expect(list.moves < 12 * 4_000, "\(list.moves) moves")
  }

  @Test func `appending and prepending move nobody`() throws {
    var list = KeyedList()
    for _ in 0..<10_000 {
      try #require(try list.insert(at: list.keys.count) == [])
      try #require(try list.insert(at: 0) == [])
    }
    #expect(list.moves == 0)
  }

  @Test func `inserts at random places keep their order and move few`() throws {
    var list = KeyedList([0, 5])
    var state: UInt64 = 42
    for _ in 0..<1_500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      try #require(try list.insert(Int(state >> 60) + 1, at: Int(state >> 33) % (list.keys.count + 1)) == [])
    }
    #expect(zip(list.keys, list.keys.dropFirst()).allSatisfy { $0 < $1 })
    #expect(list.moves < 2 * list.keys.count, "\(list.moves) moves for \(list.keys.count)")
  }
}
