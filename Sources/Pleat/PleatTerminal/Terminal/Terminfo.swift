import CNcurses
import OutlineCore

/// The capabilities of a kind of terminal, from ncurses' database.
struct Terminfo {
  let moveCursor: String
  let clear: String
  let clearLine: String
  let plain: String
  let bold: String
  let dim: String
  let reverse: String
  let underline: String
  private let foreground: String
  private let background: String
  let colors: Int
  /// The capabilities to scroll, insert and delete lines; nil if the terminal lacks them.
  private let scrolling: (region: String?, insert: String, delete: String)?
  /// Whether programs can give the terminal a text for its clipboard; such a terminal also knows links in texts.
  let hasClipboard: Bool
  let hideCursor: String
  let showCursor: String
  /// The bytes that start a screen: the alternate screen, application keys, bracketed paste and the mouse.
  let begin: String
  let end: String

  /// Looks up a terminal by its name; nil if it is unknown, or cannot move its cursor.
  init?(_ name: String) {
    var error: Int32 = 0
    guard !name.isEmpty, name != "dumb", setupterm(name, 1, &error) == 0 else { return nil }
    guard let moveCursor = Self.string("cup"), let clear = Self.string("clear") else { return nil }
    self.moveCursor = moveCursor
    self.clear = clear
    clearLine = Self.string("el") ?? ""
    plain = Self.string("sgr0") ?? ""
    bold = Self.string("bold") ?? ""
    dim = Self.string("dim") ?? ""
    reverse = Self.string("rev") ?? Self.string("smso") ?? ""
    underline = Self.string("smul") ?? ""
    foreground = Self.string("setaf") ?? ""
    background = Self.string("setab") ?? ""
    colors = Int(max(tigetnum("colors"), 0))
    scrolling =
      if let insert = Self.string("il"), let delete = Self.string("dl") {
        (Self.string("csr"), insert, delete)
      } else { nil }
    hasClipboard = Self.string("Ms") != nil
    hideCursor = Self.string("civis") ?? ""
    showCursor = Self.string("cnorm") ?? ""
    let isXterm = Self.string("kmous") != nil
    let modes = ["\u{1B}[?2004h", "\u{1B}[?1000h", "\u{1B}[?1006h"]
    begin = (Self.string("smcup") ?? "") + (Self.string("smkx") ?? "") + (isXterm ? modes.joined() : "")
    end =
      plain + (isXterm ? modes.reversed().map { $0.dropLast() + "l" }.joined() : "") + (Self.string("rmkx") ?? "")
      + showCursor + (Self.string("rmcup") ?? clear)  // without another screen, this one is left empty
  }

  /// Returns the bytes that move the cursor to a position, counted from 0.
  func position(row: Int, column: Int) -> String { Self.filled(moveCursor, Int32(row), Int32(column)) }

  /// Whether the terminal can move lines, so that they need not be written again.
  var canScroll: Bool { scrolling != nil }

  /// Returns the bytes for a scroll on a screen with `rows` rows.
  func scroll(_ scroll: FrameScroll, rows: Int) -> String {
    guard let scrolling else { return "" }
    let (region, count) = (scroll.region, abs(scroll.shift))
    let change = { (capability: String, row: Int) in
      position(row: row, column: 0) + Self.filled(capability, Int32(count), 0)
    }
    if let set = scrolling.region {
      return plain + Self.filled(set, Int32(region.lowerBound), Int32(region.upperBound - 1))
        + change(scroll.shift > 0 ? scrolling.insert : scrolling.delete, region.lowerBound)
        + Self.filled(set, 0, Int32(rows - 1))
    }
    // Deleting lines at one end of the region and inserting as many at the other keeps the lines below it in place.
    let end = region.upperBound - count
    return scroll.shift > 0
      ? plain + change(scrolling.delete, end) + change(scrolling.insert, region.lowerBound)
      : plain + change(scrolling.delete, region.lowerBound) + change(scrolling.insert, end)
  }

  /// The longest text for a clipboard, in bytes; some terminals ignore longer ones.
  private static let longestClipboard = 74_000

  /// Returns the bytes that put a text into the clipboard (OSC 52); empty if the terminal cannot do that, or the text is too long.
  func clipboard(_ text: String) -> String {
    guard hasClipboard, text.utf8.count <= Self.longestClipboard else { return "" }
    return "\u{1B}]52;c;\(String(base64: text.utf8))\u{07}"
  }

  /// Returns a text that is a link (OSC 8); only the text if the terminal cannot do that.
  func linked(_ text: String, to link: String) -> String {
    guard hasClipboard, link.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return text }
    return "\u{1B}]8;;\(link)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// Returns the bytes for a colour; empty if the terminal does not have it.
  func color(_ number: Int) -> String { number < colors ? Self.filled(foreground, Int32(number), 0) : "" }

  /// The bytes that ask a terminal for the colour of its ground (OSC 11).
  static let groundQuery = "\u{1B}]11;?\u{1B}\\"

  /// Returns the bytes for the colour of the ground; empty if the terminal does not have it.
  func ground(_ number: Int) -> String { number < colors ? Self.filled(background, Int32(number), 0) : "" }

  private static func filled(_ string: String, _ first: Int32, _ second: Int32) -> String {
    cncurses_fill(string, first, second).map { String(cString: $0) } ?? ""
  }

  /// Returns a capability without its delays, which no current terminal needs.
  private static func string(_ name: String) -> String? {
    guard let bytes = cncurses_string(name) else { return nil }
    let parts = String(cString: bytes).split(separator: "$", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
      text + (part.hasPrefix("<") ? part.drop { $0 != ">" }.dropFirst() : "$" + part)
    }
  }
}
