import TestSupport
import Testing

@testable import PleatTerminal

/// The keys that the bytes of a terminal stand for.
struct KeyDecoderTests {
  private static let samples: [(bytes: String, keys: [Key])] = [
    ("aé牛", [.character("a"), .character("é"), .character("牛")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[1;3A\u{1B}[1;5D", [.up, .down, .altUp, .altLeft]),
    ("\u{1B}[1;2A\u{1B}[1;2B\u{1B}[1;4B", [.shiftUp, .shiftDown, .altDown]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~\u{1B}[3~\u{1B}[Z", [.pageUp, .pageDown, .home, .end, .delete, .backTab]),
    ("\r\t\u{7F}\u{12}\n", [.enter, .tab, .backspace, .control("r"), .control("j")]),
    ("\u{1B}b\u{1B}\r", [.alt("b"), .altEnter]),
    ("\u{1B}[200~two\r\nlines \u{1B}[A\u{1B}[201~x", [.paste("two\r\nlines \u{1B}[A"), .character("x")]),
    ("\u{1B}[<0;3;5M\u{1B}[<0;3;5m\u{1B}[<64;1;1M", [.click(column: 2, row: 4), .wheelUp]),
    ("a\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\b\u{1B}]4;1;x\u{7}c", [.character("a"), .character("b"), .character("c")]),
    ("\u{1B}]a", [.alt("]"), .character("a")]),
    ("\u{1B}[99;99Xq\u{1B}[999~q", [.character("q"), .character("q")]),
  ]

  @Test(arguments: samples.indices)
  func `keys come out the same, however the bytes are cut`(index: Int) {
    let (text, keys) = Self.samples[index]
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var found: [Key] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.take(bytes[start..<min(start + size, bytes.count)])
      }
      found += decoder.take([], isLast: true)
      #expect(found == keys, "in pieces of \(size)")
    }
  }

  @Test(arguments: [
    ("11;rgb:ffff/ffff/ffff", true), ("11;rgb:00/2b/36", false), ("11;rgb:fd/f6/e3", true), ("11;rgba:f/f/f/f", true),
    ("11;rgb:0000/0000/0000", false), ("10;rgb:ffff/ffff/ffff", nil), ("11;rgb:ffff/ffff", nil), ("11;rgb:x/y/z", nil),
    ("11;rgb:fffff/0/0", nil), ("11;rgb:-1/-1/-1", nil), ("11;", nil), ("11", nil),
  ])
  func `a terminal answers whether its ground is light, with pauses at any place`(answer: String, isLight: Bool?) {
    for end in ["\u{7}", "\u{1B}\\"] {
      let bytes = Array("\u{1B}]\(answer)\(end)".utf8)
      for cut in 3..<bytes.count {
        var decoder = KeyDecoder()
        var keys = decoder.take(bytes[..<cut]) + decoder.take([], isLast: true)
        keys += decoder.take(bytes[cut...] + "q".utf8)
        #expect(keys == [.character("q")])
        #expect(decoder.isGroundLight == isLight)
      }
    }
  }

  @Test(arguments: [
    "0;0", "-1;3", "3;-1", "99999999999999999999;1", "9223372036854775807;1", "-9223372036854775808;1",
    "1;-9223372036854775808", "1", "1;2;3", ";", "",
  ])
  func `a click at a place that no screen has is no key`(place: String) {
    var decoder = KeyDecoder()
    #expect(decoder.take("\u{1B}[<0;\(place)Mq".utf8) == [.character("q")])
    #expect(decoder.take("\u{1B}[1;\(place)A".utf8).count <= 1)
  }

  @Test(arguments: [UInt64](1...4))
  func `no bytes stop the decoder`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    for _ in 0..<1_500 {
      let bytes = RandomBytes.piece(&random)
      for key in decoder.take(bytes, isLast: Int.random(in: 0..<4, using: &random) == 0) {
        guard case .click(let column, let row) = key else { continue }
        #expect(column >= 0 && row >= 0 && column < 100_000 && row < 100_000)
      }
      #expect(!decoder.isWaiting || bytes.count < 5_000)
    }
    // However it began, a paste that ends is over, and the key behind it is one.
    _ = decoder.take("\u{1B}[201~".utf8)
    _ = decoder.take([], isLast: true)
    #expect(decoder.take([0x71]) == [.character("q")])
  }

  @Test func `an escape is a key when nothing follows`() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.take([], isLast: true) == [.escape])
    #expect(!decoder.isWaiting)
  }

  @Test func `bytes that mean nothing never stop the keys after them`() {
    for first in UInt8.min...UInt8.max {
      for second: UInt8 in [0x00, 0x1B, 0x5B, 0x7E, 0xFF] {
        var decoder = KeyDecoder()
        _ = decoder.take([first, second])
        _ = decoder.take([], isLast: true)
        #expect(decoder.take([0x71]).last == .character("q") || first == 0x1B, "\(first) \(second)")
      }
    }
  }
}
