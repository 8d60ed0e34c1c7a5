import ListChanges
import OutlineCore
import TerminalText
import TestSupport
import Testing

@testable import PleatTerminal

/// How lines move on the screen.
struct FrameMotionTests {
  /// A frame with a line for each letter, numbered in the order of the alphabet, and a status line.
  private static func frame(_ letters: String) -> Frame {
    var frame = Frame(rows: letters.map { $0 == " " ? [] : [Span(String($0))] } + [[Span("status")]])
    frame.statusRows = 1
    frame.sources = letters.unicodeScalars.filter { $0 != " " }
      .map { Frame.Source(item: .row(RowID(Int64($0.value))), row: 0) }
    return frame
  }

  private static func between(_ old: String, _ new: String, _ motion: Motion) -> [String] {
    let frames = FrameMotion(from: frame(old), to: frame(new), motion)?.frames(3) ?? []
    return frames.map { frame in
      frame.rows.dropLast().map { $0.map(\.text).joined().isEmpty ? " " : $0.map(\.text).joined() }.joined()
    }
  }

  @Test func `what opens comes in from the side that the motion names, and pushes what is below`() {
    #expect(Self.between("Aefgh", "Abcde", .downwards) == ["Adefg", "Acdef"])
    #expect(Self.between("Aefgh", "Abcde", .upwards) == ["Abefg", "Abcef"])
  }

  @Test func `what closes goes towards the side that the motion names, and pulls up what is below`() {
    #expect(Self.between("Abcde", "Aefgh", .upwards) == ["Acdef", "Adefg"])
    #expect(Self.between("AbcD   ", "AD     ", .downwards) == ["AbD    "])
  }

  @Test func `opening above the open section slides down, and below it up`() {
    #expect(Self.between("ACdefG", "AxyzCG", .downwards) == ["AzCdeG", "AyzCdG"])
    #expect(Self.between("AxyzCG", "ACdefG", .upwards) == ["AyzCdG", "AzCdeG"])
  }

  @Test func `a frame with nothing in common, or in another order, follows at once`() {
    #expect(Self.between("abc", "def", .upwards) == [])
    #expect(Self.between("abc", "cba", .upwards) == [])
    #expect(Self.between("abc", "abcd", .upwards) == [])
    #expect(Self.between("abc", "abc", .upwards) == [])
  }

  @Test(arguments: 1...300) func `after the scrolls as many lines are to be written as before, or fewer`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let height = Int.random(in: 0...12, using: &generator)
    let draw = { (_: Int) -> [Span] in
      let number = Int.random(in: 0...9, using: &generator)
      return number == 0 ? [] : [Span("\(number)")]
    }
    var old = (0..<height).map(draw)
    let new = Bool.random(using: &generator) ? (0..<height).map(draw) : Array((old.dropFirst(3) + old).prefix(height))
    let different = zip(old, new).count { $0 != $1 }
    let scrolls = FrameScroll.scrolls(from: old, to: new)
    for scroll in scrolls {
      #expect(scroll.region.clamped(to: 0..<height) == scroll.region && abs(scroll.shift) < scroll.region.count)
      old = scroll.applied(to: old, empty: [])
    }
    #expect(zip(old, new).count { $0 != $1 } <= different - 2 * scrolls.count)
  }

  @Test func `opening and closing sections moves the lines below, and leaves the others alone`() {
    let rows = { (text: String) in text.map { [Span(String($0))] } }
    #expect(
      FrameScroll.scrolls(from: rows("Abcdefgh"), to: rows("Axybcdeh")) == [FrameScroll(region: 1..<7, shift: 2)])
    #expect(
      FrameScroll.scrolls(from: rows("Axybcdeh"), to: rows("Abcdefgh")) == [FrameScroll(region: 1..<7, shift: -2)])
    #expect(FrameScroll.scrolls(from: rows("abc"), to: rows("xyz")) == [])
    #expect(FrameScroll.scrolls(from: rows("abc"), to: rows("abcd")) == [])
  }
}
