import OutlineCore
import TestSupport
import Testing

struct TextPatternTests {
  /// The text with what is found in brackets.
  private func bracketed(_ text: String, _ words: String..., areExpressions: Bool = false) throws -> String {
    let pattern = try TextPattern(words, areExpressions: areExpressions)
    var bracketed = ""
    var start = text.startIndex
    for range in pattern.ranges(in: text) {
      bracketed += text[start..<range.lowerBound] + "[" + text[range] + "]"
      start = range.upperBound
    }
    return bracketed + text[start...]
  }

  @Test func `several words must all occur, wherever`() throws {
    let pattern = try TextPattern(["milk", "été"])
    #expect(try pattern.fits(["Milk in ÉTÉ"]))
    #expect(try pattern.fits(["MILK", "un été"]))
    #expect(try !pattern.fits(["milk", "an ete"]))
    #expect(try !pattern.fits(["mil k été"]))
    #expect(try !pattern.fits([]))
    #expect(try ["été", "milk", "mil"].map { try pattern.touches($0) } == [true, true, false])
  }

  /// Texts of all lengths up to forty bytes, beginning at every place of eight, of few letters so that words occur often.
  @Test func `a word is found in bytes exactly where a comparison letter by letter finds it`() throws {
    func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
    let letters = Array("aAbB@`{[ 0ж\u{1}\u{7F}".utf8) + [0x80, 0xFF]
    var random = SeededGenerator(seed: 18)
    var found = [true: 0, false: 0]
    for turn in 0..<40_000 {
      let bytes = (0..<(8 + turn % 41)).map { _ in letters.randomElement(using: &random) ?? 0 }
      let word = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        letters.filter { $0 < 0x80 }.randomElement(using: &random) ?? 0
      }
      let start = turn / 41 % 8
      let text = Array(bytes[start..<(bytes.count - 8 + start)])
      let occurs = (0...text.count).contains { text[$0...].map(lowered).starts(with: word.map(lowered)) }
      let pattern = try TextPattern([String(decoding: word, as: UTF8.self)])
      let fits = try bytes.withUnsafeBytes {
        try pattern.fits(UnsafeRawBufferPointer(rebasing: $0[start..<(start + text.count)]))
      }
      found[fits, default: 0] += 1
      #expect(fits == occurs, "\(word) in \(text)")
    }
    #expect(found.values.allSatisfy { $0 > 5_000 }, "\(found)")
  }

  /// Letters that fold to others, to several or to ASCII, in composed and decomposed forms, and what joins its neighbours.
  @Test func `a word beyond ASCII is found in bytes exactly where folding the whole text letter by letter finds it`()
    throws
  {
    func folded(_ text: String) -> [Character] { Array(text.uppercased().lowercased()) }
    let letters = [
      "a", "A", "k", "K", "s", "S", "ss", " ", "\r\n", "\n", "é", "É", "e\u{301}", "E\u{301}", "e", "ſ", "\u{212A}",
      "ß", "ẞ", "ŉ",
      "ǰ", "İ", "ı", "i", "\u{307}", "\u{301}", "\u{327}", "σ", "ς", "Σ", "ж", "Ж", "й", "и\u{306}", "ﬁ", "fi", "日",
      "が", "か\u{3099}",
      "한", "\u{1112}\u{1161}\u{11AB}", "👍", "👩\u{200D}💻", "🇩🇪", "\u{37E}", ";", "\u{1F52}", "क्ष", "\u{600}",
    ]
    var random = SeededGenerator(seed: 50)
    var found = [true: 0, false: 0]
    for _ in 0..<30_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
        .joined()
      var word = (0..<Int.random(in: 1...2, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
        .joined()
      if word.utf8.allSatisfy({ $0 < 0x80 }) { word += "é" }
      let (wanted, all) = (folded(word), folded(text))
      let occurs = all.indices.contains { all[$0...].starts(with: wanted) }
      let pattern = try TextPattern([word])
      let fits = try Array(text.utf8).withUnsafeBytes { try pattern.fits($0) }
      let isFitting = try pattern.fits([text])
      found[fits, default: 0] += 1
      #expect(fits == occurs && isFitting == occurs, "'\(word)' in '\(text)'")
    }
    #expect(found.values.allSatisfy { $0 > 1_000 }, "\(found)")
  }

  @Test(arguments: [
    ("ſuper", "super", true), ("super", "ſuper", false), ("\u{212A}elvin", "kelvin", true),
    ("kelvin", "\u{212A}ELVIN", false),
    ("straße", "STRASSE", true), ("straße", "Straße", true), ("strasse", "Straße", true), ("café", "cafe", false),
    ("café", "CAFE\u{301}", true), ("cafe\u{301}", "Café", true), ("é", "é\u{327}", false), ("ﬁ", "fish", true),
    ("fi", "ﬁsh", false), ("ΣΑΣ", "σας", true), ("ö", "日本ö", true), ("ö", "oooooooooooooooooooooo", false),
  ])
  func `letters that are others in another case or another encoding are found`(word: String, text: String, fits: Bool)
    throws
  {
    #expect(try Array(text.utf8).withUnsafeBytes { try TextPattern([word]).fits($0) } == fits)
    #expect(try TextPattern([word]).fits([text]) == fits)
  }

  @Test func `bytes of a text are searched as the text is, for words of every kind`() throws {
    func fits(_ words: [String], _ text: String, areExpressions: Bool = false) throws -> Bool {
      try Array(text.utf8).withUnsafeBytes { try TextPattern(words, areExpressions: areExpressions).fits($0) }
    }
    #expect(try fits(["milk", "ÉTÉ"], "un été, MILK"))
    #expect(try !fits(["milk", "ÉTÉ"], "ete milk"))
    #expect(try fits(["MILK", "b"], "bread and milk"))
    #expect(try !fits(["milk", "x"], "bread and milk"))
    #expect(try fits([""], "") && fits([], ""))
    #expect(try fits(["^m.*k$"], "Milk", areExpressions: true))
    #expect(throws: PatternError.self) {
      try fits(["(a*)*[bc]"], String(repeating: "a", count: 40), areExpressions: true)
    }
    #expect(try [0x6D, 0xFF, 0x69].withUnsafeBytes { try TextPattern(["m", "I"]).fits($0) })
  }

  @Test func `what is found is found where it is, in upper case or lower`() throws {
    #expect(try bracketed("Milk, milk and butter", "milk", "BUTT") == "[Milk], [milk] and [butt]er")
    #expect(try bracketed("banana", "ana", "nan") == "b[anan]a")
    #expect(try bracketed("Straße", "SSE") == "Stra[ße]")
    #expect(try bracketed("e\u{301}te\u{301}", "été") == "[e\u{301}te\u{301}]")
    #expect(try bracketed("", "a") == "")
    #expect(try bracketed("a12b3", "\\d+", areExpressions: true) == "a[12]b[3]")
    #expect(try bracketed("ab", "x*", areExpressions: true) == "ab")
  }

  @Test func `regular expressions do not care for case, and all must match`() throws {
    let pattern = try TextPattern(["^m.*k$", "i"], areExpressions: true)
    #expect(try pattern.fits(["MILK"]))
    #expect(try !pattern.fits(["buttermilk"]))
    #expect(try !pattern.fits(["mk"]))
  }

  @Test(
    arguments: [
      ("(", "missing closing parenthesis", 2), ("é[a", "missing terminating ] for character class", 4),
      ("*", "quantifier does not follow a repeatable item", 1),
      ("xa{2,1}y", "numbers out of order in {} quantifier", 7), ("\\", "\\ at end of pattern", 2),
    ])
  func `a text that is no regular expression is refused with the reason and the start`(
    pattern: String, reason: String, character: Int
  ) {
    let error = #expect(throws: PatternError.self) { try TextPattern([pattern], areExpressions: true) }
    #expect(error == .malformed(pattern: pattern, reason: reason, character: character))
  }

  @Test func `an expression ends in a text where it would try for years`() throws {
    let text = String(repeating: "a", count: 40)
    let pattern = try TextPattern(["(a*)*[bc]"], areExpressions: true)
    #expect(throws: PatternError.tooCostly(pattern: "(a*)*[bc]", text: text)) { try pattern.fits([text]) }
    #expect(throws: PatternError.self) { try pattern.touches(text) }
    #expect(pattern.ranges(in: text).isEmpty)
    #expect(pattern.ranges(in: "aab " + text).map { "aab \(text)"[$0] } == ["aab"])
    #expect(try pattern.fits(["aab"]))
  }

  @Test func `an expression ends where every start of a long text takes it a little less than it may`() throws {
    let text = String(repeating: "aaaaaaaaaaaaaaaaaaa ", count: 50_000)
    let pattern = try TextPattern(["(a*)*[bc]"], areExpressions: true)
    #expect(throws: PatternError.tooCostly(pattern: "(a*)*[bc]", text: text)) { try pattern.fits([text]) }
    let many = try TextPattern(["(a*)*[bc]"], areExpressions: true)
    let some = String(repeating: "aaaaaaaaaaaaaaaa ", count: 10)
    #expect(throws: PatternError.self) { for _ in 0..<10_000 { _ = try many.fits([some]) } }
  }

  @Test func `an expression is looked for in all of a long text, line by line where it begins with one`() throws {
    let long = String(repeating: "é", count: 300_000)
    for (expression, text, found) in [
      ("milk", long + "milk", "milk"), (".*[xy]", long + "\nan X", "an X"), ("^é*m", long + "M", long + "M"),
      ("é(?=m)", long + "m", "é"), ("(?<=é)m", long + "m", "m"), ("(*ANYCRLF).*x", "a\rx", "x"), ("k$", "milk\n", "k"),
    ] {
      let pattern = try TextPattern([expression], areExpressions: true)
      #expect(try pattern.fits([text]), "\(expression)")
      #expect(pattern.ranges(in: text).map { String(text[$0]) }.last == found, "\(expression)")
    }
    let pattern = try TextPattern([".*[xy]"], areExpressions: true)
    #expect(try !pattern.fits([long]))
  }

  @Test func `expressions know the letters of Unicode, and nothing of how letters and accents are put together`() throws
  {
    #expect(try bracketed("ÉTÉ 12٣", "été", "\\d+", areExpressions: true) == "[ÉTÉ] [12٣]")
    #expect(try bracketed("naïve café", "\\w+", areExpressions: true) == "[naïve] [café]")
    #expect(try !TextPattern(["é"], areExpressions: true).fits(["e\u{301}"]))
    #expect(try TextPattern(["^.{2}$", "^\\X$"], areExpressions: true).fits(["e\u{301}"]))
    #expect(try TextPattern(["^$"], areExpressions: true).fits([""]))
    #expect(throws: PatternError.self) { try TextPattern(["\\C"], areExpressions: true) }
  }

  @Test(arguments: [
    ("cafe", "un Café", "un [Café]"), ("lodz", "Łódź!", "[Łódź]!"), ("senor", "SEÑOR", "[SEÑOR]"),
    ("e", "e\u{301} \u{1EC7}", "[e\u{301}] [\u{1EC7}]"), ("café", "cafe café", "cafe [café]"), ("o", "ø日", "[ø]日"),
    ("cafe", "日本caf\u{65}\u{301}", "日本[caf\u{65}\u{301}]"), ("a", "бв", "бв"),
    ("strasse", "In der Straße", "In der [Straße]"), ("STRASSE", "STRA\u{1E9E}E", "[STRA\u{1E9E}E]"),
    ("ae", "Ærø", "[Æ]rø"),
    ("oeuvre", "Œuvres", "[Œuvre]s"), ("straße", "Strasse", "[Strasse]"), ("fuse", "Füße", "Füße"),
  ])
  func `a word without accents finds letters with them, and one with accents only those`(
    word: String, text: String, found: String
  ) throws {
    #expect(try bracketed(text, word) == found)
    let fits = try Array(text.utf8).withUnsafeBytes { try TextPattern([word]).fits($0) }
    #expect(fits == (found != text))
    #expect(try TextPattern([word]).fits([text]) == fits)
  }

  @Test(arguments: 0..<20)
  func `a letter with an accent is found wherever it is in a text of any length`(length: Int) throws {
    let pattern = try TextPattern(["e"])
    for place in 0...length {
      var letters = Array(repeating: Character("a"), count: length)
      #expect(try !Array(String(letters).utf8).withUnsafeBytes { try pattern.fits($0) })
      letters.insert("é", at: place)
      #expect(try Array(String(letters).utf8).withUnsafeBytes { try pattern.fits($0) }, "\(place)")
    }
  }

  @Test(arguments: [
    ("milk", 0), ("MILK", 0), ("oat milk", 1), ("milkman", 1), ("(milk)", 1), ("buttermilk", 2), ("buttermilk milk", 1),
    ("mílk", 0), ("bread", 2),
  ])
  func `a text that is the word is better than one with a word that begins with it`(text: String, rank: Int) throws {
    #expect(try TextPattern(["milk"]).rank(of: text) == rank)
  }
}
