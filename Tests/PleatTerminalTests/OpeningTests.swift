import OutlineCore
import OutlineRepository
import Testing

@testable import PleatTerminal

/// What the screen shows while a section opens.
struct OpeningTests {
  private static func drafts(_ counts: [Int]) -> [SectionDraft] {
    counts.enumerated().map { number, count in
      SectionDraft(title: "S\(number)", rows: (0..<count).map { RowDraft("r\(number).\($0)") })
    }
  }

  /// The frames after a key, up to the one that stays, as text without the marker column.
  private func frames(_ session: ScreenSession, after key: Key) -> [[String]] {
    let before = session.painted
    _ = session.screen.framesBetween(before, and: before)
    session.press(key)
    let after = session.painted
    return (session.screen.framesBetween(before, and: after) + [after]).map { frame in
      frame.texts.dropLast().map { String($0.dropFirst()) }
    }
  }

  @Test func `a section that opens scrolls as little as needed`() throws {
    let session = try ScreenSession(Self.drafts([0, 0, 0, 4]), rows: 7)
    session.press(.character("z"), .character("G"))
    #expect(session.list == ["S0", "S1", "S2", ">▸ S3 · 4 hidden"])
    session.press(.character(" "))
    #expect(session.list == ["S2", ">▾ S3", "  r3.0", "  r3.1", "  r3.2", "  r3.3"])
  }

  @Test func `the header of a section that is longer than the screen goes to the top`() throws {
    let session = try ScreenSession(Self.drafts([0, 0, 9]), rows: 6)
    session.press(.character("z"), .character("G"), .character(" "))
    #expect(session.list == [">▾ S2", "  r2.0", "  r2.1", "  r2.2", "  r2.3"])
  }

  @Test func `with accordion, lines come from the top above the open section, and from the bottom below it`() throws {
    let session = try ScreenSession(Self.drafts([4, 4]), rows: 8)
    session.press(.character("c"), .character("z"), .character("g"), .down, .character(" "))
    #expect(session.list == ["▸ S0 · 4 hidden", ">▾ S1", "  r1.0", "  r1.1", "  r1.2", "  r1.3"])
    session.press(.up)
    #expect(
      frames(session, after: .character(" ")).map { Array($0.dropFirst()) } == [
        ["    r0.3", "▸ S1 · 4 hidden", "    r1.0", "    r1.1", "    r1.2", ""],
        ["    r0.2", "    r0.3", "▸ S1 · 4 hidden", "    r1.0", "    r1.1", ""],
        ["    r0.1", "    r0.2", "    r0.3", "▸ S1 · 4 hidden", "    r1.0", ""],
        ["    r0.0", "    r0.1", "    r0.2", "    r0.3", "▸ S1 · 4 hidden", ""],
      ])
    session.press(.character("G"))
    #expect(
      frames(session, after: .character(" ")).map { $0.prefix(5).joined(separator: "|") } == [
        "▸ S0 · 4 hidden|    r0.1|    r0.2|    r0.3|▾ S1", "▸ S0 · 4 hidden|    r0.2|    r0.3|▾ S1|    r1.0",
        "▸ S0 · 4 hidden|    r0.3|▾ S1|    r1.0|    r1.1", "▸ S0 · 4 hidden|▾ S1|    r1.0|    r1.1|    r1.2",
      ])
  }

  @Test func `what does anything but open and close sections is shown at once`() throws {
    let session = try ScreenSession(Self.drafts([4, 4]))
    #expect(frames(session, after: .down).count == 1)
    #expect(frames(session, after: .character("x")).count == 1)
    #expect(frames(session, after: .character("?")).count == 1)
  }
}
