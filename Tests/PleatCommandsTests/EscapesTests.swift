import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What people see of texts with characters that harm a terminal or are not drawn.
struct EscapesTests {
  /// A text, and how it is shown.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let shown: String

    init(_ what: String, _ text: String, _ shown: String? = nil) {
      testDescription = what
      self.text = text
      self.shown = shown ?? text
    }
  }

  static let harmful = [
    Case("plain text", "milk & honey — 3 €"), Case("a line break and a tab", "a\n\tb\r", "a\\n\\tb\\r"),
    Case("an escape sequence", "\u{1B}[2J", "\\x1b[2J"), Case("C1", "\u{9B}31m", "\\u009b31m"),
    Case("marks that turn text", "a\u{202E}b\u{2066}c\u{061C}", "a\\u202eb\\u2066c\\u061c"),
  ]

  static let invisible = [
    Case("a zero-width space", "pay\u{200B}pal", "pay\\u200bpal"), Case("a word joiner", "a\u{2060}b", "a\\u2060b"),
    Case("a byte order mark", "\u{FEFF}a", "\\ufeffa"), Case("a soft hyphen", "a\u{AD}b", "a\\u00adb"),
    Case("joiners between Latin letters", "a\u{200D}b\u{200C}c", "a\\u200db\\u200cc"),
    Case("a joiner at the start and at the end", "\u{200D}a\u{200C}", "\\u200da\\u200c"),
    Case("invisible signs of mathematics", "f\u{2061}x\u{2062}y", "f\\u2061x\\u2062y"),
    Case("Hangul fillers", "\u{3164}a\u{FFA0}\u{115F}\u{1160}", "\\u3164a\\uffa0\\u115f\\u1160"),
    Case("tags without a flag", "a\u{E0068}\u{E0069}\u{E007F}", "a\\U000e0068\\U000e0069\\U000e007f"),
    Case("a language tag", "\u{E0001}\u{E0065}", "\\U000e0001\\U000e0065"),
    Case("variation selectors of nothing", "a\u{FE0F}b\u{E0100}c\u{FE00}", "a\\ufe0fb\\U000e0100c\\ufe00"),
    Case("a combining joiner", "a\u{034F}b", "a\\u034fb"),
    Case("vowels of Khmer that are not drawn", "\u{17B4}", "\\u17b4"),
    Case("a Mongolian separator among letters of another script", "a\u{180E}b", "a\\u180eb"),
    Case("signs of music and shorthand", "\u{1D173}\u{1BCA0}", "\\U0001d173\\U0001bca0"),
    Case("marks of annotations", "a\u{FFF9}b\u{FFFB}", "a\\ufff9b\\ufffb"),
  ]

  static let scripts = [
    Case("Persian", "می‌خواهم کتاب‌ها"), Case("a Persian plural of a Latin word", "PDF\u{200C}ها"),
    Case("an Arabic letter in its first form at the end", "ه\u{200D}"),
    Case("two joiners in a row", "می\u{200C}\u{200C}خ", "می\u{200C}\\u200cخ"),
    Case("Devanagari", "क्\u{200D}ष क्\u{200C}ष"), Case("Sinhala", "ශ්\u{200D}රී"), Case("Malayalam", "ന്\u{200D}"),
    Case("Bengali, with the joiner before the virama", "র\u{200D}\u{09CD}য"),
    Case("an Indic letter without a virama", "क\u{200D}ष", "क\\u200dष"),
    Case("Khmer with spaces of no width", "ខ្ញុំ\u{200B}ចូល"),
    Case("a space of no width at the end of Thai", "ไทย\u{200B}", "ไทย\\u200b"),
    Case("Mongolian", "ᠮᠣᠩᠭᠣᠯ\u{180E}ᠠ ᠠ\u{180B}"), Case("a Hebrew mark in its own place", "לַ\u{034F}ִם"),
    Case("Old Hangul", "\u{1100}\u{1160}\u{11A8} \u{115F}\u{1161}"),
    Case("an ideograph in a variant", "葛\u{E0100} 葛\u{FE00}"),
    Case("a sign of mathematics in a variant", "\u{2229}\u{FE00}"),
  ]

  static let emoji = [
    Case("families and professions", "👩‍👧 👩‍👩‍👧‍👦 👨🏽‍💻 👩‍❤️‍👨"), Case("flags with signs", "🏳️‍🌈 🏴‍☠️ 🏳️‍⚧️"),
    Case("variants in colour and without", "❤️ ☑︎ ©️ ☎️"), Case("key caps", "1️⃣ #️⃣"),
    Case("a digit without a key", "1\u{FE0F}", "1\\ufe0f"),
    Case("flags of parts of countries", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!"),
    Case("flags of countries", "🇩🇪🇫🇷"), Case("a joiner between flags", "🇩🇪\u{200D}🇫🇷", "🇩🇪\\u200d🇫🇷"),
    Case("a joiner after an emoji", "👩\u{200D}a", "👩\\u200da"),
    Case("two selectors", "❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\ufe0f"),
    Case(
      "a flag with a message after it", "🏴\u{E0067}\u{E0062}\u{E007F}", "🏴\\U000e0067\\U000e0062\\U000e007f"),
    Case(
      "a flag with tags after its end", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E007F}\u{E0068}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E007F}\\U000e0068"),
    Case(
      "a flag whose tags do not end", "🏴\u{E0067}\u{E0062}\u{E0065}", "🏴\\U000e0067\\U000e0062\\U000e0065"),
  ]

  @Test(arguments: harmful + invisible + scripts + emoji)
  func `a text is shown as the table says`(text: Case) {
    #expect(
      Array(Escapes.oneLine(text.text).utf8) == Array(text.shown.utf8), "\(Escapes.oneLine(text.text).debugDescription)"
    )
  }

  @Test func `a part of a text is escaped as in the whole`() throws {
    let text = "می\u{200C}خ\u{200B}"
    let cut = try #require(text.unicodeScalars.firstIndex(of: "\u{200C}"))
    #expect(
      Escapes.oneLine(text, text.startIndex..<cut) + Escapes.oneLine(text, cut..<text.endIndex) == "می\u{200C}خ\\u200b")
  }

  @Test func `lists and messages show what is invisible, and JSON and the editor keep it`() throws {
    let session = try Session(["add", "--section", "pay\u{200B}pal"])
    let added = session.run("add", "a\u{E0068}b", "--in", "1")
    #expect(added.message == #"added "a\U000e0068b" (@r2) to pay\u200bpal"#)
    #expect(session.run().text == "▾ 1 pay\\u200bpal\n  1:1 a\\U000e0068b\n")
    #expect(session.run("find", "a").text.contains("pay\\u200bpal: a\\U000e0068b"))
    #expect(try JSON.objects(session.run("list", "--json").text).last?["text"] as? String == "a\u{E0068}b")
    (session.isTerminal, session.isInputTerminal) = (true, true)
    session.editor = { text in
      #expect(text.contains("pay\u{200B}pal") && text.contains("a\u{E0068}b"))
      return text
    }
    #expect(session.run("edit", "1").status == 0)
  }

  @Test func `every message shows a line break by the same sign`() throws {
    let session = try Session.sample()
    for (words, status) in [
      (["add", "one\ntwo", "--in", "Home"], 0), (["edit", "one", "one\nthree"], 0), (["done", "one\nfour"], 66),
      (["find", "one\nfour"], 1), (["undo"], 0), (["undo"], 0), (["redo"], 0), (["log"], 0), (["log", "-v"], 0),
      (["log", "@r10", "-v"], 0), (["show", "@r10"], 0), (["delete", "@r10"], 0),
      (["edit", "apples", "x", "--was", "one\nfour"], 79),
    ] as [([String], Int32)] {
      let answer = session.run(words)
      #expect(answer.status == status, "\(words): \(answer.message)")
      let shown = answer.text + answer.message
      #expect(!shown.contains("\\n"), "\(words): \(shown)")
    }
    #expect(session.run("done", "one\nfour").message.contains("'one ⏎ four'"))
    session.environment["LC_ALL"] = "C"
    #expect(session.run("done", "one\nfour").message.contains("'one \\n four'"))
  }
}
