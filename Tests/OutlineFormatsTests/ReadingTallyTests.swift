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

  @Test func `a document from which nothing was taken has no remarks`() {
    #expect(ReadingTally().remarks.isEmpty)
  }
}
