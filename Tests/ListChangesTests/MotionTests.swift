import ListChanges
import Testing

struct MotionTests {
  @Test(
    arguments: [
      ("+R1.0x3 ~H1", "opens alone"),
      ("+S2x2 ~H1", "opens with nothing but subsections"),
      ("+R1.0x3 +S2 -R4.0x2 ~H1 ~H5", "opens above the one that closes"),
      ("-S3x2 +R0.0 ~H0 ~H2", "opens above one that has subsections alone"),
      ("+R0.0 +R1.0 ~H0x2", "several open and none closes"),
      ("+R0.0 -R1.0 -R2.0 ~H0x3", "opens above two that close"),
    ])
  func `rows enter from the top when a section opens above the closed one or alone`(
    notation: String, reason: String
  ) throws {
    #expect(try ViewChanges(notation: notation).motion == .downwards, "\(reason)")
    #expect(Motion.downwards == Motion(insertsFrom: .top, deletesTowards: .bottom))
  }

  @Test(
    arguments: [
      ("-R1.0x3 ~H1", "closes alone"),
      ("-R0.0 -R1.0 ~H0x2", "all close"),
      ("-R0.0x2 +R1.0 ~H0x2", "opens below the one that closes"),
      ("-S1x3 -R0.0 +R1.0 +S2 ~H0x2", "opens below one that takes subsections along"),
      ("+R1.0 -R0.0 -R2.0 ~H0x3", "opens between two that close"),
    ])
  func `rows enter from the bottom otherwise`(notation: String, reason: String) throws {
    #expect(try ViewChanges(notation: notation).motion == .upwards, "\(reason)")
    #expect(Motion.upwards == Motion(insertsFrom: .bottom, deletesTowards: .top))
  }

  @Test(
    arguments: [
      ("none", "nothing happens"),
      ("~H0 ~R1.0", "content alone"),
      ("-R1.0x3", "the header stays as it was"),
      ("-R1.1 ~H1", "the first row stays"),
      ("+R1.0 +R1.2 ~H1", "two runs in one section"),
      ("-R1.0 +R1.0 ~H1", "one section does both"),
      ("+S0 ~H1", "there is nothing above the inserted section"),
      ("+R1.0 R2.0>2.3 ~H1", "a row moves"),
      ("S1>4 -R0.0 ~H0", "a section moves"),
      ("+R0.0 +R1.0 -R2.0 ~H0x3", "two open while one closes"),
      ("-R0.0 +R2.1 ~H0", "a row arrives elsewhere"),
    ])
  func `a batch that does anything else shows no motion`(notation: String, reason: String) throws {
    #expect(try ViewChanges(notation: notation).motion == nil, "\(reason)")
  }

  @Test func `a closed section is compared at its place in the list after`() throws {
    // Old section 0 closes and loses its subsection, so that old 2 is 1 when it closes, and 2 is another that opens.
    #expect(try ViewChanges(notation: "-S1 -R2.0 +R2.0 ~H0x3").motion == .upwards)
  }
}
