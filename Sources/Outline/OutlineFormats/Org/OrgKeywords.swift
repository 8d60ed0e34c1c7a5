import OutlineCore

/// The keywords before the titles of org's headings that say whether a task is open or done.
struct OrgKeywords {
  private var isDone = ["TODO": false, "DONE": true]
  /// The lines of the document that declare keywords, as it has them.
  private(set) var declared: [Substring] = []
  /// The keywords that the lines declare, or the usual ones.
  private var declaredWords: Set<String> = ["TODO", "DONE"]
  /// Words in capitals that begin titles without a keyword, and that must not become keywords.
  private var titleWords: Set<String> = []
  /// Whether all keywords are ASCII, so that they are the same in whatever line they are, and the usual ones mean what they say.
  private(set) var arePlain = true
  private var isASCII = true

  /// The keywords that the lines of a document declare anywhere; TODO and DONE if they declare none.
  init(_ lines: some Sequence<Substring> = []) {
    declared = lines.filter(Self.areNamed)
    if declared.isEmpty { return }
    isDone = [:]
    for line in declared { add(line.dropFirst(Self.name(in: line)?.count ?? 0)) }
    declaredWords = Set(isDone.keys)
  }

  /// The lines of a document that declare keywords, as one text, without the one that pleat writes at the end; nil for none.
  static func block(in lines: [Substring]) -> String? {
    var declared = lines.filter(areNamed)
    if let last = lines.last(where: { !$0.trimmingBlanks().isEmpty }), last == declared.last {
      var own = OrgKeywords()
      (own.isDone, own.declaredWords) = ([:], [])
      own.add(last.dropFirst(name(in: last)?.count ?? 0))
      if own.line.map({ last == $0 }) == true { declared.removeLast() }
    }
    return declared.isEmpty ? nil : declared.joined(separator: "\n") + "\n"
  }

  /// Whether a text has only lines that declare keywords.
  static func isBlock(_ text: String) -> Bool {
    text.hasSuffix("\n")
      && text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).allSatisfy(areNamed)
  }

  private static let names = ["#+todo:", "#+seq_todo:", "#+typ_todo:"]

  /// Whether a line declares keywords.
  static func areNamed(in line: Substring) -> Bool { name(in: line) != nil }

  /// The name with which a line that declares keywords begins.
  private static func name(in line: Substring) -> String? {
    guard line.utf8.first == UInt8(ascii: "#") else { return nil }
    let line = line.lowercased()
    return names.first { line.hasPrefix($0) }
  }

  /// Whether a keyword means that a task is done; nil for any other word.
  subscript(word: String) -> Bool? { isDone[word] }

  /// Returns the keyword for a task: the named one or else the usual one, if it can be one, or any that means the same.
  mutating func word(_ named: String, isDone: Bool) -> String {
    let usual = isDone ? "DONE" : "TODO"
    let known = self.isDone.lazy.filter { $0.value == isDone }.map(\.key)
    let word = [named, usual].first { canBe($0, isDone: isDone) } ?? known.min() ?? usual
    add(word, isDone: isDone)
    return word
  }

  /// Whether a word can become a keyword of this meaning, as keywords hold for earlier headings too.
  private func canBe(_ word: String, isDone: Bool) -> Bool {
    if let known = self[word] { return known == isDone }
    return Self.isWord(word) && Self.isInCapitals(word) && !titleWords.contains(word)
  }

  /// Keeps the first word of a title from becoming a keyword.
  mutating func keepFree(_ title: String) {
    let word = title[..<(title.firstByte { $0 == UInt8(ascii: " ") } ?? title.endIndex)]
    if Self.isInCapitals(word), Self.isWord(String(word)) { titleWords.insert(String(word)) }
  }

  private static func isInCapitals(_ word: some StringProtocol) -> Bool {
    !word.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private mutating func add(_ word: String, isDone: Bool) {
    if self.isDone[word] != nil { return }
    self.isDone[word] = isDone
    isASCII = isASCII && !word.hasByte { $0 >= 0x80 }
    arePlain = isASCII && self["TODO"] == false && self["DONE"] == true
  }

  /// The line that declares the keywords that the document has besides the declared ones; nil if there are none.
  var line: String? {
    guard isDone.count > declaredWords.count else { return nil }
    let words = declared.isEmpty ? isDone : isDone.filter { !declaredWords.contains($0.key) }
    let (done, open) = (words.filter(\.value).keys.sorted(), words.filter { !$0.value }.keys.sorted())
    return (["#+TODO:"] + open + ["|"] + (done.isEmpty ? ["DONE"] : done)).joined(separator: " ")
  }

  /// Whether org accepts a word as a keyword.
  static func isWord(_ word: String) -> Bool {
    !word.isEmpty && word.isWord(with: "-_")
  }

  /// Adds the keywords of a line such as `TODO(t) WAITING(w@) | DONE(d)`; without a bar, the last one means done.
  private mutating func add(_ line: Substring) {
    let words = line.split { $0 == " " || $0 == "\t" }.map { String($0.prefix { $0 != "(" }) }
    let bar = words.firstIndex(of: "|") ?? max(0, words.count - 1)
    for (index, word) in words.enumerated() where word != "|" { add(word, isDone: index >= bar) }
  }
}
