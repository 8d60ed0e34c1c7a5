import Foundation
import TerminalText
import Testing

@testable import PleatTerminal

/// What is sent to terminals of several kinds.
@Suite(.serialized)
struct FrameWriterTests {
  private static let frame = {
    var frame = Frame()
    frame.rows = [[Span("▾ ", .accent), Span("title", .bold)], [Span("* new", .changed)], [Span("done", .dim)]]
    return frame
  }()

  private func bytes(_ terminal: String, hasColors: Bool = true) throws -> String {
    var writer = FrameWriter(try #require(Terminfo(terminal)), hasColors: hasColors)
    return writer.bytes(for: Self.frame, columns: 20)
  }

  @Test func `there are colours of 8, 16 or 256, or none`() throws {
    #expect(try bytes("xterm-256color").contains("\u{1B}[38;5;172m* new"))
    #expect(try bytes("xterm-256color").contains("\u{1B}[38;5;36m▾ "))
    for terminal in ["xterm-16color", "xterm", "linux"] {
      #expect(try bytes(terminal).contains("\u{1B}[35m* new"), "\(terminal)")
    }
    for bytes in [try bytes("xterm-256color", hasColors: false), try bytes("vt220")] {
      #expect(!bytes.contains(/\u{1B}\[3[0-9;]*m/))
      #expect(bytes.contains("* new"))
      #expect(bytes.contains("\u{1B}[1m"))
    }
  }

  @Test func `a terminal without another screen is left empty`() throws {
    let linux = try #require(Terminfo("linux"))
    #expect(linux.end.hasSuffix(linux.clear))
    let xterm = try #require(Terminfo("xterm"))
    #expect(!xterm.end.contains(xterm.clear))
  }

  @Test func `colours can be read on their ground, and those for a dark one also if it is light`() {
    for color in FrameWriter.colors {
      #expect(Self.contrast(color.dark, 235) >= 4, "\(color)")
      #expect(Self.contrast(color.dark, 231) >= 2.7, "\(color)")
      #expect(Self.contrast(color.light, 231) >= 4.4, "\(color)")
    }
    for colors in FrameWriter.bars.flatMap({ [$0.dark, $0.light] }) {
      for text in colors.dropFirst() { #expect(Self.contrast(text, colors[0]) >= 4.4, "\(colors)") }
    }
  }

  @Test func `the selected line and the head line have grounds, and what is selected no other colours`() throws {
    let terminfo = try #require(Terminfo("xterm-256color"))
    let rows = [[Span("head", [.bold, .bar]), Span(" 1 late", [.late, .bar])], [Span("▾ ", [.accent, .reversed])]]
    func bytes(isLight: Bool, hasColors: Bool = true) -> String {
      var writer = FrameWriter(terminfo, hasColors: hasColors)
      _ = writer.takeGround(isLight: isLight)
      var frame = Frame()
      frame.rows = rows
      return writer.bytes(for: frame, columns: 20)
    }
    let (dark, light) = (bytes(isLight: false), bytes(isLight: true))
    #expect(dark.contains("\u{1B}[48;5;237m\u{1B}[38;5;252mhead"))
    #expect(dark.contains("\u{1B}[38;5;167m 1 late"))
    #expect(dark.contains("\u{1B}[48;5;24m\u{1B}[38;5;231m▾ "))
    #expect(light.contains("\u{1B}[38;5;124m 1 late"))
    #expect(light.contains("\u{1B}[48;5;153m\u{1B}[38;5;16m▾ "))
    let plain = bytes(isLight: false, hasColors: false)
    #expect(plain.contains("\u{1B}[7m▾ ") && !plain.contains("8;5;"))
  }

  @Test func `the looks that somebody chose replace those of the part, except without colours`() throws {
    let terminfo = try #require(Terminfo("xterm-256color"))
    let looks = try [("red", SpanStyle.title), ("none", .tag), ("bold magenta", .hit)].map { (word, part) in
      (part: part, look: try #require(Look(word)))
    }
    var frame = Frame()
    frame.rows = [[Span("Home", .title), Span("#a", .tag), Span("tea", .hit), Span("☐ ", .open)]]
    var writer = FrameWriter(terminfo, hasColors: true, looks: looks)
    let bytes = writer.bytes(for: frame, columns: 20)
    #expect(bytes.contains("\u{1B}[31mHome"))
    #expect(bytes.contains("\u{1B}(B\u{1B}[m#a\u{1B}[1;35mtea"))
    #expect(bytes.contains("\u{1B}[38;5;36m☐ "))
    writer = FrameWriter(terminfo, hasColors: false, looks: looks)
    #expect(writer.bytes(for: frame, columns: 20).contains("\u{1B}[1mHome"))
  }

  private static func contrast(_ color: Int, _ ground: Int) -> Double {
    let pair = [luminance(color), luminance(ground)].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  /// How bright one of the 256 colours is, as the guidelines for accessible web pages count it.
  private static func luminance(_ color: Int) -> Double {
    func linear(_ level: Int) -> Double {
      let part = Double(level) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    if color >= 232 { return linear(8 + 10 * (color - 232)) }
    let levels = [0, 95, 135, 175, 215, 255].map(linear)
    let number = color - 16
    return 0.2126 * levels[number / 36] + 0.7152 * levels[number / 6 % 6] + 0.0722 * levels[number % 6]
  }

  @Test func `only lines that differ are written, and nothing that could move the cursor gets through`() throws {
    var writer = FrameWriter(try #require(Terminfo("xterm-256color")), hasColors: true)
    _ = writer.bytes(for: Self.frame, columns: 20)
    #expect(writer.bytes(for: Self.frame, columns: 20) == "")
    var next = Self.frame
    next.rows[2] = [Span("\u{1B}[2J\u{9B}1m")]
    let bytes = writer.bytes(for: next, columns: 20)
    #expect(!bytes.contains("title"))
    #expect(!bytes.contains("\u{1B}[2J"))
    #expect(bytes.contains("?[2J?1m"))
  }

  @Test(arguments: [("xterm-256color", true), ("tmux-256color", true), ("linux", false), ("vt100", false)])
  func `links and copies are for terminals that take them`(terminal: String, takesThem: Bool) throws {
    let terminfo = try #require(Terminfo(terminal))
    #expect(terminfo.clipboard("tea ☐") == (takesThem ? "\u{1B}]52;c;dGVhIOKYkA==\u{07}" : ""))
    #expect(terminfo.clipboard(String(repeating: "a", count: 100_000)).isEmpty)
    let link = "https://x.org/a_b"
    #expect(
      terminfo.linked("x", to: link) == (takesThem ? "\u{1B}]8;;\(link)\u{1B}\\x\u{1B}]8;;\u{1B}\\" : "x"))
    for bad in ["https://x.org/\u{1B}]", "https://ä.org", "https://x y", "https://x\u{9C}"] {
      #expect(terminfo.linked("x", to: bad) == "x")
    }
  }
}
