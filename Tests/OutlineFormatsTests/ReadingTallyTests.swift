import Testing

@testable import OutlineFormats

struct ReadingTallyTests {
  @Test func `whatever a document has, it is told in at most ten lines`() {
    var tally = ReadingTally()
    for kind in 1...30 {
      tally.took("kind \(kind)", as: "an attribute")
      tally.left("lost \(kind)")
    }
    tally.took("kind 1", as: "an attribute")
    let remarks = tally.remarks
    #expect(remarks.count == 10)
    #expect(remarks.first == "Read 2 kind 1 as an attribute.")
    #expect(remarks[8] == "22 more kinds" && remarks[9].hasPrefix("Left out: 1 lost 1, "))
    #expect(remarks[9].hasSuffix("19 more kinds."))
  }

  @Test func `nothing is told of a document of which nothing was taken`() {
    #expect(ReadingTally().remarks.isEmpty)
  }
}
