import Testing

@testable import OutlineFormats

struct ReadingTallyTests {
  @Test func `remarks on a document name everything that it contains`() {
    var tally = ReadingTally()
    for kind in 1...30 {
      tally.took("kind \(kind)", as: "an attribute")
      tally.left("lost \(kind)")
    }
    tally.took("kind 1", as: "an attribute")
    let remarks = tally.remarks
    #expect(remarks.count == 31)
    #expect(remarks.first == "Read 2 kind 1 as an attribute.")
    #expect(remarks[30].hasPrefix("Left out: 1 lost 1, ") && remarks[30].hasSuffix("1 lost 30."))
  }

  @Test func `kinds in any order are counted as if each was looked up`() {
    var random = SystemRandomNumberGenerator()
    for count in [1, 2, 3, 9] {
      let kinds = (0..<200).map { _ in Int.random(in: 0..<count, using: &random) }
      var tally = ReadingTally()
      for kind in kinds { if kind == 0 { tally.took("a", as: "b") } else { tally.took("a", as: "\(kind)") } }
      let counts = Dictionary(kinds.map { ($0 == 0 ? "b" : "\($0)", 1) }, uniquingKeysWith: +)
      #expect(Set(tally.remarks) == Set(counts.map { "Read \($1) a as \($0)." }), "\(kinds)")
    }
  }

  @Test func `a document from which nothing was taken has no remarks`() {
    #expect(ReadingTally().remarks.isEmpty)
  }
}
